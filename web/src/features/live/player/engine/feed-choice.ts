/** Facts of a feed for the choice of played feeds. */
export interface FeedHealth {
  id: string
  hasAudio: boolean
  hasVideo: boolean
  /** Nothing new comes from it. */
  isDead: boolean
}

export interface Choice {
  /** Carries the sound and sets the pace. */
  leaderId: string
  pictureId: string
}

/**
 * Which feeds to play: what was wanted as long as it lives, else what lives; where nothing lives, what is there holds
 * its last picture. `wanted` is what the viewer chose and where the sound of the show came from at first: it is gone
 * back to as soon as it lives again. Pure.
 */
export function chooseFeeds(feeds: readonly FeedHealth[], wanted: Choice, now: Choice): Choice {
  const alive = feeds.filter(({ isDead }) => !isDead)
  if (alive.length === 0) return now
  const find = (id: string) => alive.find((feed) => feed.id === id)
  const withSound = alive.filter(({ hasAudio }) => hasAudio)
  const playing = find(now.leaderId)
  const leader =
    find(wanted.leaderId) ??
    (playing?.hasAudio ? playing : undefined) ??
    withSound.find(({ id }) => id === wanted.pictureId) ??
    withSound[0] ??
    playing ??
    find(wanted.pictureId) ??
    alive[0]
  if (!leader) return now
  const picture = find(wanted.pictureId) ?? (leader.hasVideo ? leader : (alive.find(({ hasVideo }) => hasVideo) ?? leader))
  return { leaderId: leader.id, pictureId: picture.id }
}

/** Observation of one feed at one moment. */
export interface FeedSign {
  id: string
  /** By the platform's word; undefined where it says nothing of it (a film, a recording). */
  sends: boolean | undefined
  /**
   * How far its list goes and whether its picture stands still for want of more; undefined for a feed that is not
   * loaded.
   */
  played: { listedUntilMs: number | null; isStarving: boolean } | undefined
}

interface Watched {
  goneSinceMs: number | undefined
  backSinceMs: number | undefined
  listedUntilMs: number | null
  grewAtMs: number
  starvingSinceMs: number | undefined
  isDead: boolean
  diedAtMs: number
}

/** A studio that reloads is back after a second; what is buffered covers it. */
const goneForMs = 1_500
const backForMs = 1_500
/** Two segments that did not come. */
const listStoodMs = 4_200
const starvedMs = 500
/** A feed that fell silent while the platform calls it live is tried again after this, unseen. */
const triedAgainMs = 3_000

/** Remembers the signs of all feeds and says which of them are dead. */
export class FeedWatch {
  private readonly feeds = new Map<string, Watched>()

  /** `isFollowingLive`: somebody who watches an earlier moment needs nothing new as long as there is more to see. */
  update(signs: readonly FeedSign[], nowMs: number, isFollowingLive: boolean): void {
    for (const id of this.feeds.keys()) if (!signs.some((sign) => sign.id === id)) this.feeds.delete(id)
    for (const sign of signs) this.see(sign, nowMs, isFollowingLive)
  }

  isDead(id: string): boolean {
    return this.feeds.get(id)?.isDead ?? true
  }

  private see({ id, sends, played }: FeedSign, nowMs: number, isFollowingLive: boolean): void {
    const known: Watched = this.feeds.get(id) ?? {
      goneSinceMs: undefined,
      backSinceMs: nowMs - backForMs,
      listedUntilMs: null,
      grewAtMs: nowMs,
      starvingSinceMs: undefined,
      isDead: sends === false && played === undefined,
      diedAtMs: nowMs,
    }
    this.feeds.set(id, known)
    known.goneSinceMs = sends === false ? (known.goneSinceMs ?? nowMs) : undefined
    known.backSinceMs = sends === false ? undefined : (known.backSinceMs ?? nowMs)
    if (!played || played.listedUntilMs !== known.listedUntilMs) known.grewAtMs = nowMs
    const hasGrown = (played?.listedUntilMs ?? 0) > (known.listedUntilMs ?? 0)
    known.listedUntilMs = played?.listedUntilMs ?? null
    known.starvingSinceMs = played?.isStarving ? (known.starvingSinceMs ?? nowMs) : undefined
    const starvedFor = known.starvingSinceMs === undefined ? 0 : nowMs - known.starvingSinceMs
    if (known.isDead) {
      const isBack = known.backSinceMs !== undefined && nowMs - known.backSinceMs >= backForMs
      const isNewlyBack = (known.backSinceMs ?? 0) > known.diedAtMs
      if (isBack && (hasGrown || isNewlyBack || nowMs - known.diedAtMs > triedAgainMs)) {
        known.isDead = false
        known.grewAtMs = nowMs
      }
      return
    }
    const isGone = known.goneSinceMs !== undefined && nowMs - known.goneSinceMs >= goneForMs
    const isSilent = sends !== undefined && known.listedUntilMs !== null && nowMs - known.grewAtMs >= listStoodMs && starvedFor >= starvedMs
    const isMissed = isFollowingLive || starvedFor >= starvedMs
    if ((isGone && isMissed) || isSilent) {
      known.isDead = true
      known.diedAtMs = nowMs
    }
  }
}
