import { correctionFor } from './sync.ts'
import type { Track } from './track.ts'

/** One step of keeping a silent picture in time with the track that carries the sound. */
export function keepInTime(leader: Track, follower: Track): void {
  if (follower.video.readyState < 2) return
  // A picture that ends before the sound stays on its last frame: asked to play, the element would start it from its beginning.
  if (follower.video.ended) return
  if (leader.video.paused !== follower.video.paused) {
    if (leader.video.paused) follower.video.pause()
    else void follower.video.play().catch(() => undefined)
  }
  const leadMs = leader.capturedAtMs
  const followMs = follower.capturedAtMs
  if (leadMs === null || followMs === null || follower.video.seeking || leader.video.seeking) return
  const driftSec = (followMs - leadMs) / 1000
  const target = follower.positionOf(leadMs)
  const correction = correctionFor(driftSec, target !== null && (follower.isBuffered(target) || Math.abs(driftSec) > 6))
  if (correction.kind === 'seek' && target !== null) follower.video.currentTime = target
  const rate = leader.video.playbackRate * (correction.kind === 'rate' ? correction.rate : 1)
  if (Math.abs(follower.video.playbackRate - rate) > 0.005) follower.video.playbackRate = rate
}

/** After the leader was sought: the follower goes to what was captured at the same moment. */
export function align(leader: Track, follower: Track, leaderPositionSec: number): void {
  const capturedAtMs = leader.captureTimeAt(leaderPositionSec)
  const position = capturedAtMs === null ? null : follower.positionOf(capturedAtMs)
  if (position !== null) follower.video.currentTime = position
}
