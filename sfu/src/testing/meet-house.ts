import { randomUUID } from 'node:crypto'
import { meetId, type MeetId } from '@e-events/shared/domain/ids.ts'
import { kindOfSource, type MeetEndReason, type MeetSource } from '@e-events/shared/domain/meets.ts'
import type { ErrorCode } from '@e-events/shared/errors.ts'
import type { NewMediaEvent } from '@e-events/shared/events/media.ts'
import type { MeetRecording } from '@e-events/shared/node/meet-control.ts'
import type { ParticipantClaims } from '@e-events/shared/node/tokens.ts'
import type { MeetNotification, MeetNotificationMethod } from '@e-events/shared/signaling/meet-notifications.ts'
import type { MeetRequestInput, MeetRequestMethod, MeetRequestReply } from '@e-events/shared/signaling/meet-requests.ts'
import type { MeetMemory } from '../meets/meet.ts'
import { Meets } from '../meets/meets.ts'
import { openComposedFeed } from '../rooms/composed-feed.ts'
import { Rooms } from '../rooms/rooms.ts'
import { createAccessWatch } from '../signaling/access-watch.ts'
import { openMeetCaller } from '../signaling/meet-caller.ts'
import { createFakeClock } from './fake-clock.ts'
import { createFakeMedia, fakeRtp } from './fake-media.ts'

type Notified<M extends MeetNotificationMethod> = Extract<MeetNotification, { method: M }>['data']
interface Knowledge {
  removed: Set<string>
  lockedWith: string[] | undefined
  recording: MeetRecording | undefined
}

