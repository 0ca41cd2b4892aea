import type { Step } from './report-repository.ts'

/** Most points of a line: more than a screen has room for. */
export const mostPoints = 300
/** Minutes between two points that people read as a unit of time. */
const widths = [1, 2, 5, 10, 15, 30, 60, 120, 240, 480, 720, 1_440] as const

/** The smallest width of steps with which the minutes from first to last (not included) are at most 300 steps. */
export function stepMinutes(firstMinute: number, lastMinute: number): number {
  const fits = (width: number) => Math.floor((lastMinute - 1) / width) - Math.floor(firstMinute / width) < mostPoints
  const width = widths.find(fits)
  if (width !== undefined) return width
  let days = 2
  while (!fits(days * 1_440)) days++
  return days * 1_440
}

/** Running sums from `from` up to `to` (not included). */
export function toSeries(steps: readonly Step[], from: number, to: number): number[] {
  const changes = new Map<number, number>()
  for (const { at, change } of steps) changes.set(Math.max(at, from), (changes.get(Math.max(at, from)) ?? 0) + change)
  let present = 0
  return Array.from({ length: Math.max(0, to - from) }, (_, i) => (present += changes.get(from + i) ?? 0))
}
