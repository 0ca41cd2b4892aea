import { z } from 'zod'
import type { ProductType } from './states.ts'

/** Content of a lesson: `text` has its notes alone, the others show a product of the same organizer. */
export const lessonKinds = ['text', 'video', 'live', 'meeting'] as const
export const lessonKindSchema = z.enum(lessonKinds)
export type LessonKind = z.infer<typeof lessonKindSchema>

/** Whether lessons open in any order, or each once those before it are complete. */
export const lessonOrders = ['free', 'enforced'] as const
export const lessonOrderSchema = z.enum(lessonOrders)
export type LessonOrder = z.infer<typeof lessonOrderSchema>

/** Types of products that a lesson of each kind may show. */
export const sourceTypesOf: Readonly<Record<LessonKind, readonly ProductType[]>> = {
  text: [],
  video: ['vod'],
  live: ['broadcast', 'live'],
  meeting: ['meet'],
}

/** Products that consist of lessons. */
export const isTaught = (type: ProductType): boolean => type === 'course' || type === 'master'

/** The player plays at most this many times as fast. */
export const fastestPlay = 2

export interface Stretch {
  fromMs: number
  toMs: number
}

/** Union of stretches, in their order, without overlaps. */
export function unionOf(stretches: readonly Stretch[]): Stretch[] {
  const union: Stretch[] = []
  for (const { fromMs, toMs } of stretches.toSorted((a, b) => a.fromMs - b.fromMs)) {
    const last = union.at(-1)
    if (last && fromMs <= last.toMs) last.toMs = Math.max(last.toMs, toMs)
    else if (toMs > fromMs) union.push({ fromMs, toMs })
  }
  return union
}

export const lengthOf = (stretches: readonly Stretch[]): number =>
  unionOf(stretches).reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0)

/**
 * Percent (0 to 100) of a lesson: what was covered of its length, and 100 once it counts as watched.
 */
export function lessonPercent({
  isWatched,
  coveredMs,
  durationMs,
}: {
  isWatched: boolean
  coveredMs: number
  durationMs: number | null
}): number {
  if (isWatched) return 100
  return durationMs === null || durationMs === 0 ? 0 : Math.min(99, Math.floor((100 * coveredMs) / durationMs))
}

/**
 * Percent (0 to 100) of a course or master: lessons that count as watched, of all, rounded; 100 only when all do.
 */
export function coursePercent(lessons: readonly { isWatched: boolean }[]): number {
  const watched = lessons.filter(({ isWatched }) => isWatched).length
  if (lessons.length === 0 || watched === lessons.length) return watched === 0 ? 0 : 100
  return Math.min(99, Math.round((100 * watched) / lessons.length))
}
