import type { Track } from './track.ts'

/** How a picture at the live edge gets there. */
export type Pace = { kind: 'rate'; rate: number } | { kind: 'jump' }

/** Music at this rate still sounds right. */
export const maxLiveRate = 1.05
/** A rate at which speech is still easy to follow, for whoever comes late. */
export const catchUpRate = 1.25
/** Nearer than this is the edge. */
export const nearSec = 0.25
/** Further away a viewer would hear for a minute that something is being caught up with: one jump instead. */
const jumpSec = 2
/** The same by the clock, where all viewers are to see the same. */
const clockJumpSec = 0.5
/** Too slow to be heard. */
const slowRate = 0.97
/** No further from the show's own rate than in catching up. */
const leavingRate = 0.95
/** Further away it jumps even to where nothing is loaded yet: a sleeping laptop, a long stall. */
const farSec = 14
const jumpEveryMs = 15_000
/** Nobody plays faster with less than this ahead. */
const reserveSec = 1
/** The same where what is newest comes in parts of a segment: no second is ever ahead of a picture at their edge. */
const inParts = { jumpSec: 1, nearSec: 0.08, reserveSec: 0.3 }

export interface LiveState {
  /** From the picture to the position that LIVE jumps to. */
  behindSec: number
  isTargetBuffered: boolean
  bufferedAheadSec: number
  sinceJumpMs: number
  rate: number
  /** The edge is a moment of the clock: nobody stays ahead of it. */
  isByClock?: boolean
  /** The newest comes in parts of a segment. */
  isInParts?: boolean
  /** It is nearer to its edge than whole segments allow, and is to move away. */
  isLeavingEdge?: boolean
}

export function paceAtLive(state: LiveState): Pace {
  const { behindSec, isTargetBuffered, bufferedAheadSec, sinceJumpMs, rate, isByClock = false, isInParts = false } = state
  const at = isInParts ? inParts : { jumpSec: isByClock ? clockJumpSec : jumpSec, nearSec, reserveSec }
  if (sinceJumpMs > jumpEveryMs && (behindSec > farSec || (behindSec > at.jumpSec && isTargetBuffered))) return { kind: 'jump' }
  if (isByClock && behindSec < (rate < 1 ? 0 : -nearSec)) return { kind: 'rate', rate: slowRate }
  if (state.isLeavingEdge) return { kind: 'rate', rate: leavingRate }
  // A catch-up is completed; a small drift is left alone.
  const isBehind = behindSec > (rate > 1 ? 0 : at.nearSec)
  return { kind: 'rate', rate: isBehind && bufferedAheadSec > at.reserveSec ? maxLiveRate : 1 }
}

/** Keeps a live leader near its edge. */
export class LivePace {
  private jumpedAtMs = Number.NEGATIVE_INFINITY

  /** One step; returns where to jump, if anywhere. `behindRate` is the rate of who watches an earlier moment. */
  step(track: Track, { isFollowing, behindRate, nowMs }: { isFollowing: boolean; behindRate: number; nowMs: number }): number | undefined {
    const { video, range } = track
    if (!isFollowing) {
      if (video.playbackRate !== behindRate) video.playbackRate = behindRate
      return undefined
    }
    if (video.readyState < 2 || video.seeking) return undefined
    const pace = paceAtLive({
      behindSec: range.endSec - video.currentTime,
      isTargetBuffered: track.isBuffered(range.endSec),
      bufferedAheadSec: track.bufferedEndSec - video.currentTime,
      sinceJumpMs: nowMs - this.jumpedAtMs,
      rate: video.playbackRate,
      isByClock: track.isByClock,
      isInParts: track.isInParts,
      isLeavingEdge: track.isLeavingEdge,
    })
    if (pace.kind === 'jump') {
      this.jumpedAtMs = nowMs
      return range.endSec
    }
    if (video.playbackRate !== pace.rate) video.playbackRate = pace.rate
    return undefined
  }
}
