import { describe, expect, it } from 'vitest'
import { captureTimeAt, capturedUntilMs, datedSegments, placeOf, type DatedSegment } from './timeline.ts'

const beganAtMs = 1_000_000
/** Two runs of a feed: ten seconds, an absence of a minute, ten seconds. */
const segments: DatedSegment[] = [0, 2, 4, 6, 8, 10, 12, 14, 16, 18].map((start) => ({
  start,
  duration: 2,
  programDateTime: beganAtMs + start * 1000 + (start >= 10 ? 60_000 : 0),
}))

it('counts the first part that comes next to what is listed', () => {
  const segment = { start: 0, duration: 1, programDateTime: 1_000 }
  const hint = { start: 1, duration: 0.5, programDateTime: 2_000 }
  const list = { fragments: [segment], fragmentHint: hint }
  expect(datedSegments(undefined)).toEqual([])
  expect(datedSegments({ fragments: [segment] })).toEqual([segment])
  expect(capturedUntilMs(datedSegments(list))).toBe(2_500)
  expect(placeOf(datedSegments(list), 2_200)).toEqual({ positionSec: 1.2, isThere: true, isEnd: false })
  expect(datedSegments(list)).toBe(datedSegments(list))
})

describe('positions and capture times of a feed', () => {
  it('tell each other, to the millisecond, on both sides of an absence', () => {
    for (const positionSec of [0, 1.234, 5.5, 9.999, 10, 13.7, 19.9]) {
      const capturedAtMs = captureTimeAt(segments, positionSec)
      const place = placeOf(segments, capturedAtMs ?? 0)
      expect(place?.isThere).toBe(true)
      expect(place?.positionSec).toBeCloseTo(positionSec, 3)
    }
    expect(captureTimeAt(segments, 9.999)).toBeCloseTo(beganAtMs + 9_999)
    expect(captureTimeAt(segments, 10.001)).toBeCloseTo(beganAtMs + 70_001)
  })
  it('say what was never sent: before the first and in the absence; and what is not listed yet', () => {
    expect(placeOf(segments, beganAtMs - 4_000)).toEqual({ positionSec: 0, isThere: false, isEnd: false })
    expect(placeOf(segments, beganAtMs + 30_000)).toEqual({ positionSec: 10, isThere: false, isEnd: false })
    expect(placeOf(segments, beganAtMs + 200_000)).toEqual({ positionSec: 20, isThere: true, isEnd: true })
    // Dates are rounded: a moment between two segments that follow each other is no absence.
    const short = [{ start: 0, duration: 1.98, programDateTime: beganAtMs }, ...segments.slice(1)]
    expect(placeOf(short, beganAtMs + 1_995)).toEqual({ positionSec: 1.98, isThere: true, isEnd: false })
  })
  it('hold over a show of many hours, where every segment has a date of its own', () => {
    const show = Array.from({ length: 21_600 }, (_, index) => ({
      start: index * 2 + 3,
      duration: 2,
      // The sender's clock and the list's durations differ by a millisecond in ten seconds.
      programDateTime: beganAtMs + index * 2_000.2,
    }))
    expect(placeOf(show, beganAtMs + 21_000 * 2_000.2 + 500)?.positionSec).toBeCloseTo(42_003.5, 3)
    expect(captureTimeAt(show, 42_003.5)).toBeCloseTo(beganAtMs + 21_000 * 2_000.2 + 500, 0)
  })
  it('know nothing without dates', () => {
    const undated = [{ start: 0, duration: 2, programDateTime: null }]
    expect([captureTimeAt(undated, 1), placeOf(undated, beganAtMs), capturedUntilMs(undated), captureTimeAt([], 1)]).toEqual([
      null,
      null,
      null,
      null,
    ])
    expect(capturedUntilMs(segments)).toBe(beganAtMs + 80_000)
  })
})
