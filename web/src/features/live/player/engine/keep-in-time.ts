import { correctionFor } from './sync.ts'
import { insideSec } from './timeline.ts'
import type { Track } from './track.ts'

/** Relation of a follower to its leader now. */
export interface InTime {
  /** Follower minus leader by capture time; null while it cannot be told: one of them is on its way somewhere. */
  driftMs: number | null
  /** False where the follower was not sending at that time: it has no such picture. */
  isThere: boolean
  /** How long it will be until it has one again; undefined where it has one. */
  goesOnInMs?: number
}

/** A jump takes a moment, in which the leader goes on; less often than this it is not worth its price. */
const seekEveryMs = 900
const hiddenSeekEveryMs = 300
const stillEveryMs = 1_200
const lostEveryMs = 3_000
/** Half a frame: a paused picture is the very same instant. */
const pausedDriftMs = 15
const longestCostSec = 1.5
/** A follower in sight keeps its last picture through a hole, and is sent to the end of it this long before. */
const goesOnSoonMs = 400
/** A hole that is longer than this shows the leader meanwhile. */
export const longestHoleMs = 4_000

/** Keeps one silent picture in time with the track that carries the sound. */
export class Follow {
  private readonly leader: Track
  private readonly follower: Track
  private soughtAtMs = Number.NEGATIVE_INFINITY
  private waitsSinceMs: number | undefined
  /** How far the leader went on during the last jump: the next one aims that much ahead. */
  private costSec = 0.1
  private isSettling = false
  private pausedAttempts = 0
  private stillAttempts = 0

  constructor(leader: Track, follower: Track) {
    this.leader = leader
    this.follower = follower
  }

  /** One step. `isHidden`: nobody sees the follower yet. */
  step(nowMs: number, { isHidden }: { isHidden: boolean }): InTime {
    const { leader, follower } = this
    const leadMs = leader.capturedAtMs
    const place = leadMs === null ? null : follower.placeOf(leadMs)
    const isThere = place?.isThere ?? true
    const waitsAtSec = (place?.positionSec ?? 0) + insideSec
    const goesOnMs = isThere ? null : follower.captureTimeAt(waitsAtSec)
    const hole = goesOnMs === null || leadMs === null ? {} : { goesOnInMs: goesOnMs - leadMs }
    if (follower.video.readyState < 2) {
      if (place?.isThere && !place.isEnd) this.fetch(place.positionSec, nowMs)
      return { driftMs: null, isThere, ...hole }
    }
    this.stillAttempts = 0
    const followMs = follower.capturedAtMs
    if (leadMs === null || followMs === null || place === null || follower.video.seeking || leader.video.seeking) {
      this.playLike(leader)
      return { driftMs: null, isThere, ...hole }
    }
    const driftMs = followMs - leadMs
    if (!isThere) {
      // Nothing was sent at that time: it waits where it goes on, or on its last picture.
      follower.video.pause()
      const { goesOnInMs = Number.POSITIVE_INFINITY } = hole
      const keepsPicture = !isHidden && goesOnInMs > goesOnSoonMs && goesOnInMs <= longestHoleMs
      if (!keepsPicture && Math.abs(follower.video.currentTime - waitsAtSec) > 0.1) this.seek(waitsAtSec, nowMs)
      return { driftMs: null, isThere, ...hole }
    }
    this.playLike(leader)
    // It plays what it has, and waits for more; of a feed that has ended the last frame stays.
    if (place.isEnd) return { driftMs: null, isThere }
    if (leader.video.paused) this.rest(driftMs, place.positionSec, nowMs)
    else this.run(driftMs, place.positionSec, { nowMs, isHidden })
    return { driftMs, isThere }
  }

  /** After the leader was sought: the follower goes to what was captured at the same moment. */
  align(leaderPositionSec: number, nowMs: number): void {
    const capturedAtMs = this.leader.captureTimeAt(leaderPositionSec)
    const place = capturedAtMs === null ? null : this.follower.placeOf(capturedAtMs)
    if (place) this.seek(place.positionSec, nowMs)
    this.isSettling = false
  }

  private playLike({ video }: Track): void {
    const own = this.follower.video
    // Asked to play after its end, an element would start from its beginning.
    if (own.ended || video.paused === own.paused) return
    if (video.paused) own.pause()
    else void own.play().catch(() => undefined)
  }

  /**
   * An element that stands where nothing was loaded waits for ever: a paused one is not played over a gap, and one at
   * the end of what its feed sent before it died does not see that it goes on. It is sent to the instant again; a
   * paused one a little further in each time, since a segment may begin a frame later than its list says.
   */
  private fetch(positionSec: number, nowMs: number): void {
    const { paused } = this.leader.video
    // A request may be on its way.
    this.waitsSinceMs ??= nowMs
    const sinceMs = this.soughtAtMs === Number.NEGATIVE_INFINITY ? this.waitsSinceMs : this.soughtAtMs
    if (nowMs - sinceMs < (paused ? stillEveryMs : lostEveryMs)) return
    if (!paused) this.seek(positionSec + this.costSec, nowMs)
    else if (this.stillAttempts < 6) {
      this.seek(positionSec + this.stillAttempts * 0.02, nowMs)
      this.stillAttempts += 1
    }
  }

  private rest(driftMs: number, targetSec: number, nowMs: number): void {
    if (Math.abs(driftMs) <= pausedDriftMs) this.pausedAttempts = 0
    else if (this.pausedAttempts < 3 && nowMs - this.soughtAtMs > 150) {
      this.pausedAttempts += 1
      this.seek(targetSec, nowMs)
    }
  }

  private run(driftMs: number, targetSec: number, { nowMs, isHidden }: { nowMs: number; isHidden: boolean }): void {
    const { leader, follower } = this
    this.pausedAttempts = 0
    if (this.isSettling) {
      this.isSettling = false
      this.costSec = Math.min(longestCostSec, Math.max(0, this.costSec - driftMs / 1000))
    }
    const aimSec = targetSec + this.costSec
    const correction = correctionFor(driftMs / 1000, { isBuffered: follower.isBuffered(aimSec), isHidden })
    if (correction.kind === 'seek' && nowMs - this.soughtAtMs > (isHidden ? hiddenSeekEveryMs : seekEveryMs)) {
      this.seek(aimSec, nowMs)
      this.isSettling = true
    }
    const rate = leader.video.playbackRate * (correction.kind === 'rate' ? correction.rate : 1)
    if (Math.abs(follower.video.playbackRate - rate) > 0.005) follower.video.playbackRate = rate
  }

  private seek(positionSec: number, nowMs: number): void {
    this.soughtAtMs = nowMs
    this.follower.seekTo(positionSec)
  }
}
