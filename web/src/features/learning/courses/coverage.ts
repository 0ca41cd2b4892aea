import { unionOf, type Stretch } from '@e-events/shared/domain/lessons.ts'

/** Played of one lesson and not reported yet. */
export interface Played {
  stretches: Stretch[]
  positionMs: number
}
/** By lesson. */
export type Pending = Record<string, Played>

/** Two samples further apart than this are a jump, whatever the speed. */
const largestStepMs = 3_000

export interface Sample {
  positionMs: number
  isPlaying: boolean
}

/** The stretch between two samples of a player; undefined where it stood still or jumped. */
export function stretchBetween(before: Sample | null, now: Sample): Stretch | undefined {
  if (!before?.isPlaying) return undefined
  const step = now.positionMs - before.positionMs
  return step > 0 && step <= largestStepMs ? { fromMs: before.positionMs, toMs: now.positionMs } : undefined
}

export function withStretch(pending: Pending, lesson: string, stretch: Stretch): Pending {
  const stretches = unionOf([...(pending[lesson]?.stretches ?? []), stretch])
  return { ...pending, [lesson]: { stretches, positionMs: stretch.toMs } }
}

/** The first `mostMs` of what is pending, for one report, and what is left. */
export function takeReport(pending: Pending, mostMs: number): { report: Pending; left: Pending } {
  const report: Pending = {}
  const left: Pending = {}
  let room = mostMs
  for (const [lesson, { stretches, positionMs }] of Object.entries(pending)) {
    const taken: Stretch[] = []
    const kept: Stretch[] = []
    for (const { fromMs, toMs } of stretches) {
      const end = Math.min(toMs, fromMs + room)
      if (end > fromMs) taken.push({ fromMs, toMs: end })
      if (toMs > end) kept.push({ fromMs: end, toMs })
      room -= end - fromMs
    }
    if (taken.length > 0) report[lesson] = { stretches: taken, positionMs }
    if (kept.length > 0) left[lesson] = { stretches: kept, positionMs }
  }
  return { report, left }
}

export const merged = (one: Pending, other: Pending): Pending =>
  Object.entries(other).reduce(
    (all, [lesson, { stretches }]) => stretches.reduce((sum, stretch) => withStretch(sum, lesson, stretch), all),
    one,
  )
