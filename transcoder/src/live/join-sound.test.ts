import { describe, expect, it } from 'vitest'
import { createSoundJoiner } from './join-sound.ts'

const piece = { durationSec: 0.4 }
const pieces = (count: number) => Array.from({ length: count }, () => piece)
const make = (hasPictures = true) =>
  createSoundJoiner<{ durationSec: number }>({ segmentDurationSec: 2, pieceSec: 0.4, firstPartSec: 1, hasPictures })
const lengths = (groups: { durationSec: number }[][]) => groups.map((group) => group.length)

describe('sound', () => {
  it('ends where pictures end, whatever comes first', () => {
    const joiner = make()
    expect(joiner.add(pieces(4), false)).toEqual([])
    joiner.picture({ durationSec: 1.3 })
    expect(lengths(joiner.add([], false))).toEqual([3])
    joiner.picture({ durationSec: 2 })
    joiner.picture({ durationSec: 2 })
    // 3.3 and 5.3 s: the pieces that end at 3.2 and 5.2 are near enough.
    expect(lengths(joiner.add(pieces(8), false))).toEqual([5])
    expect(lengths(joiner.add(pieces(1), false))).toEqual([5])
    expect(lengths(joiner.add(pieces(3), true))).toEqual([3])
  })

  it('is not divided more finely than its pieces where pictures are', () => {
    const joiner = make()
    for (const durationSec of [0.1, 0.1, 1.8]) joiner.picture({ durationSec })
    expect(lengths(joiner.add(pieces(5), false))).toEqual([5])
  })

  it('goes on by itself where pictures stay away, and never longer than a list may name', () => {
    const joiner = make()
    const groups = joiner.add(pieces(40), false)
    expect(groups.length).toBeGreaterThan(5)
    for (const group of groups) expect(Math.round(group.length * 0.4)).toBeLessThanOrEqual(2)
  })

  it('leaves a piece to the next segment where its length would round to more than the list declares', () => {
    const joiner = make()
    // Sound that ffmpeg filled up: the sixth piece would make 2.58 s.
    const long = Array.from({ length: 30 }, () => ({ durationSec: 0.43 }))
    joiner.picture({ durationSec: 2.48 })
    const groups = joiner.add(long, false)
    expect(groups.length).toBeGreaterThan(4)
    for (const group of groups) expect(Math.round(group.length * 0.43)).toBeLessThanOrEqual(2)
    expect(groups.flat().length + joiner.add([], true).flat().length).toBe(30)
  })

  it('has segments of the wanted length where there are no pictures at all', () => {
    const joiner = make(false)
    expect(lengths(joiner.add(pieces(12), false))).toEqual([5, 5])
    expect(lengths(joiner.add([], true))).toEqual([2])
  })

  it('hands out the first part of a segment once, and keeps it its beginning', () => {
    const joiner = make()
    joiner.picture({ durationSec: 2 })
    expect(joiner.firstPart()).toBeUndefined()
    joiner.add(pieces(2), false)
    expect(joiner.firstPart()).toBeUndefined()
    joiner.add(pieces(1), false)
    expect(joiner.firstPart()).toHaveLength(3)
    expect(joiner.firstPart()).toBeUndefined()
    expect(lengths(joiner.add(pieces(2), false))).toEqual([5])
    // A key frame that comes soon ends the pictures before the sound that is out already.
    joiner.add(pieces(3), false)
    expect(joiner.firstPart()).toHaveLength(3)
    joiner.picture({ durationSec: 0.6 })
    expect(lengths(joiner.add([], false))).toEqual([3])
  })
})
