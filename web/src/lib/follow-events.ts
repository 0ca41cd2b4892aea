import { entities } from '@e-events/shared/contract/storefront/entities.ts'
import { cachedResponseMs, endpointKey } from '@e-events/shared/contract/endpoint.ts'
import { home } from '@e-events/shared/contract/storefront/home.ts'
import { pages } from '@e-events/shared/contract/storefront/pages.ts'
import { playback } from '@e-events/shared/contract/live/playback.ts'
import { schedule } from '@e-events/shared/contract/catalogue/schedule.ts'
import type { Query, QueryClient } from '@tanstack/react-query'
import type { ServerClock } from '@e-events/shared/client/server-clock.ts'
import type { RealtimeMessage, Realtime } from '@e-events/shared/client/realtime.ts'

interface FollowDeps {
  queries: QueryClient
  realtime: Pick<Realtime, 'on'>
  clock: Pick<ServerClock, 'nowMs'>
  random?: () => number
}

/**
 * Every tab hears of a change in the same instant: each asks at a moment of its own, and once for all it heard until
 * then. None asks while the api may still answer with a cached response from before the change.
 */
export const spreadMs = { least: cachedResponseMs + 50, most: 2_500 } as const
/** Asked again where the server's answer was still the one before: its clock is a little behind. */
const repeatMs = { least: 1_000, most: 60_000 } as const

/** Lists that may gain what they do not show yet. */
const gaining = new Set([home.get, entities.get, pages.get, schedule.list, schedule.filters].map((endpoint) => endpointKey(endpoint)[0]))
/** The player follows by itself, at once. */
const [ownWay] = endpointKey(playback.get)

/**
 * One place follows what happens to events, for every screen: a change that is pushed, and the moments at which time
 * alone changes them (`changesAt`, by the server's clock). Queries without the product are left alone. It listens from
 * the first answer on that tells of events.
 */
export function followEvents({ queries, realtime, clock, random = Math.random }: FollowDeps): () => void {
  const cache = queries.getQueryCache()
  const slugs = new Set<string>()
  const waited = new Map<string, { atMs: number; waitMs: number }>()
  let asksGaining = false
  /** Nobody knows what was missed. */
  let asksAll = false
  let pushed: Timer
  let due: Timer
  let stopListening: (() => void) | undefined
  const spread = () => spreadMs.least + random() * (spreadMs.most - spreadMs.least)

  const onMessage = (event: RealtimeMessage) => {
    if (event.type === 'connection.back') asksAll = true
    else if (event.type === 'home.updated') asksGaining = true
    else if (event.type === 'event.changed') {
      asksGaining = true
      slugs.add(event.productSlug)
    } else if (event.type === 'playback.changed') slugs.add(event.productSlug)
    else return
    pushed ??= setTimeout(ask, spread())
  }

  const ask = () => {
    const [named, gains, all] = [new Set(slugs), asksGaining || asksAll, asksAll]
    pushed = undefined
    slugs.clear()
    asksGaining = false
    asksAll = false
    void queries.invalidateQueries({
      predicate: (query) => {
        const key = keyOf(query)
        return key !== ownWay && ((gains && gaining.has(key)) || [...mentionedIn(query).slugs].some((slug) => all || named.has(slug)))
      },
    })
  }

  /** Waits for the next moment at which something on screen becomes another by itself. */
  const plan = () => {
    clearTimeout(due)
    const nowMs = clock.nowMs()
    const shown = cache.findAll({ type: 'active' })
    if (shown.some((query) => mentionedIn(query).slugs.size > 0)) stopListening ??= realtime.on(onMessage)
    const moments = shown.flatMap((query) => {
      const { changesAtMs } = mentionedIn(query)
      if (changesAtMs === null) return []
      const before = waited.get(query.queryHash)
      return [before?.atMs === changesAtMs ? Math.max(changesAtMs, nowMs + before.waitMs) : changesAtMs]
    })
    if (moments.length === 0) return
    due = setTimeout(askDue, Math.min(Math.max(0, Math.min(...moments) - nowMs) + spread(), longestTimerMs))
  }

  const askDue = () => {
    const nowMs = clock.nowMs()
    const asked = cache.findAll({ type: 'active' }).filter((query) => {
      const { changesAtMs } = mentionedIn(query)
      if (changesAtMs === null || changesAtMs > nowMs) return false
      const before = waited.get(query.queryHash)
      const waitMs = before?.atMs === changesAtMs ? Math.min(before.waitMs * 2, repeatMs.most) : repeatMs.least
      waited.set(query.queryHash, { atMs: changesAtMs, waitMs })
      return true
    })
    for (const { queryKey: key } of asked) void queries.invalidateQueries({ queryKey: key, exact: true })
    if (asked.length === 0) plan()
  }

  const unsubscribe = cache.subscribe((change) => {
    const isNews = change.type === 'updated' && (change.action.type === 'success' || change.action.type === 'error')
    if (!isNews && change.type !== 'observerAdded' && change.type !== 'observerRemoved') return
    plan()
  })
  // The first answers may have come before anybody followed.
  plan()
  return () => {
    unsubscribe()
    stopListening?.()
    clearTimeout(pushed)
    clearTimeout(due)
  }
}

type Timer = ReturnType<typeof setTimeout> | undefined
const longestTimerMs = 3_600_000

const keyOf = (query: Query): string => String(query.queryKey[0])

interface Mentioned {
  slugs: ReadonlySet<string>
  changesAtMs: number | null
}
const nothing: Mentioned = { slugs: new Set(), changesAtMs: null }
const known = new WeakMap<object, Mentioned>()

function mentionedIn({ state: { data } }: Query): Mentioned {
  if (typeof data !== 'object' || data === null) return nothing
  let found = known.get(data)
  if (!found) {
    const slugs = new Set<string>()
    const moments: number[] = []
    look(data, slugs, moments)
    found = { slugs, changesAtMs: moments.length === 0 ? null : Math.min(...moments) }
    known.set(data, found)
  }
  return found
}

const timeFields = new Set(['changesAt', 'saleChangesAt', 'offerEndsAt'])

/** The products of an answer (what has an `event`), and the moments in it. */
function look(value: unknown, slugs: Set<string>, moments: number[]): void {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const one of value) look(one, slugs, moments)
    return
  }
  const { slug, event } = value as { slug?: unknown; event?: unknown }
  if (typeof slug === 'string' && event !== undefined) slugs.add(slug)
  for (const [name, member] of Object.entries(value)) {
    if (timeFields.has(name)) {
      if (typeof member === 'string') moments.push(Date.parse(member))
    } else look(member, slugs, moments)
  }
}
