import { describe, expect, it } from 'vitest'
import { BrokenMedia } from './broken-media.ts'

const at = (currentTime: number, ranges: [number, number][], more: Partial<HTMLVideoElement> = {}) =>
  ({
    currentTime,
    readyState: 2,
    seeking: false,
    buffered: { length: ranges.length, start: (i: number) => ranges[i]?.[0], end: (i: number) => ranges[i]?.[1] },
    ...more,
  }) as HTMLVideoElement

describe('a segment that cannot be read', () => {
  it('is passed over by a picture that waits before it, once something behind it is there', () => {
    const broken = new BrokenMedia()
    const hole: [number, number][] = [
      [0, 4],
      [6, 12],
    ]
    expect(broken.endOfHole(at(3.9, hole))).toBeUndefined()
    broken.note({ start: 4, end: 6 })
    expect(broken.endOfHole(at(3.9, [[0, 4]]))).toBeUndefined()
    expect(broken.endOfHole(at(3.9, hole))).toBe(6.05)
    expect(broken.endOfHole(at(3.9, hole, { readyState: 3 }))).toBeUndefined()
    expect(broken.endOfHole(at(3.9, hole, { seeking: true }))).toBeUndefined()
    expect(broken.endOfHole(at(5, hole, { readyState: 1, seeking: true }))).toBe(6.05)
    // Somebody who waits for what was never loaded is not thrown forward.
    expect(broken.endOfHole(at(1, [[6, 12]]))).toBeUndefined()
    expect(broken.endOfHole(at(5, [[40, 50]]))).toBeUndefined()
  })

  it('is no reason to give up; twelve without one that can be read are', () => {
    const broken = new BrokenMedia()
    const notes = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => broken.note({ start: (from + index) * 2, end: (from + index) * 2 + 2 }))
    expect(notes(0, 11)).not.toContain(true)
    broken.settle()
    expect(notes(20, 11)).not.toContain(true)
    expect(notes(40, 1)).toEqual([true])
  })
})
