import type { Cast } from './cast.ts'
import { chooseFeeds, FeedWatch, type Choice } from './feed-choice.ts'
import type { FeedSource } from './types.ts'

/** Knows what is wanted and what is dead, and says which feeds should be played. */
export class Director {
  /** Where the show's sound comes from, and the picture that the viewer chose: what is played while they live. */
  private wanted: Choice = { leaderId: '', pictureId: '' }
  private watch = new FeedWatch()

  open(wanted: Choice): void {
    this.wanted = wanted
    this.watch = new FeedWatch()
  }

  get chosenId(): string {
    return this.wanted.pictureId
  }

  choose(pictureId: string): void {
    this.wanted = { ...this.wanted, pictureId }
  }

  /** Undefined where nothing is known to be live: then nothing dies, either. */
  decide(sources: readonly FeedSource[], cast: Cast, at: { nowMs: number; isFollowingLive: boolean }): Decision | undefined {
    const { leader, follower, next } = cast
    if (!leader || sources.every(({ sends }) => sends === undefined)) return undefined
    const tracks = new Map([next, follower, leader].flatMap((seat) => (seat ? [[seat.id, seat.track] as const] : [])))
    const signs = sources.map(({ id, sends }) => {
      const track = tracks.get(id)
      return { id, sends, played: track && { listedUntilMs: track.capturedUntilMs, isStarving: track.isStarving } }
    })
    this.watch.update(signs, at.nowMs, at.isFollowingLive)
    // Who watches an earlier moment needs nothing new before what there is has been seen.
    const isDead = (id: string) => this.watch.isDead(id) && (at.isFollowingLive || (tracks.get(id)?.isStarving ?? false))
    const feeds = sources.map(({ id, hasAudio, hasVideo }) => ({ id, hasAudio, hasVideo, isDead: isDead(id) }))
    const now = { leaderId: leader.id, pictureId: follower?.id ?? leader.id }
    return { now, want: chooseFeeds(feeds, this.wanted, now), isChosenDead: isDead(this.chosenId) }
  }
}

export interface Decision {
  now: Choice
  want: Choice
  isChosenDead: boolean
}

/**
 * Where the sound of a show comes from at first: from who has one and sends, else from who has one, else from who
 * sends.
 */
export function firstLeader(sources: readonly FeedSource[]): FeedSource | undefined {
  const withSound = sources.filter(({ hasAudio }) => hasAudio)
  return withSound.find(({ sends }) => sends !== false) ?? withSound[0] ?? sources.find(({ sends }) => sends) ?? sources[0]
}
