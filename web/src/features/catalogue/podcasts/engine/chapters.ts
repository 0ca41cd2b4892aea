import type { Chapter } from '@e-events/shared/contract/catalogue/podcasts.ts'
import { chapterAt } from '../../../../lib/chapters.ts'

/**
 * Back leads to the beginning of a chapter, and only from its first seconds to the one before, as players have always
 * done.
 */
export function chapterBack(chapters: readonly Chapter[], positionSec: number): number {
  const current = chapterAt(chapters, positionSec)
  const startSec = (chapters[current]?.startMs ?? 0) / 1000
  if (positionSec - startSec > 3) return startSec
  return (chapters[current - 1]?.startMs ?? 0) / 1000
}

/** Undefined in the last one. */
export function chapterForward(chapters: readonly Chapter[], positionSec: number): number | undefined {
  const next = chapters[chapterAt(chapters, positionSec) + 1]
  return next && next.startMs / 1000
}
