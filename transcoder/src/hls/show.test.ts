import { describe, expect, it } from 'vitest'
import { runOf, segments } from '../testing/runs.ts'
import { composePlaylist, totalDurationSec } from './compose.ts'
import type { Run, TrackName } from './runs.ts'
import { composeShow, hasStandIns, type ShowFeed, type ShowPart } from './show.ts'

/** A run of a camera: two seconds of everything per segment. */
const shot = (id: string, atSec: number, count: number, rungs: readonly TrackName[] = ['720p', '360p']): Run =>
  runOf(id, atSec, Object.fromEntries([...rungs, 'audio' as const].map((name) => [name, segments(count)])))

const feed = (id: string, runs: readonly Run[], more: Partial<ShowFeed> = {}): ShowFeed => ({
  id,
  hasAudio: true,
  hasVideo: true,
  runs,
  ...more,
})

/** `1 0-24, 2 80-116`: who is seen when, by capture time. */
function story(parts: readonly ShowPart[], track: TrackName = '360p'): string {
  return parts
    .map(({ feedId, run }) => {
      const { facts, segments: listed } = run.tracks.get(track) ?? { facts: { startOffsetSec: 0 }, segments: [] }
      const from = run.capturedAtMs / 1000 + facts.startOffsetSec
      const to = from + listed.reduce((sum, { durationSec }) => sum + durationSec, 0)
      return `${feedId} ${round(from)}-${round(to)}`
    })
    .join(', ')
}
const round = (seconds: number) => Math.round(seconds * 100) / 100
const lengthOf = (parts: readonly ShowPart[]) => totalDurationSec(parts.map(({ run }) => run))

const late = [feed('1', [shot('e1r0', 0, 12)]), feed('2', [shot('e1r0', 80, 18)])]

interface Case {
  name: string
  feeds: ShowFeed[]
  /** Content of each feed's recording, in the order of `feeds`. */
  shown: string[]
}

const cases: Case[] = [
  {
    name: 'takes of different moments lie behind each other for both feeds, and the time in which nobody sent is cut',
    feeds: late,
    shown: ['1 0-24, 2 80-116', '1 0-24, 2 80-116'],
  },
  {
    name: 'one feed is what it is, with its own gaps',
    feeds: [feed('1', [shot('e1r0', 0, 5), shot('e1r1', 30, 5)])],
    shown: ['1 0-10, 1 30-40'],
  },
  {
    name: 'feeds that begin and end within two segments of each other are left alone',
    feeds: [feed('1', [shot('e1r0', 0, 30)]), feed('2', [shot('e1r0', 1.4, 28)])],
    shown: ['1 0-60', '2 1.4-57.4'],
  },
  {
    name: 'a break of about two segments is cut, a longer one is filled',
    feeds: [feed('1', [shot('e1r0', 0, 30)]), feed('2', [shot('e1r0', 0, 5), shot('e1r1', 13.5, 3), shot('e1r2', 28, 16)])],
    shown: ['1 0-60', '2 0-10, 2 13.5-19.5, 1 20-28, 2 28-60'],
  },
  {
    name: 'feeds that overlap: no moment twice, never back in time, own pictures whole',
    feeds: [feed('1', [shot('e1r0', 0, 30)]), feed('2', [shot('e1r0', 31, 30)])],
    shown: ['1 0-60, 2 61-91', '1 0-30, 2 31-91'],
  },
  {
    name: 'a clock that is some milliseconds off costs no segment',
    feeds: [feed('1', [shot('e1r0', 0, 10)]), feed('2', [shot('e1r0', 19.97, 10)])],
    shown: ['1 0-20, 2 19.97-39.97', '1 0-20, 2 19.97-39.97'],
  },
  {
    name: 'of several that live the one with picture and sound stands in first, then the older one',
    feeds: [
      feed('camera', [shot('e1r0', 0, 5)]),
      feed('slides', [shot('e1r0', 0, 30)], { hasAudio: false }),
      feed('other', [shot('e1r0', 20, 10)]),
    ],
    shown: ['camera 0-10, slides 10-20, other 20-40, slides 40-60', 'slides 0-60', 'camera 0-10, slides 10-20, other 20-40, slides 40-60'],
  },
  {
    name: 'black pictures under sound stand in last',
    feeds: [feed('1', [shot('e1r0', 0, 5)]), feed('mute', [shot('e1r0', 0, 20)], { hasVideo: false }), feed('3', [shot('e1r0', 20, 5)])],
    shown: ['1 0-10, mute 10-20, 3 20-30, mute 30-40', 'mute 0-40', '1 0-10, mute 10-20, 3 20-30, mute 30-40'],
  },
  {
    name: 'a feed that never sent has no recording and stands in for nobody',
    feeds: [...late, feed('3', [])],
    shown: ['1 0-24, 2 80-116', '1 0-24, 2 80-116', ''],
  },
  {
    name: 'a run whose sound was never listed would break only some of the lists: it is left out',
    feeds: [feed('1', [shot('e1r0', 0, 5), runOf('e1r1', 12, { '360p': [2] }), shot('e1r2', 14, 5)])],
    shown: ['1 0-10, 1 14-24'],
  },
]

