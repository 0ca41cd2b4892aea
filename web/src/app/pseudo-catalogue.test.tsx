import type { CallOutput } from '@e-events/shared/contract/endpoint.ts'
import { categories } from '@e-events/shared/contract/catalogue/categories.ts'
import { home as homeContract } from '@e-events/shared/contract/storefront/home.ts'
import { playback } from '@e-events/shared/contract/live/playback.ts'
import { products } from '@e-events/shared/contract/catalogue/products.ts'
import { schedule } from '@e-events/shared/contract/catalogue/schedule.ts'
import { search } from '@e-events/shared/contract/catalogue/search.ts'
import { shop } from '@e-events/shared/contract/storefront/shop.ts'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { hero, home, productCard, productDetail, sessionAt, sessionUser, slider } from '../testing/factories.ts'
import { createFakeApi, type FakeApi } from '../testing/fake-api.ts'
import { plainWords } from '../testing/plain-words.ts'
import { playbackBase, playbackFeed, playbackOnAir } from '../testing/playback-factories.ts'
import { renderApp } from '../testing/render-app.tsx'

// Titles, names and texts of people have no vowels here: whatever is still plain was written into a screen.
const texts = { title: 'Xyz', shortDescription: 'Xyz', channel: { slug: 'x', title: 'Xyz', logoUrl: null }, category: 'Xyz' }
const hourMs = 3_600_000
const session = sessionAt(Date.now() + 26 * hourMs)
const coming = productCard({ ...texts, slug: 'coming', nextSession: session })
const live = productCard({ ...texts, slug: 'live', onAir: true, viewers: 3 })
const film = productCard({ ...texts, slug: 'film', type: 'vod', durationMs: hourMs, plan: 'paid', price: { minor: 500, currency: 'EUR' } })
const cards = [live, coming, film]
const user = sessionUser({ user: '1@2.3', name: '1', surname: '2', roles: ['VIEWER'] })

let api: FakeApi
beforeEach(() => {
  api = createFakeApi()
  api.on(homeContract.get, () => home(hero(cards), slider('newest', cards), slider('live', cards)))
  api.on(categories.list, () => ({ items: [{ slug: 'x', title: 'Xyz', count: 3 }] }))
  api.on(products.get, ({ params }) => {
    const card = cards.find(({ slug }) => slug === params.slug) ?? film
    return productDetail({
      ...card,
      sessions: card.nextSession ? [{ ...card.nextSession, state: 'coming', changesAt: null }] : [],
      description: 'Xyz',
      tags: ['xyz'],
      suggestedAge: '13+',
      director: 'Xyz',
      expirationHours: 48,
    })
  })
  api.on(products.related, () => ({ items: [film] }))
  api.on(search.find, (): CallOutput<typeof search.find> => ({
    items: [
      ...cards.map((product) => ({ kind: 'product' as const, product })),
      { kind: 'channel', channel: { slug: 'x', title: 'Xyz', shortDescription: 'Xyz', logoUrl: null, coverUrl: null } },
      { kind: 'speaker', speaker: { slug: 'x', name: 'Xyz', title: 'Xyz', imageUrl: null } },
    ],
    nextCursor: 'next',
    total: 7,
    facets: {
      kinds: [
        { kind: 'product', count: 3 },
        { kind: 'channel', count: 1 },
        { kind: 'speaker', count: 1 },
      ],
      types: [{ type: 'vod', count: 3 }],
      categories: [{ slug: 'x', title: 'Xyz', count: 3 }],
    },
  }))
  api.on(schedule.filters, (): CallOutput<typeof schedule.filters> => ({
    types: ['broadcast', 'meet'],
    channels: [{ slug: 'x', title: 'Xyz' }],
    categories: [],
  }))
  api.on(schedule.list, () => ({ items: [], nextCursor: null }))
  api.on(shop.list, () => ({ items: cards, nextCursor: 'next' }))
})

/** Dates and names of languages come from the browser, in the language of the page. */
const ofBrowser = (() => {
  const names = (options: Intl.DateTimeFormatOptions, days: number) =>
    Array.from({ length: 12 }, (_, i) =>
      new Intl.DateTimeFormat('es', { ...options, timeZone: 'UTC' }).format(Date.UTC(2026, days === 31 ? i : 0, 5 + i)),
    )
  const dates = [
    ...names({ month: 'long' }, 31),
    ...names({ month: 'short' }, 31),
    ...names({ weekday: 'long' }, 1),
    ...names({ weekday: 'short' }, 1),
  ]
  return new RegExp(`\\b(${[...dates, 'de', 'a', 'las'].join('|')})\\b|español`, 'gi')
})()

async function shownWords(at: string, options: { visitor?: boolean } = {}): Promise<string[]> {
  const { baseElement } = await renderApp({ at, api, pseudo: true, ...(options.visitor ? {} : { user }) })
  await screen.findAllByText(/⟦/)
  await screen.findAllByRole('heading', { level: 1 })
  await waitFor(() => expect(document.querySelector('.MuiSkeleton-root')).toBeNull())
  return plainWords(baseElement).filter((words) => /[aeiou]/.test(words.replaceAll(ofBrowser, '')))
}

describe('screens of the catalogue hold no text of their own', () => {
  it.each([
    '/',
    '/search-results',
    '/search-results?keyword=xyz',
    '/schedule',
    '/shop',
    '/products/coming',
    '/products/live',
    '/products/film',
  ])('%s [UX-018]', async (at) => {
    expect(await shownWords(at)).toEqual([])
  })

  it.each(['/', '/products/coming', '/products/live', '/search-results?keyword=xyz'])('%s for a visitor [UX-018]', async (at) => {
    expect(await shownWords(at, { visitor: true })).toEqual([])
  })

  it.each([
    ['no_sessions', { ...playbackBase(), state: 'no_sessions' }],
    ['waiting', { ...playbackBase(), state: 'available_on', availableAt: session.startsAt }],
    ['misconfigured', { ...playbackBase(), state: 'misconfigured' }],
    ['on air', playbackOnAir([playbackFeed({ label: 'Xyz' })])],
  ] as const)('/player/live: %s [UX-018]', async (_, answer) => {
    api.on(playback.get, () => ({ ...answer, product: { ...answer.product, ...texts } }))
    expect(await shownWords('/player/live')).toEqual([])
  })
})
