import { categories } from '@e-events/shared/contract/catalogue/categories.ts'
import { channels } from '@e-events/shared/contract/catalogue/channels.ts'
import { home } from '@e-events/shared/contract/storefront/home.ts'
import { products, type ProductCard } from '@e-events/shared/contract/catalogue/products.ts'
import { schedule } from '@e-events/shared/contract/catalogue/schedule.ts'
import { search } from '@e-events/shared/contract/catalogue/search.ts'
import { speakers } from '@e-events/shared/contract/catalogue/speakers.ts'
import { tickets } from '@e-events/shared/contract/sales/tickets.ts'
import { eventStates, isAhead, isClosed, isLive, isOver, type EventState } from '@e-events/shared/domain/event-state.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  channel,
  eventOf,
  home as homeOf,
  productCard,
  productDetail,
  sessionAt,
  sessionUser,
  slider,
  ticket,
} from '../testing/factories.ts'
import { createFakeApi, type FakeApi } from '../testing/fake-api.ts'
import { renderApp } from '../testing/render-app.tsx'

const words: Record<EventState, string> = {
  coming: 'Próximo directo',
  moved: 'Nueva fecha',
  room_open: 'A punto de empezar',
  on_air: 'EN DIRECTO',
  interrupted: 'Emisión interrumpida',
  ended_with_recording: 'Terminado, con grabación',
  ended: 'Terminado',
  never_aired: 'No llegó a emitirse',
  cancelled: 'Cancelado',
}
const session = sessionAt(Date.now() + 1_200_000)
const cardIn = (state: EventState): ProductCard =>
  productCard({
    slug: 'gala',
    title: 'Gala',
    event: eventOf(state, session),
    onAir: isLive(state),
    nextSession: isOver(state) ? null : session,
    saleState: isClosed(state) ? 'ended' : 'open',
  })

let api: FakeApi
let card: ProductCard
beforeEach(() => {
  api = createFakeApi()
  api.on(products.get, () =>
    // prettier-ignore
    productDetail({ ...card, owned: true, sessions: [{ ...session, state: card.event?.state ?? 'coming' }], allowed: { getTicket: false, buy: false, subscribe: false, watch: true, goLive: false } }),
  )
  api.on(products.list, ({ query }) => ({ items: query.type ? [] : [card], nextCursor: null }))
  api.on(channels.get, () => channel({ slug: 'sala-faro' }))
  // prettier-ignore
  api.on(speakers.get, () => ({ id: crypto.randomUUID(), slug: 'ana', name: 'Ana', title: '', bio: '', imageUrl: null, links: { website: null, youtube: null, instagram: null, facebook: null, twitter: null, linkedin: null } }) as never)
  api.on(tickets.list, () => ({ items: [ticket({ product: card })], nextCursor: null }))
  api.on(home.get, () => homeOf(slider('category', [card])))
  api.on(categories.list, () => ({ items: [] }))
  api.on(search.find, () => ({
    items: [{ kind: 'product' as const, product: card }],
    nextCursor: null,
    total: 1,
    facets: { kinds: [], types: [], categories: [] },
  }))
  api.on(schedule.filters, () => ({ types: [], channels: [], categories: [] }))
  api.on(schedule.list, () => ({
    items: [
      { session: { ...session, state: card.event?.state ?? 'coming' }, movedTo: null, title: null, onAir: card.onAir, product: card },
    ],
    nextCursor: null,
  }))
})

/** A week of the address shows what is over without a press. */
const addresses = [
  '/products/gala',
  '/mystuff/products',
  `/schedule?week=${new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)}`,
  '/',
  '/channels/sala-faro',
  '/search-results?keyword=gala',
]

describe('every screen says what the server says of an event', () => {
  it.each(eventStates)('%s', async (state) => {
    card = cardIn(state)
    for (const at of addresses) {
      const app = await renderApp({ at, api, user: sessionUser() })
      const content = within(await screen.findByRole('main'))
      await content.findAllByText('Gala')
      const said = content.queryAllByText((text) => text === words[state] || text.startsWith(`${words[state]} · `))
      // Lists show a far event by its date.
      if (state === 'coming' && at !== '/products/gala') expect({ at, said: said.length }).toEqual({ at, said: 0 })
      else expect({ at, isSaid: said.length > 0 }).toEqual({ at, isSaid: true })
      const others = eventStates.filter((other) => other !== state && content.queryAllByText(words[other]).length > 0)
      expect({ at, others }).toEqual({ at, others: [] })
      app.unmount()
    }
  })

  it('calls a meeting that is coming a meeting', async () => {
    card = { ...cardIn('coming'), type: 'meet' }
    await renderApp({ at: '/products/gala', api, user: sessionUser() })
    const content = within(await screen.findByRole('main'))
    expect(await content.findByText('Próxima reunión')).toBeTruthy()
    expect(content.queryByText(words.coming)).toBeNull()
  })

  it.each(eventStates)('the ticket of what is %s has the door that leads somewhere', async (state) => {
    card = cardIn(state)
    await renderApp({ at: '/mystuff/products', api, user: sessionUser() })
    const row = within((await screen.findByRole('heading', { name: 'Gala' })).closest('li') ?? document.body)
    const door = isLive(state) ? 'Entrar al directo' : isAhead(state) ? 'Sala de espera' : isClosed(state) ? null : 'Ver la grabación'
    const doors = row.queryAllByRole('link', { name: /: Gala$/ }).map(({ textContent }) => textContent)
    expect(doors).toEqual(door === null ? [] : [door])
    expect(row.queryByText('Válida') === null).toBe(isClosed(state))
  })

  it('each of them follows when a show ends, without a reload', async () => {
    for (const at of addresses) {
      card = cardIn('on_air')
      const app = await renderApp({ at, api, user: sessionUser() })
      const content = within(await screen.findByRole('main'))
      await content.findAllByText(words.on_air)
      card = cardIn('ended_with_recording')
      act(() => app.push({ type: 'event.changed', productSlug: 'gala' }))
      await waitFor(() => expect({ at, live: content.queryAllByText(words.on_air).length }).toEqual({ at, live: 0 }), { timeout: 20_000 })
      expect(content.queryAllByText((text) => text.startsWith(words.ended_with_recording)).length, at).toBeGreaterThan(0)
      app.unmount()
    }
  })
})
