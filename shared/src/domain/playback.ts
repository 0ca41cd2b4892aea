import { limits } from '../limits.ts'
import type { BroadcastState, PlayerState, ProductType } from './states.ts'

export interface PlaybackFacts {
  type: ProductType
  nowMs: number
  sessions: readonly { startsAtMs: number; endsAtMs: number }[]
  /** State of the newest broadcast of this product; null where none ever ran. */
  broadcast: BroadcastState | null
  /** The newest broadcast belongs to the last session. */
  broadcastInLastSession: boolean
  /** An on-demand product: its asset. */
  asset: 'none' | 'processing' | 'ready' | 'failed'
}

/** Which session the player talks about: the running or next one, else the last. */
export function currentSession<S extends { startsAtMs: number; endsAtMs: number }>(sessions: readonly S[], nowMs: number): S | undefined {
  const sorted = sessions.toSorted((a, b) => a.startsAtMs - b.startsAtMs)
  return sorted.find((session) => session.endsAtMs > nowMs) ?? sorted.at(-1)
}

const sessionTypes: ReadonlySet<ProductType> = new Set(['broadcast', 'live', 'meet'])

/**
 * What the player shows to somebody who has access. Precedence (PLY-010): misconfigured, no sessions, on air, available on a date, finished, event date
 * passed, not available yet; an on-demand product is ready, processing ('not available yet') or misconfigured.
 */
export function playerState(facts: PlaybackFacts): PlayerState {
  if (!sessionTypes.has(facts.type)) {
    if (facts.asset === 'ready') return 'ready'
    return facts.asset === 'processing' ? 'not_available_yet' : 'misconfigured'
  }
  if (facts.sessions.length === 0) return 'no_sessions'
  if (facts.broadcast === 'on_air' || facts.broadcast === 'interrupted') return 'on_air'
  const session = currentSession(facts.sessions, facts.nowMs)
  const isFuture = session !== undefined && session.startsAtMs > facts.nowMs
  const endedInSession = facts.broadcast === 'ended' && facts.broadcastInLastSession
  if (isFuture && !endedInSession) return 'available_on'
  if (facts.broadcast === 'ended') return 'finished'
  if (session !== undefined && session.endsAtMs <= facts.nowMs) return 'event_date_passed'
  return 'not_available_yet'
}

/** The session in which a broadcast may start now: from 60 minutes before it begins until it ends. */
export function sessionToGoLive<S extends { startsAtMs: number; endsAtMs: number }>(sessions: readonly S[], nowMs: number): S | undefined {
  return sessions
    .filter((session) => nowMs >= session.startsAtMs - limits.goLiveBeforeSessionMs && nowMs < session.endsAtMs)
    .toSorted((a, b) => a.startsAtMs - b.startsAtMs)[0]
}
