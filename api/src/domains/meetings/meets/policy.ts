import type { MeetEndReason, MeetState } from '@e-events/shared/domain/meets.ts'
import { limits } from '@e-events/shared/limits.ts'
import type { MeetDate } from './repository.ts'

export interface MeetFacts<D extends MeetDate = MeetDate> {
  /** The whole event was called off. */
  cancelled: boolean
  /** Those that take place, the earliest first. */
  dates: readonly D[]
  /** The running one, else the one that ran last. */
  last: { state: 'started' | 'ended'; sessionId: string | null; endReason: MeetEndReason | null } | null
}

/** The date that runs or comes next, else the last one. */
export function spokenDate<D extends MeetDate>(dates: readonly D[], nowMs: number): D | undefined {
  return dates.find(({ endsAtMs }) => endsAtMs > nowMs) ?? dates.at(-1)
}

/**
 * A meeting that its host or the platform ended is over until its date is; one that nobody was in any more, or whose
 * node was lost, may go on (decision meet-of-date).
 */
export function meetState({ cancelled, dates, last }: MeetFacts, nowMs: number): MeetState {
  if (last?.state === 'started') return 'started'
  if (cancelled) return 'ended'
  if (dates.length === 0) return last ? 'ended' : 'waiting'
  const next = dates.find(({ endsAtMs }) => endsAtMs > nowMs)
  if (!next) return 'ended'
  const isOver = last?.sessionId === next.id && (last.endReason === 'organizer' || last.endReason === 'admin')
  return isOver ? 'ended' : 'waiting'
}

/** The date that a meeting may start in now; null: at any time. Or why it may not. */
export function dateToStart<D extends MeetDate>(
  { cancelled, dates }: Pick<MeetFacts<D>, 'cancelled' | 'dates'>,
  nowMs: number,
): { date: D | null; refusal: null } | { refusal: 'BROADCAST_NO_SESSION' | 'SESSION_FINISHED' } {
  if (cancelled) return { refusal: 'SESSION_FINISHED' }
  if (dates.length === 0) return { date: null, refusal: null }
  const ahead = dates.filter(({ endsAtMs }) => endsAtMs > nowMs)
  const date = ahead.find(({ startsAtMs }) => nowMs >= startsAtMs - limits.meetEarlyMs)
  if (date) return { date, refusal: null }
  return { refusal: ahead.length > 0 ? 'BROADCAST_NO_SESSION' : 'SESSION_FINISHED' }
}

/** When a host may start it; null: at any time, or not any more. */
export function canStartFromMs({ cancelled, dates }: Pick<MeetFacts, 'cancelled' | 'dates'>, nowMs: number): number | null {
  const next = dates.find(({ endsAtMs }) => endsAtMs > nowMs)
  return cancelled || !next ? null : next.startsAtMs - limits.meetEarlyMs
}
