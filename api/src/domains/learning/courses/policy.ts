import { fastestPlay, lengthOf, type LessonKind, type Stretch } from '@e-events/shared/domain/lessons.ts'
import type { ErrorCode } from '@e-events/shared/errors.ts'
import { limits } from '@e-events/shared/limits.ts'

export interface Report {
  nowMs: number
  /** The last report of the account; null before its first one. */
  lastMs: number | null
  /** `lengthMs`: as far as it plays, or has played until now; null for what does not play. */
  lessons: readonly { stretches: readonly Stretch[]; lengthMs: number | null }[]
}

/** The last picture of a file may lie this far beyond the length that is written in it. */
const endSlackMs = 1_000

/**
 * Why a report of progress is refused. It holds what was played since the last one: no more than the fastest speed
 * allows in that time, and nothing beyond the end of a video or what a show has sent until now. A report names places,
 * not times, so none can come from the future.
 */
export function reportRefusal({ nowMs, lastMs, lessons }: Report): Extract<ErrorCode, 'PROGRESS_TOO_SOON' | 'PROGRESS_IMPOSSIBLE'> | null {
  const sinceMs = lastMs === null ? limits.progressEveryMs : nowMs - lastMs
  if (sinceMs < limits.progressEveryMs) return 'PROGRESS_TOO_SOON'
  const playedMs = lessons.reduce((sum, { stretches }) => sum + lengthOf(stretches), 0)
  if (playedMs > Math.min(sinceMs, limits.progressBankMs) * fastestPlay + limits.progressSlackMs) return 'PROGRESS_IMPOSSIBLE'
  const isBeyond = lessons.some(({ stretches, lengthMs }) =>
    stretches.some(({ toMs }) => lengthMs === null || toMs > lengthMs + endSlackMs),
  )
  return isBeyond ? 'PROGRESS_IMPOSSIBLE' : null
}

/**
 * A lesson without anything to play is marked by its learner, and so is one that somebody else's player shows; others
 * where the course allows it.
 */
export function isByHand({ kind, url }: { kind: LessonKind; url: string | null }, watchedByHand: boolean): boolean {
  return kind === 'text' || kind === 'meeting' || url !== null || watchedByHand
}

/** As far as a show has come, in milliseconds since its begin. Media nodes date its pictures by clocks of their own. */
export function sentMs({ started_at: from, ended_at: until }: { started_at: Date; ended_at: Date | null }, nowMs: number): number {
  return (until?.getTime() ?? nowMs) - from.getTime() + limits.progressSlackMs
}

/** Milliseconds of a video that must have been played. Players stop some frames before the end. */
export function neededMs(durationMs: number, watchedPercent: number): number {
  return Math.max(1, Math.floor((durationMs * watchedPercent) / 100) - endSlackMs)
}
