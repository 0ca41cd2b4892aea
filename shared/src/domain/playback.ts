import { limits } from '../limits.ts'
import type { DateFacts, EventOf } from './event-state.ts'
import { datedTypes, embeddableTypes, pagedTypes } from './product-rules.ts'
import type { PlayerState, ProductType } from './states.ts'
import { assertUnreachable } from './unreachable.ts'

export interface PlaybackFacts {
  type: ProductType
  nowMs: number
  /** `eventState` of this product. */
  event: Pick<EventOf<DateFacts>, 'state' | 'date'> | null
  /** An on-demand product: its asset. */
  asset: 'none' | 'processing' | 'ready' | 'failed'
  /** It names a player elsewhere, which is shown in place of ours. */
  embedded: boolean
}

/**
 * State of the player for somebody with access. Precedence (PLY-010): misconfigured, no sessions, on air, available on
 * a date, finished, event date passed, not available yet; an on-demand product is ready, processing ('not available
 * yet') or misconfigured. A deferred live plays its video from its hour on. A product with a page of
 * its own leads there, whatever its state.
 */
export function playerState({ type, nowMs, event, asset, embedded }: PlaybackFacts): PlayerState {
  if (pagedTypes.has(type)) return 'own_page'
  if (!datedTypes.has(type)) {
    if (embedded && embeddableTypes.has(type)) return 'embedded'
    if (asset === 'ready') return 'ready'
    return asset === 'processing' ? 'not_available_yet' : 'misconfigured'
  }
  if (event === null) return 'no_sessions'
  switch (event.state) {
    case 'on_air':
    case 'interrupted':
      return 'on_air'
    case 'coming':
    case 'moved':
      return 'available_on'
    case 'room_open':
      return event.date !== null && event.date.startsAtMs > nowMs ? 'available_on' : 'not_available_yet'
    case 'ended_with_recording':
    case 'ended':
      return 'finished'
    case 'never_aired':
      return 'event_date_passed'
    case 'cancelled':
      return 'cancelled'
    default:
      return assertUnreachable(event.state)
  }
}

/** The session in which a broadcast may start now: from 60 minutes before it begins until it ends. */
export function sessionToGoLive<S extends { startsAtMs: number; endsAtMs: number }>(sessions: readonly S[], nowMs: number): S | undefined {
  return sessions
    .filter((session) => nowMs >= session.startsAtMs - limits.goLiveBeforeSessionMs && nowMs < session.endsAtMs)
    .toSorted((a, b) => a.startsAtMs - b.startsAtMs)[0]
}
