import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LoadOptions } from './begin-at-moment.ts'
import { firstNeeded, warmCacheFor, WarmCache } from './warm-cache.ts'

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
    asked.push(url.replace('http://media.test/t/live/1/', ''))
    return new Promise<Response>((resolve, reject) => {
      waiting.set(url.replace('http://media.test/t/live/1/', ''), resolve)
      signal.addEventListener('abort', () => reject(new DOMException('gone', 'AbortError')))
    })
  })
  return { asked, release: (name: string, response: Response) => waiting.get(name)?.(response) }
}

const begin = (startSec = 0, has = { hasAudio: true, hasVideo: true }) =>
  new WarmCache('http://media.test/t/live/1/master.m3u8', { rungs: ['1080p', '720p', '360p'], startSec, ...has })

describe('what a player needs first of a playlist', () => {
  it('is nothing of one that still grows, nor of one that is shorter than the point to begin at', () => {
    expect(firstNeeded(closed.replace('#EXT-X-ENDLIST', ''), 0)).toEqual([])
    expect(firstNeeded(closed, 60)).toEqual([])
  })

  it('is the segment at that point with the initialization that holds there', () => {
    expect(firstNeeded(closed, 0)).toEqual(['init_360p.mp4', '360p_00000.m4s'])
    expect(firstNeeded(closed, 1.99)).toEqual(['init_360p.mp4', '360p_00000.m4s'])
    expect(firstNeeded(closed, 2)).toEqual(['1/init_360p.mp4', '1/360p_00000.m4s'])
    expect(firstNeeded(closed, 4.2)).toEqual(['1/init_360p.mp4', '1/360p_00001.m4s'])
  })
})

describe('warming the cache', () => {
  it('asks for the playlists of the smallest picture and of the sound at once, then for initialization and segment together', async () => {
    const { asked, release } = line()
    const warm = begin()
    expect(warm.rung).toBe('360p')
    // The request of hls.js for the master goes first.
    expect(asked).toEqual([])
    await vi.waitFor(() => expect(asked).toEqual(['360p.m3u8', 'audio.m3u8']))
    release('360p.m3u8', new Response(closed))
    await vi.waitFor(() => expect(asked).toEqual(['360p.m3u8', 'audio.m3u8', 'init_360p.mp4', '360p_00000.m4s']))
    release('360p_00000.m4s', new Response('bytes'))
    const url = 'http://media.test/t/live/1/360p_00000.m4s'
    const { data, timing } = (await warm.take(url)) ?? { data: new ArrayBuffer(0), timing: { start: 1, first: 0, end: 0 } }
    expect(new TextDecoder().decode(data)).toBe('bytes')
    expect(timing.start <= timing.first && timing.first <= timing.end).toBe(true)
    // Once: what is asked for again is asked of the server.
    expect(warm.take(url)).toBeUndefined()
    expect(warm.take('http://media.test/t/live/1/360p_00001.m4s')).toBeUndefined()
  })

  it('asks for the first files of a film beside its lists, and for what a list names otherwise after it', async () => {
    const { asked, release } = line()
    const film = new WarmCache('http://media.test/t/live/1/vod/a-film/master.m3u8', {
      rungs: ['360p'],
      startSec: 3,
      hasAudio: true,
      hasVideo: true,
    })
    const early = ['360p.m3u8', 'e1r0/init_360p.mp4', 'e1r0/360p_00001.m4s', 'audio.m3u8', 'e1r0/init_audio.mp4', 'e1r0/audio_00001.m4s']
    await vi.waitFor(() => expect(asked).toEqual(early.map((name) => `vod/a-film/${name}`)))
    const list = ['#EXTM3U', '#EXT-X-MAP:URI="e1r0/init_360p.mp4"', '#EXTINF:2,', 'e1r0/360p_00000.m4s', '#EXTINF:2,']
    release(
      'vod/a-film/audio.m3u8',
      new Response([...list, 'e1r0/360p_00001.m4s', '#EXT-X-ENDLIST'].join('\n').replaceAll('360p', 'audio')),
    )
    release('vod/a-film/360p.m3u8', new Response([...list, 'e1r0/another.m4s', '#EXT-X-ENDLIST'].join('\n')))
    await vi.waitFor(() => expect(asked).toContain('vod/a-film/e1r0/another.m4s'))
    expect(asked.filter((name) => name.endsWith('e1r0/init_360p.mp4'))).toHaveLength(1)
    film.stop()
  })

  it('asks for sound alone where there is no picture', async () => {
    const { asked } = line()
    expect(begin(0, { hasAudio: true, hasVideo: false }).rung).toBeUndefined()
    await vi.waitFor(() => expect(asked).toEqual(['audio.m3u8']))
  })

  it('asks for nothing more after a refusal, nor once it was stopped', async () => {
    const { asked, release } = line()
    const warm = begin()
    await vi.waitFor(() => expect(asked).toHaveLength(2))
    release('360p.m3u8', new Response('', { status: 404 }))
    warm.stop()
    release('audio.m3u8', new Response(closed))
    begin().stop()
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(asked).toEqual(['360p.m3u8', 'audio.m3u8'])
  })
})

describe('what is fetched ahead at all', () => {
  const address = 'http://media.test/t/live/1/master.m3u8'
  const source = { id: 'film', masterUrl: address, hasAudio: true, hasVideo: true, rungs: ['360p' as const] }
  const askedFor = async (...[options, sounds]: [LoadOptions, { hasWish: boolean }?]) => {
    const { asked } = line()
    const warm = warmCacheFor(address, options, sounds)
    await new Promise((resolve) => setTimeout(resolve, 5))
    warm?.stop()
    return asked
  }
  beforeEach(() => vi.stubGlobal('navigator', { userAgentData: {} }))

  it('is the beginning of what is closed, and without the sound for whoever has chosen another one', async () => {
    expect(await askedFor({ source })).toEqual(['360p.m3u8', 'audio.m3u8'])
    expect(await askedFor({ source }, { hasWish: false })).toEqual(['360p.m3u8', 'audio.m3u8'])
    expect(await askedFor({ source }, { hasWish: true })).toEqual(['360p.m3u8'])
  })

  it('is nothing of what grows, plays by the clock or begins at a moment, nor in other browsers', async () => {
    const { rungs: _, ...growing } = source
    expect(await askedFor({ source: growing })).toEqual([])
    expect(await askedFor({ source: { ...source, airing: { startsAtMs: 0, durationMs: 1, isInStep: true } } })).toEqual([])
    expect(await askedFor({ source, momentMs: () => null })).toEqual([])
    vi.stubGlobal('navigator', {})
    expect(await askedFor({ source })).toEqual([])
  })
})
