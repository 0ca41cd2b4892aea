import Hls, { type Fragment } from 'hls.js'
import { bufferedEnd } from './buffered.ts'

/** A quarter of a minute of segments of one second: what was late within this may be late again. */
const remembered = 15
/** So many tell how a line is. */
const enough = 3
/** At least so much more, or what a segment takes: the next one may be of a larger rung and take twice as long. */
const leastReserveSec = 0.1
/** Each time that the picture stands and waits although the line is known, it stays this much further back for good. */
const stoodSec = 0.25

/** More of a live show is loaded and can be played. */
export interface Arrival {
  /** End of what plays without a hole, and of the list. */
  endSec: number
  edgeSec: number
  positionSec: number
  segmentSec: number
  /** From the request to the last byte. */
  loadSec: number
  nowSec: number
}

/**
 * How near to the newest a live show can be played on this line: each segment has to be there before the one before it
 * has been played. Whether it is depends on encoders, server and line together, so it is measured where all of it ends.
 * Pure.
 */
export class Arrivals {
  private endSec: number | undefined
  private isAtEdge = false
  private stoodSec = 0
  /** How far what was there already reached beyond the clock when more came, and how long that took. */
  private seen: { leadSec: number; loadSec: number }[] = []

  add({ endSec, edgeSec, positionSec, segmentSec, loadSec, nowSec }: Arrival): void {
    const before = this.endSec
    if (before !== undefined && Math.abs(endSec - before) < 0.02) return
    const isNext = before !== undefined && endSec > before && endSec - before < segmentSec * 1.6
    if (!isNext) {
      this.seen = []
      this.isAtEdge = false
    }
    // A full reserve makes no hurry, and the first segments were there long before their viewer.
    else if (this.isAtEdge && before - positionSec < segmentSec * 2) {
      const isKnown = this.seen.length >= enough
      this.seen = [...this.seen, { leadSec: before - nowSec, loadSec }].slice(-remembered)
      if (isKnown && before - positionSec < 0.02) this.stoodSec += stoodSec
    }
    this.endSec = endSec
    this.isAtEdge ||= endSec > edgeSec - segmentSec / 2
  }

  /** The newest place that has been safe lately, `apartSec` further back; undefined where that is not known. */
  nearestSec(nowSec: number, apartSec = 0): number | undefined {
    if (this.endSec === undefined || this.seen.length < enough) return undefined
    const leadSec = Math.min(...this.seen.map((one) => one.leadSec))
    const loadSec = Math.max(...this.seen.map((one) => one.loadSec))
    // A show that stands still goes on where it stands.
    return Math.min(nowSec + leadSec, this.endSec) - Math.max(leastReserveSec, loadSec) - this.stoodSec - apartSec
  }
}

/** Arrivals of everything that hls.js loads into an element. */
export function arrivalsOf(hls: Hls, video: HTMLVideoElement): Arrivals {
  const arrivals = new Arrivals()
  hls.on(Hls.Events.FRAG_BUFFERED, (_, { frag }: { frag: Fragment }) => {
    const details = hls.latestLevelDetails
    if (!details?.live || typeof frag.sn === 'string') return
    arrivals.add({
      endSec: bufferedEnd(video),
      edgeSec: details.edge,
      positionSec: video.currentTime,
      segmentSec: details.targetduration,
      loadSec: Math.max(0, frag.stats.loading.end - frag.stats.loading.start) / 1000,
      nowSec: performance.now() / 1000,
    })
  })
  return arrivals
}
