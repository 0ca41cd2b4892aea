import { categories } from '@e-events/shared/contract/catalogue/categories.ts'
import { search, type SearchFacets, type SearchHit } from '@e-events/shared/contract/catalogue/search.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { axeViolations } from '../../../testing/axe.ts'
import { productCard, sessionUser } from '../../../testing/factories.ts'
import { createFakeApi, Refusal, type FakeApi } from '../../../testing/fake-api.ts'
import { renderApp } from '../../../testing/render-app.tsx'

let api: FakeApi
const facets: SearchFacets = {
  kinds: [
    { kind: 'product', count: 22 },
    { kind: 'channel', count: 1 },
  ],
  types: [
    { type: 'vod', count: 20 },
    { type: 'course', count: 2 },
  ],
  categories: [{ slug: 'jazz', title: 'Jazz', count: 12 }],
}
const hits: SearchHit[] = [
  { kind: 'product', product: productCard({ slug: 'curso', title: 'Curso de jazz', type: 'course' }) },
  { kind: 'channel', channel: { slug: 'radio-jazz', title: 'Radio Jazz', shortDescription: 'Todo el día', logoUrl: null, coverUrl: null } },
  { kind: 'speaker', speaker: { slug: 'ana', name: 'Ana Jazz', title: 'Pianista', imageUrl: null } },
  { kind: 'page', page: { slug: 'prensa', name: 'Prensa' } },
]
const found = (items: SearchHit[], nextCursor: string | null = null) => ({ items, nextCursor, total: items.length, facets })
const asked = () => api.calls.filter(({ endpoint }) => endpoint === search.find).map(({ query }) => query)

beforeEach(() => {
  api = createFakeApi()
  api.on(categories.list, () => ({
    items: [
      { slug: 'jazz', title: 'Jazz', count: 12 },
      { slug: 'teatro', title: 'Teatro', count: 3 },
    ],
  }))
  api.on(search.find, () => found(hits))
})

