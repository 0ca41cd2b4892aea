import { channels } from '@e-events/shared/contract/catalogue/channels.ts'
import { firstStepIds, firstSteps } from '@e-events/shared/contract/catalogue/first-steps.ts'
import { sales } from '@e-events/shared/contract/sales/sales.ts'
import { ownProducts, type OwnProduct } from '@e-events/shared/contract/catalogue/own-products.ts'
import { prepaid } from '@e-events/shared/contract/sales/money/prepaid.ts'
import { usage } from '@e-events/shared/contract/sales/money/usage.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { toursStorageKey } from '../../../../features/guidance/tours/seen.ts'
import { axeViolations } from '../../../../testing/axe.ts'
import { sessionAt, sessionUser } from '../../../../testing/factories.ts'
import { createFakeApi, Refusal, type FakeApi } from '../../../../testing/fake-api.ts'
import { ownChannel, ownProduct } from '../../../../testing/product-factories.ts'
import { renderApp } from '../../../../testing/render-app.tsx'

const organizer = sessionUser({ roles: ['VIEWER', 'PRODUCER'] })
let api: FakeApi
beforeEach(() => {
  localStorage.setItem(toursStorageKey, '["organizer-home","new-product"]')
  api = createFakeApi()
  api.on(prepaid.get, () => ({ minutes: 0, offer: null, isTest: false, refund: [], lots: [] }))
  api.on(firstSteps.get, () => ({ steps: [], channelSlug: null, draft: null }))
  api.on(sales.figures, () => ({ tickets: 1_204, codes: 31, opportunities: 7 }))
  api.on(channels.listOwn, () => ({ items: [ownChannel({ slug: 'sala-faro', title: 'Sala Faro' })], nextCursor: null, total: 1 }))
  api.on(ownProducts.listOwn, () => ({ items: [ownProduct({ slug: 'concierto', title: 'Concierto' })], nextCursor: null, total: 1 }))
})
const open = (at = '/account/globalview', user = organizer) => renderApp({ at, api, user, language: 'en' })

