import { isTransient } from '@e-events/shared/client/retry.ts'
import type { FeedId } from '@e-events/shared/domain/ids.ts'
import type { SeatClaim } from '@e-events/shared/signaling/requests.ts'
import { retryDelayMs, type AirEvent, type AirState, type FeedAir } from './air-state.ts'
import type { Clock } from '@e-events/shared/client/clock.ts'
import { toRefusal } from './refusals.ts'

interface AirFeedsDeps {
  get(): AirState
  patch(part: Partial<AirState>): void
  note(event: AirEvent): void
  nowMs(): number
  clock: Clock
  random(): number
  remember(airedKeys: readonly string[]): void
  /**
   * One feed could not be published for a reason that passes by itself: the others go on, and it is tried again now.
   */
  onRetry(): void
}

/**
 * The first packets follow a connection within a second; a show whose packets do not come is shown as what it is after
 * this.
 */
const firstMediaMs = 4_000

export type AirFeeds = ReturnType<typeof createAirFeeds>

/**
 * Tracks each feed of this window while a show runs: whether it is wanted on air, its claim, and whether its media
 * arrives.
 */
export function createAirFeeds({ get, patch, note, nowMs, clock, random, remember, onRetry }: AirFeedsDeps) {
  let aired = new Set<string>()
  const claims = new Map<string, SeatClaim>()
  /** Feeds of which the media server gets packets, on this connection. */
  const arriving = new Set<FeedId>()

  let waiting: (() => void) | undefined
  let cancelRetry = () => {}
  let retries = 0

  const isSending = () => Object.values(get().feeds).some((feed) => feed.state === 'live')

  function put(key: string, feed: FeedAir | null) {
    const { [key]: _before, ...others } = get().feeds
    patch({ feeds: feed ? { ...get().feeds, [key]: feed } : others })
    const silentSinceMs = isSending() ? null : (get().silentSinceMs ?? nowMs())
    if (silentSinceMs !== get().silentSinceMs) patch({ silentSinceMs })
  }

  function leave(key: string) {
    aired.delete(key)
    claims.delete(key)
    remember([...aired])
    put(key, { state: 'elsewhere' })
    note({ type: 'feed_taken', key })
  }

  return {
    /** Another device has a feed that this window had. */
    isElsewhere: () => Object.values(get().feeds).some((feed) => feed.state === 'elsewhere'),
    isWaiting: () => waiting !== undefined,
    /** Resolves with the first media of this connection, or when it is clear that none comes. */
    async firstMedia(): Promise<void> {
      if (isSending() || !Object.values(get().feeds).some(({ state }) => state === 'publishing' || state === 'silent')) return
      await new Promise<void>((resolve) => {
        const stop = clock.after(firstMediaMs, resolve)
        waiting = () => {
          stop()
          waiting = undefined
          resolve()
        }
      })
      // Cleared also where its time ran out.
      waiting = undefined
    },
    keys: () => [...aired],
    has: (key: string) => aired.has(key),
    claimOf: (key: string): SeatClaim => claims.get(key) ?? 'own',
    /** A show begins or goes on with these. */
    begin(keys: readonly string[]) {
      aired = new Set(keys)
      claims.clear()
    },
    claim: (key: string, claim: SeatClaim) => void claims.set(key, claim),
    add(key: string) {
      aired.add(key)
      remember([...aired])
      put(key, { state: 'publishing', feedId: null })
    },
    forget: (key: string) => put(key, null),
    /** A new connection: whatever arrived on the one before says nothing any more. */
    reset() {
      cancelRetry()
      // Waiters on the connection before are released and do not disturb those on this one.
      waiting?.()
      arriving.clear()
      for (const [key, feed] of Object.entries(get().feeds)) if (feed.state === 'live') put(key, { state: 'silent', feedId: feed.feedId })
    },
    published(key: string, result: { feedId: FeedId } | { error: unknown }) {
      const before = get().feeds[key]
      if ('feedId' in result) {
        // From now on the feed is this device's, and coming back to it needs no claim.
        claims.delete(key)
        retries = 0
        const { feedId } = result
        const live = arriving.has(feedId)
        put(key, live ? { state: 'live', feedId } : { state: before?.state === 'silent' ? 'silent' : 'publishing', feedId })
        if (live && before?.state !== 'live') note({ type: 'feed_live', key })
        return
      }
      const { code } = toRefusal(result.error)
      if (code === 'FEED_TAKEN') {
        const asked = claims.get(key) === 'lost'
        leave(key)
        // The seat looked lost when the organizer took it: now there is something to ask.
        if (asked) patch({ contested: key })
        return
      }
      put(key, { state: 'failed', code })
      if (before?.state !== 'failed') note({ type: 'feed_failed', key, code })
      if (!isTransient(result.error)) return
      cancelRetry()
      cancelRetry = clock.after(retryDelayMs((retries += 1), random()), onRetry)
    },
    media(feedId: FeedId, arrives: boolean) {
      if (arrives) arriving.add(feedId)
      else arriving.delete(feedId)
      for (const [key, feed] of Object.entries(get().feeds)) {
        if (!('feedId' in feed) || feed.feedId !== feedId || (feed.state === 'live') === arrives) continue
        put(key, { state: arrives ? 'live' : 'silent', feedId })
        note({ type: arrives ? 'feed_live' : 'feed_silent', key })
      }
      if (isSending()) waiting?.()
    },
    /** Another device sends it now. @returns its key here, if this window had it */
    taken(feedId: FeedId): string | null {
      const found = Object.entries(get().feeds).find(([, feed]) => 'feedId' in feed && feed.feedId === feedId)
      if (!found) return null
      leave(found[0])
      return found[0]
    },
  }
}
