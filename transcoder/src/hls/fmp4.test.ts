import { describe, expect, it } from 'vitest'
import { delaySegment, mediaTicks, readInit, readSegment, segmentBytes, tameSamples, withoutEdits } from './fmp4.ts'
import { ascii, avc1, box, initBytes as init, mp4a, segmentBytesOf as segment, u32, unit, zeros } from '../testing/fmp4-bytes.ts'
import { readSpsSize } from './sps.ts'

/** 1280x720 constrained baseline as Chromium's encoder writes it. */
const sps = [0x67, 0x42, 0xc0, 0x1f, 0xd9, 0x00, 0x50, 0x05, 0xbb, 0x01, 0x6a, 0x02, 0x02, 0x02, 0x80]

describe('initialization segment', () => {
  it('is refused when it is something else', () => {
    expect(() => readInit(Uint8Array.from(ascii('<!doctype html>')))).toThrow('not an initialization segment')
    expect(() => readInit(new Uint8Array())).toThrow('not an initialization segment')
    expect(() => readInit(init({ sample: box('hvc1', zeros(80)), timescale: 90_000 }))).toThrow('unknown sample entry hvc1')
  })

  it('tells codec, size, timescale and how late the track begins', () => {
    expect(
      readInit(
        init({
          sample: avc1,
          timescale: 15_360,
          edits: [
            [1485, -1],
            [0, 0],
          ],
        }),
      ),
    ).toEqual({
      codec: 'avc1.64001f',
      size: { width: 1280, height: 720 },
      timescale: 15_360,
      startOffsetSec: 1.485,
    })
    expect(readInit(init({ sample: mp4a, timescale: 48_000, edits: [[0, 0]] }))).toEqual({
      codec: 'mp4a.40.2',
      size: undefined,
      timescale: 48_000,
      startOffsetSec: 0,
    })
  })

  it('loses its edit list without moving anything', () => {
    const before = init({ sample: avc1, timescale: 15_360, edits: [[1485, -1]] })
    const after = withoutEdits(before)
    expect(after).toHaveLength(before.length)
    expect(readInit(after)).toEqual({ ...readInit(before), startOffsetSec: 0 })
    expect(readInit(before).startOffsetSec).toBe(1.485)
  })
})

describe('media segment', () => {
  it('is refused when it is something else', () => {
    expect(() => readSegment(init({ sample: avc1, timescale: 1 }), 'video')).toThrow('not a media segment')
  })

  it('tells its time, its samples and the size in its pictures', () => {
    const bytes = segment({ time: 30_275, samples: 60, data: [...unit([9, 0x10]), ...unit(sps), ...unit([0x65, 1, 2, 3])] })
    expect(readSegment(bytes, 'video')).toEqual({ startTime: 30_275, samples: 60, size: { width: 1280, height: 720 } })
    expect(readSegment(bytes, 'audio').size).toBeUndefined()
    expect(readSegment(segment({ time: 1, samples: 1, data: unit([0x65, 1, 2]) }), 'video').size).toBeUndefined()
  })

  it('is put later in place, in both widths of its clock', () => {
    for (const wide of [true, false]) {
      const bytes = segment({ time: 100, wide, samples: 1, data: [] })
      delaySegment(bytes, 22_272)
      expect(readSegment(bytes, 'video').startTime).toBe(22_372)
    }
  })

  it('gives a sample that claims to last for hours the length of its neighbours, and leaves everything else as it is', () => {
    const samples = (durations: number[]) => durations.flatMap((duration) => [...u32(duration), ...u32(900)])
    // 0x301: a data offset, and per sample a duration and a size.
    const fragment = (durations: number[]) =>
      Uint8Array.from(
        box('moof', box('traf', box('tfhd', zeros(8)), box('trun', u32(0x301), u32(durations.length), u32(8), samples(durations)))),
      )
    const bytes = fragment([3_000, 3_003, 2 ** 32 - 1_500, 2_997])
    expect(tameSamples(bytes, 30 * 90_000)).toBe(1)
    expect(bytes).toEqual(fragment([3_000, 3_003, 3_000, 2_997]))
    expect(tameSamples(bytes, 30 * 90_000)).toBe(0)
    const still = fragment([20 * 90_000])
    expect(tameSamples(still, 30 * 90_000)).toBe(0)
    // Without durations per sample there is nothing to mend.
    expect(tameSamples(segment({ time: 0, samples: 3, data: [] }), 90_000)).toBe(0)
  })

  it('shows a first picture with an offset below zero when it comes, in boxes that know no sign', () => {
    const fragment = (version: 0 | 1, offsets: number[]) => {
      // 0xf05: a data offset and flags of the first sample; per sample a duration, a size, flags and an offset.
      const samples = offsets.flatMap((offset) => [...u32(3_000), ...u32(900), ...u32(0), ...u32(offset)])
      const run = box('trun', u32(version * 2 ** 24 + 0xf05), u32(offsets.length), u32(8), u32(0), samples)
      return Uint8Array.from(box('moof', box('traf', box('tfhd', zeros(8)), run)))
    }
    const bytes = fragment(0, [-142_217, 0, 3_000])
    expect(tameSamples(bytes, 30 * 90_000)).toBe(1)
    expect(bytes).toEqual(fragment(0, [0, 0, 3_000]))
    const signed = fragment(1, [-3_000, 0])
    expect(tameSamples(signed, 30 * 90_000)).toBe(0)
    expect(signed).toEqual(fragment(1, [-3_000, 0]))
  })

  it('says how long its samples last, told one by one or for all', () => {
    const run = (durations: number[]) =>
      box(
        'trun',
        u32(0x301),
        u32(durations.length),
        u32(8),
        durations.flatMap((one) => [...u32(one), ...u32(900)]),
      )
    const fragment = (...content: number[][]) =>
      Uint8Array.from([...box('styp', zeros(4)), ...box('moof', box('traf', ...content)), ...box('mdat', zeros(9))])
    const each = fragment(box('tfhd', u32(0x20038), u32(1), u32(500), zeros(8)), run([12_173, 5_040, 2_520, 1]))
    expect(mediaTicks(each, 30 * 90_000)).toBe(19_734)
    expect(mediaTicks(fragment(box('tfhd', zeros(8)), run([3_000, 2 ** 32 - 1_500, 3_000])), 30 * 90_000)).toBe(6_000)
    const untold = box('trun', u32(0x1), u32(25), u32(8))
    expect(mediaTicks(fragment(box('tfhd', u32(0x8), u32(1), u32(3_600)), untold), 90_000)).toBe(90_000)
    expect(mediaTicks(fragment(box('tfhd', u32(0xb), u32(1), zeros(8), u32(7), u32(3_600)), untold), 90_000)).toBe(90_000)
    expect(mediaTicks(fragment(box('tfhd', u32(0), u32(1)), untold), 90_000)).toBe(0)
  })

  it('says how long it should be, so that one cut short is seen', () => {
    const bytes = segment({ time: 0, samples: 1, data: zeros(5_000) })
    expect(segmentBytes(bytes.subarray(0, 200))).toBe(bytes.length)
    expect(segmentBytes(Uint8Array.from([0, 0, 0, 2, 1, 1, 1, 1, 1]))).toBe(-1)
  })
})

describe('sequence parameter set', () => {
  it('is left alone when it cannot be read', () => {
    expect(readSpsSize(Uint8Array.from([0x67]))).toBeUndefined()
    expect(readSpsSize(Uint8Array.from([0x67, ...zeros(40)]))).toBeUndefined()
  })
})
