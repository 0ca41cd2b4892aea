import type { ApiError } from '@e-events/shared/contract/client.ts'
import type { Broadcast } from '@e-events/shared/contract/live/broadcasts.ts'
import type { FeedId } from '@e-events/shared/domain/ids.ts'
import { limits } from '@e-events/shared/limits.ts'
import type { BroadcastEndReason } from '@e-events/shared/domain/states.ts'
import { noHealth, type HealthState } from './health.ts'

/**
 * idle: nothing is sent. starting: the api is asked, the first connection made and the first media awaited. on_air: the
 * connection stands; `silentSinceMs` says whether media flows. reconnecting: the broadcast runs on the server,
 * and we are on our way back into it. ending: stop was asked. ended: final.
 */
export type AirPhase = 'idle' | 'starting' | 'on_air' | 'reconnecting' | 'ending' | 'ended'

/**
 * network: the signalling broke. media: packets no longer get through. node: the media server moves. session: the
 * log-in ran out.
 */
export type LossCause = 'network' | 'media' | 'node' | 'session'

export interface Reconnection {
  cause: LossCause
  /** 0 is the attempt made at once. */
  attempt: number
  sinceMs: number
  /** When the next attempt is made; null while one is running. */
  retryAtMs: number | null
}

/**
 * live: the media server gets its packets. silent: it does not, or no longer. elsewhere: another device sends it now.
 */
export type FeedAir =
  | { state: 'publishing'; feedId: FeedId | null }
  | { state: 'live' | 'silent'; feedId: FeedId }
  | { state: 'failed'; code: string }
  | { state: 'elsewhere' }

export interface Refusal {
  code: ApiError['code'] | 'UNKNOWN'
  /** The server's own words, in the organizer's language, where it gave some. */
  message: string | null
}

export type AirEvent =
  | { type: 'on_air' }
  | { type: 'resumed'; awayMs: number }
  | { type: 'lost'; cause: LossCause }
  | { type: 'feed_live'; key: string }
  | { type: 'feed_silent'; key: string }
  | { type: 'feed_taken'; key: string }
  | { type: 'feed_failed'; key: string; code: string }
  | { type: 'idle_warning' }
  | { type: 'taken' }
  | { type: 'ended'; reason: BroadcastEndReason }

export interface LogEntry {
  id: number
  atMs: number
  event: AirEvent
}

export interface AirState {
  phase: AirPhase
  broadcast: Broadcast | null
  /** Why the last start or stop did not happen. */
  refusal: Refusal | null
  reconnection: Reconnection | null
  /** The show goes on from another window of this device, or every feed of this window from another device. */
  taken: 'window' | 'device' | null
  /** Since when nothing of this window arrives, by the platform's clock; null while something does. */
  silentSinceMs: number | null
  /** A source whose lost seat turned out to be sent from another device when it was taken: something to ask. */
  contested: string | null
  viewers: number
  peakViewers: number
  /** Viewers over time since this window is connected, for the curve. */
  audience: readonly { atMs: number; viewers: number }[]
  /** When the idle cutoff ends the show; null while media flows. */
  idleClosesAtMs: number | null
  feeds: Readonly<Record<string, FeedAir>>
  health: HealthState
  log: readonly LogEntry[]
}

export const idleAir: AirState = {
  phase: 'idle',
  broadcast: null,
  refusal: null,
  reconnection: null,
  taken: null,
  silentSinceMs: null,
  contested: null,
  viewers: 0,
  peakViewers: 0,
  audience: [],
  idleClosesAtMs: null,
  feeds: {},
  health: noHealth,
  log: [],
}

/**
 * First at once, three times after a quarter of a second, in which a media server that ended is back, then doubling to
 * 8 s; each spread by up to a quarter so that a thousand studios do not reconnect at once.
 */
export function retryDelayMs(attempt: number, random: number): number {
  if (attempt === 0) return 0
  const base = Math.min(8_000, 250 * 2 ** Math.max(0, attempt - 3))
  return Math.round(base * (0.75 + random * 0.5))
}

/**
 * The sfu names the moment of the cutoff from the first second without media, also in its answer to a join, and revokes
 * it only after a warning. It is shown in the last minutes only; a minute of tolerance covers clocks that disagree.
 */
export function ifSoon(closesAtMs: number | null, nowMs: number): number | null {
  const noticeMs = limits.idleCutoffMs - limits.idleWarningMs + 60_000
  return closesAtMs !== null && closesAtMs - nowMs <= noticeMs ? closesAtMs : null
}

export function isAiring(phase: AirPhase): boolean {
  return phase === 'on_air' || phase === 'reconnecting' || phase === 'ending'
}
