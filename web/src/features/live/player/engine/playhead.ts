import type { Cast } from './cast.ts'
import { LivePace, nearSec } from './live-pace.ts'
import type { Track } from './track.ts'

/** Rates to choose from: behind the live edge none is slower than the show itself. */
export const ratesOf = (isLive: boolean): readonly number[] => (isLive ? [1, 1.25, 1.5, 2] : [0.5, 0.75, 1, 1.25, 1.5, 2])

/** The next rate up or down; the last one stays. */
export function nextRate({ isLive, rate }: { isLive: boolean; rate: number }, by: 1 | -1): number {
  const rates = ratesOf(isLive)
  return (by > 0 ? rates.find((one) => one > rate) : rates.findLast((one) => one < rate)) ?? rate
}

/** Keeps the leader's place in its seekable span, and whether it follows the live edge. */
export class Playhead {
  isFollowingLive = true
  /** Rate at which an earlier moment of a live show is watched; it ends at the live edge. */
  behindRate = 1
  /** Rate of what is not live. */
  videoRate = 1
  /** Whether what was opened is to play at `videoRate`: a live show that ends goes on as it is. */
  keepsVideoRate = false
  private readonly cast: Cast
  private pace = new LivePace()

  constructor(cast: Cast) {
    this.cast = cast
  }

  restart(isFollowingLive: boolean): void {
    this.isFollowingLive = isFollowingLive
    this.behindRate = 1
    this.pace = new LivePace()
  }

  /** Within the seekable span; near the live edge it means following live again. */
  seek(positionSec: number): void {
    const leader = this.cast.leader?.track
    if (!leader) return
    const { startSec, endSec } = leader.range
    const target = Math.min(Math.max(positionSec, startSec), Math.max(startSec, leader.isLive ? endSec : endSec - 0.05))
    this.isFollowingLive = leader.isLive && target >= endSec - 1
    this.move(target)
  }

  /** Seconds of the live edge, where it is ahead of the picture: nothing goes back to reach it. */
  get edgeAheadSec(): number | undefined {
    const leader = this.cast.leader?.track
    return leader?.isLive && leader.range.endSec > leader.video.currentTime ? leader.range.endSec : undefined
  }

  /** Catches up with the live edge, by a faster rate or one jump. */
  keepPace(at: { isPlaying: boolean; nowMs: number }): void {
    const leader = this.cast.leader?.track
    if (!leader) return
    if (!leader.isLive) return this.keepVideoRate(leader)
    const hasCaughtUp = this.behindRate > 1 && leader.range.endSec - leader.video.currentTime <= nearSec
    if (hasCaughtUp && at.isPlaying && !leader.video.seeking) this.isFollowingLive = true
    if (this.isFollowingLive) this.behindRate = 1
    const { behindRate } = this
    const isAlone = this.cast.seats.length === 1
    const isFollowing = this.isFollowingLive && at.isPlaying
    const jumpSec = this.pace.step(leader, { isFollowing, isAlone, behindRate, nowMs: at.nowMs })
    if (jumpSec !== undefined) this.move(jumpSec)
  }

  /** Faster than live is for who watches an earlier moment. */
  setRate(rate: number): void {
    const leader = this.cast.leader?.track
    if (leader?.isLive) {
      if (!this.isFollowingLive) this.behindRate = rate
      return
    }
    this.videoRate = rate
    this.keepsVideoRate = true
    if (leader) leader.video.playbackRate = rate
  }

  /** An element that is loaded anew begins at 1. */
  private keepVideoRate({ video }: Track): void {
    if (this.keepsVideoRate && video.readyState > 0 && video.playbackRate !== this.videoRate) video.playbackRate = this.videoRate
  }

  private move(positionSec: number): void {
    this.cast.leader?.track.seekTo(positionSec)
    this.cast.align(positionSec, performance.now())
  }
}
