import Hls, { type Loader, type LoaderCallbacks, type LoaderConfiguration, type LoaderStats, type PlaylistLoaderContext } from 'hls.js'
import { expect, it } from 'vitest'
import { EdgeDistance } from './edge-distance.ts'
import { FirstParts } from './first-parts.ts'
import { liveListLoader } from './live-list-loader.ts'
import { SoundAlong } from './sound-along.ts'

/** Requests that were sent, to be answered by the test. */
const sent: { url: string; waitsMs: number; answer: (data: string) => void }[] = []

/** The loader of hls.js, without a network. */
class Line implements Loader<PlaylistLoaderContext> {
  context: PlaylistLoaderContext | null = null
  stats = { loading: { start: 0, first: 0, end: 0 }, aborted: false } as LoaderStats
  load(context: PlaylistLoaderContext, config: LoaderConfiguration, callbacks: LoaderCallbacks<PlaylistLoaderContext>): void {
    if (this.stats.loading.start > 0) throw new Error('used twice')
    this.stats.loading.start = 1
    this.context = context
    sent.push({
      url: context.url,
      waitsMs: config.loadPolicy.maxTimeToFirstByteMs,
      answer: (data) => callbacks.onSuccess({ url: context.url, data }, this.stats, context, null),
    })
  }
  abort(): void {
    this.stats.aborted = true
  }
  destroy(): void {
    this.context = null
  }
}

const list = (track: string, last: number) =>
  `#EXTM3U\n#EXT-X-E-EVENTS-FIRST-PART:DURATION=0.50000\n#EXT-X-SKIP:SKIPPED-SEGMENTS=${last}\n#EXTINF:1.0,\ne1r0/${track}_${last}.m4s\n`

function open() {
  const ListLoader = liveListLoader(Line, { parts: new FirstParts(), along: new SoundAlong(), distance: new EdgeDistance() })
  return (type: string, url: string) => {
    const loader = new ListLoader(Hls.DefaultConfig)
    const got: { text?: string; stats?: LoaderStats } = {}
    // As hls.js shortens it for lists with parts.
    const loadPolicy = { maxTimeToFirstByteMs: 1_650, maxLoadTimeMs: 1_650, errorRetry: null, timeoutRetry: null }
    loader.load({ type, url, levelOrTrack: null } as never, { loadPolicy } as never, {
      onSuccess: ({ data }, stats) => Object.assign(got, { text: data, stats }),
      onError: () => undefined,
      onTimeout: () => undefined,
    })
    return { got, loader }
  }
}

it('asks for sound once by itself and then with the pictures, and gives hls.js both', async () => {
  sent.length = 0
  const load = open()
  load('manifest', 'master.m3u8')
  const first = load('audioTrack', 'https://e.example/audio.m3u8')
  sent[1]?.answer(list('audio', 6))
  expect(first.got.text).toContain('URI="e1r0/audio_7-0.m4s"')

  const sound = load('audioTrack', 'https://e.example/audio.m3u8?_HLS_msn=7&_HLS_part=1&_HLS_skip=YES')
  const pictures = load('level', 'https://e.example/720p.m3u8?_HLS_msn=8&_HLS_part=1&_HLS_skip=YES')
  expect(sent.map(({ url }) => url.replace(/.*\//, ''))).toEqual([
    'master.m3u8',
    'audio.m3u8',
    '720p.m3u8?_HLS_msn=8&_HLS_part=1&_HLS_skip=YES&with=audio:7',
  ])
  expect(sent[2]?.waitsMs).toBe(10_000)
  sent[2]?.answer(`${list('720p', 8)}\n#E-EVENTS-LIST:audio\n${list('audio', 7)}`)
  await Promise.resolve()
  await Promise.resolve()
  expect(pictures.got.text).toContain('URI="e1r0/720p_9-0.m4s"')
  expect(pictures.got.text).not.toContain('audio')
  expect(sound.got.text).toContain('URI="e1r0/audio_8-0.m4s"')
  expect(sound.got.stats?.loading.end).toBeGreaterThan(0)
})

it('lets go of sound that hls.js does not wait for any more', async () => {
  sent.length = 0
  const load = open()
  load('audioTrack', 'https://e.example/audio.m3u8')
  sent[0]?.answer(list('audio', 6))
  const { got, loader } = load('audioTrack', 'https://e.example/audio.m3u8?_HLS_msn=7')
  loader.abort()
  load('level', 'https://e.example/720p.m3u8?_HLS_msn=8')
  sent[1]?.answer(`${list('720p', 8)}\n#E-EVENTS-LIST:audio\n${list('audio', 7)}`)
  await new Promise((resolve) => setTimeout(resolve, 400))
  expect(got.text).toBeUndefined()
  expect(sent).toHaveLength(2)
})
