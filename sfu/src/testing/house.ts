import { randomUUID } from 'node:crypto'
import { broadcastId, feedId, type BroadcastId, type FeedId } from '@e-events/shared/domain/ids.ts'
import type { BroadcastEndReason } from '@e-events/shared/domain/states.ts'
import type { ErrorCode } from '@e-events/shared/errors.ts'
import type { NewMediaEvent } from '@e-events/shared/events/media.ts'
import { limits } from '@e-events/shared/limits.ts'
import type { Notification } from '@e-events/shared/signaling/notifications.ts'
import type { PeerRole, RequestInput, RequestMethod, RequestReply, SeatClaim } from '@e-events/shared/signaling/requests.ts'
import { Peer } from '../rooms/peer.ts'
import type { RoomOptions } from '../rooms/room.ts'
import { Rooms } from '../rooms/rooms.ts'
import { answer } from '../signaling/pipeline.ts'
import type { Session } from '../signaling/session.ts'
import { createFakeClock } from './fake-clock.ts'
import { createFakeMedia, fakeRtp } from './fake-media.ts'

/** One node without sockets, Redis and media: rooms, signalling pipeline, fake clock, fake engine. */
export function createHouse(options: Partial<RoomOptions> = {}) {
  const clock = createFakeClock()
  const media = createFakeMedia()
  const events: NewMediaEvent[] = []
  const ended = new Map<BroadcastId, BroadcastEndReason>()
  const places = new Map<BroadcastId, number>()
  const unexpected: unknown[] = []
  const rooms = new Rooms({
    media,
    clock,
    directory: {
      findClosed: (id) => Promise.resolve(ended.get(id)),
      findLastMediaAtMs: (id) => Promise.resolve(places.get(id)),
      place: (id, atMs) => places.set(id, atMs),
      remove: (id) => places.delete(id),
    },
    options: { cutoffMs: limits.idleCutoffMs, warningMs: limits.idleWarningMs, lookEveryMs: 2_000, audienceThrottleMs: 2_000, ...options },
    emit: (event) => events.push(event),
    onOverCap: () => undefined,
  })
  const room = broadcastId.parse(randomUUID())

  /** A connection that has not joined. */
  function connect(role: PeerRole, inRoom = room, accountId: string = randomUUID()) {
    const notifications: Notification[] = []
    let connected = true
    const peer = new Peer(
      { role, accountId },
      {
        notify: (notification) => notifications.push(notification),
        disconnect: () => {
          connected = false
        },
      },
    )
    const renewals: string[] = []
    const session: Session = {
      peer,
      broadcastId: inRoom,
      rooms,
      room: undefined,
      renew: async (token) => {
        renewals.push(token)
        return null
      },
    }
    const send = (message: unknown) =>
      answer(session, message, 'en', { answered: () => undefined, unexpected: (_, error) => unexpected.push(error) })
    return {
      peer,
      notifications,
      renewals,
      end() {
        session.room?.leave(peer)
        peer.close()
      },
      get connected() {
        return connected
      },
      methods: () => notifications.map(({ method }) => method),
      send,
      /** @throws Error when it is refused */
      async ask<M extends RequestMethod>(method: M, data: RequestInput<M>): Promise<RequestReply<M>> {
        const reply = await send({ method, data })
        if (!reply.ok) throw new Error(`${method}: ${reply.error.code}`)
        return reply.data as RequestReply<M>
      },
      /** The code of the refusal; undefined when it is not refused. */
      async refusal(method: string, data: unknown = {}): Promise<ErrorCode | undefined> {
        const reply = await send({ method, data })
        return reply.ok ? undefined : reply.error.code
      },
      leave() {
        session.room?.leave(peer)
        peer.close()
      },
    }
  }

  async function join(role: PeerRole, inRoom = room, studio?: string) {
    const client = connect(role, inRoom)
    const joined = await client.ask('join', studio === undefined ? {} : { studio })
    return Object.assign(client, { joined })
  }

  /** A studio with one feed of sound and picture. */
  async function publish(id: FeedId = newFeed(), inRoom = room, options: { studio?: string; seat?: SeatClaim } = {}) {
    const studio = await join('publisher', inRoom, options.studio)
    const { transportId } = await studio.ask('createTransport', { direction: 'send' })
    const meta = { kind: 'camera' as const, label: 'Camera', language: null }
    const produce = (kind: 'audio' | 'video', feed = id, rtpParameters = fakeRtp(kind === 'audio' ? 'audio/opus' : 'video/H264')) =>
      studio.ask('produce', { transportId, feedId: feed, meta, kind, rtpParameters, seat: options.seat })
    const audio = await produce('audio')
    const video = await produce('video')
    return Object.assign(studio, { feedId: id, transportId, produce, audioId: audio.producerId, videoId: video.producerId })
  }

  return { clock, media, rooms, events, ended, places, unexpected, room, connect, join, publish }
}

export const newFeed = (): FeedId => feedId.parse(randomUUID())
export const newRoom = (): BroadcastId => broadcastId.parse(randomUUID())
export const rtpPair = { ip: '127.0.0.1', keyFrameIntervalMs: 2_000 } as const
