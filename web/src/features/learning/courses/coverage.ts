import { unionOf, type Stretch } from '@e-events/shared/domain/lessons.ts'

/** Played of one lesson and not reported yet. */
export interface Played {
  /** The show that was seen: stretches are then in milliseconds since it began. */
  broadcastId?: string | undefined
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

interface Shown {
  positionSec: number
  /** Epoch milliseconds; null where the browser plays by itself and tells no times. */
  capturedAtMs: number | null
  phase: string
}

/**
 * The place on screen, in milliseconds of the video, or since the begin of a show. A place on air is another one in the
 * recording, which has no breaks: both bear the time of their capture.
 */
export function sampleOf({ positionSec, capturedAtMs, phase }: Shown, startedAt: string | undefined): Sample {
  const isDated = startedAt !== undefined && capturedAtMs !== null
  const positionMs = isDated ? capturedAtMs - Date.parse(startedAt) : positionSec * 1000
  return { positionMs, isPlaying: phase === 'playing' && positionMs >= 0 }
}

/** The stretch between two samples of a player; undefined where it stood still or jumped. */
export function stretchBetween(before: Sample | null, now: Sample): Stretch | undefined {
  if (!before?.isPlaying) return undefined
  const step = now.positionMs - before.positionMs
  return step > 0 && step <= largestStepMs ? { fromMs: before.positionMs, toMs: now.positionMs } : undefined
}

/** Stretches that are pending of another show, or of a video, have other places: they give way. */
export function withStretch(pending: Pending, lesson: string, stretch: Stretch, broadcastId?: string): Pending {
  const before = pending[lesson]
  const stretches = unionOf([...(before?.broadcastId === broadcastId ? (before?.stretches ?? []) : []), stretch])
  return { ...pending, [lesson]: { ...(broadcastId === undefined ? {} : { broadcastId }), stretches, positionMs: stretch.toMs } }
}

/** The first `mostMs` of what is pending, for one report, and what is left. */
export function takeReport(pending: Pending, mostMs: number): { report: Pending; left: Pending } {
  const report: Pending = {}
  const left: Pending = {}
  let room = mostMs
  for (const [lesson, { stretches, ...place }] of Object.entries(pending)) {
    const taken: Stretch[] = []
    const kept: Stretch[] = []
    for (const { fromMs, toMs } of stretches) {
      const end = Math.min(toMs, fromMs + room)
      if (end > fromMs) taken.push({ fromMs, toMs: end })
      if (toMs > end) kept.push({ fromMs: end, toMs })
      room -= end - fromMs
    }
    if (taken.length > 0) report[lesson] = { ...place, stretches: taken }
    if (kept.length > 0) left[lesson] = { ...place, stretches: kept }
  }
  return { report, left }
}

export const merged = (one: Pending, other: Pending): Pending =>
  Object.entries(other).reduce(
    (all, [lesson, { stretches, broadcastId }]) => stretches.reduce((sum, stretch) => withStretch(sum, lesson, stretch, broadcastId), all),
    one,
  )
