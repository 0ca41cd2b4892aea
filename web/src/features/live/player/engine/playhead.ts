import type { Cast } from './cast.ts'
import { LivePace } from './live-pace.ts'

/** Keeps the leader's place in its seekable span, and whether it follows the live edge. */
export class Playhead {
  isFollowingLive = true
  private readonly cast: Cast
  private pace = new LivePace()

  constructor(cast: Cast) {
    this.cast = cast
  }

  restart(isFollowingLive: boolean): void {
    this.isFollowingLive = isFollowingLive
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
    if (!leader?.isLive) return
    const jumpSec = this.pace.step(leader, { isFollowing: this.isFollowingLive && at.isPlaying, nowMs: at.nowMs })
    if (jumpSec !== undefined) this.move(jumpSec)
  }

  private move(positionSec: number): void {
    this.cast.leader?.track.seekTo(positionSec)
    this.cast.align(positionSec, performance.now())
  }
}
