import { account } from '@e-events/shared/contract/people/account.ts'
import { config } from '@e-events/shared/contract/settings/config.ts'
import { channels } from '@e-events/shared/contract/catalogue/channels.ts'
import { ownProducts } from '@e-events/shared/contract/catalogue/own-products.ts'
import { productAdmin } from '@e-events/shared/contract/catalogue/product-admin.ts'
import type { ProductType } from '@e-events/shared/domain/states.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { snackStore } from '../../../../components/feedback/use-snacks.ts'
import { emptyFields } from '../../../../features/catalogue/product-editor/fields.ts'
import { draftKey } from '../../../../features/catalogue/product-editor/local-draft.ts'
import { toursStorageKey } from '../../../../features/guidance/tours/seen.ts'
import { axeViolations } from '../../../../testing/axe.ts'
import { sessionUser } from '../../../../testing/factories.ts'
import { Refusal } from '../../../../testing/fake-api.ts'
import { button, completeFields, concert, goToStep, input, stageProducts, type ProductStage } from '../../../../testing/product-stage.ts'

let stage: ProductStage

beforeEach(() => {
  localStorage.setItem(toursStorageKey, '["organizer-home","new-product"]')
  stage = stageProducts()
})

describe('new product', () => {
  it('asks for a channel first and leads there [PROD-008] [ERR-050]', async () => {
    stage.api.on(channels.listOwn, () => ({ items: [], nextCursor: null, total: 0 }))
    await stage.open('/account/products/new')
    await screen.findByRole('heading', { level: 1, name: 'You must create a channel first' })
    expect(screen.getByRole('link', { name: 'Create a channel' }).getAttribute('href')).toBe('/account/channels')
    expect(screen.queryByRole('button', { name: 'Save the draft' })).toBeNull()
  })

  it('is not for attendees, who end at their own data [PROD-008] [PROD-009] [PROD-010]', async () => {
    for (const at of ['/account/products/new', '/account/courses/new', '/account/masters/new']) {
      const app = await stage.open(at, { user: sessionUser() })
      await waitFor(() => expect(app.router.state.location.pathname).toBe('/account/my-data'))
      app.unmount()
    }
  })

  it('can be saved once every required field is filled, and no longer when one is emptied [CAT-049]', async () => {
    stage.typedBefore({ ...completeFields(), texts: emptyFields().texts })
    const app = await stage.open('/account/products/new?step=texts')
    const save = await button('Save the draft')
    expect(save.disabled).toBe(true)
    // A label with an asterisk is a field that must be filled.
    const title = await input(/^Title\W*$/)
    expect(title.required).toBe(true)
    await app.user.type(title, 'Recital')
    await waitFor(() => expect(save.disabled).toBe(false))
    await app.user.clear(title)
    await waitFor(() => expect(save.disabled).toBe(true))
    await app.user.tab()
    await screen.findByText('Required field')
  })

  it('says what the buyer pays, what of it arrives, and when, while a price is typed', async () => {
    const night = { key: 'one', id: null, startsAt: '2030-01-31T19:00:00.000Z', endsAt: '2030-01-31T21:00:00.000Z' }
    stage.typedBefore({
      ...completeFields(),
      plan: 'paid',
      net: '10',
      tax: '21',
      ticketFeePayer: 'organizer',
      sessions: [night],
    })
    const app = await stage.open('/account/products/new?step=price')
    await screen.findByText(/The buyer pays €12\.10 and you receive €8\.65.*after the event, by 5 February 2030/)
    const net = await input(/^Net/)
    await app.user.clear(net)
    await app.user.type(net, '20')
    await screen.findByText(/The buyer pays €24\.20 and you receive €17\.75/)
  })

  it('starts with nothing that could be saved, and says in each step what is missing [CAT-049] [UX-040] [UX-041]', async () => {
    const app = await stage.open('/account/products/new')
    expect((await button('Save the draft')).disabled).toBe(true)
    const channel = await screen.findByRole<HTMLInputElement>('combobox', { name: /^Channel/ })
    // The only channel is chosen by itself.
    await waitFor(() => expect(channel.value).toBe('Sala Faro'))
    await app.user.clear(channel)
    await app.user.tab()
    await goToStep(app, 'Speakers')
    await goToStep(app, 'Info')
    expect((await screen.findAllByText('You must select one of the values')).length).toBeGreaterThan(0)
    await goToStep(app, 'Speakers')
    await screen.findByText('Must have speakers')
    expect(await axeViolations(app.container)).toEqual([])
  })

  it('keeps what was typed over a reload, for this account alone', async () => {
    const first = await stage.open('/account/products/new?step=texts')
    await first.user.type(await input(/^Title\W*$/), 'Half a title')
    await screen.findByText(/^In this browser since/)
    first.unmount()
    const second = await stage.open('/account/products/new?step=texts')
    expect((await input(/^Title\W*$/)).value).toBe('Half a title')
    await screen.findByText('We brought back what you last typed in this browser.')
    second.unmount()
    await stage.open('/account/products/new?step=texts', { user: sessionUser({ roles: ['PRODUCER'] }) })
    expect((await input(/^Title\W*$/)).value).toBe('')
  })

  it('is a draft on the server from its title on: the form stays, the rest follows, the file may be uploaded', async () => {
    stage.typedBefore({ type: 'live' })
    stage.api.on(ownProducts.begin, ({ body }) => {
      const { title, type, language } = body
      return (stage.stored = concert({
        slug: 'recital',
        title,
        type,
        language,
        sessions: [],
        text: { title, shortDescription: '', description: '' },
        image: null,
        speakers: [],
      }))
    })
    const app = await stage.open('/account/products/new?step=texts')
    expect((await button('Save the draft')).disabled).toBe(true)
    const title = await input(/^Title\W*$/)
    await app.user.type(title, 'Recital')
    await waitFor(
      () => expect(stage.bodies(ownProducts.begin)).toMatchObject([{ title: 'Recital', type: 'live', channelSlug: 'sala-faro' }]),
      {
        timeout: 5_000,
      },
    )
    await screen.findByText('Draft')
    // Nothing moved under the hands: the next word goes into the same field, and is stored.
    expect(document.activeElement).toBe(title)
    fireEvent.change(await input('Description'), { target: { value: 'Una noche' } })
    await waitFor(() => expect(stage.bodies(ownProducts.update)).toEqual([{ description: 'Una noche' }]), { timeout: 5_000 })
    expect((await button('Save changes')).disabled).toBe(true)
    expect(localStorage.getItem(draftKey(stage.organizer.id, 'product-new'))).toBeNull()
    await goToStep(app, 'Content')
    await waitFor(() => expect(app.router.state.location.pathname).toBe('/account/channels/sala-faro/products/recital'))
    expect(screen.queryByText('Give it a title and upload the file')).toBeNull()
  })

  it("offers the channel's own name as the first speaker", async () => {
    stage.typedBefore()
    const app = await stage.open('/account/products/new?step=speakers')
    await app.user.click(await button('Add “Sala Faro”'))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('Sala Faro')
  })

  it('has no price where the site sells nothing [SHOP-049]', async () => {
    stage.typedBefore()
    stage.api.on(config.payments, () => ({
      payments: {
        currency: 'EUR',
        ways: [],
        subscription: { active: false, periodic: true, interval: 'monthly' as const, priceMinor: 0 },
        monetize: { subscriptionChannels: true, paidContent: false, promotionMaxPercent: 20 },
      },
    }))
    await stage.open('/account/products/new?step=price')
    await screen.findByText('This site sells nothing at the moment: products are free.')
    expect((await button('Paid')).disabled).toBe(true)
  })

  it('becomes a draft on the server and goes on at its own address [PROD-008]', async () => {
    stage.typedBefore(completeFields())
    const app = await stage.open('/account/products/new?step=texts')
    await app.user.click(await button('Save the draft'))
    await waitFor(() => expect(app.router.state.location.pathname).toBe('/account/channels/sala-faro/products/recital'))
    expect(stage.bodies(ownProducts.create)).toMatchObject([
      { title: 'Recital', type: 'broadcast', channelSlug: 'sala-faro', language: 'en', plan: 'free' },
    ])
    expect(localStorage.getItem(draftKey(stage.organizer.id, 'product-new'))).toBeNull()
    await screen.findByText('Draft')
  })

  it('keeps the form when the server breaks, and says what failed [ERR-020]', async () => {
    stage.typedBefore(completeFields())
    stage.api.on(ownProducts.create, () => {
      throw new Refusal('INTERNAL')
    })
    const app = await stage.open('/account/products/new?step=texts')
    await app.user.click(await button('Save the draft'))
    expect((await screen.findByRole('alert')).textContent).toBe('Error creating the product')
    expect((await input(/^Title\W*$/)).value).toBe('Recital')
    expect((await button('Save the draft')).disabled).toBe(false)
  })

  it.each([
    ['course', '/account/courses/new', 'Error creating the course'],
    ['master', '/account/masters/new', 'Error creating the master'],
  ] as const)('says of a %s that it could not be created, and keeps the form [ERR-040] [ERR-043]', async (type, at, words) => {
    stage.typedBefore({ ...completeFields(), type }, `${type}-new`)
    stage.api.on(ownProducts.create, () => {
      throw new Refusal('INTERNAL')
    })
    const app = await stage.open(`${at}?step=texts`)
    await app.user.click(await button('Save the draft'))
    expect((await screen.findByRole('alert')).textContent).toBe(words)
    expect((await input(/^Title\W*$/)).value).toBe('Recital')
  })

  it('that is stored but for its metadata goes on at its own address, with what is missing kept [ERR-022]', async () => {
    stage.typedBefore({ ...completeFields(), metadata: [{ key: 'Promotor', value: 'Goiko', exportable: true }] })
    stage.api.on(ownProducts.setMetadata, () => {
      throw new Refusal('INTERNAL')
    })
    const app = await stage.open('/account/products/new?step=extras')
    await app.user.click(await button('Save the draft'))
    await waitFor(() => expect(app.router.state.location.pathname).toBe('/account/channels/sala-faro/products/recital'))
    await screen.findByText('Metadata error')
    expect((await input(/^Name\W*$/)).value).toBe('Promotor')
    snackStore.remove('product-save')
  })

  it('says under the field that an address is taken, and keeps what was typed [CAT-045]', async () => {
    stage.typedBefore({ ...completeFields(), slug: 'taken' })
    stage.api.on(ownProducts.create, () => {
      throw new Refusal('SLUG_TAKEN')
    })
    const app = await stage.open('/account/products/new')
    await app.user.click(await button('Save the draft'))
    await screen.findByText('The chosen slug already exists')
    expect((await input('Address')).value).toBe('taken')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('limits the short description and only counts the long one [CAT-039] [CAT-040] [UX-044] [LIM-043]', async () => {
    stage.typedBefore(completeFields())
    const app = await stage.open('/account/products/new?step=texts')
    const short = await input('Short description')
    fireEvent.change(short, { target: { value: 'x'.repeat(241) } })
    fireEvent.blur(short)
    await screen.findByText('Maximum 240 characters')
    expect((await button('Save the draft')).disabled).toBe(true)
    fireEvent.change(short, { target: { value: 'x'.repeat(240) } })
    const long = await input('Description')
    fireEvent.change(long, { target: { value: 'x'.repeat(1_500) } })
    await screen.findByText('1500 (about 1000 recommended)')
    await waitFor(async () => expect((await button('Save the draft')).disabled).toBe(false))
    await app.user.click(await button('Save the draft'))
    await waitFor(() => expect(stage.bodies(ownProducts.create)).toMatchObject([{ description: 'x'.repeat(1_500) }]))
  })

  it('finds a currency by its code, its name or its sign', async () => {
    stage.typedBefore({ ...completeFields(), plan: 'paid', net: '10', tax: '21', ticketFeePayer: 'organizer' })
    const app = await stage.open('/account/products/new?step=price')
    const field = await screen.findByRole<HTMLInputElement>('combobox', { name: /^Currency/ })
    expect(field.value).toBe('EUR · Euro')
    const options = () =>
      within(screen.getByRole('listbox'))
        .getAllByRole('option')
        .map(({ textContent }) => textContent)
    for (const [typed, found] of [
      ['zloty', ['PLN · Polish Zloty']],
      ['₩', ['KPW · North Korean Won', 'KRW · South Korean Won']],
      ['jpy', ['JPY · Japanese Yen']],
    ] as const) {
      await app.user.clear(field)
      await app.user.type(field, typed)
      await waitFor(() => expect(options()).toEqual(found))
    }
    await app.user.keyboard('{Enter}')
    expect(field.value).toBe('JPY · Japanese Yen')
    await app.user.clear(field)
    await app.user.type(field, 'doubloon')
    await screen.findByText('No currency is called that')
    await app.user.tab()
    expect(field.value).toBe('JPY · Japanese Yen')
  })

  it('takes only numbers greater than 0 for a price, and shows net, tax and total together [UX-042] [UX-045]', async () => {
    stage.typedBefore({ ...completeFields(), plan: 'paid' })
    const app = await stage.open('/account/products/new?step=price')
    const net = await input(/^Net/)
    await app.user.type(net, 'ab')
    await app.user.tab()
    await screen.findByText('Only numbers accepted')
    await app.user.clear(net)
    await app.user.type(net, '0')
    await screen.findByText('Must be a number greater than 0')
    await app.user.clear(net)
    await app.user.type(net, '10,50')
    const total = await input('Price for the audience')
    await waitFor(() => expect(total.value).toBe('12.71'))
    await screen.findByText('That is €2.21')
    await app.user.clear(total)
    await app.user.type(total, '12.10')
    await waitFor(() => expect(net.value).toBe('10.00'))
  })

  it('asks a live for a session, on the clock of Central Europe [UX-043] [CAT-042]', async () => {
    stage.typedBefore(completeFields())
    const app = await stage.open('/account/products/new?step=dates')
    await screen.findByText('At least 1 session')
    await app.user.click(await button('Add a session'))
    expect(screen.queryByText('At least 1 session')).toBeNull()
    // Nobody has touched it yet.
    await act(async () => undefined)
    expect(screen.queryByText('Required field')).toBeNull()
    await screen.findByRole('group', { name: /^Starts \(Central European time\)/ })
    await screen.findByText('Typed in Central European time (Madrid).')
  })

  it('leaves fake live to support [CAT-091]', async () => {
    stage.typedBefore({ ...completeFields(), type: 'live' })
    await stage.open('/account/products/new')
    const fake = await screen.findByRole<HTMLInputElement>('switch', { name: 'In step with the clock' })
    expect(fake.disabled).toBe(true)
    const links = await screen.findAllByRole('link', { name: 'ayuda@faro.example' })
    expect(links.map((link) => link.getAttribute('href'))).toContain('mailto:ayuda@faro.example')
  })

  it('offers the kinds that the account may make and explains the others', async () => {
    await stage.open('/account/products/new')
    const kinds = await screen.findByRole('radiogroup', { name: /^Type of product/ })
    await within(kinds).findByRole('radio', { name: /^Live broadcast/ })
    expect(within(kinds).getAllByRole('radio')).toHaveLength(4)
    expect(within(kinds).queryByRole('radio', { name: /^Podcast/ })).toBeNull()
    expect(kinds.textContent).toContain('Podcast')
  })

  it.each([
    ['/account/products/new', undefined],
    ['/manage/products/new', sessionUser({ roles: ['VIEWER', 'ADMIN'] })],
  ] as const)('makes worksheets, posts, podcasts and meetings by their kind at %s [LRN-038]', async (at, user) => {
    const mine: ProductType[] = ['podcast', 'post', 'meet', 'datasheet']
    stage.api.on(productAdmin.types, () => ({ producer: [], mine }))
    const app = await stage.open(at, user && { user })
    const content = async () => {
      await goToStep(app, 'Content')
      const titles = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
      await goToStep(app, 'Info')
      return titles
    }
    const pick = async (kind: RegExp) => app.user.click(await screen.findByRole('radio', { name: kind }))
    const steps = () =>
      within(screen.getByRole('navigation', { name: 'Steps' }))
        .getAllByRole('button')
        .map(({ textContent }) => textContent)
    await pick(/^Podcast/)
    expect(await content()).toContain('Sound')
    await pick(/^Post/)
    expect(await content()).toContain('The text')
    await pick(/^Worksheet/)
    expect(await content()).toContain('The worksheet')
    expect(steps().some((name) => name.includes('Dates'))).toBe(false)
    await pick(/^Meeting/)
    expect(steps().some((name) => name.includes('Dates'))).toBe(true)
  })

  it.each([
    ['/account/courses/new', 'New course', 'course'],
    ['/account/masters/new', 'New programme', 'master'],
  ])('starts %s at the step info, its kind fixed [PROD-009] [PROD-010]', async (at, title, type) => {
    stage.typedBefore({ ...completeFields(), type: type as 'course' }, `${type}-new`)
    const app = await stage.open(at)
    await screen.findByRole('heading', { level: 2, name: 'Info' })
    expect(screen.queryByRole('radiogroup')).toBeNull()
    await waitFor(() => expect(document.title).toContain(title))
    await app.user.click(await button('Save the draft'))
    await waitFor(() => expect(stage.bodies(ownProducts.create)).toMatchObject([{ type }]))
    await waitFor(() => expect(app.router.state.location.pathname).toBe(`/account/channels/sala-faro/${type}s/recital`))
  })

  it('is shown around where there is none yet; skipping ends it for good, the button brings it back [PROD-041]', async () => {
    localStorage.setItem(toursStorageKey, '["organizer-home"]')
    stage.api.on(account.tours, () => ({ finished: [] }))
    stage.api.on(account.finishTour, () => undefined)
    const app = await stage.open('/account/products/new')
    await screen.findByRole('dialog', { name: 'Your first product' })
    await app.user.click(await button('Skip'))
    await waitFor(() => expect(screen.queryByText('Your first product')).toBeNull())
    expect(stage.api.calls.find((call) => call.endpoint === account.finishTour)?.params).toEqual({ tour: 'new-product' })
    app.unmount()
    stage.api.on(ownProducts.listOwn, () => ({ items: [], nextCursor: null, total: 18 }))
    localStorage.setItem(toursStorageKey, '["organizer-home"]')
    const known = await stage.open('/account/products/new')
    await waitFor(() => expect(stage.api.countOf(ownProducts.listOwn)).toBeGreaterThan(1))
    await button('Save the draft')
    expect(screen.queryByText('Your first product')).toBeNull()
    known.unmount()
    stage.api.on(ownProducts.listOwn, () => ({ items: [], nextCursor: null, total: 0 }))
    localStorage.setItem(toursStorageKey, '["organizer-home","new-product"]')
    const again = await stage.open('/account/products/new')
    await button('Save the draft')
    expect(screen.queryByText('Your first product')).toBeNull()
    await again.user.click(await button('Show the guide'))
    await screen.findByRole('dialog', { name: 'Your first product' })
  })
})
