import { randomUUID } from 'node:crypto'
import type { MeetSource } from '@e-events/shared/domain/meets.ts'
import { TokenBucket } from '@e-events/shared/node/token-bucket.ts'
import type { MeetNotification } from '@e-events/shared/signaling/meet-notifications.ts'
import type { MeetPerson } from '@e-events/shared/signaling/meet-requests.ts'
import type { Clock } from '../clock.ts'
import type { MediaProducer } from '../rooms/media-port.ts'
import type { PeerConsumer, PeerTransport, TransportHolder } from '../rooms/transports.ts'

/** The connection behind a person, whatever it is. */
export interface PersonLink {
  notify(notification: MeetNotification): void
  disconnect(): void
}

export interface PersonIdentity {
  readonly accountId: string
  readonly name: string
  readonly avatarUrl: string | null
  /** By the grant: nobody can take it. */
  readonly isHost: boolean
}

export interface PersonStream {
  readonly producer: MediaProducer
  paused: boolean
}

/** Everybody hears of these, so one person must not send many. */
const reactionRate = { perSecond: 1, burst: 8 }
const changeRate = { perSecond: 4, burst: 30 }

/** One connection of one account in a meeting, and everything it holds there. */
export class Person implements TransportHolder {
  readonly id: string = randomUUID()
  readonly accountId: string
  readonly name: string
  readonly avatarUrl: string | null
  /** By the grant. */
  ownsHost: boolean
  /** Host powers that another host gave, until this person leaves. */
  promoted = false
  joinedAtMs: number
  handRaisedAtMs: number | null = null
  readonly streams = new Map<MeetSource, PersonStream>()
  readonly transports = new Map<string, PeerTransport>()
  readonly consumers = new Map<string, PeerConsumer>()
  pendingTransports = 0
  readonly #link: PersonLink
  readonly #clock: Clock
  readonly #reactions: TokenBucket
  readonly #changes: TokenBucket
  #closed = false

  constructor(identity: PersonIdentity, clock: Clock, link: PersonLink) {
    this.accountId = identity.accountId
    this.name = identity.name
    this.avatarUrl = identity.avatarUrl
    this.ownsHost = identity.isHost
    this.joinedAtMs = clock.nowMs()
    this.#link = link
    this.#clock = clock
    this.#reactions = new TokenBucket(reactionRate, clock.nowMs())
    this.#changes = new TokenBucket(changeRate, clock.nowMs())
  }

  get isHost(): boolean {
    return this.ownsHost || this.promoted
  }

  get closed(): boolean {
    return this.#closed
  }

  /** Whether one more reaction of this person may go out. */
  mayReact(): boolean {
    return this.#reactions.take(this.#clock.nowMs())
  }

  /** Whether one more change that everybody hears of may be made. */
  mayChange(): boolean {
    return this.#changes.take(this.#clock.nowMs())
  }

  snapshot(): MeetPerson {
    const { id, name, avatarUrl, isHost, joinedAtMs, handRaisedAtMs } = this
    const streams = [...this.streams].map(([source, { paused }]) => ({ source, paused }))
    return { id, name, avatarUrl, isHost, joinedAtMs, handRaisedAtMs, streams }
  }

  notify(notification: MeetNotification): void {
    if (!this.#closed) this.#link.notify(notification)
  }

  /** Closes all its media; the person stays. */
  dropTransports(): void {
    for (const { producer } of this.streams.values()) producer.close()
    for (const { transport } of this.transports.values()) transport.close()
    this.streams.clear()
    this.consumers.clear()
    this.transports.clear()
  }

  close(): void {
    if (this.#closed) return
    this.#closed = true
    this.dropTransports()
    this.#link.disconnect()
  }
}
