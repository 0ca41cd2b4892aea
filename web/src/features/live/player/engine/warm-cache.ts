import { filmRun, filmSegmentSec, initName, segmentName, type FilmTrack } from '@e-events/shared/domain/film-files.ts'
import { rungs as ladder, type RungName } from '@e-events/shared/domain/ladder.ts'
import type { LoadOptions } from './begin-at-moment.ts'
import type { SoundChoice } from './sound-choice.ts'

/** A file, and when its request was sent, its first byte and its last one came, by `performance.now()`. */
export interface WarmFile {
  data: ArrayBuffer
  timing: { start: number; first: number; end: number }
}

/** hls.js asks by itself for what has not come by then. */
const waitsMs = 10_000

export interface WarmOptions {
  rungs: readonly RungName[]
  hasAudio: boolean
  hasVideo: boolean
  startSec: number
}

/**
 * hls.js asks for one thing after the other: master, playlist, initialization, segment, a round trip each. The names of
 * a closed presentation are known before the first answer: its playlists are asked for beside the master, and the
 * initialization and first segment together right after them, those of a film beside them. Initializations and segments
 * are handed over to whoever loads them; what nobody loads, because the player decides otherwise on the way (a seek,
 * another rung), is lost, and lists are found in the browser's cache.
 */
export class WarmCache {
  /** The rung that was fetched; the player has to begin with it. */
  readonly rung: RungName | undefined
  private readonly abort = new AbortController()
  private readonly files = new Map<string, Promise<WarmFile>>()

  constructor(masterUrl: string, { rungs, hasAudio, hasVideo, startSec }: WarmOptions) {
    // The smallest: the first picture is there sooner, and the next segment already knows what the line can carry.
    this.rung = hasVideo ? ladder.findLast(({ name }) => rungs.includes(name))?.name : undefined
    const tracks: FilmTrack[] = [...(this.rung ? [this.rung] : []), ...(hasAudio ? (['audio'] as const) : [])]
    const at = new URL(masterUrl, globalThis.location.href)
    // hls.js sends its request for the master a microtask later, and a browser opens six connections to one server.
    setTimeout(() => {
      for (const track of tracks) void this.follow(track, at, startSec).catch(() => undefined)
    })
  }

  /** The file at that address, once; undefined where it was not asked for here. Rejects where it does not come. */
  take(url: string): Promise<WarmFile> | undefined {
    const file = this.files.get(url)
    this.files.delete(url)
    return file
  }

  stop(): void {
    this.abort.abort()
  }

  private async follow(track: FilmTrack, at: URL, startSec: number): Promise<void> {
    if (this.abort.signal.aborted) return
    const load = (uri: string) => this.load(new URL(uri, at).href)
    const list = this.fetch(new URL(`${track}.m3u8`, at).href).then((response) => response.text())
    const expected = isFilm(at) ? filmNeeds(track, startSec) : []
    void Promise.all(expected.map(load))
    const needed = firstNeeded(await list, startSec).filter((uri) => !expected.includes(uri))
    await Promise.all(needed.map(load))
  }

  private load(url: string): Promise<unknown> {
    const start = performance.now()
    const file = this.fetch(url).then(async (response) => {
      const first = performance.now()
      return { data: await response.arrayBuffer(), timing: { start, first, end: performance.now() } }
    })
    this.files.set(url, file)
    return file.catch(() => undefined)
  }

  private async fetch(url: string): Promise<Response> {
    const response = await fetch(url, { signal: AbortSignal.any([this.abort.signal, AbortSignal.timeout(waitsMs)]) })
    if (!response.ok) throw new Error(`${response.status}`)
    return response
  }
}

/**
 * Fetches ahead for a closed presentation. Nothing for one that still grows, plays by the clock or whose list alone
 * says where to begin, nor in browsers other than Chromium, which alone gives one answer to two requests for the same
 * address.
 */
export function warmCacheFor(
  url: string,
  { source, startSec = 0, momentMs }: LoadOptions,
  sounds?: Pick<SoundChoice, 'hasWish'>,
): WarmCache | undefined {
  if (!source?.rungs || source.airing || momentMs || !('userAgentData' in navigator)) return undefined
  const { rungs, hasVideo } = source
  // The master alone says which sound a viewer hears who has chosen one.
  const hasAudio = source.hasAudio && sounds?.hasWish !== true
  return new WarmCache(url, { rungs, hasAudio, hasVideo, startSec })
}

const isFilm = ({ pathname }: URL): boolean => /\/(?:vod|audio)\/[^/]+\/master\.m3u8$/.test(pathname)

const filmNeeds = (track: FilmTrack, startSec: number): string[] =>
  [initName(track), segmentName(track, Math.floor(startSec / filmSegmentSec))].map((name) => `${filmRun}/${name}`)

/**
 * Addresses of the initialization and of the segment at `startSec` in a closed playlist. Nothing of a growing one, nor
 * of one that is shorter.
 */
export function firstNeeded(playlist: string, startSec: number): string[] {
  if (!playlist.includes('#EXT-X-ENDLIST')) return []
  let mapUri: string | undefined
  let endsAtSec = 0
  for (const line of playlist.split(/\r?\n/)) {
    mapUri = /^#EXT-X-MAP:.*URI="([^"]+)"/.exec(line)?.[1] ?? mapUri
    endsAtSec += Number(/^#EXTINF:([\d.]+)/.exec(line)?.[1] ?? 0)
    if (line !== '' && !line.startsWith('#') && endsAtSec > startSec) return [...(mapUri === undefined ? [] : [mapUri]), line]
  }
  return []
}
