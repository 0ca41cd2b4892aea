import { describe, expect, it } from 'vitest'
import { EdgeDistance, liveSyncSec } from './edge-distance.ts'

const inParts = { partTarget: 0.55, averagetargetduration: 1 }

describe('the distance of a live picture from the end of its list', () => {
  it('is two parts and a reserve, or one and a half segments', () => {
    expect(liveSyncSec(inParts)).toBeCloseTo(1.3, 5)
    expect(liveSyncSec({ partTarget: 1.1, averagetargetduration: 2 })).toBeCloseTo(2.3, 5)
    expect(liveSyncSec({ partTarget: 0, averagetargetduration: 1 })).toBe(1.5)
    expect(liveSyncSec({ partTarget: 0, averagetargetduration: 2 })).toBe(3)
    expect(liveSyncSec({ partTarget: 0, averagetargetduration: 6 })).toBe(4.5)
  })

  it('is that of whole segments, counted from the end of the first part, where one is not to be near', () => {
    expect(liveSyncSec(inParts, false)).toBeCloseTo(2, 5)
    expect(new EdgeDistance().follow(inParts, 0, false)).toBeCloseTo(2, 5)
  })

  it('begins near where the first list has parts', () => {
    expect(new EdgeDistance().begin(0.55)).toBeCloseTo(1.3, 5)
    expect(new EdgeDistance().begin(0)).toBe(3)
  })

  it('grows with each stall, to an end, and shrinks again in quiet', () => {
    const distance = new EdgeDistance()
    expect(distance.follow(inParts, 0)).toBeCloseTo(1.3, 5)
    expect(distance.stall(10_000)).toBeCloseTo(1.55, 5)
    // The same one, told twice.
    expect(distance.stall(11_000)).toBeCloseTo(1.55, 5)
    expect(distance.stall(20_000)).toBeCloseTo(1.8, 5)
    expect(distance.follow(inParts, 70_000)).toBeCloseTo(1.8, 5)
    expect(distance.follow(inParts, 81_000)).toBeCloseTo(1.55, 5)
    expect(distance.follow(inParts, 90_000)).toBeCloseTo(1.55, 5)
    expect(distance.follow(inParts, 142_000)).toBeCloseTo(1.3, 5)
    for (let at = 200_000; at < 300_000; at += 5_000) distance.stall(at)
    expect(distance.sec).toBeCloseTo(2.8, 5)
  })
})
