import Hls, { type LoaderCallbacks, type LoaderConfiguration, type PlaylistLoaderConstructor, type PlaylistLoaderContext } from 'hls.js'
import { insideSec, placeOf, type DatedSegment } from './timeline.ts'
import type { FeedSource } from './types.ts'

/** Where a presentation begins. */
export interface Beginning {
  /** A live one begins at its edge without it. */
  startSec?: number
  /** Capture time to begin at, asked for as soon as the list is there; null where there is none. */
  momentMs?: () => number | null
}

export interface LoadOptions extends Beginning {
  source?: FeedSource
  isAgain?: boolean
}

/**
 * Loads the lists of hls.js. Where a moment lies is known from the first list of pictures alone, and hls.js must not be
 * told another place once it loads: so the list itself says where to begin, before hls.js reads it.
 */
export function listLoader({ startSec, momentMs }: Beginning): PlaylistLoaderConstructor | undefined {
  if (!momentMs) return undefined
  let isTold = false
  return class extends (Hls.DefaultConfig.loader as PlaylistLoaderConstructor) {
    override load(context: PlaylistLoaderContext, config: LoaderConfiguration, callbacks: LoaderCallbacks<PlaylistLoaderContext>): void {
      const onSuccess: typeof callbacks.onSuccess = (response, ...rest) => {
        const kind: string = context.type
        if (kind === 'level' && !isTold && typeof response.data === 'string') {
          isTold = true
          response.data = beginningAt(response.data, momentMs(), startSec)
        }
        callbacks.onSuccess(response, ...rest)
      }
      super.load(context, config, { ...callbacks, onSuccess })
    }
  }
}

/** The list with the place of that moment as its beginning, else `startSec`; one that knows neither stays as it is. */
export function beginningAt(list: string, capturedAtMs: number | null, startSec?: number): string {
  const place = capturedAtMs === null ? null : placeOf(datedSegments(list), capturedAtMs)
  // A moment that is not listed yet is waited for at the edge.
  const isKnown = place && !(place.isEnd && !list.includes('#EXT-X-ENDLIST'))
  const sec = isKnown ? place.positionSec + (place.isThere ? 0 : insideSec) : startSec
  return sec === undefined ? list : list.replace('#EXTM3U', `#EXTM3U\n#EXT-X-START:TIME-OFFSET=${sec.toFixed(3)},PRECISE=YES`)
}

function datedSegments(list: string): DatedSegment[] {
  let start = 0
  let programDateTime: number | null = null
  const segments: DatedSegment[] = []
  for (const [, date, length] of list.matchAll(/^(?:#EXT-X-PROGRAM-DATE-TIME:(\S+)|#EXTINF:([\d.]+))/gm)) {
    if (date !== undefined) programDateTime = Date.parse(date)
    if (length === undefined) continue
    const duration = Number(length)
    segments.push({ start, duration, programDateTime })
    start += duration
    if (programDateTime !== null) programDateTime += duration * 1000
  }
  return segments
}
