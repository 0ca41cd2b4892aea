import { describe, expect, it } from 'vitest'
import { mostPoints, stepMinutes, toSeries } from './series.ts'

describe('steps of a line', () => {
  it('are minutes as long as they fit, then what people count in', () => {
    expect(stepMinutes(0, 1)).toBe(1)
    expect(stepMinutes(0, mostPoints)).toBe(1)
    expect(stepMinutes(0, mostPoints + 1)).toBe(2)
    // From an odd minute on one more step of two is begun.
    expect(stepMinutes(1, 601)).toBe(5)
    expect(stepMinutes(0, 1_440 * 300)).toBe(1_440)
    expect(stepMinutes(0, 1_440 * 400)).toBe(2_880)
  })

  it('add up what comes and goes', () => {
    const steps = [
      { at: 10, change: 2 },
      { at: 12, change: -1 },
      { at: 13, change: -1 },
    ]
    expect(toSeries(steps, 9, 15)).toEqual([0, 2, 2, 1, 0, 0])
    // Viewers who came before are there.
    expect(toSeries(steps, 11, 13)).toEqual([2, 1])
  })
})
