import type Hls from 'hls.js'
import { insideSec } from './timeline.ts'

/** Seconds of a presentation that one may seek to; for a live one the end is where LIVE jumps to. */
export interface SeekableRange {
  startSec: number
  endSec: number
}

/** `airedSec`: place of a video that plays by the clock, beyond which nobody gets. */
export function seekableRange(hls: Hls | undefined, { seekable, duration }: HTMLVideoElement, airedSec: number | undefined): SeekableRange {
  const details = hls?.latestLevelDetails
  const mostSec = airedSec ?? Number.POSITIVE_INFINITY
  if (details?.live) {
    const edgeSec = airedSec === undefined ? (hls?.liveSyncPosition ?? details.edge) : details.edge
    return { startSec: details.fragmentStart + insideSec, endSec: Math.min(mostSec, edgeSec) }
  }
  if (seekable.length > 0) return { startSec: seekable.start(0), endSec: Math.min(mostSec, seekable.end(seekable.length - 1)) }
  return { startSec: 0, endSec: Number.isFinite(duration) ? duration : 0 }
}
