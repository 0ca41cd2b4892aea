import type { LevelDetails } from 'hls.js'
import { partSecOf } from './first-part-list.ts'

/** Kept behind what there is at the moment when the next first part comes: the way, and what comes late. */
const reserveSec = 0.3
/** A picture that had to wait stays further away by this, at most by that. */
const stallSec = 0.25
const mostStallsSec = 1.5
/** Waiting again so soon is the same stall; after so long without one it comes nearer again. */
const sameStallMs = 3_000
const calmMs = 60_000

/**
 * Seconds behind the end of the list, which is the end of the first part that comes next: it is whole a part later, and
 * another one is on its way then. Without first parts latency follows the segment: blocking reload allows 1.5 of them
 * without stalls.
 */
export function liveSyncSec({ partTarget, averagetargetduration }: Pick<LevelDetails, 'partTarget' | 'averagetargetduration'>): number {
  if (partTarget > 0) return 2 * partSecOf(partTarget) + reserveSec
  return Math.max(1.5, Math.min(4.5, averagetargetduration ? averagetargetduration * 1.5 : 3))
}

/** How far a live picture stays behind the end of its list: as near as its line allows where it comes in parts. */
export class EdgeDistance {
  private listedSec = 3
  private stallsSec = 0
  private changedAtMs = Number.NEGATIVE_INFINITY

  get sec(): number {
    return this.listedSec + this.stallsSec
  }

  /** The distance by what the list says. */
  follow(details: Pick<LevelDetails, 'partTarget' | 'averagetargetduration'>, nowMs: number): number {
    const wanted = liveSyncSec(details)
    if (Math.abs(wanted - this.listedSec) > 0.4) this.listedSec = wanted
    if (this.stallsSec > 0 && nowMs - this.changedAtMs > calmMs) {
      this.stallsSec = Math.max(0, this.stallsSec - stallSec)
      this.changedAtMs = nowMs
    }
    return this.sec
  }

  /** The distance after the picture had to wait for what is newest. */
  stall(nowMs: number): number {
    if (nowMs - this.changedAtMs >= sameStallMs) {
      this.changedAtMs = nowMs
      this.stallsSec = Math.min(mostStallsSec, this.stallsSec + stallSec)
    }
    return this.sec
  }
}
