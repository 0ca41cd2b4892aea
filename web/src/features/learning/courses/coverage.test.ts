import { describe, expect, it } from 'vitest'
import { merged, sampleOf, stretchBetween, takeReport, withStretch, type Pending } from './coverage.ts'

const at = (positionMs: number, isPlaying = true) => ({ positionMs, isPlaying })

describe('what a player has played', () => {
  it('is the way between two samples while it plays, no jump and no standstill', () => {
    expect(stretchBetween(at(1_000), at(1_250))).toEqual({ fromMs: 1_000, toMs: 1_250 })
    expect(stretchBetween(null, at(1_250))).toBeUndefined()
    expect(stretchBetween(at(1_000, false), at(1_250))).toBeUndefined()
    expect(stretchBetween(at(1_000), at(90_000))).toBeUndefined()
    expect(stretchBetween(at(5_000), at(1_000))).toBeUndefined()
  })

  it('is in a show the time since it began, whatever the place: on air, in its recording, and across a break', () => {
    const startedAt = '2026-11-26T10:00:00.000Z'
    const seen = (positionSec: number, afterSec: number) =>
      sampleOf({ positionSec, capturedAtMs: Date.parse(startedAt) + afterSec * 1000, phase: 'playing' }, startedAt)
    expect(stretchBetween(seen(40, 600), seen(41, 601))).toEqual({ fromMs: 600_000, toMs: 601_000 })
    expect(stretchBetween(seen(540, 600), seen(541, 601))).toEqual({ fromMs: 600_000, toMs: 601_000 })
    expect(stretchBetween(seen(541, 601), seen(542, 661))).toBeUndefined()
    // Dated before the begin by a clock that is behind.
    expect(stretchBetween(seen(0, -1), seen(1, 0))).toBeUndefined()
    const place = { positionSec: 40, capturedAtMs: null, phase: 'playing' }
    expect(sampleOf(place, startedAt)).toEqual(at(40_000))
    expect(sampleOf({ ...place, capturedAtMs: Date.parse(startedAt) }, undefined)).toEqual(at(40_000))
  })

  it('keeps the show that it is of, and gives way to that of another one', () => {
    const first = withStretch({}, 'a', { fromMs: 0, toMs: 5_000 }, 'one')
    expect(takeReport(first, 2_000)).toEqual({
      report: { a: { broadcastId: 'one', stretches: [{ fromMs: 0, toMs: 2_000 }], positionMs: 5_000 } },
      left: { a: { broadcastId: 'one', stretches: [{ fromMs: 2_000, toMs: 5_000 }], positionMs: 5_000 } },
    })
    const other = { a: { broadcastId: 'other', stretches: [{ fromMs: 2_000, toMs: 3_000 }], positionMs: 3_000 } }
    expect(withStretch(first, 'a', { fromMs: 2_000, toMs: 3_000 }, 'other')).toEqual(other)
    expect(merged(first, other)).toEqual(other)
  })

  it('counts a replay once', () => {
    const once = withStretch({}, 'a', { fromMs: 0, toMs: 5_000 })
    expect(withStretch(once, 'a', { fromMs: 2_000, toMs: 6_000 })).toEqual({
      a: { stretches: [{ fromMs: 0, toMs: 6_000 }], positionMs: 6_000 },
    })
  })

  it('is reported in parts where it is more than one report holds', () => {
    const pending: Pending = {
      a: {
        stretches: [
          { fromMs: 0, toMs: 100 },
          { fromMs: 500, toMs: 700 },
        ],
        positionMs: 700,
      },
      b: { stretches: [{ fromMs: 0, toMs: 50 }], positionMs: 50 },
    }
    const { report, left } = takeReport(pending, 150)
    expect(report).toEqual({
      a: {
        stretches: [
          { fromMs: 0, toMs: 100 },
          { fromMs: 500, toMs: 550 },
        ],
        positionMs: 700,
      },
    })
    expect(left).toEqual({ a: { stretches: [{ fromMs: 550, toMs: 700 }], positionMs: 700 }, b: pending['b'] })
    expect(merged(report, left)).toMatchObject({ a: { stretches: pending['a']?.stretches }, b: { stretches: pending['b']?.stretches } })
  })
})
