import { categories } from '@e-events/shared/contract/catalogue/categories.ts'
import { subscriptions } from '@e-events/shared/contract/sales/subscriptions.ts'
import { shop } from '@e-events/shared/contract/storefront/shop.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { axeViolations } from '../../../testing/axe.ts'
import { productCard, sessionUser } from '../../../testing/factories.ts'
import { createFakeApi, Refusal, type FakeApi } from '../../../testing/fake-api.ts'
import { renderApp } from '../../../testing/render-app.tsx'

let api: FakeApi
const user = sessionUser()
const asked = () => api.calls.filter(({ endpoint }) => endpoint === shop.list).map(({ query }) => query)
beforeEach(() => {
  api = createFakeApi()
  api.on(categories.list, () => ({ items: [{ slug: 'jazz', title: 'Jazz', count: 2 }] }))
  api.on(subscriptions.offers, () => ({ items: [], nextCursor: null }))
  api.on(shop.list, ({ query }) =>
    query.cursor === undefined
      ? { items: [productCard({ slug: 'curso', title: 'Curso de jazz', type: 'course' })], nextCursor: 'next' }
      : { items: [productCard({ slug: 'dos', title: 'El segundo' })], nextCursor: null },
  )
})

describe('the shop', () => {
  it('is for accounts: everybody else goes home', async () => {
    const app = await renderApp({ at: '/shop', api })
    await waitFor(() => expect(app.router.state.location.pathname).toBe('/'))
    expect(asked()).toEqual([])
  })

  it('shows what can be got, page by page, each leading to the screen of its type [CAT-024]', async () => {
    const app = await renderApp({ at: '/shop', api, user })
    expect((await screen.findByRole('link', { name: /Curso de jazz/ })).getAttribute('href')).toBe('/courses/curso')
    await app.user.click(screen.getByRole('button', { name: 'Ver más productos' }))
    await screen.findByRole('link', { name: /El segundo/ })
    expect(asked().at(-1)).toMatchObject({ cursor: 'next', sort: 'newest' })
    expect(await axeViolations(app.container)).toEqual([])
  })

  it('shows its products once the offers above them are known, which may fail', async () => {
    const offers = Promise.withResolvers<void>()
    api.on(subscriptions.offers, async () => {
      await offers.promise
      throw new Refusal('UNAVAILABLE')
    })
    await renderApp({ at: '/shop', api, user })
    await waitFor(() => expect(asked()).toHaveLength(1))
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
    expect(screen.queryByRole('link', { name: /Curso de jazz/ })).toBeNull()
    offers.resolve()
    await screen.findByRole('link', { name: /Curso de jazz/ })
  })

  it('lists subscriptions of channels beside products, each leading to its offer, and follows the filters [SHOP-002]', async () => {
    const offer = (slug: string, title: string) => ({
      channel: { slug, title, logoUrl: null },
      offer: {
        kind: 'periodic' as const,
        period: 'monthly' as const,
        net: { minor: 500, currency: 'EUR' },
        taxBasisPoints: 2_100,
        tax: { minor: 105, currency: 'EUR' },
        total: { minor: 605, currency: 'EUR' },
      },
    })
    api.on(subscriptions.offers, ({ query }) => ({
      items: query.limit === 4 ? [offer('norte', 'Canal Norte')] : [offer('norte', 'Canal Norte'), offer('sur', 'Canal Sur')],
      nextCursor: query.limit === 4 ? 'next' : null,
    }))
    const offersAsked = () => api.calls.filter(({ endpoint }) => endpoint === subscriptions.offers).map(({ query }) => query)
    const app = await renderApp({ at: '/shop?category=jazz&maxPrice=20', api, user })
    const card = await screen.findByRole('link', { name: /Canal Norte/ })
    expect([card.getAttribute('href'), card.textContent?.replaceAll('\u00A0', ' ')]).toEqual([
      '/channels/norte/subscription',
      expect.stringContaining('6,05 € al mes'),
    ])
    expect(offersAsked().at(-1)).toMatchObject({ category: 'jazz', maxPrice: 2_000 })
    expect(await axeViolations(app.container)).toEqual([])
    await app.user.click(screen.getByRole('button', { name: 'Ver todas' }))
    await screen.findByRole('link', { name: /Canal Sur/ })
    expect(app.router.state.location.search).toContain('type=subscription')
    expect(screen.queryByRole('link', { name: /Curso de jazz/ })).toBeNull()
    await app.user.click(screen.getByRole('combobox', { name: 'Tipo' }))
    await app.user.click(await screen.findByRole('option', { name: 'Packs' }))
    await waitFor(() => expect(asked().at(-1)).toMatchObject({ type: 'bundle' }))
    expect(screen.queryByRole('link', { name: /Canal Norte/ })).toBeNull()
  })

  it('is filtered and sorted by its address', async () => {
    const app = await renderApp({ at: '/shop?plan=paid&maxPrice=20&sort=cheapest', api, user })
    await screen.findByRole('link', { name: /Curso de jazz/ })
    expect(asked().at(-1)).toMatchObject({ plan: 'paid', maxPrice: 2_000, sort: 'cheapest' })
    await app.user.click(screen.getByRole('combobox', { name: 'Categoría' }))
    await app.user.click(await screen.findByRole('option', { name: 'Jazz' }))
    await waitFor(() => expect(app.router.state.location.search).toContain('category=jazz'))
    await app.user.type(screen.getByRole('textbox', { name: 'Precio desde' }), '5')
    await waitFor(() => expect(app.router.state.location.search).toContain('minPrice=5'))
    await app.user.click(screen.getByRole('button', { name: 'Quitar filtros' }))
    await waitFor(() => expect(app.router.state.location.search).toBe('?sort=cheapest'))
  })

  it('empty or out of reach says what to do', async () => {
    api.on(shop.list, () => ({ items: [], nextCursor: null }))
    const app = await renderApp({ at: '/shop', api, user })
    await screen.findByRole('heading', { name: 'La tienda está vacía' })
    app.unmount()
    api.on(shop.list, () => {
      throw new Refusal('INTERNAL')
    })
    await renderApp({ at: '/shop', api, user })
    expect(within(await screen.findByRole('alert', {}, { timeout: 8_000 })).getByRole('button', { name: 'Reintentar' })).toBeDefined()
  })
})
