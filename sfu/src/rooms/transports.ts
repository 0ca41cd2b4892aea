import { DomainError } from '@e-events/shared/errors.ts'
import { limits } from '@e-events/shared/limits.ts'
import type { WireDtlsParameters } from '@e-events/shared/signaling/rtp.ts'
import type { BrowserMedia, BrowserTransport, MediaConsumer } from './media-port.ts'

export interface PeerTransport {
  readonly direction: 'send' | 'recv'
  readonly transport: BrowserTransport
  connected: boolean
}

export interface PeerConsumer {
  readonly consumer: MediaConsumer
  readonly transportId: string
}

/** Everything that one browser holds in a show or in a meeting. */
export interface TransportHolder {
  readonly transports: Map<string, PeerTransport>
  readonly consumers: Map<string, PeerConsumer>
  /** Requests in hand that will add a transport, so that a burst cannot pass the quota. */
  pendingTransports: number
}

export interface TransportHooks {
  /** Throws when the room or the holder is gone: an await lies between request and answer. */
  assertThere(): void
  /** Never called for a transport that was dropped before. */
  onLost(why: 'worker_died' | 'hung_up', transportId: string): void
}

/** @throws DomainError SIGNAL_LIMIT above `limits.transportsPerPeer` */
export async function openTransport(
  holder: TransportHolder,
  media: BrowserMedia,
  direction: 'send' | 'recv',
  hooks: TransportHooks,
): Promise<BrowserTransport['info']> {
  if (holder.transports.size + holder.pendingTransports >= limits.transportsPerPeer) throw new DomainError('SIGNAL_LIMIT')
  holder.pendingTransports += 1
  try {
    const transport = await media.createTransport(direction)
    try {
      hooks.assertThere()
    } catch (error) {
      transport.close()
      throw error
    }
    holder.transports.set(transport.id, { direction, transport, connected: false })
    transport.onLost((why) => {
      if (holder.transports.get(transport.id)?.transport === transport) hooks.onLost(why, transport.id)
    })
    return transport.info
  } finally {
    holder.pendingTransports -= 1
  }
}

/** @throws DomainError SIGNAL_OUT_OF_ORDER for a second time */
export async function connectTransport(holder: TransportHolder, transportId: string, dtlsParameters: WireDtlsParameters): Promise<void> {
  const entry = own(holder.transports, transportId)
  if (entry.connected) throw new DomainError('SIGNAL_OUT_OF_ORDER', { detail: 'the transport is connected' })
  entry.connected = true
  try {
    await entry.transport.connect(dtlsParameters)
  } catch (error) {
    entry.connected = false
    throw error
  }
}

/** Takes a transport that its browser ended off its holder, with what was received through it. */
export function forgetTransport(holder: TransportHolder, transportId: string): void {
  holder.transports.delete(transportId)
  for (const [id, { consumer, transportId: from }] of holder.consumers) {
    if (from !== transportId) continue
    consumer.close()
    holder.consumers.delete(id)
  }
}

/**
 * Finds an object of the caller; a foreign one is refused like one that does not exist.
 * @throws DomainError SIGNAL_NOT_ALLOWED
 */
export function own<K, T>(held: ReadonlyMap<K, T>, id: K): T {
  const found = held.get(id)
  if (found === undefined) throw new DomainError('SIGNAL_NOT_ALLOWED', { detail: 'no such object' })
  return found
}
