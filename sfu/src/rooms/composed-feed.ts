import type { BroadcastId, FeedId } from '@e-events/shared/domain/ids.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { FeedMeta } from '@e-events/shared/signaling/feed.ts'
import type { SentStream } from './media-port.ts'
import { Peer } from './peer.ts'
import type { Rooms } from './rooms.ts'

/** A feed that this node sends itself, packet by packet: one picture and several sounds, which belong together. */
export interface ComposedFeed {
  readonly picture: SentStream
  readonly sounds: readonly SentStream[]
  close(): void
}

export interface ComposedFeedRequest {
  broadcastId: BroadcastId
  feedId: FeedId
  meta: FeedMeta
  /** Sounds to be mixed. */
  sounds: number
  /** Its streams are gone: the room has ended or moved, or its worker died. Not called after `close`. */
  onLost(): void
}

const size = { width: 1280, height: 720, maxBitrateBps: 2_500_000 }
const frameRate = 25

/** @throws DomainError ROOM_CLOSED for an ended broadcast, NODE_DRAINING, UNAVAILABLE */
export async function openComposedFeed(rooms: Rooms, request: ComposedFeedRequest): Promise<ComposedFeed> {
  const streams: SentStream[] = []
  let isOpen = true
  const end = () => {
    if (!isOpen) return
    isOpen = false
    for (const stream of streams) stream.close()
    request.onLost()
  }
  const peer = new Peer({ role: 'ingest', accountId: 'recorder' }, { notify: () => undefined, disconnect: end })
  const { room } = await rooms.join(request.broadcastId, peer)
  const close = () => {
    isOpen = false
    room.leave(peer)
    for (const stream of streams) stream.close()
  }
  try {
    const picture = await room.media.openSentStream('video')
    streams.push(picture)
    const sounds: SentStream[] = []
    for (let index = 0; index < request.sounds; index += 1) {
      const sound = await room.media.openSentStream('audio')
      streams.push(sound)
      sounds.push(sound)
    }
    if (room.closed || peer.closed) throw new DomainError('ROOM_CLOSED')
    const [first, ...more] = sounds.map(({ producer }) => producer)
    const { feedId, meta } = request
    room.feeds.attach(feedId, meta, { producer: picture.producer, owner: peer, layers: [size], frameRate })
    if (first) room.feeds.attach(feedId, meta, { producer: first, more, owner: peer, layers: [], frameRate: 0 })
    for (const stream of streams) stream.onLost(() => room.leave(peer, 'worker_died'))
    return { picture, sounds, close }
  } catch (error) {
    close()
    throw error
  }
}
