import Hls, { type HlsConfig, type Loader, type LoaderCallbacks, type LoaderConfiguration, type LoaderContext } from 'hls.js'
import { rungs as ladder, type RungName } from '@e-events/shared/domain/ladder.ts'

/** An answer that is on its way before the player asked for it. */
interface EarlyReply {
  url: string
  data: ArrayBuffer
  startMs: number
  firstMs: number
  endMs: number
}

/** Players ask at once or not at all: what nobody took by then is let go. */
const keepMs = 10_000

/**
 * hls.js asks one thing after the other: master, playlist, initialization, segment, a round trip each. We know the names before the first answer comes, so the
 * playlists are asked for together with the master, and the initialization and first segment of picture and sound together after them: half the
 * round trips to the first picture. A guess that was wrong costs nothing but its request.
 */
export class EarlyRequests {
  private readonly replies = new Map<string, Promise<EarlyReply | undefined>>()
  private readonly abort = new AbortController()
  private readonly fetch: typeof globalThis.fetch

  constructor(fetch: typeof globalThis.fetch = globalThis.fetch.bind(globalThis)) {
    this.fetch = fetch
    setTimeout(() => this.replies.clear(), keepMs)
  }

  /** `startSec`: where a closed presentation will begin to play. At a live edge the player has to choose the segment itself. */
  begin(masterUrl: string, options: { rung: RungName; hasVideo: boolean; hasAudio: boolean; startSec: number | undefined }): void {
    const at = new URL(masterUrl, globalThis.location.href)
    const prefix = at.pathname.endsWith('/live.m3u8') ? 'live-' : ''
    void this.request(at.href)
    const tracks = [...(options.hasVideo ? [options.rung] : []), ...(options.hasAudio ? ['audio'] : [])]
    for (const track of tracks) void this.follow(new URL(`${prefix}${track}.m3u8`, at).href, options.startSec)
  }

  /** The answer to that address, once; undefined where it was not asked for. */
  take(url: string): Promise<EarlyReply | undefined> | undefined {
    const reply = this.replies.get(url)
    this.replies.delete(url)
    return reply
  }

  cancel(): void {
    this.abort.abort()
    this.replies.clear()
  }

  private async follow(url: string, startSec: number | undefined): Promise<void> {
    const reply = await this.request(url)
    if (!reply) return
    const { mapUri, segmentUri } = firstNeeded(new TextDecoder().decode(reply.data), startSec)
    for (const uri of [mapUri, segmentUri]) if (uri !== undefined) void this.request(new URL(uri, url).href)
  }

  private request(url: string): Promise<EarlyReply | undefined> {
    const reply = this.send(url).catch(() => undefined)
    this.replies.set(url, reply)
    return reply
  }

  private async send(url: string): Promise<EarlyReply | undefined> {
    const startMs = performance.now()
    const response = await this.fetch(url, { signal: this.abort.signal })
    const firstMs = performance.now()
    if (!response.ok) return undefined
    return { url: response.url || url, data: await response.arrayBuffer(), startMs, firstMs, endMs: performance.now() }
  }
}

/** What a player will ask for after this playlist: an initialization, and where the playlist is closed the segment at `startSec` (its beginning without one). */
export function firstNeeded(
  playlist: string,
  startSec: number | undefined,
): { mapUri: string | undefined; segmentUri: string | undefined } {
  const isClosed = playlist.includes('#EXT-X-ENDLIST')
  let mapUri: string | undefined
  let atSec = 0
  let durationSec = 0
  for (const line of playlist.split(/\r?\n/)) {
    const map = /^#EXT-X-MAP:.*URI="([^"]+)"/.exec(line)?.[1]
    if (map !== undefined) mapUri = map
    durationSec = Number(/^#EXTINF:([\d.]+)/.exec(line)?.[1] ?? durationSec)
    if (line === '' || line.startsWith('#')) continue
    if (!isClosed) return { mapUri, segmentUri: undefined }
    atSec += durationSec
    if (atSec > (startSec ?? 0)) return { mapUri, segmentUri: line }
  }
  return { mapUri, segmentUri: undefined }
}

/** The rung to begin with: the highest that the last known bandwidth carries with room to spare, the smallest where nothing is known. */
export function startRung(names: readonly RungName[], bandwidthBps: number | undefined): RungName | undefined {
  const made = ladder.filter(({ name }) => names.includes(name))
  const carried = made.find(({ videoBps }) => bandwidthBps !== undefined && videoBps * 2 <= bandwidthBps)
  return (carried ?? made.at(-1))?.name
}

type LoaderClass = HlsConfig['loader']

/** A loader for hls.js that hands out early answers and asks for everything else as it always does. */
export function loaderWith(early: EarlyRequests): LoaderClass {
  const Plain = Hls.DefaultConfig.loader
  return class implements Loader<LoaderContext> {
    context: LoaderContext | null = null
    private readonly plain: Loader<LoaderContext>
    private isOver = false
    private wasEarly = false
    private isWaiting = false

    constructor(config: HlsConfig) {
      this.plain = new Plain(config)
    }

    /** One object from the first to the last: hls.js takes it before the answer is there, and judges the line by what it says afterwards. */
    get stats() {
      return this.plain.stats
    }

    load(context: LoaderContext, config: LoaderConfiguration, callbacks: LoaderCallbacks<LoaderContext>): void {
      this.context = context
      const isWhole = context.rangeEnd === undefined || context.rangeEnd === 0
      const reply = isWhole ? early.take(context.url) : undefined
      if (!reply) return this.plain.load(context, config, callbacks)
      this.isWaiting = true
      void reply.then((answer) => {
        this.isWaiting = false
        if (this.isOver) return
        if (answer) return this.hand(answer, context, callbacks)
        this.plain.load(context, config, callbacks)
      })
    }

    private hand(answer: EarlyReply, context: LoaderContext, callbacks: LoaderCallbacks<LoaderContext>): void {
      this.wasEarly = true
      const { stats } = this
      Object.assign(stats.loading, { start: answer.startMs, first: answer.firstMs, end: answer.endMs })
      stats.loaded = stats.total = answer.data.byteLength
      stats.bwEstimate = (stats.total * 8000) / Math.max(1, answer.endMs - answer.firstMs)
      const data = context.responseType === 'arraybuffer' ? answer.data : new TextDecoder().decode(answer.data)
      callbacks.onProgress?.(stats, context, data, null)
      callbacks.onSuccess({ url: answer.url, data, code: 200 }, stats, context, null)
    }

    abort(): void {
      if (this.isWaiting) this.stats.aborted = true
      this.isOver = true
      this.plain.abort()
    }
    destroy(): void {
      this.isOver = true
      this.plain.destroy()
    }
    getCacheAge(): number | null {
      return this.wasEarly ? null : (this.plain.getCacheAge?.() ?? null)
    }
    getResponseHeader(name: string): string | null {
      return this.wasEarly ? null : (this.plain.getResponseHeader?.(name) ?? null)
    }
  }
}
