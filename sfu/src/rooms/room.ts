import type { BroadcastId, FeedId } from '@e-events/shared/domain/ids.ts'
import type { BroadcastEndReason } from '@e-events/shared/domain/states.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { NewMediaEvent } from '@e-events/shared/events/media.ts'
import type { Notification } from '@e-events/shared/signaling/notifications.ts'
import type { RequestReply } from '@e-events/shared/signaling/requests.ts'
import type { Clock } from '../clock.ts'
import { Audience } from './audience.ts'
import { Feeds } from './feeds.ts'
import type { GoneReason } from './gone.ts'
import { IdleClock, type IdleOptions } from './idle-clock.ts'
import type { MediaRoom } from './media-port.ts'
import { MediaWatch } from './media-watch.ts'
import type { Peer } from './peer.ts'

export interface RoomOptions extends IdleOptions {
  /** How often producers are looked at; media that arrives resets the idle clock within this time. */
  lookEveryMs: number
  audienceThrottleMs: number
}

export interface RoomDeps {
  media: MediaRoom
  clock: Clock
  options: RoomOptions
  /** Continued from the node that had the room before. */
  lastMediaAtMs: number
  /** Events for the api. */
  emit(event: NewMediaEvent): void
  /** Media arrived: the registry wants to know. */
  onMedia(lastMediaAtMs: number): void
  /** Called once, after every peer was notified. */
  onClosed(reason: RoomEnd): void
  /** A producer was closed because it sends more than it may. */
  onOverCap(feedId: string, bitrateBps: number): void
}

/** `moved`: the broadcast goes on at another node. */
export type RoomEnd = BroadcastEndReason | 'moved'

const tickMs = 1_000

/** One broadcast on this node: its peers, its feeds and its idle clock. */
export class Room {
  readonly id: BroadcastId
  readonly media: MediaRoom
  readonly clock: Clock
  readonly feeds: Feeds
  readonly #deps: RoomDeps
  readonly #peers = new Map<string, Peer>()
  readonly #idle: IdleClock
  readonly #audience: Audience
  readonly #watch: MediaWatch
  readonly #stopTicks: () => void
  #lookedAtMs: number
  #looking = false
  #flowing = false
  #closed: RoomEnd | undefined

