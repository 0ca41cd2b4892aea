import { cachedResponseMs, queryKey } from '@e-events/shared/contract/endpoint.ts'
import { home } from '@e-events/shared/contract/storefront/home.ts'
import { playback } from '@e-events/shared/contract/live/playback.ts'
import { products } from '@e-events/shared/contract/catalogue/products.ts'
import { tickets } from '@e-events/shared/contract/sales/tickets.ts'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { eventOf, productCard } from '../testing/factories.ts'
import { followEvents, spreadMs } from './follow-events.ts'
import type { RealtimeMessage } from '@e-events/shared/client/realtime.ts'

const startMs = Date.UTC(2026, 10, 22, 20)
let queries: QueryClient
let listeners: Set<(event: RealtimeMessage) => void>
let asked: Record<string, number>
let stop: () => void
let random = 0.5

beforeEach(() => {
  vi.useFakeTimers({ now: startMs })
  queries = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } })
  listeners = new Set()
  asked = {}
  const on = (listener: (event: RealtimeMessage) => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  follow = () => followEvents({ queries, realtime: { on }, clock: { nowMs: Date.now }, random: () => random })
  stop = follow()
})
let follow: () => () => void
afterEach(() => {
  stop()
  queries.clear()
  vi.useRealTimers()
})

/** A screen that shows the answer of a query. */
async function screenOf(name: string, key: readonly unknown[], answer: () => unknown): Promise<void> {
  const observer = new QueryObserver(queries, {
    queryKey: [...key],
    queryFn: () => {
      asked[name] = (asked[name] ?? 0) + 1
      return answer()
    },
  })
  observer.subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(1)
}
const push = (event: RealtimeMessage) => listeners.forEach((listener) => listener(event))
const changed = (productSlug: string): RealtimeMessage => ({ type: 'event.changed', productSlug })
const detailOf = (slug: string) => queryKey(products.get, { params: { slug } })

describe('a change that is pushed', () => {
  it('is asked for by what shows the product and by what may gain it, and by nothing else', async () => {
    await screenOf('gala', detailOf('gala'), () => productCard({ slug: 'gala' }))
    await screenOf('other', detailOf('other'), () => productCard({ slug: 'other' }))
    await screenOf('tickets', queryKey(tickets.list), () => ({ pages: [{ items: [{ product: productCard({ slug: 'gala' }) }] }] }))
    await screenOf('home', queryKey(home.get), () => ({ sections: [] }))
    await screenOf('player', queryKey(playback.get, { params: { slug: 'gala' } }), () => ({ product: { slug: 'gala' }, event: null }))
    push(changed('gala'))
    await vi.advanceTimersByTimeAsync(spreadMs.most)
    expect(asked).toEqual({ gala: 2, tickets: 2, home: 2, other: 1, player: 1 })
  })

  it('is asked for once, however many changes come at once, each tab at a moment of its own and all of them well below five seconds', async () => {
    await screenOf('gala', detailOf('gala'), () => productCard({ slug: 'gala' }))
    for (const [share, atMs] of [
      [0, spreadMs.least],
      [0.999_9, spreadMs.most],
    ] as const) {
      random = share
      asked = {}
      for (let index = 0; index < 50; index++) push(changed('gala'))
      await vi.advanceTimersByTimeAsync(atMs - 2)
      expect(asked).toEqual({})
      await vi.advanceTimersByTimeAsync(4)
      expect(asked).toEqual({ gala: 1 })
    }
    expect(spreadMs.most).toBeLessThan(4_000)
    expect(spreadMs.least, 'a cached response from before the change is gone').toBeGreaterThan(cachedResponseMs)
  })

  it('is heard by what was there before anybody followed', async () => {
    stop()
    await screenOf('gala', detailOf('gala'), () => productCard({ slug: 'gala' }))
    stop = follow()
    push(changed('gala'))
    await vi.advanceTimersByTimeAsync(spreadMs.most)
    expect(asked).toEqual({ gala: 2 })
  })

  it('that may have been missed while the connection was away is asked for by everything that tells of events', async () => {
    await screenOf('gala', detailOf('gala'), () => productCard({ slug: 'gala' }))
    await screenOf('home', queryKey(home.get), () => ({ sections: [] }))
    await screenOf('config', ['GET /config'], () => ({ name: 'x' }))
    push({ type: 'connection.back' })
    await vi.advanceTimersByTimeAsync(spreadMs.most)
    expect(asked).toEqual({ gala: 2, home: 2, config: 1 })
  })

  it('is not listened for before an answer tells of events', async () => {
    await screenOf('login', ['GET /config'], () => ({ name: 'x' }))
    expect(listeners.size).toBe(0)
    await screenOf('gala', detailOf('gala'), () => productCard({ slug: 'gala' }))
    expect(listeners.size).toBe(1)
  })
})

describe('what time alone changes', () => {
  it('is asked for when its time has come, by the clock of the server, and again while the answer is still the old one', async () => {
    random = 0
    const at = (afterMs: number) => new Date(startMs + afterMs).toISOString()
    let changesAt: string | null = at(60_000)
    await screenOf('gala', detailOf('gala'), () => productCard({ slug: 'gala', event: { ...eventOf('coming'), changesAt } }))
    await screenOf('still', detailOf('still'), () => productCard({ slug: 'still', event: eventOf('on_air') }))
    await vi.advanceTimersByTimeAsync(61_000)
    expect(asked).toEqual({ gala: 1, still: 1 })
    await vi.advanceTimersByTimeAsync(2_000)
    expect(asked['gala']).toBe(2)
    changesAt = null
    await vi.advanceTimersByTimeAsync(3_000)
    expect(asked['gala']).toBe(3)
    await vi.advanceTimersByTimeAsync(600_000)
    expect(asked).toEqual({ gala: 3, still: 1 })
  })

  it('does not hammer a server whose answer stays the old one', async () => {
    random = 0
    const changesAt = new Date(startMs + 1_000).toISOString()
    await screenOf('gala', detailOf('gala'), () => productCard({ slug: 'gala', event: { ...eventOf('coming'), changesAt } }))
    await vi.advanceTimersByTimeAsync(10 * 60_000)
    expect(asked['gala']).toBeLessThan(20)
  })
})
