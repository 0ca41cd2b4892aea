import { describe, expect, it } from 'vitest'
import type { TrackName } from '../hls/runs.ts'
import { createPartMaker, partTargetSec, type NewPart, type Piece } from './parts.ts'

const piece = (track: TrackName, durationSec: number, isKey = false): Piece => ({ track, durationSec, isKey, bytes: Buffer.alloc(0) })

/** Pieces of a tenth of a second, divided at key frames that come once a second from `firstKeySec` on. */
function pictures(seconds: number, firstKeySec: number): Piece[] {
  const pieces = [piece('720p', Math.min(0.1, firstKeySec || 0.1), true)]
  for (let atTicks = 1; atTicks < seconds * 10; atTicks++) {
    const toKey = (((firstKeySec - atTicks / 10) % 1) + 1) % 1
    if (toKey < 0.001 || toKey > 0.999) pieces.push(piece('720p', 0.1, true))
    else if (toKey < 0.0999) pieces.push(piece('720p', toKey), piece('720p', 0.1 - toKey, true))
    else pieces.push(piece('720p', 0.1))
  }
  return pieces
}
const sound = (seconds: number): Piece[] => Array.from({ length: Math.round(seconds * 10) }, () => piece('audio', 0.1, true))

/** As a run gives them: a piece at a time. */
function follow(maker: ReturnType<typeof createPartMaker>, pieces: Piece[], isLast = false): NewPart[] {
  return pieces.flatMap((one, index) => maker.add([one], isLast && index === pieces.length - 1))
}
const lengths = (parts: NewPart[], track: TrackName) => {
  const segments: number[][] = [[]]
  for (const part of parts.filter((one) => one.track === track)) {
    segments.at(-1)?.push(Math.round(part.durationSec * 100) / 100)
    if (part.endsSegment) segments.push([])
  }
  return segments
}
/** Tracks in turns, as they come. */
const mixed = (a: Piece[], b: Piece[]) => a.flatMap((one, index) => [one, ...(b[index] ? [b[index]] : [])])

describe('parts of a show', () => {
  it('are two in a segment, the second one as long as the key frame makes it', () => {
    const parts = follow(createPartMaker({ leading: '720p', isOnGrid: false }), pictures(4.5, 0.04))
    const [first, ...others] = lengths(parts, '720p')
    expect(first?.every((sec) => sec <= partTargetSec)).toBe(true)
    for (const segment of others.slice(0, 3)) {
      expect(segment).toHaveLength(2)
      expect(segment.reduce((sum, sec) => sum + sec, 0)).toBeCloseTo(1, 5)
    }
    expect(parts.filter(({ index }) => index === 0).map(({ isIndependent }) => isIndependent)).not.toContain(false)
    expect(parts.filter(({ index }) => index === 1).map(({ isIndependent }) => isIndependent)).not.toContain(true)
  })

  it('end where our own key frames will come, without waiting for them', () => {
    const maker = createPartMaker({ leading: '720p', isOnGrid: true })
    const parts = follow(maker, pictures(2, 0))
    expect(lengths(parts, '720p')).toEqual([[0.5, 0.5], [0.5, 0.5], []])
  })

  it('number their segments without a hole, and each part within its own', () => {
    const parts = follow(createPartMaker({ leading: '720p', isOnGrid: false }), pictures(5, 0.07), true)
    let [number, index] = [0, 0]
    for (const part of parts) {
      expect([part.number, part.index]).toEqual([number, index])
      index = part.endsSegment ? 0 : index + 1
      number += part.endsSegment ? 1 : 0
    }
    expect(parts.at(-1)?.endsSegment).toBe(true)
  })

  it('make no segment longer than its list declares where key frames come late, and say for how long there was none', () => {
    const late = [piece('720p', 0.1, true), ...Array.from({ length: 39 }, () => piece('720p', 0.1))]
    const parts = follow(createPartMaker({ leading: '720p', isOnGrid: false }), late, true)
    for (const segment of lengths(parts, '720p').slice(0, -1)) {
      expect(Math.round(segment.reduce((sum, sec) => sum + sec, 0))).toBeLessThanOrEqual(1)
      for (const sec of segment) expect(sec).toBeLessThanOrEqual(partTargetSec)
    }
    expect(parts.at(-1)?.sinceKeySec).toBeCloseTo(4, 5)
  })

  it('cut sound where they cut the pictures, within half a piece, and lose none of it', () => {
    const maker = createPartMaker({ leading: '720p', isOnGrid: false })
    const parts = follow(maker, mixed(pictures(8, 0.03), sound(8)), true)
    const endsOf = (track: TrackName) => {
      let atSec = 0
      return parts
        .filter((part) => part.track === track)
        .flatMap(({ durationSec, endsSegment }) => ((atSec += durationSec), endsSegment ? [atSec] : []))
    }
    const [ends, soundEnds] = [endsOf('720p'), endsOf('audio')]
    expect(ends.length).toBeGreaterThan(7)
    for (const [index, end] of ends.slice(0, -1).entries()) expect(Math.abs(end - (soundEnds[index] ?? 0))).toBeLessThanOrEqual(0.051)
    expect(soundEnds.at(-1)).toBeCloseTo(8, 5)
  })

  it('of sound alone are half a second, and of sound whose pictures stay away, too', () => {
    const alone = follow(createPartMaker({ leading: undefined, isOnGrid: true }), sound(3))
    expect(lengths(alone, 'audio').slice(0, 2)).toEqual([
      [0.5, 0.5],
      [0.5, 0.5],
    ])
    const waiting = follow(createPartMaker({ leading: '720p', isOnGrid: false }), sound(3))
    expect(lengths(waiting, 'audio')[0]).toEqual([0.5, 0.5])
  })
})
