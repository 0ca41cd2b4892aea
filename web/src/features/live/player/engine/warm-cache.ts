import { filmRun, filmSegmentSec, initName, segmentName, type FilmTrack } from '@e-events/shared/domain/film-files.ts'
import { rungs as ladder, type RungName } from '@e-events/shared/domain/ladder.ts'
import type { LoadOptions } from './begin-at-moment.ts'
import type { SoundChoice } from './sound-choice.ts'

/** When a request of ours was sent, its first byte and its last one came, by `performance.now()`. */
export interface Timing {
  start: number
  first: number
  end: number
}

export interface WarmOptions {
  rungs: readonly RungName[]
  hasAudio: boolean
  hasVideo: boolean
  startSec: number
}

/**
 * hls.js asks for one thing after the other: master, playlist, initialization, segment, a round trip each. The names of
 * a closed presentation are known before the first answer: its playlists are asked for beside the master, and the
 * initialization and first segment together right after them, those of a film beside them. Nothing is handed over:
 * these requests fill the browser's cache, and hls.js finds there what it asks for, or waits for the same answer. So
 * nothing that the player decides on the way (a seek, another rung) can be disturbed.
 */
export class WarmCache {
  /** The rung that was fetched; the player has to begin with it. */
  readonly rung: RungName | undefined
  private readonly abort = new AbortController()
  private readonly timings = new Map<string, Timing>()

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

  /** When that address really came over the line; undefined where it was not asked for here. */
  timingOf(url: string): Timing | undefined {
    return this.timings.get(url)
  }

  stop(): void {
    this.abort.abort()
  }

  private async follow(track: FilmTrack, at: URL, startSec: number): Promise<void> {
    if (this.abort.signal.aborted) return
    const load = (uri: string) => this.fetch(new URL(uri, at).href, (response) => response.arrayBuffer()).catch(() => undefined)
    const list = this.fetch(new URL(`${track}.m3u8`, at).href, (response) => response.text())
    const expected = isFilm(at) ? filmNeeds(track, startSec) : []
    void Promise.all(expected.map(load))
    const needed = firstNeeded(await list, startSec).filter((uri) => !expected.includes(uri))
    await Promise.all(needed.map(load))
  }

  private async fetch<T>(url: string, read: (response: Response) => Promise<T>): Promise<T> {
    const start = performance.now()
    const response = await fetch(url, { signal: this.abort.signal })
    const first = performance.now()
    if (!response.ok) throw new Error(`${response.status}`)
    const body = await read(response)
    this.timings.set(url, { start, first, end: performance.now() })
    return body
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
