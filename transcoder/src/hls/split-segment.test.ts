import { describe, expect, it } from 'vitest'
import { box, u32, zeros } from '../testing/fmp4-bytes.ts'
import { readSegment, segmentBytes } from './fmp4.ts'
import { splitAtKeys, splitSegment } from './split-segment.ts'

/** As ffmpeg writes one: index, default flags, a first sample that is a key frame, durations and sizes per sample. */
function segment(samples: { ticks: number; data: number[] }[], time = 1_000): Uint8Array {
  const flags = [0, 0, 3, 5]
  const entries = samples.flatMap(({ ticks, data }) => [...u32(ticks), ...u32(data.length)])
  const run = (offset: number) => box('trun', flags, u32(samples.length), u32(offset), u32(0x02000000), entries)
  const track = (offset: number) => box('traf', box('tfhd', zeros(20)), box('tfdt', [1, 0, 0, 0, ...u32(0), ...u32(time)]), run(offset))
  const fragment = (offset: number) => box('moof', box('mfhd', zeros(8)), track(offset))
  const data = samples.flatMap((sample) => sample.data)
  return Uint8Array.from([
    ...box('styp', [109, 115, 100, 104]),
    ...box('sidx', zeros(36)),
    ...fragment(fragment(0).length + 8),
    ...box('mdat', data),
  ])
}

const frames = Array.from({ length: 90 }, (_, index) => ({ ticks: 3_000, data: [index, index, ...zeros(index % 3)] }))

it('divides a segment into whole ones that follow each other in time and hold the same data', () => {
  const whole = segment(frames)
  const pieces = splitSegment(whole, 2) ?? []
  expect(pieces.map(({ share }) => share)).toEqual([0.5, 0.5])
  const facts = pieces.map(({ bytes }) => readSegment(bytes, 'video'))
  expect(facts.map(({ startTime }) => startTime)).toEqual([1_000, 1_000 + 45 * 3_000])
  expect(facts.map(({ samples }) => samples)).toEqual([45, 45])
  for (const { bytes } of pieces) {
    expect(segmentBytes(bytes)).toBe(bytes.length)
    expect(bytes.includes('sidx')).toBe(false)
    const moof = bytes.indexOf('moof') - 4
    const trun = bytes.indexOf('trun')
    // The data offset counts from the fragment to the first byte of its data.
    expect(moof + bytes.readInt32BE(trun + 12)).toBe(bytes.indexOf('mdat') + 4)
  }
  const data = Buffer.concat(pieces.map(({ bytes }) => bytes.subarray(bytes.indexOf('mdat') + 4)))
  expect([...data]).toEqual(frames.flatMap((frame) => frame.data))
  // Only the first piece begins with a key frame.
  expect(pieces.map(({ bytes }) => bytes.readUInt32BE(bytes.indexOf('trun') + 4) & 4)).toEqual([4, 0])
})

it('divides by time and not by samples, a long still picture included', () => {
  const pieces = splitSegment(segment([{ ticks: 270_000, data: [1] }, ...frames]), 2) ?? []
  expect(pieces.map(({ bytes }) => readSegment(bytes, 'video').samples)).toEqual([1, 90])
  expect(splitSegment(segment(frames.slice(0, 1)), 2)).toBeUndefined()
})

it('leaves alone what is written otherwise', () => {
  const whole = segment(frames)
  expect(splitSegment(Buffer.concat([whole, whole]), 2)).toBeUndefined()
  expect(splitSegment(whole.subarray(0, 40), 2)).toBeUndefined()
  expect(splitSegment(new Uint8Array(), 2)).toBeUndefined()
})

describe('key frames within a piece', () => {
  const key = 0x0200_0000
  const other = 0x0101_0000
  /** A piece whose samples say their flags themselves, and have their length by default. */
  function piece(flags: readonly number[]): Uint8Array {
    const entries = flags.flatMap((one, index) => [...u32(index + 1), ...u32(one)])
    const run = (offset: number) => box('trun', [0, 0, 6, 1], u32(flags.length), u32(offset), entries)
    const header = box('tfhd', [0, 2, 0, 8], u32(1), u32(3_000))
    const fragment = (offset: number) =>
      box('moof', box('mfhd', zeros(8)), box('traf', header, box('tfdt', [1, 0, 0, 0, ...u32(0), ...u32(90_000)]), run(offset)))
    const data = flags.flatMap((_, index) => Array.from({ length: index + 1 }, () => index))
    return Uint8Array.from([...fragment(fragment(0).length + 8), ...box('mdat', data)])
  }

  it('divide it before them, with the times and the bytes that belong to each', () => {
    const pieces = splitAtKeys(piece([other, other, key, other])) ?? []
    expect(pieces.map(({ isKey, ticks }) => [isKey, ticks])).toEqual([
      [false, 6_000],
      [true, 6_000],
    ])
    expect(pieces.map(({ bytes }) => readSegment(bytes, 'video'))).toMatchObject([
      { startTime: 90_000, samples: 2 },
      { startTime: 96_000, samples: 2 },
    ])
    expect(pieces.map(({ bytes }) => [...bytes.subarray(bytes.indexOf('mdat') + 4)])).toEqual([
      [0, 1, 1],
      [2, 2, 2, 3, 3, 3, 3],
    ])
    for (const { bytes } of pieces) expect(segmentBytes(bytes)).toBe(bytes.length)
  })

  it('leave it whole where it begins with the only one, or has none', () => {
    for (const flags of [
      [key, other],
      [other, other],
    ]) {
      const bytes = piece(flags)
      const [whole, ...more] = splitAtKeys(bytes) ?? []
      expect(more).toEqual([])
      expect(whole).toMatchObject({ isKey: flags[0] === key, share: 1 })
      expect(Buffer.compare(whole?.bytes ?? Buffer.alloc(0), bytes)).toBe(0)
    }
    expect(splitAtKeys(Uint8Array.from(box('mdat', [1])))).toBeUndefined()
  })
})
