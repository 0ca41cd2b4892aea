import { describe, expect, it } from 'vitest'
import { durationOf, tallyOf, type RunTrack, type Segment } from './runs.ts'

const facts = { codec: 'avc1.42c01f', width: 1280, height: 720, frameRate: 25, startOffsetSec: 0 }
const segment = (number: number, sizeBytes = 500_000, durationSec = 2): Segment => ({ name: `720p_${number}.m4s`, durationSec, sizeBytes })

describe('the tally of a track', () => {
  it('adds durations and sizes, and knows the highest rate but for leftovers of a stop', () => {
    const track: RunTrack = { facts, segments: [segment(0), segment(1, 750_000), segment(2, 400_000, 0.1)] }
    expect(tallyOf(track)).toMatchObject({ seconds: 4.1, sizeBytes: 1_650_000, peakBps: 3_000_000 })
    expect(durationOf(track)).toBe(4.1)
    expect(durationOf(undefined)).toBe(0)
  })

  it('looks only at what is new, however long the show is', () => {
    let looks = 0
    const counted = new Proxy<Segment[]>([], {
      get(target, name, receiver) {
        if (typeof name === 'string' && /^\d+$/.test(name)) looks++
        return Reflect.get(target, name, receiver) as unknown
      },
    })
    const track: RunTrack = { facts, segments: counted }
    for (let number = 0; number < 21_600; number++) counted.push(segment(number))
    expect(tallyOf(track).seconds).toBe(43_200)
    looks = 0
    counted.push(segment(21_600))
    expect(tallyOf(track).seconds).toBe(43_202)
    expect(looks).toBe(1)
  })
})
