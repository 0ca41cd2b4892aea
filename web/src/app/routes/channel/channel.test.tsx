import { channels } from '@e-events/shared/contract/catalogue/channels.ts'
import { products } from '@e-events/shared/contract/catalogue/products.ts'
import { speakers } from '@e-events/shared/contract/catalogue/speakers.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { axeViolations } from '../../../testing/axe.ts'
import { speaker } from '../../../testing/channel-factories.ts'
import { channel, productCard, sessionUser } from '../../../testing/factories.ts'
import { createFakeApi, Refusal } from '../../../testing/fake-api.ts'
import { renderApp } from '../../../testing/render-app.tsx'

const none = { website: null, youtube: null, instagram: null, facebook: null, twitter: null, spotify: null }
const full = channel({
  title: 'Sala Níquel',
  slug: 'sala-niquel',
  businessName: 'Níquel S. L.',
  shortDescription: 'Doscientas sillas.',
  classification: { slug: 'musica', title: 'Música' },
  tags: ['jazz'],
  logoUrl: '/api/files/00000000-0000-4000-8000-0000000000a1',
  profileUrl: '/api/files/00000000-0000-4000-8000-0000000000a2',
  coverUrl: '/api/files/00000000-0000-4000-8000-0000000000a3',
  links: {
    website: 'https://example.org',
    youtube: 'https://youtube.com/@a',
    instagram: 'https://instagram.com/a',
    facebook: 'https://facebook.com/a',
    twitter: 'https://x.com/a',
    spotify: 'https://open.spotify.com/a',
  },
  marketplaceUrl: 'https://market.example.org/a',
})

function api(shown = full, cards = [productCard({ title: 'Otoño', group: 'Ciclo' }), productCard({ title: 'Suelta' })]) {
  const fake = createFakeApi()
  fake.on(channels.get, ({ params }) => {
    if (params.slug !== shown.slug) throw new Refusal('NOT_FOUND')
    return shown
  })
  fake.on(products.list, ({ query }) => ({ items: query.type ? [] : cards, nextCursor: null }))
  return fake
}

describe('the page of a channel', () => {
  it('that is not public is not there [CAT-078]', async () => {
    await renderApp({ at: '/channels/oculto', api: api(), language: 'es' })
    await screen.findByRole('heading', { name: 'Aquí no hay nada' })
  })

  it.each([
    ['es', 'Aquí no hay nada'],
    ['en', 'There is nothing here'],
    ['pt', 'Aqui não há nada'],
  ] as const)('that is not there says so in the title too, in %s, and is kept out of search engines', async (language, title) => {
    await renderApp({ at: '/channels/oculto', api: api(), language })
    await screen.findByRole('heading', { name: title })
    await waitFor(() => expect(document.title).toBe(`${title} · e-events`))
    expect(document.head.querySelector('meta[name="robots"]')?.getAttribute('content')).toBe('noindex')
  })

  it.each([undefined, sessionUser()])(
    'shows pictures, words, links and products, with and without a session [CAT-005] [CAT-069] [CAT-070] [CAT-071]',
    async (account) => {
      const { container } = await renderApp({ at: '/channels/sala-niquel', api: api(), ...(account ? { user: account } : {}) })
      await screen.findByRole('heading', { level: 1, name: 'Sala Níquel' })
      for (const text of ['Doscientas sillas.', 'Níquel S. L.', 'jazz']) screen.getByText(text)
      expect(screen.getByRole('link', { name: 'Música' }).getAttribute('href')).toBe('/search-results?category=musica')
      const links = within(screen.getByRole('list', { name: 'Sala Níquel en otros sitios' })).getAllByRole('link')
      expect(links.map((link) => link.getAttribute('href'))).toEqual([...Object.values(full.links), full.marketplaceUrl])
      const shown = [...container.querySelectorAll('img')].map((image) => image.getAttribute('src'))
      for (const url of [full.logoUrl, full.profileUrl, full.coverUrl]) expect(shown).toContain(url)
      // Groups by their names, and what belongs to none after them (CAT-100).
      await screen.findByRole('heading', { level: 2, name: 'Ciclo' })
      expect(
        screen
          .getAllByRole('heading', { level: 2 })
          .map(({ textContent }) => textContent)
          .slice(0, 2),
      ).toEqual(['Ciclo', 'Más de este canal'])
      within(screen.getByRole('region', { name: 'Ciclo' })).getByRole('link', { name: /Otoño/ })
      await waitFor(async () => expect(await axeViolations(container)).toEqual([]))
    },
  )

  it('shows no icon for an address that is not filled in, and says so where nothing is published [CAT-069]', async () => {
    await renderApp({
      at: '/channels/sala-niquel',
      api: api({ ...full, links: { ...none, youtube: 'https://youtube.com/@a' }, marketplaceUrl: null }, []),
    })
    const list = await screen.findByRole('list', { name: 'Sala Níquel en otros sitios' })
    expect(within(list).getAllByRole('link')).toHaveLength(1)
    await screen.findByRole('heading', { name: 'Todavía no hay nada' })
  })

  it('tells its owner that nobody else sees it [CAT-078]', async () => {
    await renderApp({
      at: '/channels/sala-niquel',
      api: api({ ...full, status: 'private' }),
      user: sessionUser({ roles: ['VIEWER', 'PRODUCER'] }),
    })
    await screen.findByText(/^Privado: Quien lo organiza lo retiró tal como está/)
  })
})

describe('the page of a speaker', () => {
  it('is led to from an address that they had before', async () => {
    const fake = api()
    fake.on(speakers.get, () => speaker({ slug: 'ana', name: 'Ana Níquel' }))
    const { router } = await renderApp({ at: '/speakers/ana-nickel', api: fake })
    await screen.findByRole('heading', { level: 1, name: 'Ana Níquel' })
    await waitFor(() => expect(router.state.location.pathname).toBe('/speakers/ana'))
    expect(router.state.historyAction).toBe('REPLACE')
  })

  it('shows who they are, where else, and what they take part in [CAT-007]', async () => {
    const fake = api()
    fake.on(speakers.get, ({ params }) => {
      if (params.slug !== 'ana') throw new Refusal('NOT_FOUND')
      return speaker({
        slug: 'ana',
        name: 'Ana Níquel',
        title: 'Directora',
        bio: 'Nació en Cádiz.',
        links: {
          instagram: 'https://instagram.com/ana',
          facebook: null,
          twitter: null,
          youtube: null,
          linkedin: 'https://linkedin.com/in/ana',
        },
      })
    })
    const { container, unmount } = await renderApp({ at: '/speakers/ana', api: fake })
    await screen.findByRole('heading', { level: 1, name: 'Ana Níquel' })
    for (const text of ['Directora', 'Nació en Cádiz.']) screen.getByText(text)
    const links = within(screen.getByRole('list', { name: 'Ana Níquel en otros sitios' })).getAllByRole('link')
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['https://instagram.com/ana', 'https://linkedin.com/in/ana'])
    await screen.findByRole('link', { name: /Otoño/ })
    expect(fake.calls.find(({ endpoint }) => endpoint === products.list)?.query).toMatchObject({ speaker: 'ana' })
    expect(await axeViolations(container)).toEqual([])
    unmount()
    await renderApp({ at: '/speakers/nadie', api: fake })
    await screen.findByRole('heading', { name: 'Aquí no hay nada' })
  })
})
