import type { Chapter } from '@e-events/shared/contract/catalogue/podcasts.ts'

/** Which chapter one is in; -1 before the first. */
export function chapterAt(chapters: readonly Chapter[], positionSec: number): number {
  return chapters.findLastIndex((chapter) => chapter.startMs <= positionSec * 1000 + 50)
}
