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
/** A picture that is further beyond the edge stands, and waits for what comes. */
const mostBeyondSec = 2
/** Followers of the picture are loaded beside it, and may come this much later. */
const besideSec = 0.3
/** Further away it jumps even to where nothing is loaded yet: a sleeping laptop, a long stall. */
const farSec = 14
const jumpEveryMs = 15_000
const reserveSec = 1
/** The same where the edge is what the line gives: it has the reserve in it, and is known to a tenth of a second. */
const measured = { nearSec: 0.08, reserveSec: 0.05 }

export interface LiveState {
  /** From the picture to the edge. */
  behindSec: number
  isTargetBuffered: boolean
  bufferedAheadSec: number
  sinceJumpMs: number
  rate: number
  /** The edge is a moment of the clock: nobody stays ahead of it. */
  isByClock?: boolean
  /** The edge is what has been safe lately: whoever is beyond it falls back before the picture stands. */
  isMeasured?: boolean
}

export function paceAtLive(state: LiveState): Pace {
  const { behindSec, isTargetBuffered, bufferedAheadSec, sinceJumpMs, rate, isByClock = false, isMeasured = false } = state
  if (sinceJumpMs > jumpEveryMs && (behindSec > farSec || (behindSec > (isByClock ? clockJumpSec : jumpSec) && isTargetBuffered)))
    return { kind: 'jump' }
  if (isByClock && behindSec < (rate < 1 ? 0 : -nearSec)) return { kind: 'rate', rate: slowRate }
  if (isMeasured && behindSec < (rate < 1 ? 0 : -measured.nearSec) && behindSec > -mostBeyondSec) return { kind: 'rate', rate: slowRate }
  const needs = isMeasured ? measured : { nearSec, reserveSec }
  // A catch-up is completed; a small drift is left alone.
  const isBehind = behindSec > (rate > 1 ? 0 : needs.nearSec)
  return { kind: 'rate', rate: isBehind && bufferedAheadSec > needs.reserveSec ? maxLiveRate : 1 }
}

/** Keeps a live leader near its edge. */
export class LivePace {
  private jumpedAtMs = Number.NEGATIVE_INFINITY

  /** One step; returns where to jump, if anywhere. `behindRate` is the rate of who watches an earlier moment. */
  step(track: Track, at: { isFollowing: boolean; isAlone: boolean; behindRate: number; nowMs: number }): number | undefined {
    const { isFollowing, isAlone, behindRate, nowMs } = at
    const { video, range } = track
    if (!isFollowing) {
      if (video.playbackRate !== behindRate) video.playbackRate = behindRate
      return undefined
    }
    if (video.readyState < 2 || video.seeking) return undefined
    const measuredSec = track.isByClock ? undefined : track.arrivals?.nearestSec(nowMs / 1000, isAlone ? 0 : besideSec)
    // After one long delay nobody stays further back than LIVE itself is.
    const isMeasured = measuredSec !== undefined && measuredSec > range.endSec
    const edgeSec = isMeasured ? measuredSec : range.endSec
    const pace = paceAtLive({
      behindSec: edgeSec - video.currentTime,
      isTargetBuffered: track.isBuffered(edgeSec),
      bufferedAheadSec: track.bufferedEndSec - video.currentTime,
      sinceJumpMs: nowMs - this.jumpedAtMs,
      rate: video.playbackRate,
      isByClock: track.isByClock,
      isMeasured,
    })
    if (pace.kind === 'jump') {
      this.jumpedAtMs = nowMs
      return edgeSec
    }
    if (video.playbackRate !== pace.rate) video.playbackRate = pace.rate
    return undefined
  }
}
