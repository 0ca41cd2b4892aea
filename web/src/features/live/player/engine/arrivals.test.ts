import { describe, expect, it } from 'vitest'
import { Arrivals } from './arrivals.ts'

/** A show whose segments of a second are listed as they end; `lateSec` says how long each is on its way. */
function watch(arrivals: Arrivals, lateSec: readonly number[], at = { from: 100, behindSec: 1.5, loadSec: 0.05 }) {
  let nowSec = 0
  for (const [index, late] of lateSec.entries()) {
    const endSec = at.from + index + 1
    nowSec = endSec + late
    arrivals.add({
      endSec,
      // Others are listed after a fifth of a second.
      edgeSec: Math.max(endSec, Math.floor(nowSec - 0.199)),
      positionSec: nowSec - at.behindSec,
      segmentSec: 1,
      loadSec: at.loadSec,
      nowSec,
    })
  }
  /** Seconds behind the clock, which is what was captured. */
  return { behindSec: (apartSec = 0) => nowSec - (arrivals.nearestSec(nowSec, apartSec) ?? Number.NaN) }
}
const steady = (count: number, lateSec: number) => Array.from({ length: count }, () => lateSec)

describe('how near to the newest a line lets somebody play', () => {
  it('is a segment, the latest that one came lately, and a tenth of a second', () => {
    const late = [...steady(6, 0.2), 0.35, ...steady(6, 0.2)]
    expect(watch(new Arrivals(), late).behindSec()).toBeCloseTo(1 + 0.35 + 0.1, 5)
    expect(watch(new Arrivals(), late).behindSec(0.3)).toBeCloseTo(1.75, 5)
  })

  it('leaves room for a segment that takes twice as long', () => {
    expect(watch(new Arrivals(), steady(8, 0.6), { from: 100, behindSec: 2, loadSec: 0.4 }).behindSec()).toBeCloseTo(2, 5)
  })

  it('is not known from a few, nor from what was there before somebody came', () => {
    expect(watch(new Arrivals(), steady(3, 0.2)).behindSec()).toBeNaN()
    expect(watch(new Arrivals(), steady(4, 0.2)).behindSec()).toBeCloseTo(1.3, 5)
    // The first two were listed long ago.
    expect(watch(new Arrivals(), [2.2, 1.2, ...steady(6, 0.2)]).behindSec()).toBeCloseTo(1.3, 5)
  })

  it('forgets what was late long ago', () => {
    const at = { from: 100, behindSec: 2.5, loadSec: 0.05 }
    expect(watch(new Arrivals(), [...steady(6, 0.2), 0.9, ...steady(14, 0.2)], at).behindSec()).toBeCloseTo(2, 5)
    expect(watch(new Arrivals(), [...steady(6, 0.2), 0.9, ...steady(15, 0.2)], at).behindSec()).toBeCloseTo(1.3, 5)
  })

  it('stays a little further back for good each time that the picture stood', () => {
    const arrivals = new Arrivals()
    watch(arrivals, [...steady(6, 0.2), 0.9, ...steady(30, 0.2)], { from: 100, behindSec: 1.3, loadSec: 0.05 })
    expect(137.2 - (arrivals.nearestSec(137.2) ?? Number.NaN)).toBeCloseTo(1.3 + 0.25, 5)
    // Before the line is known nobody can be at fault.
    expect(watch(new Arrivals(), [0.2, 0.9, ...steady(20, 0.2)], { from: 100, behindSec: 1.3, loadSec: 0.05 }).behindSec()).toBeCloseTo(
      1.3,
      5,
    )
  })

  it('counts each segment once, though sound and picture come one after the other', () => {
    const arrivals = new Arrivals()
    const { behindSec } = watch(arrivals, steady(8, 0.2))
    arrivals.add({ endSec: 108.01, edgeSec: 108, positionSec: 107, segmentSec: 1, loadSec: 0.9, nowSec: 108.9 })
    expect(behindSec()).toBeCloseTo(1.3, 5)
  })

  it('does not take a full buffer for a slow line', () => {
    const arrivals = new Arrivals()
    watch(arrivals, steady(8, 0.2))
    // Watching an earlier moment: loaded no sooner than it is needed.
    for (const endSec of [109, 110, 111])
      arrivals.add({ endSec, edgeSec: 160, positionSec: endSec - 10, segmentSec: 1, loadSec: 0.05, nowSec: endSec + 3 })
    expect(arrivals.nearestSec(114)).toBeCloseTo(111 - 0.1, 5)
    arrivals.add({ endSec: 160, edgeSec: 160, positionSec: 158, segmentSec: 1, loadSec: 0.05, nowSec: 160.2 })
    expect(arrivals.nearestSec(160.2)).toBeUndefined()
    expect(watch(arrivals, steady(6, 0.2), { from: 160, behindSec: 1.5, loadSec: 0.05 }).behindSec()).toBeCloseTo(1.3, 5)
  })

  it('stands where the show stands', () => {
    const arrivals = new Arrivals()
    watch(arrivals, steady(8, 0.2))
    expect(arrivals.nearestSec(500)).toBeCloseTo(108 - 0.1, 5)
    // Half a minute of silence, in which the positions of the list stand still, too.
    arrivals.add({ endSec: 109, edgeSec: 109, positionSec: 108, segmentSec: 1, loadSec: 0.05, nowSec: 140 })
    expect(arrivals.nearestSec(140)).toBeCloseTo(108 - 0.1 - 0.25, 5)
  })
})
