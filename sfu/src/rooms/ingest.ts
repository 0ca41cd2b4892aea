import { DomainError } from '@e-events/shared/errors.ts'
import { limits } from '@e-events/shared/limits.ts'
import type { RequestData, RequestReply } from '@e-events/shared/signaling/requests.ts'
import type { IngestStream } from './media-port.ts'
import type { Peer } from './peer.ts'
import type { Room } from './room.ts'

/** Opens ports for a plain-RTP publisher and puts what arrives there into a feed. All streams, or none. */
export async function openIngest(room: Room, peer: Peer, request: RequestData<'openIngest'>): Promise<RequestReply<'openIngest'>> {
  room.feeds.assertRoomFor(request.feedId)
  if (peer.ingests.size + request.streams.length > limits.feedsPerBroadcast * 2) throw new DomainError('SIGNAL_LIMIT')
  if (new Set(request.streams.map((stream) => stream.kind)).size !== request.streams.length) throw new DomainError('SIGNAL_MALFORMED')
  const opened: IngestStream[] = []
  try {
    for (const wanted of request.streams) {
      opened.push(await room.media.openIngestStream({ kind: wanted.kind, rtpParameters: wanted.rtpParameters }))
      if (room.closed || peer.closed) throw new DomainError('ROOM_CLOSED')
    }
    for (const [index, stream] of opened.entries()) {
      const wanted = request.streams[index]
      if (!wanted) continue
      room.feeds.attach(request.feedId, request.meta, {
        producer: stream.producer,
        owner: peer,
        layers: wanted.layers,
        frameRate: wanted.frameRate,
      })
      peer.ingests.set(stream.producer.id, stream)
      stream.onLost(() => room.lose(peer, 'worker_died'))
    }
  } catch (error) {
    for (const stream of opened) stream.close()
    throw error
  }
  closeReplaced(peer)
  return {
    streams: opened.map((stream) => ({
      kind: stream.producer.kind,
      producerId: stream.producer.id,
      ip: stream.ip,
      port: stream.port,
      rtcpPort: stream.rtcpPort,
    })),
  }
}

/** Ports whose producer another one has replaced. */
function closeReplaced(peer: Peer): void {
  for (const [producerId, stream] of peer.ingests) {
    if (!stream.producer.closed) continue
    stream.close()
    peer.ingests.delete(producerId)
  }
}
