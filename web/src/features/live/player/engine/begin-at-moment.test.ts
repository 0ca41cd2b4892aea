import { expect, it } from 'vitest'
import { beginningAt } from './begin-at-moment.ts'

const atMs = Date.parse('2026-11-24T20:00:00.000Z')
/** Two runs of a feed, of which the second one began twenty seconds after the first. */
const list = `#EXTM3U
#EXT-X-VERSION:9
#EXT-X-TARGETDURATION:2
#EXT-X-MAP:URI="e1r0/init_360p.mp4"
#EXT-X-PROGRAM-DATE-TIME:2026-11-24T20:00:00.000Z
#EXTINF:2.00000,
e1r0/360p_00001.m4s
#EXTINF:2.00000,
e1r0/360p_00002.m4s
#EXT-X-DISCONTINUITY
#EXT-X-PROGRAM-DATE-TIME:2026-11-24T20:00:20.000Z
#EXTINF:1.50000,
e1r1/360p_00001.m4s
`
const offset = (text: string) => /^#EXTM3U\n#EXT-X-START:TIME-OFFSET=([\d.]+)/.exec(text)?.[1]

it('begins a list where the moment lies, after a break where it lies in one, and at the edge where it is not listed', () => {
  const at = (sec: number, startSec?: number) => offset(beginningAt(list, atMs + sec * 1000, startSec))
  expect([at(2.6), at(20.5), at(10)]).toEqual(['2.600', '4.500', '4.150'])
  expect(at(30)).toBeUndefined()
  expect(at(30, 3)).toBe('3.000')
  // A feed that has ended is seen where it ends.
  expect(offset(beginningAt(`${list}#EXT-X-ENDLIST\n`, atMs + 30_000))).toBe('5.500')
})

it('leaves a list without dates, and one whose moment nobody knows, where the player would begin', () => {
  const undated = list.replaceAll(/#EXT-X-PROGRAM.*\n/g, '')
  expect(beginningAt(undated, atMs)).toBe(undated)
  expect(offset(beginningAt(undated, atMs, 7))).toBe('7.000')
  expect(beginningAt(list, null)).toBe(list)
})