/** Nodes with meetings, without sockets, Redis and media: signalling, rules, fake clock, fake engine. */
export function createMeetHouse() {
  const clock = createFakeClock()
  const media = createFakeMedia()
  const events: NewMediaEvent[] = []
  const ended = new Map<MeetId, MeetEndReason>()
  const known = new Map<MeetId, Knowledge>()
  const places = new Map<MeetId, string>()
  const overCap: [accountId: string, source: MeetSource][] = []
  const unexpected: unknown[] = []
  const grants = new Map<string, ParticipantClaims>()
  const access = createAccessWatch(clock)
  const meet = newMeet()

  const knowledgeOf = (id: MeetId): Knowledge => {
    const found = known.get(id) ?? { removed: new Set(), lockedWith: undefined, recording: undefined }
    known.set(id, found)
    return found
  }

  const closedRooms = new Set<string>()
  const rooms = new Rooms({
    media,
    clock,
    directory: {
      findClosed: (id) => Promise.resolve(closedRooms.has(id) ? 'organizer' : undefined),
      findLastMediaAtMs: () => Promise.resolve(undefined),
      place: () => undefined,
      remove: () => undefined,
    },
    options: { cutoffMs: 30 * 60_000, warningMs: 25 * 60_000, lookEveryMs: 2_000, audienceThrottleMs: 2_000 },
    emit: (event) => events.push(event),
    onOverCap: () => undefined,
  })

  /** One more node, which shares what is in Redis. */
  function openNode(nodeId: string): Meets {
    return new Meets({
      media,
      clock,
      directory: {
        findClosed: (id) => Promise.resolve(ended.get(id)),
        recall: (id): Promise<MeetMemory> => Promise.resolve({ ...knowledgeOf(id), removed: [...knowledgeOf(id).removed] }),
        rememberRemoved: (id, accountId) => knowledgeOf(id).removed.add(accountId),
        rememberLock: (id, lockedWith) => {
          knowledgeOf(id).lockedWith = lockedWith === undefined ? undefined : [...lockedWith]
        },
        keepPlace(id) {
          const place = places.get(id) ?? nodeId
          places.set(id, place)
          return Promise.resolve(place === nodeId)
        },
        forget: (id) => known.delete(id),
        findRecording: (id) => Promise.resolve(knowledgeOf(id).recording ?? null),
      },
      emit: (event) => events.push(event),
      openRecording: ({ broadcastId, feedId, label }, onLost) =>
        openComposedFeed(rooms, { broadcastId, feedId, meta: { kind: 'camera', label, language: null }, sounds: 2, onLost }),
      onOverCap: (_, accountId, source) => overCap.push([accountId, source]),
    })
  }
  const meets = openNode('node-1')

  /** The first node goes down; the api places its meetings on the one that is answered. */
  function fail(): Meets {
    meets.close()
    for (const id of places.keys()) places.set(id, 'node-2')
    return openNode('node-2')
  }

  function claimsOf(more: Partial<ParticipantClaims> = {}): ParticipantClaims {
    return {
      sub: randomUUID(),
      role: 'participant',
      meetId: meet,
      productId: randomUUID(),
      sessionId: randomUUID(),
      isHost: false,
      name: 'Ana',
      avatarUrl: null,
      accessUntilMs: clock.nowMs() + 15 * 60_000,
      jti: randomUUID(),
      ...more,
    }
  }

  /** A connection that has not joined. */
  function connect(more: Partial<ParticipantClaims> = {}, node = meets) {
    const claims = claimsOf(more)
    const notifications: MeetNotification[] = []
    let connected = true
    const caller = openMeetCaller(
      {
        meets: node,
        clock,
        access,
        authenticate: (auth) => Promise.resolve(grants.get((auth as { token: string }).token) ?? claimsOf()),
      },
      claims,
      {
        notify: (notification) => notifications.push(notification as MeetNotification),
        disconnect() {
          connected = false
        },
      },
    )
    const send = (message: unknown) =>
      caller.answer(message, 'en', { answered: () => undefined, unexpected: (_, error) => unexpected.push(error) })
    return {
      claims,
      notifications,
      get connected() {
        return connected
      },
      send,
      /** @throws Error when it is refused */
      async ask<M extends MeetRequestMethod>(method: M, data: MeetRequestInput<M>): Promise<MeetRequestReply<M>> {
        const reply = await send({ method, data })
        if (!reply.ok) throw new Error(`${method}: ${reply.error.code}`)
        return reply.data as MeetRequestReply<M>
      },
      /** The code of the refusal; undefined when it is not refused. */
      async refusal(method: string, data: unknown = {}): Promise<ErrorCode | undefined> {
        const reply = await send({ method, data })
        return reply.ok ? undefined : reply.error.code
      },
      told: <M extends MeetNotificationMethod>(method: M): Notified<M>[] =>
        notifications.filter((one) => one.method === method).map(({ data }) => data as Notified<M>),
      leave: () => caller.leave(),
    }
  }

  async function join(more: Partial<ParticipantClaims> = {}, node = meets) {
    const client = connect(more, node)
    const joined = await client.ask('join', {})
    let sendId: string | undefined
    let receiveId: string | undefined
    const transport = async (direction: 'send' | 'recv') => (await client.ask('createTransport', { direction })).transportId
    const production = async (source: MeetSource) => {
      sendId ??= await transport('send')
      return { transportId: sendId, source, rtpParameters: fakeRtp(kindOfSource[source] === 'audio' ? 'audio/opus' : 'video/VP8') }
    }
    return Object.assign(client, {
      joined,
      id: joined.personId,
      forgetTransports() {
        sendId = undefined
        receiveId = undefined
      },
      produce: async (source: MeetSource) => client.ask('produce', await production(source)),
      refusedProduce: async (source: MeetSource) => client.refusal('produce', await production(source)),
      async consume(streams: { personId: string; source: MeetSource }[]) {
        receiveId ??= await transport('recv')
        return (await client.ask('consume', { transportId: receiveId, rtpCapabilities: {}, streams })).consumers
      },
      async refusedConsume(streams: unknown) {
        receiveId ??= await transport('recv')
        return client.refusal('consume', { transportId: receiveId, rtpCapabilities: {}, streams })
      },
    })
  }

  /** A fresh grant that `renew` takes. */
  function grant(claims: ParticipantClaims): string {
    const token = randomUUID()
    grants.set(token, claims)
    return token
  }

  return {
    clock,
    media,
    meets,
    rooms,
    closedRooms,
    knowledgeOf,
    events,
    ended,
    places,
    known,
    overCap,
    unexpected,
    access,
    meet,
    openNode,
    fail,
    connect,
    join,
    grant,
  }
}

export const newMeet = (): MeetId => meetId.parse(randomUUID())