describe('the whole show', () => {
  it.each(cases)('$name', ({ feeds, shown }) => {
    expect(feeds.map(({ id }) => story(composeShow(feeds, id)))).toEqual(shown)
  })

  it('never shows a moment twice and never goes back, whatever the feeds did', () => {
    let seed = 7
    const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647
    for (let show = 0; show < 300; show++) {
      const feeds = Array.from({ length: 2 + Math.floor(random() * 3) }, (_, index) => {
        let atSec = random() * 40
        const runs = Array.from({ length: 1 + Math.floor(random() * 4) }, (_, number) => {
          const run = shot(`e1r${number}`, atSec, 1 + Math.floor(random() * 12))
          atSec += totalDurationSec([run]) + random() * 20
          return run
        })
        return feed(String(index), runs, { hasAudio: random() > 0.3, hasVideo: random() > 0.2 })
      })
      const lengths = feeds.map(({ id }) => {
        const parts = composeShow(feeds, id)
        let reachedSec = Number.NEGATIVE_INFINITY
        for (const { run } of parts) {
          const { facts, segments: listed } = run.tracks.get('360p')!
          const fromSec = run.capturedAtMs / 1000 + facts.startOffsetSec
          expect(fromSec).toBeGreaterThanOrEqual(reachedSec - 0.05)
          reachedSec = fromSec + listed.reduce((sum, { durationSec }) => sum + durationSec, 0)
        }
        const own = feeds.find((one) => one.id === id)!.runs
        expect(parts.filter(({ feedId }) => feedId === id).map(({ run }) => run)).toEqual(own)
        return { seconds: lengthOf(parts), changes: parts.length }
      })
      // Each change costs less than a segment, or a break of two at most.
      for (const { seconds, changes } of lengths)
        expect(Math.abs(seconds - lengths[0]!.seconds)).toBeLessThan(4 * (changes + lengths[0]!.changes))
    }
  })

  it('is the same length for all feeds of takes of different moments', () => {
    expect(late.map(({ id }) => lengthOf(composeShow(late, id)))).toEqual([60, 60])
  })

  it('is only needed where somebody stands in', () => {
    const long = [feed('1', [shot('e1r0', 0, 30)]), feed('2', [shot('e1r0', 20, 5)])]
    expect(long.map(({ id }) => hasStandIns(composeShow(long, id), id))).toEqual([false, true])
  })

  it('cuts every track of a stand-in, its sound in shorter segments too, and keeps the time of capture', () => {
    const other = runOf('e1r0', 0, { '720p': segments(10), '360p': [2.04, ...segments(9)], audio: segments(20, 1) })
    const feeds = [feed('1', [shot('e1r0', 7, 3)]), feed('2', [other])]
    const parts = composeShow(feeds, '1')
    expect(story(parts, '720p')).toBe('2 0-6, 1 7-13, 2 14-20')
    expect(story(parts, '360p')).toBe('2 0-6.04, 1 7-13, 2 14.04-20.04')
    expect(story(parts, 'audio')).toBe('2 0-6, 1 7-13, 2 14-20')
    const { text } = composePlaylist(
      parts.map(({ run }) => run),
      { track: '720p', targetDurationSec: 2, ended: true },
    )
    expect(text.match(/DATE-TIME:1970-01-01T00:00:(\S+)Z/g)).toHaveLength(9)
    expect(text).toContain('#EXT-X-PROGRAM-DATE-TIME:1970-01-01T00:00:14.000Z\n#EXTINF:2.00000,\ne1r0/720p_00007.m4s\n')
    expect(text.match(/#EXT-X-DISCONTINUITY\n#EXT-X-MAP/g)).toHaveLength(2)
  })

  it('takes other rungs and sizes as they are: every list breaks at the same places', () => {
    const feeds = [feed('1', [shot('e1r0', 0, 5, ['1080p', '720p', '360p'])]), feed('2', [shot('e1r0', 20, 5, ['540p'])])]
    const runs = composeShow(feeds, '1').map(({ run }) => run)
    for (const track of ['1080p', '720p', '540p', '360p', 'audio'] as const) {
      const { text } = composePlaylist(runs, { track, targetDurationSec: 2, ended: true })
      expect([track, text.match(/#EXTINF/g)?.length, text.match(/#EXT-X-DISCONTINUITY\n/g)?.length]).toEqual([track, 10, 1])
    }
  })

  it('completes a feed of sound alone by sound alone, and a picture never by it', () => {
    const radio = feed('radio', [runOf('e1r0', 0, { audio: segments(5) })], { hasVideo: false })
    const feeds = [radio, feed('camera', [shot('e1r0', 20, 5)])]
    expect(story(composeShow(feeds, 'radio'), 'audio')).toBe('radio 0-10, camera 20-30')
    expect(composeShow(feeds, 'radio').every(({ run }) => [...run.tracks.keys()].join() === 'audio')).toBe(true)
    expect(story(composeShow(feeds, 'camera'))).toBe('camera 20-30')
  })

  it('knows when a pruned beginning was captured', () => {
    const pruned = shot('e1r0', 0, 10)
    for (const [name, track] of pruned.tracks)
      pruned.tracks.set(name, { facts: { ...track.facts, startOffsetSec: 8 }, segments: track.segments.slice(4) })
    expect(story(composeShow([feed('1', [pruned]), feed('2', [shot('e1r0', 0, 20)])], '1'))).toBe('2 0-8, 1 8-20, 2 20-40')
  })

  it('is put together in no time for two feeds of twelve hours, one of which broke off five hundred times', () => {
    const hours = 12 * 1800
    const steady = shot('e1r0', 0, hours, ['1080p', '720p', '540p', '360p'])
    const broken = Array.from({ length: 500 }, (_, index) => shot(`e1r${index}`, index * 86.4, 30, ['1080p', '720p', '540p', '360p']))
    const startedMs = performance.now()
    const parts = composeShow([feed('1', [steady]), feed('2', broken)], '2')
    expect(performance.now() - startedMs).toBeLessThan(2_000)
    expect(parts).toHaveLength(1_000)
    expect(Math.abs(lengthOf(parts) - 12 * 3600)).toBeLessThan(1_000 * 2)
  })
})
