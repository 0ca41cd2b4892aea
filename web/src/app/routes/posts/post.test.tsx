import { posts, type PostTeaser } from '@e-events/shared/contract/catalogue/posts.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { axeViolations } from '../../../testing/axe.ts'
import { productCard, sessionUser } from '../../../testing/factories.ts'
import { createFakeApi, Refusal } from '../../../testing/fake-api.ts'
import { renderApp } from '../../../testing/render-app.tsx'

const teaser = (wanted: Partial<PostTeaser> = {}): PostTeaser => ({
  id: '00000000-0000-4000-8000-000000000001' as never,
  slug: 'cuaderno',
  title: 'Cuaderno de gira',
  excerpt: 'Doce ciudades en treinta días.',
  channel: { slug: 'marea-alta', title: 'Marea Alta', logoUrl: null },
  authors: [{ id: '00000000-0000-4000-8000-000000000002', slug: 'nora', name: 'Nora Beltrán', title: 'Voz', imageUrl: null }],
  posterUrl: null,
  heroUrl: null,
  category: 'Diarios',
  status: 'published',
  plan: 'free',
  subscriptionOnly: false,
  price: null,
  publishedAt: '2026-05-02T10:00:00.000Z',
  updatedAt: '2026-05-02T10:00:00.000Z',
  readingMinutes: 4,
  words: 920,
  language: 'es',
  languages: ['es'],
  seo: { title: 'Cuaderno de gira: doce ciudades', description: 'El diario de Nora Beltrán' },
  related: [productCard({ type: 'post', title: 'Otra crónica' })],
  ...wanted,
})
const html =
  '<h2>Lisboa</h2><p>Llueve <strong>mucho</strong>. <a href="https://example.org" rel="noopener nofollow ugc" target="_blank">Mapa</a></p>'
const at = '/posts/cuaderno'
const meta = (name: string) => document.head.querySelector(`meta[name="${name}"]`)?.getAttribute('content')

describe('a post', () => {
  it('sends a visitor without a session home [CAT-011]', async () => {
    const app = await renderApp({ at })
    await waitFor(() => expect(app.router.state.location.pathname).toBe('/'))
    expect(app.api.countOf(posts.get)).toBe(0)
  })

  it('is read by somebody logged in, under its title and description for search engines [CAT-011] [CAT-033]', async () => {
    const api = createFakeApi()
    api.on(posts.get, () => ({ ...teaser(), html }))
    const app = await renderApp({ at, api, user: sessionUser() })
    expect(await screen.findByRole('heading', { level: 1, name: 'Cuaderno de gira' })).toBeTruthy()
    const article = screen.getByRole('article')
    expect(within(article).getByRole('heading', { level: 2, name: 'Lisboa' })).toBeTruthy()
    expect(article.textContent).toContain('2 de mayo de 2026 · 4 min de lectura')
    const link = within(article).getByRole('link', { name: 'Mapa' })
    expect([link.getAttribute('rel'), link.getAttribute('target')]).toEqual(['noopener nofollow ugc', '_blank'])
    await waitFor(() => expect(document.title).toBe('Cuaderno de gira: doce ciudades · e-events'))
    expect(meta('description')).toBe('El diario de Nora Beltrán')
    expect(screen.getByText('Otra crónica')).toBeTruthy()
    expect(api.countOf(posts.teaser)).toBe(0)
    expect(await axeViolations(app.container)).toEqual([])
  })

  it('falls back to its own title and excerpt where search engines were given none [CAT-033]', async () => {
    const api = createFakeApi()
    api.on(posts.get, () => ({ ...teaser({ seo: { title: null, description: null } }), html }))
    await renderApp({ at, api, user: sessionUser() })
    await screen.findByRole('heading', { level: 1 })
    await waitFor(() =>
      expect([document.title, meta('description')]).toEqual(['Cuaderno de gira · e-events', 'Doce ciudades en treinta días.']),
    )
  })

  it.each([
    ['TICKET_REQUIRED', 'Sigue leyendo este artículo', /Conseguir por 4,50/, '/products/cuaderno'],
    ['SUBSCRIPTION_REQUIRED', 'Solo para suscriptores', /Ver la suscripción/, '/channels/marea-alta/subscription?product=cuaderno'],
    ['NOT_PURCHASABLE', 'Este artículo ya no está a la venta', /Ver la ficha/, '/products/cuaderno'],
  ] as const)('that may not be read shows what everybody may know and the way to it: %s', async (code, title, action, href) => {
    const api = createFakeApi()
    api.on(posts.get, () => {
      throw new Refusal(code)
    })
    api.on(posts.teaser, () => teaser({ plan: 'paid', price: { minor: 450, currency: 'EUR' } }))
    const app = await renderApp({ at, api, user: sessionUser() })
    expect(await screen.findByRole('heading', { level: 2, name: title })).toBeTruthy()
    expect(screen.getByRole('heading', { level: 1, name: 'Cuaderno de gira' })).toBeTruthy()
    expect(screen.getByRole('link', { name: action }).getAttribute('href')).toBe(href)
    expect(await axeViolations(app.container)).toEqual([])
  })

  it('runs nothing that a text may bring along', async () => {
    const api = createFakeApi()
    api.on(posts.get, () => ({
      ...teaser(),
      html: '<p>Hola</p><img src="x" onerror="alert(1)"><script>alert(1)</script><a href="javascript:alert(1)">x</a>',
    }))
    const app = await renderApp({ at, api, user: sessionUser() })
    await screen.findByText('Hola')
    expect(app.container.querySelector('article script, article [onerror], article a[href^="javascript"]')).toBeNull()
  })

  it('says that it is missing, that it could not be loaded, and that it has no text yet', async () => {
    const api = createFakeApi()
    api.on(posts.get, () => {
      throw new Refusal('NOT_FOUND')
    })
    const missing = await renderApp({ at, api, user: sessionUser() })
    expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy()
    missing.unmount()

    api.on(posts.get, () => {
      throw new Refusal('UNAVAILABLE')
    })
    const broken = await renderApp({ at, api, user: sessionUser() })
    const retry = await screen.findByRole('button', { name: 'Reintentar' })
    api.on(posts.get, () => ({ ...teaser({ language: null, languages: [], words: null, readingMinutes: null }), html: '' }))
    await broken.user.click(retry)
    expect(await screen.findByText('Este artículo todavía no tiene texto. Vuelve pronto.')).toBeTruthy()
  })

  it('names the language of a text that does not exist in the one of the reader', async () => {
    const api = createFakeApi()
    api.on(posts.get, () => ({ ...teaser(), html }))
    const app = await renderApp({ at, api, user: sessionUser(), language: 'en' })
    expect(await screen.findByText('This post is written in Spanish only.')).toBeTruthy()
    expect(app.container.querySelector('[lang="es"]')?.textContent).toContain('Llueve')
  })
})
