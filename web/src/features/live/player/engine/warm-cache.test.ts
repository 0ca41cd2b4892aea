import { afterEach, describe, expect, it, vi } from 'vitest'
import { firstNeeded, WarmCache } from './warm-cache.ts'

const closed = [
  '#EXTM3U',
  '#EXT-X-MAP:URI="init_360p.mp4"',
  '#EXTINF:2.000,',
  '360p_00000.m4s',
  '#EXT-X-DISCONTINUITY',
  '#EXT-X-MAP:URI="1/init_360p.mp4"',
  '#EXTINF:2.000,',
  '1/360p_00000.m4s',
  '#EXTINF:1.500,',
  '1/360p_00001.m4s',
  '#EXT-X-ENDLIST',
].join('\n')

afterEach(() => vi.unstubAllGlobals())

/** Answers in the order of `release`, and keeps what was asked. */
function line() {
  const asked: string[] = []
  const waiting = new Map<string, (response: Response) => void>()
  vi.stubGlobal('fetch', (url: string, { signal }: { signal: AbortSignal }) => {
    asked.push(url.replace('http://media.test/t/vod/1/', ''))
    return new Promise<Response>((resolve, reject) => {
      waiting.set(url.replace('http://media.test/t/vod/1/', ''), resolve)
      signal.addEventListener('abort', () => reject(new DOMException('gone', 'AbortError')))
    })
  })
  return { asked, release: (name: string, response: Response) => waiting.get(name)?.(response) }
}

const begin = (startSec = 0, has = { hasAudio: true, hasVideo: true }) =>
  new WarmCache('http://media.test/t/vod/1/master.m3u8', { rungs: ['1080p', '720p', '360p'], startSec, ...has })

describe('what a player needs first of a playlist', () => {
  it('is nothing of one that still grows, nor of one that is shorter than the point to begin at', () => {
    expect(firstNeeded(closed.replace('#EXT-X-ENDLIST', ''), 0)).toEqual({ mapUri: undefined, segmentUri: undefined })
    expect(firstNeeded(closed, 60)).toEqual({ mapUri: undefined, segmentUri: undefined })
  })

  it('is the segment at that point with the initialization that holds there', () => {
    expect(firstNeeded(closed, 0)).toEqual({ mapUri: 'init_360p.mp4', segmentUri: '360p_00000.m4s' })
    expect(firstNeeded(closed, 1.99)).toEqual({ mapUri: 'init_360p.mp4', segmentUri: '360p_00000.m4s' })
    expect(firstNeeded(closed, 2)).toEqual({ mapUri: '1/init_360p.mp4', segmentUri: '1/360p_00000.m4s' })
    expect(firstNeeded(closed, 4.2)).toEqual({ mapUri: '1/init_360p.mp4', segmentUri: '1/360p_00001.m4s' })
  })
})

describe('warming the cache', () => {
  it('asks for the playlists of the smallest picture and of the sound at once, then for initialization and segment together', async () => {
    const { asked, release } = line()
    const warm = begin()
    expect(warm.rung).toBe('360p')
    expect(asked).toEqual(['360p.m3u8', 'audio.m3u8'])
    release('360p.m3u8', new Response(closed))
    await vi.waitFor(() => expect(asked).toEqual(['360p.m3u8', 'audio.m3u8', 'init_360p.mp4', '360p_00000.m4s']))
    release('360p_00000.m4s', new Response('bytes'))
    const url = 'http://media.test/t/vod/1/360p_00000.m4s'
    await vi.waitFor(() => expect(warm.timingOf(url)).toBeDefined())
    const { start, first, end } = warm.timingOf(url) ?? { start: 0, first: 0, end: 0 }
    expect(start <= first && first <= end).toBe(true)
    expect(warm.timingOf('http://media.test/t/vod/1/360p_00001.m4s')).toBeUndefined()
  })

  it('asks for sound alone where there is no picture', () => {
    const { asked } = line()
    expect(begin(0, { hasAudio: true, hasVideo: false }).rung).toBeUndefined()
    expect(asked).toEqual(['audio.m3u8'])
  })

  it('asks for nothing more after a refusal, nor once it was stopped', async () => {
    const { asked, release } = line()
    const warm = begin()
    release('360p.m3u8', new Response('', { status: 404 }))
    warm.stop()
    release('audio.m3u8', new Response(closed))
    await new Promise((resolve) => setTimeout(resolve, 0))
    expect(asked).toEqual(['360p.m3u8', 'audio.m3u8'])
  })
})
