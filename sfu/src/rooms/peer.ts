import { randomUUID } from 'node:crypto'
import type { Notification } from '@e-events/shared/signaling/notifications.ts'
import type { PeerRole } from '@e-events/shared/signaling/requests.ts'
import type { EgressSession } from './egress.ts'
import type { IngestStream } from './media-port.ts'
import type { PeerConsumer, PeerTransport, TransportHolder } from './transports.ts'

/** The connection behind a peer, whatever it is. */
export interface PeerLink {
  notify(notification: Notification): void
  disconnect(): void
}

/**
 * One connection in a room and everything it holds there. Ids of other peers are unknown here: what is not yours is not
 * found.
 */
export class Peer implements TransportHolder {
  readonly id: string = randomUUID()
  readonly role: PeerRole
  readonly accountId: string
  /** The device of a publisher, as it named itself when it joined. */
  studio = ''
  readonly #link: PeerLink
  readonly transports = new Map<string, PeerTransport>()
  readonly consumers = new Map<string, PeerConsumer>()
  readonly egresses = new Map<string, EgressSession>()
  /** By producer id. */
  readonly ingests = new Map<string, IngestStream>()
  pendingTransports = 0
  #closed = false

  constructor(identity: { role: PeerRole; accountId: string }, link: PeerLink) {
    this.role = identity.role
    this.accountId = identity.accountId
    this.#link = link
  }

  get closed(): boolean {
    return this.#closed
  }

  get publishes(): boolean {
    return this.role === 'publisher' || this.role === 'ingest'
  }

  notify(notification: Notification): void {
    if (!this.#closed) this.#link.notify(notification)
  }

  /** Forgets and closes every transport with all that hangs on it; the peer itself stays. */
  dropTransports(): void {
    for (const egress of this.egresses.values()) egress.close()
    for (const { transport } of this.transports.values()) transport.close()
    for (const ingest of this.ingests.values()) ingest.close()
    this.egresses.clear()
    this.consumers.clear()
    this.transports.clear()
    this.ingests.clear()
  }

  close(): void {
    if (this.#closed) return
    this.#closed = true
    this.dropTransports()
    this.#link.disconnect()
  }
}
