import type { Chapter } from '@e-events/shared/contract/catalogue/podcasts.ts'
import { limits } from '@e-events/shared/limits.ts'

/** As it is typed. */
export interface ChapterRow {
  key: number
  title: string
  start: string
}
export type ChapterProblem = 'title' | 'time' | 'twice' | 'behind'

/** `1:02:03`, `2:07` or `45` as milliseconds; undefined for what is no time. */
export function parseClock(text: string): number | undefined {
  const match = /^(?:(?:(\d{1,2}):)?(\d{1,3}):)?(\d{1,2})$/.exec(text.trim())
  if (!match) return undefined
  const [hours, minutes, seconds] = match.slice(1).map((part) => (part === undefined ? undefined : Number(part)))
  if ((minutes !== undefined && (seconds ?? 0) > 59) || (hours !== undefined && (minutes ?? 0) > 59)) return undefined
  const ms = ((hours ?? 0) * 3_600 + (minutes ?? 0) * 60 + (seconds ?? 0)) * 1_000
  return ms <= limits.chapterStartMs ? ms : undefined
}

/** The chapters in order, and what is wrong with which row; empty rows are no rows. */
export function checkChapters(
  rows: readonly ChapterRow[],
  durationMs: number | null,
): { chapters: Chapter[]; problems: Map<number, ChapterProblem> } {
  const problems = new Map<number, ChapterProblem>()
  const seen = new Set<number>()
  const chapters: Chapter[] = []
  for (const row of rows) {
    const title = row.title.trim()
    if (title === '' && row.start.trim() === '') continue
    const startMs = parseClock(row.start)
    if (startMs === undefined) problems.set(row.key, 'time')
    else if (durationMs !== null && startMs >= durationMs) problems.set(row.key, 'behind')
    else if (seen.has(startMs)) problems.set(row.key, 'twice')
    else if (title === '') problems.set(row.key, 'title')
    else chapters.push({ title, startMs })
    if (startMs !== undefined) seen.add(startMs)
  }
  return { chapters: chapters.toSorted((a, b) => a.startMs - b.startMs), problems }
}
