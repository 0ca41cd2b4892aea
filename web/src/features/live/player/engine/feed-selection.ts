import type { Cast } from './cast.ts'
import { Director, firstLeader } from './director.ts'
import type { Track } from './track.ts'
import type { FeedSource } from './types.ts'

/** Pause between two tries of a feed that could not be played. */
const triedAgainMs = 15_000
/** A chosen picture that is not there by then is said to be missing. */
const saidMissingAfterMs = 8_000
/** The same for one that sent nothing at the moment that is watched. */
const saidAbsentAfterMs = 2_000

/**
 * Decides which feed gives the sound and which the picture: what the viewer chose, and what stands in while that is
 * dead.
 */
export class FeedSelection {
  sources: readonly FeedSource[] = []
  /** The chosen feed while another one stands in. */
  awayFeedId: string | null = null
  /** The chosen feed could not be played: it is tried again, unseen. */
  failedFeedId: string | null = null
  private triedAgainAtMs = 0
  private missing: { track: Track; sinceMs: number } | undefined
  private readonly cast: Cast
  private readonly director = new Director()

  constructor(cast: Cast) {
    this.cast = cast
  }

  /** Takes the feeds of a show; returns the one that leads, undefined without feeds. */
  open(sources: readonly FeedSource[], feedId?: string): { leading: FeedSource; leader: Track } | undefined {
    this.sources = sources
    const leading = firstLeader(sources)
    if (!leading) return undefined
    const leader = this.cast.lead(leading.id)
    this.director.open({ leaderId: leading.id, pictureId: feedId ?? leading.id })
    this.awayFeedId = null
    this.failedFeedId = null
    return { leading, leader }
  }

  get chosenId(): string {
    return this.director.chosenId
  }

  /** The feed with the sound. */
  get soundFeedId(): string | null {
    return this.sources.find(({ id, hasAudio }) => hasAudio && id === this.cast.leader?.id)?.id ?? null
  }

  has(feedId: string): boolean {
    return this.sources.some(({ id }) => id === feedId)
  }

  choose(feedId: string): void {
    // Pressed once more, it is loaded anew.
    if (feedId === this.failedFeedId && !this.cast.isFollowerShown) this.cast.closeFollower()
    this.director.choose(feedId)
    this.failedFeedId = null
    this.awayFeedId = null
  }

  /** Chooses the feed that stands in. */
  keepShown(): void {
    const { shown } = this.cast
    if (shown) this.choose(shown.id)
    // A picture that comes late is not wanted any more.
    if (!this.cast.isFollowerShown) this.cast.closeFollower()
    this.awayFeedId = null
  }

  /** Shows a feed's picture, where the leader is by the programme clock. */
  present(feedId: string, isFollowingLive: boolean): void {
    const source = this.sources.find(({ id }) => id === feedId)
    if (!source) return
    if (feedId === this.cast.leader?.id) this.cast.closeFollower()
    else if (feedId !== this.cast.follower?.id) this.cast.follow(source, isFollowingLive)
  }

  /** Drops a track that cannot be played. Returns false for the leader: without it the show has failed. */
  drop(track: Track, nowMs: number): boolean {
    const { leader, follower, next } = this.cast
    if (track === follower?.track) {
      this.failedFeedId = follower.id
      this.triedAgainAtMs = nowMs + triedAgainMs
      if (this.chosenId === follower.id && leader) this.director.choose(leader.id)
      this.cast.closeFollower()
      return true
    }
    if (track !== next?.track) return false
    this.cast.closeNext()
    return true
  }

  /** Loads a feed that could not be played once more, unseen, until it is shown or another one is chosen. */
  tryAgain(at: { nowMs: number; isFollowingLive: boolean }): void {
    this.lookForChosen(at)
    const { failedFeedId, cast } = this
    if (failedFeedId === null) return
    if (!this.has(failedFeedId) || cast.shown?.id === failedFeedId) this.failedFeedId = null
    else if (!cast.follower && at.nowMs >= this.triedAgainAtMs) {
      this.director.choose(failedFeedId)
      this.present(failedFeedId, at.isFollowingLive)
    }
  }

  /**
   * A chosen picture that does not come, beside a leader that plays on: not every standstill is an error that somebody
   * tells of. It is said, and what was loaded of it is loaded anew now and then.
   */
  private lookForChosen(at: { nowMs: number; isFollowingLive: boolean }): void {
    const { cast, chosenId } = this
    const { leader, follower } = cast
    if (cast.shown?.id === this.awayFeedId) this.awayFeedId = null
    const isMissing = follower?.id === chosenId && !cast.isFollowerShown && leader && !leader.track.video.paused && !leader.track.isStarving
    if (!isMissing) {
      this.missing = undefined
      return
    }
    if (this.missing?.track !== follower.track) this.missing = { track: follower.track, sinceMs: at.nowMs }
    const forMs = at.nowMs - this.missing.sinceMs
    if (cast.isFollowerAbsent) {
      if (forMs >= saidAbsentAfterMs) this.awayFeedId = chosenId
      return
    }
    if (forMs >= saidMissingAfterMs) this.failedFeedId = chosenId
    if (forMs < saidMissingAfterMs + triedAgainMs) return
    cast.closeFollower()
    this.present(chosenId, at.isFollowingLive)
  }

  /** Leaves feeds that died for such that live, and goes back. Returns true when another feed has taken the lead. */
  arrange(at: { nowMs: number; isFollowingLive: boolean }): boolean {
    const { cast, director, sources } = this
    const decision = director.decide(sources, cast, at)
    if (!decision) return false
    const { now, want, isChosenDead } = decision
    const taking = sources.find(({ id }) => id === want.leaderId)
    let isPromoted = false
    if (taking && taking.id !== now.leaderId) {
      cast.prepare(taking, at.isFollowingLive)
      if (cast.isReadyToLead(taking.id)) {
        cast.promote(taking.id, want.pictureId)
        isPromoted = true
      }
    } else {
      cast.closeNext()
      if (want.pictureId !== now.pictureId) this.present(want.pictureId, at.isFollowingLive)
    }
    const { chosenId } = this
    // Until it is seen again: what is being tried in the dark is not back yet.
    this.awayFeedId = cast.shown?.id !== chosenId && (isChosenDead || this.awayFeedId === chosenId) ? chosenId : null
    return isPromoted
  }
}
