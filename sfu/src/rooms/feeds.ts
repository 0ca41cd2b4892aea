import { DomainError } from '@e-events/shared/errors.ts'
import type { FeedId } from '@e-events/shared/domain/ids.ts'
import { limits } from '@e-events/shared/limits.ts'
import type { FeedMeta, RoomFeed } from '@e-events/shared/signaling/feed.ts'
import type { SeatClaim } from '@e-events/shared/signaling/requests.ts'
import type { Clock } from '../clock.ts'
import { Feed, type FeedProducer } from './feed.ts'
import type { GoneReason } from './gone.ts'
import type { Peer } from './peer.ts'

export interface FeedEvents {
  /** Notifies every peer of a change in the feed. */
  changed(feed: RoomFeed): void
  /** The feed is off the show for good. */
  closed(feedId: FeedId): void
  /** The first packets of a stream are here. */
  firstMedia(): void
  /** Media arrives: for the first time, again after a break, or in another composition. */
  live(feed: Feed): void
  /** All its producers are gone, or none of them sends any more. */
  interrupted(feedId: FeedId): void
  /** Packets begin or cease to arrive. */
  media(feedId: FeedId, arrives: boolean): void
  /** Another device sends it now. */
  taken(feedId: FeedId, from: Peer): void
  /** A producer is gone; called before `changed`. */
  producerGone(producerId: string, reason: GoneReason): void
}

/**
 * Sound and picture of a feed start some packets apart, and are produced one after the other: one announcement for
 * both.
 */
const secondKindMs = 1_500
const secondProducerMs = 400

/** The feeds of a room. */
export class Feeds {
  readonly #feeds = new Map<FeedId, Feed>()
  readonly #clock: Clock
  readonly #events: FeedEvents

  constructor(clock: Clock, events: FeedEvents) {
    this.#clock = clock
    this.#events = events
  }