describe('search results', () => {
  it('without anything looked for have the field under the fingers; results are read first', async () => {
    const empty = await renderApp({ at: '/search-results', api })
    const field = await screen.findByRole('searchbox', { name: 'Buscar en el catálogo' })
    await waitFor(() => expect(document.activeElement).toBe(field))
    empty.unmount()
    await renderApp({ at: '/search-results?keyword=jazz', api })
    await screen.findAllByText('Curso de jazz')
    expect(document.activeElement).not.toBe(screen.getByRole('searchbox', { name: 'Buscar en el catálogo' }))
  })

  it('with two letters ask nobody and say how many are needed [CAT-017, CAT-018]', async () => {
    const app = await renderApp({ at: '/search-results', api })
    await app.user.type(await screen.findByRole('searchbox', { name: 'Buscar en el catálogo' }), ' ab {Enter}')
    await screen.findByText('Escribe al menos 3 letras.')
    expect(asked()).toEqual([])
    expect(app.router.state.location.search).toBe('?keyword=ab')
  })

  it('are shown to everybody, grouped per keyword, each with its own count [CAT-006, CAT-017]', async () => {
    api.on(search.find, ({ query }) => found(query.keyword === 'jazz' ? hits : []))
    await renderApp({ at: '/search-results?keyword=jazz&keyword=zzzz', api, user: sessionUser() })
    const jazz = within(await screen.findByRole('region', { name: '«jazz»' }))
    await jazz.findByText('4 resultados')
    expect(jazz.getAllByRole('listitem')).toHaveLength(4)
    const none = within(screen.getByRole('region', { name: '«zzzz»' }))
    await none.findByRole('heading', { name: 'No hemos encontrado nada' })
    // Alternatives: categories and the programme.
    expect(none.getByRole('link', { name: 'Teatro' }).getAttribute('href')).toBe('/search-results?category=teatro')
    expect(asked().map(({ keyword }) => keyword)).toEqual(['jazz', 'zzzz'])
  })

  it('lead to the route that fits: types for an account, the public page for everybody else [CAT-024]', async () => {
    // prettier-ignore
    const types = [['course', '/courses/x'], ['master', '/masters/x'], ['meet', '/meets/x'], ['datasheet', '/datasheet/x'], ['post', '/posts/x'], ['vod', '/products/x'], ['broadcast', '/products/x'], ['live', '/products/x'], ['podcast', '/products/x'], ['physical', '/products/x']] as const
    api.on(search.find, () =>
      found(types.map(([type]) => ({ kind: 'product', product: productCard({ slug: 'x', title: `Un ${type}`, type }) }))),
    )
    const links = async () =>
      Promise.all(types.map(async ([type]) => (await screen.findByRole('link', { name: new RegExp(`Un ${type}`) })).getAttribute('href')))
    const anonymous = await renderApp({ at: '/search-results?keyword=jazz', api })
    expect(new Set(await links())).toEqual(new Set(['/products/x']))
    anonymous.unmount()
    await renderApp({ at: '/search-results?keyword=jazz', api, user: sessionUser() })
    await waitFor(async () => expect(await links()).toEqual(types.map(([, path]) => path)))
  })

  it('are narrowed by chips that stand in the address, and widened again [CAT-019]', async () => {
    const app = await renderApp({ at: '/search-results?keyword=jazz', api })
    await app.user.click(await screen.findByRole('button', { name: /A la carta|Vídeo/ }))
    await waitFor(() => expect(app.router.state.location.search).toBe('?keyword=jazz&type=vod'))
    await waitFor(() => expect(asked().at(-1)).toMatchObject({ keyword: 'jazz', type: 'vod' }))
    await app.user.click(screen.getByRole('button', { pressed: true }))
    await waitFor(() => expect(app.router.state.location.search).toBe('?keyword=jazz'))
  })

  it('of a category need no keyword; its chips are on the page [CAT-020]', async () => {
    const app = await renderApp({ at: '/search-results', api })
    await app.user.click(await screen.findByRole('link', { name: 'Jazz' }))
    await screen.findByRole('region', { name: 'Jazz' })
    expect(asked().at(-1)).toMatchObject({ category: 'jazz' })
    expect(asked().at(-1)).not.toHaveProperty('keyword')
    expect(screen.getByRole('link', { name: 'Jazz' }).getAttribute('aria-current')).toBe('page')
  })

  it('come page by page', async () => {
    const more: SearchHit[] = [{ kind: 'product', product: productCard({ slug: 'otro', title: 'Otro jazz' }) }]
    api.on(search.find, ({ query }) => (query.cursor === undefined ? found(hits, 'next') : found(more)))
    const app = await renderApp({ at: '/search-results?keyword=jazz', api })
    await app.user.click(await screen.findByRole('button', { name: 'Ver más resultados' }))
    await screen.findByRole('link', { name: /Otro jazz/ })
    expect(screen.queryByRole('button', { name: 'Ver más resultados' })).toBeNull()
  })

  it('that cannot be loaded say so and are asked for again', async () => {
    let away = true
    api.on(search.find, () => {
      if (away) throw new Refusal('INTERNAL')
      return found(hits)
    })
    const app = await renderApp({ at: '/search-results?keyword=jazz', api })
    const alert = within(await screen.findByRole('alert', {}, { timeout: 8_000 }))
    away = false
    await app.user.click(alert.getByRole('button', { name: 'Reintentar' }))
    await screen.findByText('4 resultados')
  })

  it('are reached from the bar [CAT-017]', async () => {
    const app = await renderApp({ at: '/help', api })
    const field = await screen.findByPlaceholderText('Artistas, eventos, cursos…')
    // Narrow windows show a button in its place: not a field that can be typed into here.
    fireEvent.change(field, { target: { value: ' jazz ' } })
    fireEvent.submit(field.closest('form') ?? field)
    await waitFor(() => expect(app.router.state.location).toMatchObject({ pathname: '/search-results', search: '?keyword=jazz' }))
    // The page has the field itself.
    await waitFor(() => expect(screen.queryByPlaceholderText('Artistas, eventos, cursos…')).toBeNull())
  })

  it('have no fault that axe can see', async () => {
    const { container } = await renderApp({ at: '/search-results?keyword=jazz', api })
    await screen.findByText('4 resultados')
    expect(await axeViolations(container)).toEqual([])
  })
})
