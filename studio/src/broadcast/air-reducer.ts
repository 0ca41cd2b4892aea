import type { Broadcast } from '@e-events/shared/contract/live/broadcasts.ts'
import { assertUnreachable } from '@e-events/shared/domain/unreachable.ts'
import { idleAir, ifSoon, type AirEvent, type AirState, type LossCause, type Reconnection, type Refusal } from './air-state.ts'
import { noHealth, type HealthState } from './health.ts'

/** Everything that changes the shown state of a show, except for the state of single feeds (`air-feeds.ts`). */
export type AirAction =
  | { type: 'starting' }
  | { type: 'start_refused'; refusal: Refusal }
  /** The broadcast exists from now on: a first connection that fails is a break like any other. */
  | { type: 'first_connection_failed' }
  /** This window goes back into a running broadcast: after a reload, a crash, or from another device. */
  | { type: 'returning' }
  | { type: 'broadcast_changed'; broadcast: Broadcast }
  | { type: 'idle_close_changed'; closesAtMs: number | null }
  | { type: 'on_air' }
  | { type: 'media_interrupted' }
  | { type: 'transports_lost' }
  | { type: 'connection_lost'; cause: LossCause }
  | { type: 'attempt_begun' }
  /** `cause` replaces the one known so far. */
  | { type: 'retry_scheduled'; cause: LossCause | null; delayMs: number }
  | { type: 'yielded'; to: 'window' | 'device' }
  | { type: 'audience_counted'; viewers: number }
  | { type: 'idle_warned'; closesAtMs: number }
  | { type: 'idle_cleared' }
  | { type: 'health_measured'; health: HealthState }
  | { type: 'ending' }
  | { type: 'stop_failed'; refusal: Refusal; before: Pick<AirState, 'phase' | 'reconnection'> }
  | { type: 'ended'; broadcast: Broadcast }
  | { type: 'contest_dismissed' }
  | { type: 'refusal_dismissed' }
  | { type: 'noted'; event: AirEvent }

export interface Moment {
  /** The clock of this machine, for durations. */
  nowMs: number
  /** The clock of the platform, for points in time. */
  serverNowMs: number
}

const logLength = 200
const audienceLength = 600

/** Computes the next state of a show; what has to be done about it is in `air.ts`. Pure. */
export function reduceAir(state: AirState, action: AirAction, at: Moment): AirState {
  switch (action.type) {
    case 'starting':
      return { ...idleAir, phase: 'starting' }
    case 'start_refused':
      return { ...state, phase: 'idle', refusal: action.refusal }
    case 'first_connection_failed':
      return { ...state, ...reconnecting('network', at.nowMs) }
    case 'returning':
      return { ...idleAir, ...reconnecting('network', at.nowMs) }
    case 'broadcast_changed':
      return withBroadcast(state, action.broadcast)
    case 'idle_close_changed':
      return { ...state, idleClosesAtMs: ifSoon(action.closesAtMs, at.serverNowMs) }
    case 'on_air': {
      // While the stop is asked for, nothing brings the show back.
      if (state.phase === 'ending' || state.phase === 'ended') return state
      const { reconnection } = state
      const event: AirEvent = reconnection ? { type: 'resumed', awayMs: at.nowMs - reconnection.sinceMs } : { type: 'on_air' }
      return logged({ ...state, phase: 'on_air', reconnection: null, refusal: null }, event, at)
    }
    case 'media_interrupted':
      if (state.phase !== 'on_air') return state
      return logged({ ...state, ...reconnecting('media', at.nowMs) }, { type: 'lost', cause: 'media' }, at)
    case 'transports_lost':
      return logged({ ...state, ...reconnecting('node', at.nowMs) }, { type: 'lost', cause: 'node' }, at)
    case 'connection_lost': {
      const { cause } = action
      const next = { ...state, health: noHealth, ...reconnecting(cause, state.reconnection?.sinceMs ?? at.nowMs) }
      return state.phase === 'reconnecting' ? next : logged(next, { type: 'lost', cause }, at)
    }
    case 'attempt_begun':
      return state.reconnection ? { ...state, reconnection: { ...state.reconnection, retryAtMs: null } } : state
    case 'retry_scheduled': {
      const { reconnection } = state
      if (!reconnection) return state
      const { cause, delayMs } = action
      const attempt = reconnection.attempt + 1
      return { ...state, reconnection: { ...reconnection, attempt, cause: cause ?? reconnection.cause, retryAtMs: at.nowMs + delayMs } }
    }
    case 'yielded': {
      const feeds = action.to === 'device' ? state.feeds : {}
      const next = { ...state, ...offAir, phase: 'idle', taken: action.to, feeds } as const
      return action.to === 'window' ? logged(next, { type: 'taken' }, at) : next
    }
    case 'audience_counted': {
      const point = { atMs: at.nowMs, viewers: action.viewers }
      return {
        ...state,
        viewers: action.viewers,
        peakViewers: Math.max(state.peakViewers, action.viewers),
        audience: [...state.audience, point].slice(-audienceLength),
      }
    }
    case 'idle_warned':
      return logged({ ...state, idleClosesAtMs: action.closesAtMs }, { type: 'idle_warning' }, at)
    case 'idle_cleared':
      return { ...state, idleClosesAtMs: null }
    case 'health_measured':
      return { ...state, health: action.health }
    case 'ending':
      return { ...state, phase: 'ending', refusal: null }
    case 'stop_failed':
      return { ...state, ...action.before, refusal: action.refusal }
    case 'ended': {
      const { broadcast } = action
      const next = { ...withBroadcast(state, broadcast), ...offAir, phase: 'ended', feeds: {} } as const
      return logged(next, { type: 'ended', reason: broadcast.endReason ?? 'organizer' }, at)
    }
    case 'contest_dismissed':
      return { ...state, contested: null }
    case 'refusal_dismissed':
      return { ...state, refusal: null }
    case 'noted':
      return logged(state, action.event, at)
    default:
      return assertUnreachable(action)
  }
}

const offAir = { reconnection: null, idleClosesAtMs: null, silentSinceMs: null, health: noHealth } as const

function reconnecting(cause: LossCause, sinceMs: number): { phase: 'reconnecting'; reconnection: Reconnection } {
  return { phase: 'reconnecting', reconnection: { cause, attempt: 0, sinceMs, retryAtMs: null } }
}

function withBroadcast(state: AirState, broadcast: Broadcast): AirState {
  return { ...state, broadcast, viewers: broadcast.viewers, peakViewers: Math.max(state.peakViewers, broadcast.peakViewers) }
}

function logged(state: AirState, event: AirEvent, { serverNowMs }: Moment): AirState {
  const id = (state.log.at(-1)?.id ?? 0) + 1
  return { ...state, log: [...state.log, { id, atMs: serverNowMs, event }].slice(-logLength) }
}
