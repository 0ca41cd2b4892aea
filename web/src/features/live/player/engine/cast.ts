import { Follow, longestHoleMs, type InTime } from './keep-in-time.ts'
import type { Sample } from './seek-picture.ts'
import { inStepMs, saidAfterMs, saidInStepMs, takenBackMs } from './sync.ts'
import type { Track } from './track.ts'
import type { TrackRole } from './track-events.ts'
import type { FeedSource } from './types.ts'

/** A feed that is being played. */
export interface Seat {
  readonly id: string
  readonly track: Track
}

interface Following extends Seat {
  follow: Follow
  inTime: InTime
  /** Since when it has a picture. */
  readySinceMs: number | undefined
  /** Since when it has been in step, without a break; said a moment later. */
  inStepSinceMs: number | undefined
  isSaidInStep: boolean
}

/** A chosen picture that is nearly in step is shown; one that is further off a moment later; and in the end any. */
const nearMs = 150
const notFarAfterMs = 200
const notFarMs = 250
const showAfterMs = 900
/** For so long the sound goes on until a picture that is asked for now is there. */
const aheadMs = 200
const notMeasured = { inTime: { driftMs: null, isThere: true } as InTime, inStepSinceMs: undefined, isSaidInStep: false }

/**
 * Who plays what: a leader with the sound, a silent follower whose picture lies over it, and, while the lead has to go
 * to a feed that is not loaded, the next leader, which nobody sees or hears before it is in step.
 */
export class Cast {
  leader: Seat | undefined
  private followerSeat: Following | undefined
  private nextSeat: Following | undefined
  private isShown = false
  private readonly make: (role: TrackRole) => Track

  constructor(make: (role: TrackRole) => Track) {
    this.make = make
  }

  get follower(): Seat | undefined {
    return this.followerSeat
  }

  get next(): Seat | undefined {
    return this.nextSeat
  }

  get isFollowerShown(): boolean {
    return this.isShown
  }

  /** The follower sent nothing at the moment of its leader. */
  get isFollowerAbsent(): boolean {
    return this.followerSeat?.inTime.isThere === false
  }

  /** Whose picture is seen. */
  get shown(): Seat | undefined {
    return this.isShown ? this.followerSeat : this.leader
  }

  get seats(): Seat[] {
    return [this.leader, this.followerSeat, this.nextSeat].filter((seat) => seat !== undefined)
  }

  get tracks(): Track[] {
    return this.seats.map(({ track }) => track)
  }

  /** Source of a seek picture at a moment of the leader; undefined where the shown feed has no list of pictures. */
  sampleAt(positionSec: number): Sample | undefined {
    const list = this.shown?.track.smallestList
    return list && this.leader ? { ...list, positionSec, capturedAtMs: this.leader.track.captureTimeAt(positionSec) } : undefined
  }

  /** Last measured offset of picture and sound; null where both are of one feed. */
  get step(): 'aligning' | 'in step' | null {
    const follower = this.followerSeat
    if (!follower) return null
    if (!follower.inTime.isThere) return null
    return this.isShown && follower.isSaidInStep ? 'in step' : 'aligning'
  }

  /** For a snapshot. */
  get roles() {
    const { leader, follower, isFollowerShown, step } = this
    return { leaderId: leader?.id ?? null, followerId: follower?.id ?? null, followerIsShown: isFollowerShown, step }
  }

  lead(id: string): Track {
    this.close()
    this.leader = { id, track: this.make('leader') }
    return this.leader.track
  }

  /** Another feed's picture over the leader's sound. */
  follow(source: FeedSource, isFollowingLive: boolean): void {
    this.closeFollower()
    this.followerSeat = this.seat(source, isFollowingLive)
  }

  /** Gets the feed ready that has to take the lead: the follower is, else it is loaded unseen. */
  prepare(source: FeedSource, isFollowingLive: boolean): void {
    if (this.followerSeat?.id === source.id || this.nextSeat?.id === source.id) return
    this.closeNext()
    this.nextSeat = this.seat(source, isFollowingLive)
  }

