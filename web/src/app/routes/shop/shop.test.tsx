import { categories } from '@e-events/shared/contract/catalogue/categories.ts'
import { shop } from '@e-events/shared/contract/storefront/shop.ts'
import { screen, waitFor, within } from '@testing-library/react'
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
