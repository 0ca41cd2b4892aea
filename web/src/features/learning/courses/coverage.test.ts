import { describe, expect, it } from 'vitest'
import { merged, stretchBetween, takeReport, withStretch, type Pending } from './coverage.ts'

const at = (positionMs: number, isPlaying = true) => ({ positionMs, isPlaying })

describe('what a player has played', () => {
  it('is the way between two samples while it plays, no jump and no standstill', () => {
    expect(stretchBetween(at(1_000), at(1_250))).toEqual({ fromMs: 1_000, toMs: 1_250 })
    expect(stretchBetween(null, at(1_250))).toBeUndefined()
    expect(stretchBetween(at(1_000, false), at(1_250))).toBeUndefined()
    expect(stretchBetween(at(1_000), at(90_000))).toBeUndefined()
    expect(stretchBetween(at(5_000), at(1_000))).toBeUndefined()
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
