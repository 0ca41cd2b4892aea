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

type ListFacts = Pick<LevelDetails, 'partTarget' | 'averagetargetduration'>

/**
 * Seconds behind the end of the list, which is the end of the first part that comes next: it is whole a part later, and
 * another one is on its way then. Without first parts latency follows the segment: blocking reload allows 1.5 of them
 * without stalls. `isNear`: false where a list with first parts is played as far behind as one without.
 */
export function liveSyncSec({ partTarget, averagetargetduration }: ListFacts, isNear = true): number {
  const partSec = partSecOf(partTarget)
  if (partSec > 0 && isNear) return 2 * partSec + reserveSec
  return partSec + Math.max(1.5, Math.min(4.5, averagetargetduration ? averagetargetduration * 1.5 : 3))
}

/** How far a live picture stays behind the end of its list: as near as its line allows where it comes in parts. */
export class EdgeDistance {
  private listedSec = 3
  private stallsSec = 0
  private changedAtMs = Number.NEGATIVE_INFINITY

  get sec(): number {
    return this.listedSec + this.stallsSec
  }

  /** Where to begin by the first list: hls.js chooses its place before it tells of the list. */
  begin(partTarget: number): number {
    if (partTarget > 0) this.listedSec = liveSyncSec({ partTarget, averagetargetduration: undefined })
    return this.sec
  }

  /** The distance by what the list says. `isNear`: see `liveSyncSec`. */
  follow(details: ListFacts, nowMs: number, isNear = true): number {
    const wanted = liveSyncSec(details, isNear)
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
