import { categories } from '@e-events/shared/contract/catalogue/categories.ts'
import { ownProducts } from '@e-events/shared/contract/catalogue/own-products.ts'
import { productCodes } from '@e-events/shared/contract/sales/product-codes.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { draftKey, writeDraft } from '../../../../features/catalogue/product-editor/local-draft.ts'
import { fieldsOf } from '../../../../features/catalogue/product-editor/mapping.ts'
import { toursStorageKey } from '../../../../features/guidance/tours/seen.ts'
import { eventOf } from '../../../../testing/factories.ts'
import { Refusal } from '../../../../testing/fake-api.ts'
import { accessCode } from '../../../../testing/product-factories.ts'
import { listenForSameKeys } from '../../../../testing/same-key.ts'
import { button, concert, goToStep, input, stageProducts, type ProductStage } from '../../../../testing/product-stage.ts'

const address = '/account/channels/sala-faro/products/concierto'

let stage: ProductStage

beforeEach(() => {
  localStorage.setItem(toursStorageKey, '["organizer-home","new-product"]')
  stage = stageProducts()
})

describe('a product that exists', () => {
  it('is edited at the address of its channel; another channel, owner or kind is not found [PROD-005] [PROD-006] [PROD-007]', async () => {
    const first = await stage.open(address)
    await screen.findByRole('heading', { level: 1, name: 'Concierto' })
    first.unmount()
    const strange = ['other/products/concierto', 'sala-faro/products/foreign', 'sala-faro/courses/concierto', 'sala-faro/masters/concierto']
    for (const path of strange) {
      const app = await stage.open(`/account/channels/${path}`)
      await screen.findByRole('heading', { level: 1, name: 'There is nothing here' })
      app.unmount()
    }
  })

  it.each([
    ['course', 'courses'],
    ['master', 'masters'],
  ] as const)('of the kind %s is edited under its own address [PROD-006] [PROD-007]', async (type, path) => {
    stage.stored = concert({ slug: 'arte', title: 'Arte', type })
    const app = await stage.open('/account/channels/sala-faro/products/arte')
    await screen.findByRole('heading', { level: 1, name: 'Arte' })
    expect(app.router.state.location.pathname).toBe(`/account/channels/sala-faro/${path}/arte`)
    expect(screen.queryByRole('radiogroup')).toBeNull()
  })

  it('saves a draft by itself, and says when [PROD-005]', async () => {
    const app = await stage.open(`${address}?step=texts`)
    await app.user.type(await input(/^Title\W*$/), ' largo')
    await screen.findByText('Saves itself in a moment')
    await screen.findByText(/^Saved \d\d:\d\d$/)
    expect(stage.bodies(ownProducts.update)).toEqual([{ title: 'Concierto largo' }])
  })

  it('has one red button at a time: that of the next step', async () => {
    const app = await stage.open(`${address}?step=texts`)
    const red = () =>
      screen
        .getAllByRole<HTMLButtonElement>('button')
        .filter(
          ({ classList, disabled }) =>
            !disabled && classList.contains('MuiButton-contained') && classList.contains('MuiButton-colorPrimary'),
        )
        .map((one) => one.textContent)
    const title = await input(/^Title\W*$/)
    expect(red()).toEqual(['Publish'])
    await app.user.type(title, ' largo')
    await waitFor(() => expect(red()).toEqual(['Save changes']))
  })

  it('offers two categories with the same title', async () => {
    stage.api.on(categories.list, () => ({
      items: [
        { slug: 'musica', title: 'Music', count: 2 },
        { slug: 'musica-2', title: 'Music', count: 1 },
      ],
    }))
    const sameKeys = listenForSameKeys()
    const app = await stage.open(`${address}?step=classification`)
    await app.user.click(await button('Show categories'))
    expect(await screen.findAllByRole('option', { name: 'Music' })).toHaveLength(2)
    expect(sameKeys()).toEqual([])
  })

  it('does not save what is public before somebody says so, and asks before leaving', async () => {
    stage.stored = concert({ status: 'published' })
    const app = await stage.open(`${address}?step=texts`)
    await app.user.type(await input(/^Title\W*$/), ' largo')
    await screen.findByText(/^In this browser since/)
    expect(stage.api.countOf(ownProducts.update)).toBe(0)
    void app.router.navigate('/')
    await screen.findByRole('dialog', { name: 'Leave without saving?' })
    await app.user.click(await button('Stay here'))
    await app.user.click(await button('Save changes'))
    await screen.findByText(/^Saved \d\d:\d\d$/)
    expect(stage.bodies(ownProducts.update)).toEqual([{ title: 'Concierto largo' }])
  })

  it('keeps the form when a change cannot be stored, and says so [ERR-021]', async () => {
    stage.api.on(ownProducts.update, () => {
      throw new Refusal('INTERNAL')
    })
    const app = await stage.open(`${address}?step=texts`)
    await app.user.type(await input(/^Title\W*$/), ' largo')
    await app.user.click(await button('Save changes'))
    expect((await screen.findByRole('alert')).textContent).toBe('Error modifying the product')
    expect((await input(/^Title\W*$/)).value).toBe('Concierto largo')
    await screen.findByText('Not saved')
  })

  it('stays saved where only its metadata cannot be [ERR-022]', async () => {
    stage.api.on(ownProducts.setMetadata, () => {
      throw new Refusal('INTERNAL')
    })
    const app = await stage.open(`${address}?step=extras`)
    await app.user.click(await button('Add an entry'))
    await app.user.type(await input(/^Name\W*$/), 'Promotor')
    await goToStep(app, 'Texts')
    await app.user.type(await input(/^Title\W*$/), ' largo')
    await app.user.click(await button('Save changes'))
    await screen.findByText('Metadata error')
    expect(stage.stored.text.title).toBe('Concierto largo')
    await goToStep(app, 'More options')
    expect((await input(/^Name\W*$/)).value).toBe('Promotor')
  })

  it('forgets what was typed here before it was changed elsewhere, and keeps what was typed since', async () => {
    const typed = { ...fieldsOf(stage.stored, 'en'), director: 'Typed here' }
    const key = draftKey(stage.organizer.id, 'product.concierto')
    const changedMs = Date.parse(stage.stored.updatedAt)
    writeDraft(key, typed, changedMs)
    const first = await stage.open(`${address}?step=classification`)
    expect((await input('Director')).value).toBe('')
    first.unmount()
    writeDraft(key, typed, changedMs + 1)
    await stage.open(`${address}?step=classification`)
    expect((await input('Director')).value).toBe('Typed here')
    await waitFor(() => expect(stage.bodies(ownProducts.update)).toEqual([{ director: 'Typed here' }]))
  })

  it('explains what publishing asks for before it bites [ERR-051]', async () => {
    stage.stored = concert({ channelApproved: false })
    const app = await stage.open(address)
    await app.user.click(await button('Publish'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Publish the product' }))
    expect(dialog.getByText('You must have an approved channel to publish')).toBeTruthy()
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Publish' }).disabled).toBe(true)
    expect(dialog.getByRole('link', { name: 'See the channel' }).getAttribute('href')).toBe('/account/channels/sala-faro')
    await app.user.click(dialog.getByRole('button', { name: 'Go there' }))
    await screen.findByRole('heading', { level: 2, name: 'Dates' })
  })

  it('ticks a step when what publishing asks of it is there, not when the draft is stored', async () => {
    const rule = (ok: boolean) =>
      concert({
        type: 'vod',
        sessions: [],
        publishChecklist: [
          { rule: 'channel', ok: true },
          { rule: 'media', ok },
        ],
      })
    stage.stored = rule(false)
    const app = await stage.open(address)
    await screen.findByRole('button', { name: /^Content\s*Something is missing$/ })
    expect(screen.queryByRole('button', { name: /^More options\s*Done$/ })).toBeNull()
    await app.user.click(await screen.findByRole('button', { name: /^Content/ }))
    await screen.findByRole('group', { name: 'Video' })
    stage.stored = rule(true)
    app.push({ type: 'media.changed', productSlug: 'concierto' })
    await screen.findByRole('button', { name: /^Content\s*Done$/ })
  })

  it('is published privately, and gets its codes then', async () => {
    stage.stored = concert({ publishChecklist: [{ rule: 'channel', ok: true }] })
    stage.api.on(ownProducts.publish, ({ body }) => (stage.stored = concert({ status: body.status })))
    let codes = [accessCode({ code: 'FARO-11111111' })]
    const counts = () => ({ unused: codes.length, redeemed: 0, revoked: 0 })
    stage.api.on(productCodes.list, () => ({ items: codes, nextCursor: null, counts: counts() }))
    stage.api.on(productCodes.generate, ({ body }) => {
      codes = [...Array.from({ length: body.quantity }, () => accessCode({ label: body.label })), ...codes]
      return { items: codes.slice(0, body.quantity), counts: counts() }
    })
    const app = await stage.open(address)
    expect(screen.queryByRole('button', { name: /Codes/ })).toBeNull()
    await app.user.click(await button('Publish'))
    await app.user.click(await screen.findByRole('radio', { name: /^Private/ }))
    await app.user.click(await button('Publish privately'))
    await screen.findByText('The product is private. You can make codes now.')
    await goToStep(app, 'Codes')
    await screen.findByText('FARO-11111111')
    await app.user.clear(await input('How many'))
    await app.user.type(await input('How many'), '3')
    await app.user.type(await input('For whom'), 'Press')
    await app.user.click(await button('Make'))
    await screen.findByText('4 unused, 0 redeemed, 0 revoked')
    expect(stage.bodies(productCodes.generate)).toEqual([{ quantity: 3, label: 'Press' }])
    await app.user.click(await button('Copy FARO-11111111'))
    expect(await navigator.clipboard.readText()).toBe('FARO-11111111')
  })

  it('freezes channel, kind, address, dates, draft and deletion once published [CAT-058] [CAT-060]', async () => {
    const sessionId = '00000000-0000-4000-8000-00000000abcd' as never
    const session = {
      id: sessionId,
      startsAt: '2027-01-15T19:00:00.000Z',
      endsAt: '2027-01-15T21:00:00.000Z',
      timezone: 'Europe/Madrid',
      state: 'coming' as const,
      changesAt: null,
    }
    stage.stored = concert({ status: 'published', sessions: [session] })
    stage.api.on(ownProducts.reschedule, () => stage.stored)
    const app = await stage.open(address)
    expect((await screen.findByRole<HTMLInputElement>('combobox', { name: /^Channel/ })).disabled).toBe(true)
    for (const kind of await screen.findAllByRole<HTMLInputElement>('radio')) expect(kind.disabled).toBe(true)
    expect((await input('Address')).disabled).toBe(true)
    await screen.findByText('The product is published: its type and its channel cannot change any more.')
    await app.user.click(await button('More actions'))
    expect((await screen.findByRole('menuitem', { name: 'Published: cannot return to draft' })).getAttribute('aria-disabled')).toBe('true')
    expect(screen.getByRole('menuitem', { name: 'Published: cannot be deleted' }).getAttribute('aria-disabled')).toBe('true')
    await app.user.keyboard('{Escape}')
    await goToStep(app, 'Dates')
    await screen.findByText('Friday 15 January at 20:00 (Central European time)')
    expect(screen.queryByRole('group', { name: /^Starts/ })).toBeNull()
    await app.user.click(await button('Call off'))
    await screen.findByRole('dialog', { name: 'Call off the session' })
  })

  it('says how often its dates may still be moved, and that it is over for today', async () => {
    const state = { state: 'coming' as const, changesAt: null, timezone: 'Europe/Madrid' }
    const session = {
      id: '00000000-0000-4000-8000-00000000abcd' as never,
      startsAt: '2027-01-15T19:00:00.000Z',
      endsAt: '2027-01-15T21:00:00.000Z',
      ...state,
    }
    stage.stored = concert({ status: 'published', sessions: [session], movesLeft: 0 })
    const app = await stage.open(address)
    await goToStep(app, 'Dates')
    await app.user.click(await button('Move'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Move the session' }))
    expect(dialog.getByText(/were moved three times within 24 hours/)).toBeTruthy()
    expect(dialog.getByText(/once an hour at most/)).toBeTruthy()
  })

  it('is called off with a reason that ticket holders read', async () => {
    stage.stored = concert({ status: 'published', tickets: 3 })
    stage.api.on(
      ownProducts.cancel,
      () => (stage.stored = { ...stage.stored, cancelledAt: '2026-11-21T12:00:00.000Z', event: eventOf('cancelled') }),
    )
    const app = await stage.open(address)
    await app.user.click(await button('More actions'))
    await app.user.click(await screen.findByRole('menuitem', { name: 'Cancel the event' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Cancel the event' }))
    expect(dialog.getByText(/we tell the 3 people who have a ticket/)).toBeTruthy()
    await app.user.type(dialog.getByLabelText('What we tell them'), 'The singer is ill.')
    await app.user.click(dialog.getByRole('button', { name: 'Cancel the event' }))
    await screen.findByText('Cancelled')
    expect(stage.bodies(ownProducts.cancel)).toEqual([{ sessionId: null, reason: 'organizer', note: 'The singer is ill.' }])
  })

  it('is deleted as a draft, and leads back to its channel', async () => {
    stage.api.on(ownProducts.remove, () => undefined)
    const app = await stage.open(address)
    await app.user.click(await button('More actions'))
    await app.user.click(await screen.findByRole('menuitem', { name: 'Delete the draft' }))
    await app.user.click(within(await screen.findByRole('dialog', { name: 'Delete the draft?' })).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(app.router.state.location.pathname).toBe('/account/channels/sala-faro'))
  })

  it.each([
    ['course', 'courses', 'Error modifying the course', 'Error deleting the course'],
    ['master', 'masters', 'Error modifying the master', 'Error deleting the master'],
  ] as const)(
    'of the kind %s has words of its own for a server that fails [ERR-041] [ERR-042] [ERR-044] [ERR-045]',
    async (type, path, modify, remove) => {
      stage.stored = concert({ type })
      for (const endpoint of [ownProducts.update, ownProducts.remove] as const)
        stage.api.on(endpoint, () => {
          throw new Refusal('INTERNAL')
        })
      const app = await stage.open(`/account/channels/sala-faro/${path}/concierto?step=texts`)
      await app.user.type(await input(/^Title\W*$/), ' largo')
      await app.user.click(await button('Save changes'))
      await screen.findByText(modify)
      await app.user.click(await button('More actions'))
      await app.user.click(await screen.findByRole('menuitem', { name: 'Delete the draft' }))
      const dialog = await screen.findByRole('dialog', { name: 'Delete the draft?' })
      await app.user.click(within(dialog).getByRole('button', { name: 'Delete' }))
      await screen.findByText(remove)
      expect(app.router.state.location.pathname).toBe(`/account/channels/sala-faro/${path}/concierto`)
    },
  )

  it('can be looked at as a buyer would, and nothing there can be pressed', async () => {
    const app = await stage.open(address)
    await app.user.click(await button('Preview'))
    const dialog = within(await screen.findByRole('dialog', { name: 'This is what your audience will see' }))
    await dialog.findByRole('heading', { level: 1, name: 'Concierto' })
    await app.user.click(dialog.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})