  keepInTime(nowMs: number): void {
    for (const seat of [this.followerSeat, this.nextSeat]) {
      if (!seat) continue
      seat.inTime = seat.follow.step(nowMs, { isHidden: seat === this.nextSeat || !this.isShown })
      if (seat.track.video.readyState >= 2) seat.readySinceMs ??= nowMs
    }
    const follower = this.followerSeat
    if (!follower) return
    const { driftMs, isThere, goesOnInMs = Number.POSITIVE_INFINITY } = follower.inTime
    const isInStep = driftMs !== null && Math.abs(driftMs) <= (follower.inStepSinceMs === undefined ? saidInStepMs : takenBackMs)
    follower.inStepSinceMs = isInStep ? (follower.inStepSinceMs ?? nowMs) : undefined
    follower.isSaidInStep = follower.inStepSinceMs !== undefined && nowMs - follower.inStepSinceMs >= saidAfterMs
    const isReady = follower.readySinceMs !== undefined
    const readyForMs = nowMs - (follower.readySinceMs ?? nowMs)
    const dueMs = readyForMs >= notFarAfterMs ? notFarMs : nearMs
    const isDue = isReady && (readyForMs >= showAfterMs || (driftMs !== null && Math.abs(driftMs) <= dueMs))
    // Through a short hole its last picture stays: another feed's would be no part of what was chosen.
    const isHeld = isThere || goesOnInMs <= longestHoleMs
    this.isShown = isReady && (this.isShown ? isHeld : isThere && isDue)
    this.leader?.track.setThrifty(this.isShown)
  }

  /** True when the feed can take the lead without a step back and without a gap. */
  isReadyToLead(id: string): boolean {
    const seat = [this.followerSeat, this.nextSeat].find((one) => one?.id === id)
    const leader = this.leader?.track
    if (!seat || !leader || seat.track.video.readyState < 2 || seat.track.video.seeking) return false
    const { driftMs } = seat.inTime
    if (driftMs !== null && Math.abs(driftMs) <= inStepMs) return true
    const [leadMs, ownMs] = [leader.capturedAtMs, seat.track.capturedAtMs]
    return leader.isStarving && leadMs !== null && ownMs !== null && ownMs >= leadMs - inStepMs
  }

  /** The feed takes the lead; the one before stays as the follower where its picture is wanted, else it goes. */
  promote(id: string, pictureId: string): void {
    const before = this.leader
    const risen = this.followerSeat?.id === id ? this.followerSeat : this.nextSeat
    if (!before || risen?.id !== id) return
    if (risen === this.followerSeat) {
      this.followerSeat = undefined
      this.isShown = false
    } else this.nextSeat = undefined
    this.closeNext()
    this.leader = { id, track: risen.track }
    risen.track.setThrifty(false)
    risen.track.setRole('leader')
    if (before.id === pictureId && !this.followerSeat) {
      before.track.setRole('follower')
      this.followerSeat = this.following(before)
      this.isShown = true
    } else before.track.close()
    const follower = this.followerSeat
    if (follower) follower.follow = new Follow(risen.track, follower.track)
  }

  align(leaderPositionSec: number, nowMs: number): void {
    for (const seat of [this.followerSeat, this.nextSeat]) {
      if (!seat) continue
      seat.follow.align(leaderPositionSec, nowMs)
      // Earlier measurements do not apply to the new position.
      Object.assign(seat, notMeasured)
    }
  }

  closeFollower(): void {
    this.followerSeat?.track.close()
    this.followerSeat = undefined
    this.isShown = false
    this.leader?.track.setThrifty(false)
  }

  closeNext(): void {
    this.nextSeat?.track.close()
    this.nextSeat = undefined
  }

  /** All but the leader and those that are kept. */
  closeOthers(isKept: (seat: Seat) => boolean = () => false): void {
    if (this.followerSeat && !isKept(this.followerSeat)) this.closeFollower()
    if (this.nextSeat && !isKept(this.nextSeat)) this.closeNext()
  }

  close(): void {
    this.closeOthers()
    this.leader?.track.close()
    this.leader = undefined
  }

  /**
   * Loads a feed where the leader is, by the programme clock where it is known; `Follow` brings it to the very instant.
   * hls.js is not told another place while it loads: of sound and pictures one would have been asked for already, and
   * that one is then never asked for again.
   */
  private seat(source: FeedSource, isFollowingLive: boolean): Following | undefined {
    if (!this.leader) return undefined
    const made = this.following({ id: source.id, track: this.make('follower') })
    const leader = this.leader.track
    const { isLive, video } = leader
    const momentMs = () => {
      const { capturedAtMs } = leader
      return capturedAtMs === null || video.paused ? capturedAtMs : capturedAtMs + aheadMs * video.playbackRate
    }
    made?.track.load(source.masterUrl, { momentMs, ...(isLive && isFollowingLive ? {} : { startSec: video.currentTime }) })
    if (!video.paused) void made?.track.video.play().catch(() => undefined)
    // It is shown as soon as it can be, and not with the next tick.
    const hurry = () => this.followerSeat?.track === made?.track && !this.isShown && this.keepInTime(performance.now())
    for (const name of ['canplay', 'seeked', 'timeupdate']) made?.track.video.addEventListener(name, hurry)
    return made
  }

  private following(seat: Seat): Following | undefined {
    if (!this.leader) return undefined
    return { ...seat, follow: new Follow(this.leader.track, seat.track), readySinceMs: undefined, ...notMeasured }
  }
}
