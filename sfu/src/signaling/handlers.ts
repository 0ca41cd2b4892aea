import { DomainError } from '@e-events/shared/errors.ts'
import { limits } from '@e-events/shared/limits.ts'
import { EgressSession } from '../rooms/egress.ts'
import type { Peer } from '../rooms/peer.ts'
import { openIngest } from '../rooms/ingest.ts'
import { connectTransport, forgetTransport, openTransport, own } from '../rooms/transports.ts'
import type { Handlers, Joined } from './session.ts'

/** A room has at most this many streams from one peer, and a peer at most this many streams to itself. */
const producersPerPeer = limits.feedsPerBroadcast * 2
const consumersPerPeer = limits.feedsPerBroadcast * 4
const egressesPerPeer = limits.feedsPerBroadcast * 2

const done = {}

/** One handler per method: find what the peer owns, act, answer. */
export const handlers: Handlers = {
  async createTransport(joined, { direction }) {
    const { room, peer } = joined
    // A viewer's grant never sends (and a studio never receives): the direction is part of the role.
    if ((direction === 'send') !== (peer.role === 'publisher')) throw new DomainError('SIGNAL_NOT_ALLOWED')
    return openTransport(peer, room.media, direction, {
      assertThere: () => {
        if (gone(joined)) throw new DomainError('ROOM_CLOSED')
      },
      onLost: (why, transportId) => {
        if (why === 'worker_died') room.lose(peer, 'worker_died')
        else hungUp(joined, transportId)
      },
    })
  },

  async connectTransport({ peer }, { transportId, dtlsParameters }) {
    await connectTransport(peer, transportId, dtlsParameters)
    return done
  },

  async restartIce({ peer }, { transportId }) {
    return { iceParameters: await own(peer.transports, transportId).transport.restartIce() }
  },

  async produce(joined, request) {
    const { room, peer } = joined
    const { direction, transport } = own(peer.transports, request.transportId)
    if (direction !== 'send') throw new DomainError('SIGNAL_NOT_ALLOWED')
    room.feeds.assertRoomFor(request.feedId)
    room.feeds.assertSeat(request.feedId, peer, request.seat)
    if (room.feeds.ownedBy(peer).length >= producersPerPeer) throw new DomainError('SIGNAL_LIMIT')
    const producer = await transport.produce({ kind: request.kind, rtpParameters: request.rtpParameters })
    try {
      if (gone(joined) || producer.closed) throw new DomainError('ROOM_CLOSED')
      const { feedId, meta, layers, frameRate, seat } = request
      room.feeds.attach(feedId, meta, { producer, owner: peer, layers, frameRate }, seat)
    } catch (error) {
      producer.close()
      throw error
    }
    return { producerId: producer.id }
  },

  async pauseProducer({ room, peer }, { producerId }) {
    const { entry } = room.ownProducer(peer, producerId)
    await entry.producer.pause()
    room.feeds.setPaused(producerId, true)
    return done
  },

  async resumeProducer({ room, peer }, { producerId }) {
    const { entry } = room.ownProducer(peer, producerId)
    await entry.producer.resume()
    room.feeds.setPaused(producerId, false)
    return done
  },

  closeProducer({ room, peer }, { producerId }) {
    room.ownProducer(peer, producerId)
    room.feeds.detach([producerId], 'publisher_gone')
    closeIngestOf(peer, producerId)
    return done
  },

  closeFeed({ room, peer }, { feedId }) {
    const feed = room.feeds.get(feedId)
    // A publisher cannot take down a feed that another one sends.
    if (feed.producers.some((entry) => entry.owner !== peer)) throw new DomainError('SIGNAL_NOT_ALLOWED')
    const producerIds = feed.producers.map((entry) => entry.producer.id)
    room.closeFeed(feedId)
    for (const producerId of producerIds) closeIngestOf(peer, producerId)
    return done
  },

  async stats({ room, peer }) {
    const owned = room.feeds.ownedBy(peer)
    const producers = await Promise.all(
      owned.map(async ({ feed, entry }) => {
        const streams = await entry.producer.stats().catch(() => entry.stats)
        const worst = (values: (number | null)[]) => {
          const known = values.filter((value) => value !== null)
          return known.length === 0 ? null : Math.max(...known)
        }
        return {
          producerId: entry.producer.id,
          feedId: feed.id,
          kind: entry.producer.kind,
          bitrateBps: streams.reduce((sum, stream) => sum + stream.bitrateBps, 0),
          packetsLost: streams.reduce((sum, stream) => sum + stream.packetsLost, 0),
          fractionLostPercent: Math.max(0, ...streams.map((stream) => stream.fractionLostPercent)),
          roundTripTimeMs: worst(streams.map((stream) => stream.roundTripTimeMs)),
          jitterMs: worst(streams.map((stream) => stream.jitterMs)),
          scores: streams.map((stream) => stream.score),
        }
      }),
    )
    return { producers, viewers: room.viewers }
  },

  activity({ room }) {
    return { idleClosesAtMs: room.activity() }
  },

  async consume(joined, { transportId, feedId, rtpCapabilities }) {
    const { room, peer } = joined
    const { direction, transport } = own(peer.transports, transportId)
    if (direction !== 'recv') throw new DomainError('SIGNAL_NOT_ALLOWED')
    const feed = room.feeds.get(feedId)
    const wanted = feed.producers
    if (peer.consumers.size + wanted.length > consumersPerPeer) throw new DomainError('SIGNAL_LIMIT')
    const consumers = []
    for (const { producer } of wanted) {
      if (producer.closed) continue
      const consumer = await transport.consume({ producerId: producer.id, rtpCapabilities })
      if (gone(joined) || !peer.transports.has(transportId)) {
        consumer.close()
        throw new DomainError('ROOM_CLOSED')
      }
      peer.consumers.set(consumer.id, { consumer, transportId })
      consumer.onProducerClosed(() => {
        if (peer.consumers.delete(consumer.id)) peer.notify({ method: 'consumerClosed', data: { consumerId: consumer.id } })
      })
      consumer.onLayerChanged((spatialLayer) =>
        peer.notify({ method: 'consumerLayersChanged', data: { consumerId: consumer.id, spatialLayer } }),
      )
      // Between the request and the engine's answer the producer may have gone; no event would follow.
      if (producer.closed) {
        peer.consumers.delete(consumer.id)
        consumer.close()
        continue
      }
      const { id: consumerId, producerId, kind, type, rtpParameters } = consumer
      consumers.push({ consumerId, producerId, kind, type, rtpParameters })
    }
    return { consumers }
  },

  async resumeConsumer({ peer }, { consumerId }) {
    await own(peer.consumers, consumerId).consumer.resume()
    return done
  },

  async pauseConsumer({ peer }, { consumerId }) {
    await own(peer.consumers, consumerId).consumer.pause()
    return done
  },

  closeConsumer({ peer }, { consumerId }) {
    own(peer.consumers, consumerId).consumer.close()
    peer.consumers.delete(consumerId)
    return done
  },

  async setPreferredLayers({ peer }, { consumerId, spatialLayer }) {
    await own(peer.consumers, consumerId).consumer.preferSpatialLayer(spatialLayer)
    return done
  },

  async openEgress({ room, peer }, request) {
    const feed = room.feeds.get(request.feedId)
    if (peer.egresses.size >= egressesPerPeer) throw new DomainError('SIGNAL_LIMIT')
    const session = await EgressSession.open({ media: room.media, clock: room.clock, peer, feed }, request)
    if (room.closed || peer.closed) {
      session.close()
      throw new DomainError('ROOM_CLOSED')
    }
    peer.egresses.set(session.id, session)
    return session.reply()
  },

  resumeEgress: ({ peer }, { egressId }) => own(peer.egresses, egressId).resume(),

  async requestKeyFrame({ peer }, { egressId }) {
    await own(peer.egresses, egressId).requestKeyFrame()
    return done
  },

  closeEgress({ peer }, { egressId }) {
    own(peer.egresses, egressId).close()
    return done
  },

  openIngest: ({ room, peer }, request) => openIngest(room, peer, request),
}

/** After an await: the room may have ended and the peer may have left. */
function gone({ room, peer }: Joined): boolean {
  return room.closed !== undefined || peer.closed
}

/** The browser ended this one connection; the peer and its other transports stay. */
function hungUp({ room, peer }: Joined, transportId: string): void {
  forgetTransport(peer, transportId)
  const closed = room.feeds.ownedBy(peer).filter(({ entry }) => entry.producer.closed)
  room.feeds.detach(
    closed.map(({ entry }) => entry.producer.id),
    'publisher_gone',
  )
}

function closeIngestOf(peer: Peer, producerId: string): void {
  peer.ingests.get(producerId)?.close()
  peer.ingests.delete(producerId)
}
