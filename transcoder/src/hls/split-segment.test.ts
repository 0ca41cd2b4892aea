import { expect, it } from 'vitest'
import { box, u32, zeros } from '../testing/fmp4-bytes.ts'
import { readSegment, segmentBytes } from './fmp4.ts'
import { splitSegment } from './split-segment.ts'

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