  get all(): Feed[] {
    return [...this.#feeds.values()]
  }

  snapshot(): RoomFeed[] {
    return this.all.map((feed) => feed.snapshot())
  }

  /** @throws DomainError FEED_NOT_FOUND */
  get(feedId: FeedId): Feed {
    const feed = this.#feeds.get(feedId)
    if (!feed) throw new DomainError('FEED_NOT_FOUND')
    return feed
  }

  /** @throws DomainError FEED_LIMIT when the feed would be one too many */
  assertRoomFor(feedId: FeedId): void {
    if (!this.#feeds.has(feedId) && this.#feeds.size >= limits.feedsPerBroadcast) throw new DomainError('FEED_LIMIT')
  }

  /** @throws DomainError FEED_TAKEN when another device has the feed and `seat` does not say to take it */
  assertSeat(feedId: FeedId, peer: Peer, seat: SeatClaim): void {
    const feed = this.#feeds.get(feedId)
    if (feed?.holder === undefined || feed.holder === peer.studio || seat === 'any') return
    if (seat === 'lost' && !feed.arrives) return
    throw new DomainError('FEED_TAKEN')
  }

  /** A producer of one of these peers, with its feed. */
  find(producerId: string): { feed: Feed; entry: FeedProducer } | undefined {
    for (const feed of this.#feeds.values()) {
      const entry = feed.find(producerId)
      if (entry) return { feed, entry }
    }
    return undefined
  }

  ownedBy(peer: Peer): { feed: Feed; entry: FeedProducer }[] {
    return this.all.flatMap((feed) => feed.producers.filter((entry) => entry.owner === peer).map((entry) => ({ feed, entry })))
  }

  /**
   * Puts a producer into its feed, in the place of the one that is there and of everything that another device sent.
   */
  attach(
    feedId: FeedId,
    meta: FeedMeta,
    added: Pick<FeedProducer, 'producer' | 'more' | 'owner' | 'layers' | 'frameRate'>,
    seat: SeatClaim = 'own',
  ): void {
    this.assertRoomFor(feedId)
    if (added.owner.role === 'publisher') this.assertSeat(feedId, added.owner, seat)
    let feed = this.#feeds.get(feedId)
    if (!feed) {
      feed = new Feed(feedId, meta)
      this.#feeds.set(feedId, feed)
    }
    feed.meta = meta
    const entry: FeedProducer = {
      ...added,
      paused: false,
      stats: [],
      packets: 0,
      attachedAtMs: this.#clock.nowMs(),
      lastPacketAtMs: undefined,
      overCap: 0,
    }
    const before = feed.producers.filter((other) => other.owner !== added.owner || other.producer.kind === added.producer.kind)
    for (const { producer } of before) feed[producer.kind] = undefined
    feed[added.producer.kind] = entry
    if (added.owner.role === 'publisher') feed.holder = added.owner.studio
    for (const { producer } of before) {
      producer.close()
      this.#events.producerGone(producer.id, 'producer_replaced')
    }
    const from = before.find((other) => other.owner !== added.owner)?.owner
    if (from) {
      this.#setArrives(feed, false)
      this.#events.taken(feedId, from)
    }
    const there = feed
    added.producer.onMedia(() => {
      if (there.find(entry.producer.id) !== entry) return
      this.#events.firstMedia()
      this.mediaArrived(there, entry)
    })
    this.#events.changed(feed.snapshot())
  }

  /** Packets of a producer arrived since the last look. */
  mediaArrived(feed: Feed, entry: FeedProducer): void {
    if (feed.find(entry.producer.id) !== entry) return
    entry.lastPacketAtMs = this.#clock.nowMs()
    this.#setArrives(feed, true)
    if (feed.announced === signatureOf(feed)) return
    const both = feed.producers.length === 2
    if (both && feed.producers.every((producer) => producer.lastPacketAtMs !== undefined)) this.#announceLive(feed)
    else feed.pendingLive ??= this.#clock.after(both ? secondKindMs : secondProducerMs, () => this.#announceLive(feed))
  }

  /** None of its producers sends, though none is gone. */
  fellSilent(feed: Feed): void {
    this.#interrupt(feed)
    for (const entry of feed.producers) entry.lastPacketAtMs = undefined
  }

  setPaused(producerId: string, paused: boolean): void {
    const found = this.find(producerId)
    if (!found) return
    found.entry.paused = paused
    this.#events.changed(found.feed.snapshot())
  }

  /** Takes producers out of their feeds; the feeds stay. */
  detach(producerIds: readonly string[], reason: GoneReason): void {
    const touched = new Set<Feed>()
    for (const producerId of producerIds) {
      const found = this.find(producerId)
      if (!found) continue
      found.feed[found.entry.producer.kind] = undefined
      found.entry.producer.close()
      touched.add(found.feed)
      this.#events.producerGone(producerId, reason)
    }
    for (const feed of touched) {
      if (!feed.connected) this.#interrupt(feed)
      this.#events.changed(feed.snapshot())
    }
  }

  /** Takes a feed off the show for good. */
  close(feedId: FeedId): void {
    const feed = this.get(feedId)
    this.#feeds.delete(feedId)
    feed.pendingLive?.()
    feed.pendingLive = undefined
    for (const entry of feed.producers) {
      entry.producer.close()
      this.#events.producerGone(entry.producer.id, 'feed_closed')
    }
    this.#events.closed(feedId)
  }

  /** Closes all producers at the end of the room, without a notification for each. */
  dispose(): void {
    for (const feed of this.#feeds.values()) {
      feed.pendingLive?.()
      for (const entry of feed.producers) entry.producer.close()
    }
    this.#feeds.clear()
  }

  #announceLive(feed: Feed): void {
    feed.pendingLive?.()
    feed.pendingLive = undefined
    const signature = signatureOf(feed)
    if (this.#feeds.get(feed.id) !== feed || signature === feed.announced || signature === undefined) return
    feed.announced = signature
    this.#events.live(feed)
  }

  #setArrives(feed: Feed, arrives: boolean): void {
    if (feed.arrives === arrives) return
    feed.arrives = arrives
    this.#events.media(feed.id, arrives)
  }

  #interrupt(feed: Feed): void {
    this.#setArrives(feed, false)
    feed.pendingLive?.()
    feed.pendingLive = undefined
    if (feed.announced === undefined) return
    feed.announced = undefined
    this.#events.interrupted(feed.id)
  }
}

/** Undefined while nothing of the feed arrives. */
function signatureOf(feed: Feed): string | undefined {
  const { hasAudio, hasVideo, codec } = feed.onAir()
  if (!hasAudio && !hasVideo) return undefined
  return JSON.stringify([hasAudio, hasVideo, codec, feed.meta])
}