describe('where an organizer begins', () => {
  it('is the overview: /account leads there, a viewer to their data [PROD-001]', async () => {
    const app = await open('/account')
    await screen.findByRole('heading', { level: 1, name: 'Overview' })
    expect(app.router.state.location.pathname).toBe('/account/globalview')
    app.unmount()
    const viewer = await open('/account', sessionUser({ roles: ['VIEWER'] }))
    await waitFor(() => expect(viewer.router.state.location.pathname).toBe('/account/my-data'))
  })

  it('is for organizers alone [PROD-002]', async () => {
    const visitor = await renderApp({ at: '/account/globalview', api, language: 'en' })
    await waitFor(() => expect(visitor.router.state.location.pathname).toBe('/'))
    visitor.unmount()
    const viewer = await open('/account/globalview', sessionUser({ roles: ['VIEWER'] }))
    await waitFor(() => expect(viewer.router.state.location.pathname).toBe('/account/my-data'))
    viewer.unmount()
    await open()
    await screen.findByRole('heading', { level: 1, name: 'Overview' })
  })

  it('counts tickets sold, codes redeemed and opportunities, each with the way to its table', async () => {
    const figures = async () => {
      const list = within(await screen.findByRole('list', { name: 'Sales at a glance' }))
      return list.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
    }
    const first = await open()
    await waitFor(async () =>
      expect(await figures()).toEqual([
        ['1,204Tickets sold', '/account/sales'],
        ['31Codes redeemed', '/account/salescode'],
        ['7Opportunities', '/account/salesopportunity'],
      ]),
    )
    expect(await axeViolations(first.container)).toEqual([])
    first.unmount()
    api.on(sales.figures, () => {
      throw new Refusal('UNAVAILABLE')
    })
    await open()
    await screen.findByText('We could not load the figures')
    await screen.findByRole('link', { name: 'Concierto' })
  })

  it('shows what was made last, newest first, each leading to its form [PROD-019]', async () => {
    const { container } = await open()
    const part = async (name: string) => within(await screen.findByRole('region', { name }))
    expect((await (await part('New channels')).findByRole('link', { name: 'Sala Faro' })).getAttribute('href')).toBe(
      '/account/channels/sala-faro',
    )
    const product = await (await part('New products')).findByRole('link', { name: 'Concierto' })
    expect(product.getAttribute('href')).toMatch(/^\/account\/channels\/[^/]+\/products\/concierto$/)
    for (const list of [channels.listOwn, ownProducts.listOwn])
      expect(api.calls.find(({ endpoint }) => endpoint === list)?.query).toMatchObject({ sort: 'createdAt', order: 'desc', limit: 5 })
    expect(await axeViolations(container)).toEqual([])
  })

  it('begins with the show that is on air: who watches, how many tickets, and the way to its desk', async () => {
    const at = (slug: string, minutes: number, wanted: Partial<OwnProduct> = {}) => {
      const session = sessionAt(Date.now() + minutes * 60_000)
      return ownProduct({
        slug,
        title: slug,
        status: 'published',
        event: { state: 'coming', session, changesAt: null },
        tickets: 7,
        ...wanted,
      })
    }
    let items = [at('later', 5_000), at('soon', 500), at('draft', 5, { status: 'draft' })]
    api.on(ownProducts.listOwn, () => ({ items, nextCursor: null, total: items.length }))
    const first = await open()
    const soon = within(await screen.findByRole('region', { name: 'soon' }))
    soon.getByText(/^7 tickets · /)
    expect(soon.getByRole('link', { name: 'Open the studio' }).getAttribute('href')).toBe('/studio/#/desk/soon')
    // Nothing stands above it but the title of the page.
    const regions = screen.getAllByRole('region').map((region) => region.textContent?.includes('soon') ?? false)
    expect(regions.indexOf(true)).toBe(0)
    first.unmount()
    const session = sessionAt(Date.now() - 60_000)
    const running = at('running', -1, {
      event: { state: 'on_air', session, changesAt: null },
      broadcast: { state: 'on_air', startedAt: session.startsAt },
      viewers: 1_234,
    })
    items = [at('soon', 500), running]
    const euros = (minor: number) => ({ minor, currency: 'EUR' })
    const next = { at: new Date(Date.now() + 50 * 60_000).toISOString(), amount: euros(315) }
    const show = {
      endedAt: null,
      minutes: 100,
      hours: 1,
      charged: euros(315),
      next,
      plan: 'usage' as const,
      prepaidMinutes: 0,
      freeUntil: null,
      recording: euros(4_900),
    }
    const prices = {
      isPrivate: false,
      includedMinutes: 90,
      quantity: 7,
      hourPrice: euros(45),
      recordingPrice: euros(4_900),
      balanceMinutes: 0,
      freeMinutes: 15,
    }
    api.on(usage.show, () => ({ ...prices, show }))
    const { container } = await open()
    const card = within(await screen.findByRole('region', { name: 'running' }))
    card.getByText(/^1,234 watching now · 7 tickets · /)
    expect((await card.findByRole('group', { name: 'Costs of this show' })).textContent).toMatch(
      /1 h 40 min used, 1 h 30 min are included\. Hours beyond that: €3\.15 so far\. The next hour begins at \d\d:\d\d and costs €3\.15\. Its recording costs €49\.00/,
    )
    expect(await axeViolations(container)).toEqual([])
  })

  it('appears once all its cards are known, so that none pushes another down, and waits for none that fails', async () => {
    const asked = Promise.withResolvers<void>()
    api.on(prepaid.get, () => {
      throw new Refusal('UNAVAILABLE')
    })
    const show = ownProduct({
      title: 'Concierto',
      status: 'published',
      event: { state: 'coming', session: sessionAt(Date.now() + 60_000), changesAt: null },
    })
    api.on(ownProducts.listOwn, async ({ query }) => {
      if (query.type === 'broadcast') await asked.promise
      return { items: [show], nextCursor: null, total: 1 }
    })
    await open()
    await screen.findByRole('heading', { level: 1, name: 'Overview' })
    await waitFor(() => expect(api.calls.map(({ endpoint }) => endpoint)).toContain(firstSteps.get))
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
    expect(screen.queryByRole('list', { name: 'Sales at a glance' })).toBeNull()
    asked.resolve()
    await screen.findByRole('list', { name: 'Sales at a glance' })
    screen.getByRole('region', { name: 'Concierto' })
  })

  it('has all products in the index', async () => {
    const app = await open()
    const index = within(await screen.findByRole('navigation', { name: 'Your sections' }))
    await app.user.click(index.getByRole('link', { name: 'Products' }))
    await screen.findByRole('heading', { level: 1, name: 'Products' })
    expect(app.router.state.location.pathname).toBe('/account/products')
    await within(await screen.findByRole('table', { name: 'Products' })).findByRole('link', { name: 'Concierto' })
  })

  it('has the ways to make something, which say that a channel comes first where there is none [PROD-024]', async () => {
    api.on(channels.listOwn, () => ({ items: [], nextCursor: null, total: 0 }))
    api.on(ownProducts.listOwn, () => ({ items: [], nextCursor: null, total: 0 }))
    const { user, router } = await open()
    const buttons = within(await screen.findByRole('list', { name: 'Create' }))
    expect(buttons.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Channel', '/account/channels?new'],
      ['Product', '/account/products/new'],
      ['Course', '/account/courses/new'],
      ['Programme', '/account/masters/new'],
    ])
    await screen.findByText(/^You have no channels yet/)
    await screen.findByText('You have no products yet.')
    for (const name of ['Product', 'Course', 'Programme']) {
      await user.click(within(await screen.findByRole('list', { name: 'Create' })).getByRole('link', { name }))
      await screen.findByRole('heading', { name: 'You must create a channel first' })
      await act(() => router.navigate('/account/globalview'))
    }
  })

  it('keeps what could be loaded beside what could not, and tries that again', async () => {
    let isBroken = true
    api.on(channels.listOwn, () => {
      if (isBroken) throw new Refusal('UNAVAILABLE')
      return { items: [ownChannel({ title: 'Sala Faro' })], nextCursor: null, total: 1 }
    })
    const { user } = await open()
    await screen.findByText('We could not load your channels')
    await screen.findByRole('link', { name: 'Concierto' })
    isBroken = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByRole('link', { name: 'Sala Faro' })
  })

  it('lists the steps that remain until the first sale, each with its way; once all are done nothing is left of them [PROD-044]', async () => {
    let doneCount = 2
    api.on(firstSteps.get, () => ({
      steps: firstStepIds.map((id, index) => ({ id, done: index < doneCount })),
      channelSlug: 'sala-niquel',
      draft: { channelSlug: 'sala-niquel', slug: 'noche-larga' },
    }))
    const first = await open()
    const card = within(await screen.findByRole('region', { name: 'Steps until your first sale' }))
    card.getByText('2 of 5 done')
    const items = card.getAllByRole('listitem')
    expect(items.map((item) => item.getAttribute('aria-current'))).toEqual([null, null, 'step', null, null])
    const links = items.map((item) => within(item).queryByRole('link')?.getAttribute('href'))
    expect(links).toEqual([
      undefined,
      undefined,
      '/account/channels/sala-niquel',
      '/account/channels/sala-niquel/products/noche-larga',
      '/studio/',
    ])
    await screen.findByRole('region', { name: 'New channels' })
    expect(await axeViolations(first.container)).toEqual([])
    first.unmount()

    doneCount = firstStepIds.length
    await open()
    await screen.findByRole('region', { name: 'New channels' })
    await waitFor(() => expect(api.calls.filter(({ endpoint }) => endpoint === firstSteps.get)).toHaveLength(2))
    expect(screen.queryByRole('region', { name: 'Steps until your first sale' })).toBeNull()
  })

  it('has the tutorials of the help centre [PROD-022]', async () => {
    await open()
    const shelf = within(await screen.findByRole('region', { name: /utorials/ }))
    expect(shelf.getAllByRole('link').map((link) => link.getAttribute('href'))).toContain('/help/tutorials/channel')
  })
})
