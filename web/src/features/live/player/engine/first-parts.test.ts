import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import Hls, { type FragmentLoaderContext, type LoaderConfiguration, type LoaderStats, type PlaylistLoaderContext } from 'hls.js'
import { joinFirstPart } from '@e-events/shared/domain/first-part.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FirstParts, partLoader } from './first-parts.ts'
import type { WarmCache } from './warm-cache.ts'

// A server of files that appear when they are put there, asked by the very loader that hls.js uses.

const files = new Map<string, Buffer>()
let asked: string[] = []
let server: Server
let origin = ''
beforeEach(async () => {
  files.clear()
  asked = []
  server = createServer((request, response) => {
    const name = (request.url ?? '').slice(1)
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0)
    const cors = { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'range' }
    if (request.method === 'OPTIONS') {
      response.writeHead(204, cors).end()
      return
    }
    asked.push(from > 0 ? `${name} from ${from}` : name)
    const file = files.get(name)
    const status = !file ? 404 : from === 0 ? 200 : from >= file.length ? 416 : 206
    response.writeHead(status, cors).end(status < 300 ? file?.subarray(from) : undefined)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

/** A list of segments of 0.2 s up to this one: first parts are 0.1 s. */
const list = (last: number, run = 'e1r0', track = '720p') =>
  `#EXTM3U\n#EXT-X-E-EVENTS-FIRST-PART:DURATION=0.10000\n#EXT-X-SKIP:SKIPPED-SEGMENTS=${last}\n#EXTINF:0.2,\n${run}/${track}_${last}.m4s\n`
const context = (details?: object) => ({ levelOrTrack: details ? { details } : null }) as unknown as PlaylistLoaderContext

interface Outcome {
  kind: 'loaded' | 'aborted' | 'failed'
  text?: string
  afterMs: number
  stats: LoaderStats
}

interface Extra {
  type?: 'main' | 'audio'
  warm?: Pick<WarmCache, 'take'>
  /** A whole file. */
  sn?: number | 'initSegment'
}

function ask(parts: FirstParts, uri: string, { type = 'main', warm, sn }: Extra = {}): { outcome: Promise<Outcome>; abort: () => void } {
  const Loader = partLoader(parts, warm)
  const loader = new Loader({ ...Hls.DefaultConfig, xhrSetup: parts.setup(() => undefined) })
  const asking = {
    url: `${origin}/${uri}`,
    responseType: 'arraybuffer',
    headers: {},
    rangeStart: 0,
    rangeEnd: 0,
    frag: { sn: sn ?? 1, type },
    part: sn === undefined ? { relurl: uri } : null,
  } as unknown as FragmentLoaderContext
  const loadPolicy = { maxTimeToFirstByteMs: 5_000, maxLoadTimeMs: 5_000, errorRetry: null, timeoutRetry: null }
  const config: LoaderConfiguration = { loadPolicy, timeout: 5_000, maxRetry: 0, retryDelay: 0, maxRetryDelay: 0 }
  const startedMs = performance.now()
  const outcome = new Promise<Outcome>((resolve) => {
    const end = (kind: Outcome['kind'], stats: LoaderStats, data?: unknown) => {
      const text = data instanceof ArrayBuffer ? { text: Buffer.from(data).toString() } : {}
      resolve({ kind, ...text, afterMs: performance.now() - startedMs, stats })
    }
    loader.load(asking, config, {
      onSuccess: (response, stats) => end('loaded', stats, response.data),
      onError: (_, __, ___, stats) => end('failed', stats),
      onTimeout: (stats) => end('failed', stats),
      onAbort: (stats) => end('aborted', stats),
    })
  })
  return { outcome, abort: () => loader.abort() }
}

describe('first parts of live segments', () => {
  it('are asked for when they should be there, and the rest of the segment after them', async () => {
    const parts = new FirstParts()
    const text = parts.decorate(list(6), context(), '720p.m3u8')
    expect(text).toContain('URI="e1r0/720p_7-0.m4s"')
    files.set('e1r0/720p_7-0.m4s', Buffer.from('first'))
    const { outcome } = ask(parts, 'e1r0/720p_7-0.m4s')
    const { kind, text: bytes, afterMs, stats } = await outcome
    expect([kind, bytes]).toEqual(['loaded', 'first'])
    expect(afterMs).toBeGreaterThan(150)
    // hls.js is told of the transfer, and not of the waiting.
    expect(stats.loading.end - stats.loading.start).toBeLessThan(afterMs - 100)

    parts.decorate(list(7), context(), '720p.m3u8')
    files.set('e1r0/720p_7.m4s', Buffer.from('firstsecond'))
    expect(await ask(parts, 'e1r0/720p_7-1.m4s').outcome).toMatchObject({ kind: 'loaded', text: 'second' })
    expect(asked).toEqual(['e1r0/720p_7-0.m4s', 'e1r0/720p_7.m4s from 5'])
  })

  it('are asked for again while they are not there, and at once when their segment is listed', async () => {
    const parts = new FirstParts()
    parts.decorate(list(6), context(), '720p.m3u8')
    const { outcome } = ask(parts, 'e1r0/720p_7-0.m4s')
    setTimeout(() => files.set('e1r0/720p_7-0.m4s', Buffer.from('late')), 260)
    expect(await outcome).toMatchObject({ kind: 'loaded', text: 'late' })
    expect(asked.length).toBeGreaterThan(1)
    expect(asked.length).toBeLessThanOrEqual(4)

    // A list that does not go on announces the same part, and leaves its time.
    parts.decorate(list(7), context(), '720p.m3u8')
    expect(parts.decorate(list(7), context(), '720p.m3u8')).toContain('URI="e1r0/720p_8-0.m4s"')
    files.set('e1r0/720p_8-0.m4s', Buffer.from('next'))
    const next = ask(parts, 'e1r0/720p_8-0.m4s').outcome
    parts.decorate(list(8), context(), '720p.m3u8')
    expect((await next).afterMs).toBeLessThan(90)
  })

  it('that never were there give way to their whole segment', async () => {
    const parts = new FirstParts()
    parts.decorate(list(6), context(), '720p.m3u8')
    const { outcome } = ask(parts, 'e1r0/720p_7-0.m4s')
    setTimeout(() => {
      files.set('e1r0/720p_7.m4s', Buffer.from('whole'))
      parts.decorate(list(7), context(), '720p.m3u8')
    }, 800)
    expect(await outcome).toMatchObject({ kind: 'loaded', text: 'whole' })
    // Its second part is in it: asked for, the whole comes again.
    expect(await ask(parts, 'e1r0/720p_7-1.m4s').outcome).toMatchObject({ kind: 'loaded', text: 'whole' })
  })

  it('of a segment that never comes are let go, and hls.js forgets that they were announced', async () => {
    const parts = new FirstParts()
    parts.decorate(list(6), context(), '720p.m3u8')
    const { outcome } = ask(parts, 'e1r0/720p_7-0.m4s')
    const [kept, hint] = [6, 7].map((sn) => ({ fragment: { sn } }))
    const details = { fragmentHint: {}, partList: [kept, hint], endSN: 6, fragments: [{ sn: 6 }, { sn: 7 }] }
    setTimeout(() => parts.decorate(list(7, 'e1r1'), context(details), '720p.m3u8'), 50)
    expect(await outcome).toMatchObject({ kind: 'aborted', stats: { aborted: true } })
    expect(details).toEqual({ fragmentHint: undefined, partList: [kept], endSN: 6, fragments: [{ sn: 6 }] })
    // Nor is it asked for after the end.
    parts.decorate(list(8, 'e1r1'), context(), '720p.m3u8')
    const last = ask(parts, 'e1r1/720p_9-0.m4s').outcome
    expect(parts.decorate(`${list(8, 'e1r1')}#EXT-X-ENDLIST\n`, context(), '720p.m3u8')).not.toContain('X-PART:')
    expect(await last).toMatchObject({ kind: 'aborted' })
    expect(asked).toEqual([])
  })

  it('are not named while whole segments are to be played', () => {
    let isOn = true
    const parts = new FirstParts(() => isOn)
    expect(parts.decorate(list(6), context(), '720p.m3u8')).toContain('X-PART:')
    isOn = false
    expect(parts.decorate(list(7), context(), '720p.m3u8')).toBe(list(7))
  })

  it('that were all there is of their segment are followed by the whole of it', async () => {
    const parts = new FirstParts()
    files.set('e1r0/720p_7-0.m4s', Buffer.from('all'))
    files.set('e1r0/720p_7.m4s', Buffer.from('all'))
    await ask(parts, 'e1r0/720p_7-0.m4s').outcome
    expect(await ask(parts, 'e1r0/720p_7-1.m4s').outcome).toMatchObject({ kind: 'loaded', text: 'all' })
  })

  it('are not asked for any more by who gave them up', async () => {
    const parts = new FirstParts()
    parts.decorate(list(6), context(), '720p.m3u8')
    const { outcome, abort } = ask(parts, 'e1r0/720p_7-0.m4s')
    setTimeout(abort, 20)
    expect(await outcome).toMatchObject({ kind: 'aborted' })
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(asked).toEqual([])
  })

  it('of sound come with those of pictures, and their rest by itself', async () => {
    const parts = new FirstParts()
    parts.decorate(list(6), context(), '720p.m3u8')
    parts.decorate(list(4, 'e1r0', 'audio'), context(), 'audio.m3u8')
    const seen = '\0\0\0\u000Cmdatseen'
    const heard = ask(parts, 'e1r0/audio_5-0.m4s', { type: 'audio' }).outcome
    files.set('e1r0/720p_7-0.m4s', Buffer.from(joinFirstPart(Buffer.from(seen), { name: 'audio_5.m4s', bytes: Buffer.from('heard') })))
    expect(await ask(parts, 'e1r0/720p_7-0.m4s').outcome).toMatchObject({ kind: 'loaded', text: seen })
    expect(await heard).toMatchObject({ kind: 'loaded', text: 'heard', stats: { loaded: 5 } })
    files.set('e1r0/720p_7.m4s', Buffer.from(`${seen} more`))
    files.set('e1r0/audio_5.m4s', Buffer.from('heard more'))
    parts.decorate(list(7), context(), '720p.m3u8')
    expect(await ask(parts, 'e1r0/720p_7-1.m4s').outcome).toMatchObject({ text: ' more' })
    expect(await ask(parts, 'e1r0/audio_5-1.m4s', { type: 'audio' }).outcome).toMatchObject({ text: ' more' })

    // Pictures that were there before it is asked for.
    files.set('e1r0/720p_8-0.m4s', Buffer.from(joinFirstPart(Buffer.from(seen), { name: 'audio_6.m4s', bytes: Buffer.from('again') })))
    await ask(parts, 'e1r0/720p_8-0.m4s').outcome
    expect(await ask(parts, 'e1r0/audio_6-0.m4s', { type: 'audio' }).outcome).toMatchObject({ kind: 'loaded', text: 'again' })
    expect(asked).toEqual(['e1r0/720p_7-0.m4s', 'e1r0/720p_7.m4s from 12', 'e1r0/audio_5.m4s from 5', 'e1r0/720p_8-0.m4s'])
  })

  it('of sound are asked for where pictures do not bring them: after three tries at once', async () => {
    const parts = new FirstParts()
    const afterMs: number[] = []
    for (let index = 0; index < 4; index++) {
      parts.decorate(list(index, 'e1r0', 'audio'), context(), 'audio.m3u8')
      files.set(`e1r0/audio_${index + 1}-0.m4s`, Buffer.from('alone'))
      const { kind, text, afterMs: waitedMs } = await ask(parts, `e1r0/audio_${index + 1}-0.m4s`, { type: 'audio' }).outcome
      expect([kind, text]).toEqual(['loaded', 'alone'])
      afterMs.push(waitedMs)
    }
    expect(Math.min(...afterMs.slice(0, 3))).toBeGreaterThan(350)
    expect(afterMs[3]).toBeLessThan(300)

    const waiting = new FirstParts()
    waiting.decorate(list(6, 'e1r0', 'audio'), context(), 'audio.m3u8')
    const { outcome, abort } = ask(waiting, 'e1r0/audio_7-0.m4s', { type: 'audio' })
    abort()
    expect(await outcome).toMatchObject({ kind: 'aborted', stats: { aborted: true } })
    expect(asked).not.toContain('e1r0/audio_7-0.m4s')
  })
})

describe('whole files', () => {
  const timing = { start: 1, first: 2, end: 3 }
  const warmOf = (file: Promise<{ data: ArrayBuffer; timing: typeof timing }>) => ({ take: () => file })

  it('are taken from what was asked for ahead, with the time that they took, and asked for where that did not come', async () => {
    const warm = warmOf(Promise.resolve({ data: new Uint8Array(Buffer.from('ahead')).buffer, timing }))
    const loaded = await ask(new FirstParts(), 'e1r0/360p_0.m4s', { sn: 0, warm }).outcome
    expect(loaded).toMatchObject({ kind: 'loaded', text: 'ahead', stats: { loading: timing, loaded: 5 } })
    expect(asked).toEqual([])
    files.set('e1r0/360p_0.m4s', Buffer.from('after'))
    const failed = warmOf(Promise.reject(new Error('404')))
    expect(await ask(new FirstParts(), 'e1r0/360p_0.m4s', { sn: 0, warm: failed }).outcome).toMatchObject({ kind: 'loaded', text: 'after' })
    expect(asked).toEqual(['e1r0/360p_0.m4s'])
  })

  it('that are given up while they come are let go, an initialization in silence', async () => {
    const warm = warmOf(new Promise(() => undefined))
    const given = ask(new FirstParts(), 'e1r0/360p_0.m4s', { sn: 0, warm })
    given.abort()
    expect(await given.outcome).toMatchObject({ kind: 'aborted' })
    const init = ask(new FirstParts(), 'e1r0/init_360p.mp4', { sn: 'initSegment', warm })
    init.abort()
    expect(await Promise.race([init.outcome, new Promise((resolve) => setTimeout(resolve, 20, 'silence'))])).toBe('silence')
  })
})
