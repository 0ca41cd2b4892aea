import { describe, expect, it } from 'vitest'
import { sizeInRtp } from './rtp-h264.ts'

const header = (flags = 0x80) => [flags, 0x65, 0, 1, 0, 0, 0, 1, 0, 0, 0, 2]
const sps = [0x67, 0x42, 0xc0, 0x1f, 0xd9, 0x00, 0x50, 0x05, 0xbb, 0x01, 0x6a, 0x02, 0x02, 0x02, 0x80]
const pps = [0x68, 0xcb, 0x83, 0xcb, 0x20]
const sized = (unit: number[]) => [0, unit.length, ...unit]
const read = (...bytes: number[]) => sizeInRtp(Uint8Array.from(bytes))

describe('picture size in RTP', () => {
  it('is not found in other packets, broken ones or none', () => {
    expect(read()).toBeUndefined()
    expect(read(1, 2, 3)).toBeUndefined()
    expect(read(...header(0x40), ...sps)).toBeUndefined()
    expect(read(...header(), 0x7c, 0x85, 1, 2, 3)).toBeUndefined()
    expect(read(...header(), 0x78, 0xff, 0xff, 0x67)).toBeUndefined()
    expect(read(...header(0x9f), ...sps)).toBeUndefined()
  })

  it('is read from a parameter set, alone, aggregated and behind a header extension', () => {
    const size = { width: 1280, height: 720 }
    expect(read(...header(), ...sps)).toEqual(size)
    expect(read(...header(), 0x78, ...sized(pps), ...sized(sps))).toEqual(size)
    expect(read(...header(0x90), 0xbe, 0xde, 0, 1, 1, 2, 3, 4, ...sps)).toEqual(size)
  })
})
