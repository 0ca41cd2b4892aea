import { describe, expect, it } from 'vitest'
import { EarlyRequests, firstNeeded, startRung } from './early-requests.ts'

const closed = `#EXTM3U
#EXT-X-MAP:URI="init.mp4"
#EXTINF:2.000,
a.m4s
#EXTINF:2.000,
b.m4s
#EXT-X-DISCONTINUITY
#EXT-X-MAP:URI="r1/init.mp4"
#EXTINF:2.000,
c.m4s
#EXT-X-ENDLIST
`

describe('what a player needs first', () => {
  it('is the initialization and the segment at the start', () => {
    expect(firstNeeded(closed, 0)).toEqual({ mapUri: 'init.mp4', segmentUri: 'a.m4s' })
    expect(firstNeeded(closed, 3.5)).toEqual({ mapUri: 'init.mp4', segmentUri: 'b.m4s' })
    expect(firstNeeded(closed, 5)).toEqual({ mapUri: 'r1/init.mp4', segmentUri: 'c.m4s' })
    expect(firstNeeded(closed, undefined).segmentUri).toBe('a.m4s')
    expect(firstNeeded(closed, 60).segmentUri).toBeUndefined()
  })

  it('is no segment of a growing list, where the player chooses itself', () => {
    expect(firstNeeded(closed.replace('#EXT-X-ENDLIST', ''), 0)).toEqual({ mapUri: 'init.mp4', segmentUri: undefined })
    expect(firstNeeded('not a playlist', 0).mapUri).toBeUndefined()
  })
})

it('begins with the smallest rung for a newcomer, else with what the line is known to carry', () => {
  expect(startRung(['720p', '540p', '360p'], undefined)).toBe('360p')
  expect(startRung(['720p', '540p', '360p'], 3_300_000)).toBe('540p')
  expect(startRung(['720p', '540p', '360p'], 100_000_000)).toBe('720p')
  expect(startRung(['720p'], 100)).toBe('720p')
  expect(startRung([], 1_000_000)).toBeUndefined()
})

describe('early requests', () => {
  const lists: Record<string, string> = {
    'master.m3u8': '#EXTM3U',
    '360p.m3u8': closed,
    'audio.m3u8': closed.replaceAll('.m4s', '.aac.m4s').replaceAll('init', 'init_audio'),
  }

  function begin(options: { live?: boolean; startSec?: number | undefined } = {}) {
    const asked: string[] = []
    const early = new EarlyRequests((url) => {
      const name = (url as string).split('/').at(-1) ?? ''
      asked.push(name)
      return Promise.resolve(new Response(lists[name.replace('live-', '')] ?? 'bytes', { status: name === 'missing.m3u8' ? 404 : 200 }))
    })
    const address = `https://e.example/media/token/vod/1/${options.live ? 'live' : 'master'}.m3u8`
    early.begin(address, { rung: '360p', hasVideo: true, hasAudio: true, startSec: options.startSec })
    return { early, asked }
  }

  it('asks for both playlists together with the master, then for initialization and first segment of picture and sound', async () => {
    const { early, asked } = begin({ startSec: 0 })
    expect(asked).toEqual(['master.m3u8', '360p.m3u8', 'audio.m3u8'])
    await expect.poll(() => asked.slice(3).toSorted()).toEqual(['a.aac.m4s', 'a.m4s', 'init.mp4', 'init_audio.mp4'])
    const reply = await early.take('https://e.example/media/token/vod/1/a.m4s')
    expect(new TextDecoder().decode(reply?.data)).toBe('bytes')
    // Once: a repeated request of the player is a new one.
    expect(early.take('https://e.example/media/token/vod/1/a.m4s')).toBeUndefined()
  })

  it('asks for the lists of the live window at the live edge', () => {
    expect(begin({ live: true }).asked).toEqual(['live.m3u8', 'live-360p.m3u8', 'live-audio.m3u8'])
  })

  it('lets go of what a closed player did not take', () => {
    const { early } = begin({ startSec: 0 })
    early.cancel()
    expect(early.take('https://e.example/media/token/vod/1/master.m3u8')).toBeUndefined()
  })
})
