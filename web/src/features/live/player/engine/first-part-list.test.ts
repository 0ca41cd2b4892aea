import { M3U8Parser } from 'hls.js'
import { describe, expect, it } from 'vitest'
import { nextSegment, partOf, partSecOf, readLiveList, segmentOf, withParts } from './first-part-list.ts'

const atMs = Date.parse('2026-11-27T20:00:00.000Z')
const head = ['#EXTM3U', '#EXT-X-VERSION:9', '#EXT-X-TARGETDURATION:1', '#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,CAN-SKIP-UNTIL=6.0']
const announces = '#EXT-X-E-EVENTS-FIRST-PART:DURATION=0.50000'
const segment = (number: number, durationSec = 1) => [
  `#EXT-X-PROGRAM-DATE-TIME:${new Date(atMs + number * 1000).toISOString()}`,
  `#EXTINF:${durationSec.toFixed(5)},`,
  `e1r0/720p_${String(number).padStart(5, '0')}.m4s`,
]
const map = '#EXT-X-MAP:URI="e1r0/init_720p.mp4"'
const list = (...lines: string[]) => [...head, announces, '#EXT-X-MEDIA-SEQUENCE:0', ...lines, ''].join('\n')

/** As hls.js reads it. */
const parse = (text: string) => M3U8Parser.parseLevelPlaylist(text, 'https://e.example/720p.m3u8', 0, 'main' as never, 0, null)

describe('a live list with first parts', () => {
  it('is read with its numbers, also as a difference', () => {
    const live = readLiveList(list(map, ...segment(0), ...segment(1, 0.98)))
    expect(live).toMatchObject({ partSec: 0.5, lastSn: 1 })
    expect(live?.segments.map(({ uri, durationSec, capturedAtMs }) => [uri, durationSec, capturedAtMs])).toEqual([
      ['e1r0/720p_00000.m4s', 1, atMs],
      ['e1r0/720p_00001.m4s', 0.98, atMs + 1000],
    ])
    expect(readLiveList(list('#EXT-X-SKIP:SKIPPED-SEGMENTS=40', ...segment(40)))?.lastSn).toBe(40)
  })

  it('is none where it has ended, or says nothing of parts', () => {
    expect(readLiveList(list(map, ...segment(0), '#EXT-X-ENDLIST'))).toBeUndefined()
    expect(readLiveList([...head, map, ...segment(0)].join('\n'))).toBeUndefined()
  })

  it('names parts as hls.js reads them, and the one that comes next with its moment', () => {
    const live = readLiveList(list(map, ...[0, 1, 2, 3].flatMap((number) => segment(number))))
    const details = parse(withParts(live!, 'e1r0/720p_00004.m4s'))
    expect(details.playlistParsingError).toBeNull()
    expect(details.fragments.map(({ relurl }) => relurl)).toEqual([0, 1, 2, 3].map((number) => `e1r0/720p_0000${number}.m4s`))
    expect(details.partList?.map(({ relurl, duration, independent, fragment }) => [relurl, duration, independent, fragment.sn])).toEqual([
      ...[1, 2, 3].flatMap((number) => [
        [`e1r0/720p_0000${number}-0.m4s`, 0.5, true, number],
        [`e1r0/720p_0000${number}-1.m4s`, 0.5, false, number],
      ]),
      ['e1r0/720p_00004-0.m4s', 0.5, true, 4],
    ])
    expect(partSecOf(details.partTarget)).toBeCloseTo(0.5, 3)
    expect(details.fragmentHint).toMatchObject({ sn: 4, duration: 0.5, programDateTime: atMs + 4000 })
    expect(details.edge).toBeCloseTo(4.5, 3)
    // Asks for the segment that the part belongs to: the server answers with the whole.
    expect([details.lastPartSn, details.lastPartIndex]).toEqual([4, 0])
  })

  it('gives no parts to a segment that is hardly longer than one', () => {
    const live = readLiveList(list(map, ...segment(0, 0.53), ...segment(1)))
    expect(parse(withParts(live!, undefined)).partList?.map(({ relurl }) => relurl)).toEqual([
      'e1r0/720p_00001-0.m4s',
      'e1r0/720p_00001-1.m4s',
    ])
  })
})

it('names of segments and their parts lead to each other', () => {
  expect(nextSegment('e2r1/audio_00099.m4s')).toBe('e2r1/audio_00100.m4s')
  expect(nextSegment('e2r1/audio_99999.m4s')).toBe('e2r1/audio_100000.m4s')
  expect(nextSegment('other.m4s')).toBeUndefined()
  expect(segmentOf(partOf('e2r1/audio_00099.m4s', 1))).toEqual({ uri: 'e2r1/audio_00099.m4s', index: 1 })
  expect(segmentOf('e2r1/audio_00099.m4s')).toBeUndefined()
})