  constructor(id: BroadcastId, deps: RoomDeps) {
    this.id = id
    this.media = deps.media
    this.clock = deps.clock
    this.#deps = deps
    this.#lookedAtMs = deps.clock.nowMs()
    this.#idle = new IdleClock(deps.options, deps.lastMediaAtMs)
    this.feeds = new Feeds(deps.clock, {
      changed: (feed) => this.#broadcast({ method: 'feedChanged', data: { feed } }),
      closed: (feedId) => {
        this.#broadcast({ method: 'feedClosed', data: { feedId } })
        deps.emit({ type: 'feed.closed', broadcastId: id, feedId })
      },
      firstMedia: () => this.#sawMedia(),
      live: (feed) => deps.emit({ type: 'feed.live', broadcastId: id, feedId: feed.id, meta: feed.meta, ...feed.onAir() }),
      interrupted: (feedId) => deps.emit({ type: 'feed.interrupted', broadcastId: id, feedId }),
      media: (feedId, arrives) => this.#notifyPublishers({ method: 'feedMedia', data: { feedId, arrives } }),
      taken: (feedId, from) => from.notify({ method: 'feedTaken', data: { feedId } }),
      producerGone: (producerId, reason) => this.#closeReaders(producerId, reason),
    })
    this.#watch = new MediaWatch(this.feeds, deps.clock, (entry, bitrateBps) => {
      deps.onOverCap(this.feeds.find(entry.producer.id)?.feed.id ?? '', bitrateBps)
    })
    this.#audience = new Audience(deps.clock, deps.options.audienceThrottleMs, (viewers) => {
      for (const peer of this.#peers.values()) if (peer.role === 'publisher') peer.notify({ method: 'audience', data: { viewers } })
      deps.emit({ type: 'audience', broadcastId: id, viewers })
    })
    this.#stopTicks = deps.clock.every(tickMs, () => void this.#tick())
  }

  get closed(): RoomEnd | undefined {
    return this.#closed
  }
  get peers(): readonly Peer[] {
    return [...this.#peers.values()]
  }
  get viewers(): number {
    return this.#audience.viewers
  }
  get lastMediaAtMs(): number {
    return this.#idle.lastMediaAtMs
  }
  /** Epoch ms of the cutoff; null while media flows. */
  get idleClosesAtMs(): number | null {
    return this.#flowing ? null : this.#idle.closesAtMs
  }

  /** @throws DomainError ROOM_CLOSED */
  async join(peer: Peer): Promise<RequestReply<'join'>> {
    this.#assertOpen()
    const routerRtpCapabilities = await this.media.rtpCapabilities()
    this.#assertOpen()
    if (peer.closed) throw new DomainError('SIGNAL_OUT_OF_ORDER', { detail: 'the connection is gone' })
    if (peer.role === 'publisher') this.#replaceZombies(peer)
    this.#peers.set(peer.id, peer)
    this.#countAudience()
    return {
      peerId: peer.id,
      broadcastId: this.id,
      routerRtpCapabilities,
      feeds: this.feeds.snapshot(),
      idleClosesAtMs: this.idleClosesAtMs,
    }
  }

  /** The peer's connection is gone. Its feeds stay and wait for it to come back. */
  leave(peer: Peer, reason: GoneReason = 'publisher_gone'): void {
    if (this.#peers.get(peer.id) !== peer) return
    this.#peers.delete(peer.id)
    const producerIds = this.feeds.ownedBy(peer).map(({ entry }) => entry.producer.id)
    peer.close()
    if (this.#closed) return
    this.feeds.detach(producerIds, reason)
    this.#countAudience()
  }

  /** Notifies the peer once that the engine lost its transports; it keeps its place and starts anew. */
  lose(peer: Peer, reason: GoneReason): void {
    if (peer.closed || this.#closed) return
    const producerIds = this.feeds.ownedBy(peer).map(({ entry }) => entry.producer.id)
    for (const egress of peer.egresses.values()) egress.close(reason)
    peer.dropTransports()
    this.feeds.detach(producerIds, reason)
    peer.notify({ method: 'transportsLost', data: {} })
  }

  /** A studio action resets the idle clock. */
  activity(): number | null {
    if (this.#idle.activity(this.clock.nowMs())) this.#notifyPublishers({ method: 'idleCleared', data: {} })
    return this.idleClosesAtMs
  }

  /** Tells everybody to go to another node; peers leave by themselves. */
  drain(): void {
    this.#broadcast({ method: 'reconnect', data: { reason: 'draining' } })
  }

  /** Ends the room: notifies every peer and closes every transport. */
  close(reason: RoomEnd): void {
    if (this.#closed) return
    this.#closed = reason
    this.#stopTicks()
    this.#audience.close()
    this.#broadcast(
      reason === 'moved' ? { method: 'reconnect', data: { reason: 'draining' } } : { method: 'broadcastClosed', data: { reason } },
    )
    const peers = this.peers
    this.#peers.clear()
    this.feeds.dispose()
    for (const peer of peers) peer.close()
    this.media.close()
    this.#deps.onClosed(reason)
  }

  async #tick(): Promise<void> {
    if (this.#looking || this.#closed) return
    this.#looking = true
    try {
      if (this.clock.nowMs() - this.#lookedAtMs >= this.#deps.options.lookEveryMs) await this.#look()
      await this.#checkIdle()
    } finally {
      this.#looking = false
    }
  }

  async #look(): Promise<void> {
    this.#lookedAtMs = this.clock.nowMs()
    const arrived = await this.#watch.look()
    if (this.#closed) return
    if (arrived) this.#sawMedia()
    else this.#flowing = false
  }

  async #checkIdle(): Promise<void> {
    if (this.#closed) return
    let step = this.#idle.check(this.clock.nowMs())
    if (step === 'close') {
      // Media may have come back since the last look: the one moment at which being a second late would end a show.
      await this.#look()
      if (this.#closed) return
      step = this.#idle.check(this.clock.nowMs())
    }
    if (step === 'warn') {
      const closesAtMs = this.#idle.closesAtMs
      this.#notifyPublishers({ method: 'idleWarning', data: { closesAtMs } })
      this.#deps.emit({ type: 'broadcast.idleWarning', broadcastId: this.id, closesAtMs })
    }
    if (step === 'close') {
      this.#deps.emit({ type: 'broadcast.closed', broadcastId: this.id, reason: 'idle' })
      this.close('idle')
    }
  }

  #sawMedia(): void {
    this.#flowing = true
    const nowMs = this.clock.nowMs()
    if (this.#idle.media(nowMs)) this.#notifyPublishers({ method: 'idleCleared', data: {} })
    this.#deps.onMedia(nowMs)
  }

  /**
   * A studio takes the place of its own connection before, which may be a zombie. Other devices go
   * on.
   */
  #replaceZombies({ studio }: Peer): void {
    for (const other of this.peers) {
      if (other.role !== 'publisher' || other.studio !== studio) continue
      other.notify({ method: 'reconnect', data: { reason: 'replaced' } })
      this.leave(other, 'producer_replaced')
    }
  }

  #closeReaders(producerId: string, reason: GoneReason): void {
    for (const peer of this.#peers.values()) {
      for (const egress of peer.egresses.values()) if (egress.reads(producerId)) egress.close(reason)
    }
  }

  #countAudience(): void {
    // An account with three tabs is one viewer.
    this.#audience.set(new Set(this.peers.flatMap((peer) => (peer.role === 'viewer' ? [peer.accountId] : []))).size)
  }

  #notifyPublishers(notification: Notification): void {
    for (const peer of this.#peers.values()) if (peer.publishes) peer.notify(notification)
  }

  #broadcast(notification: Notification): void {
    for (const peer of this.#peers.values()) peer.notify(notification)
  }

  #assertOpen(): void {
    if (this.#closed === 'moved') throw new DomainError('NODE_DRAINING')
    if (this.#closed) throw new DomainError('ROOM_CLOSED')
  }

  /**
   * For handlers: the feed of a producer of this very peer.
   * @throws DomainError SIGNAL_NOT_ALLOWED for those of another peer
   */
  ownProducer(peer: Peer, producerId: string) {
    const found = this.feeds.find(producerId)
    if (!found || found.entry.owner !== peer) throw new DomainError('SIGNAL_NOT_ALLOWED', { detail: 'no such producer' })
    return found
  }

  /** Takes a feed off the show. @throws DomainError FEED_NOT_FOUND */
  closeFeed(feedId: FeedId): void {
    this.feeds.close(feedId)
  }
}
