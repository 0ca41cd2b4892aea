import { randomUUID } from 'node:crypto'
import { meetId, type MeetId } from '@e-events/shared/domain/ids.ts'
import { signParticipantToken, type ParticipantClaims } from '@e-events/shared/node/tokens.ts'
import { createTypedClient, type TypedClient } from '@e-events/shared/signaling/client.ts'
import { meetNotificationSchema, type MeetNotification } from '@e-events/shared/signaling/meet-notifications.ts'
import { meetRequests, type MeetRequests } from '@e-events/shared/signaling/meet-requests.ts'
import type { Socket } from 'socket.io-client'
import { openSocket, secrets, type TestSfu } from './support.ts'

type Told<M extends MeetNotification['method']> = Extract<MeetNotification, { method: M }>['data']

export interface Participant {
  socket: Socket
  client: TypedClient<MeetRequests, MeetNotification>
  accountId: string
  of<M extends MeetNotification['method']>(method: M): Told<M>[]
}

export const newMeet = (): MeetId => meetId.parse(randomUUID())

/** A grant as the api signs it. */
export function participantToken(id: MeetId, more: Partial<ParticipantClaims> = {}, secret = secrets.token): Promise<string> {
  const claims = {
    sub: randomUUID(),
    meetId: id,
    productId: randomUUID(),
    sessionId: randomUUID(),
    isHost: false,
    name: 'Ana',
    avatarUrl: null,
    accessUntilMs: Date.now() + 15 * 60_000,
    ...more,
  }
  return signParticipantToken(claims, secret, 60_000)
}

/** A connection that has not joined. @throws the error of socket.io's connect_error, with `data.code` */
export async function connectParticipant(sfu: TestSfu, id: MeetId, more: Partial<ParticipantClaims> = {}): Promise<Participant> {
  const accountId = more.sub ?? randomUUID()
  const socket = await openSocket(sfu.service.url, await participantToken(id, { ...more, sub: accountId }))
  const client = createTypedClient(socket, meetRequests, meetNotificationSchema)
  const notifications: MeetNotification[] = []
  client.onNotification((notification) => notifications.push(notification))
  return {
    socket,
    client,
    accountId,
    of: <M extends MeetNotification['method']>(method: M) =>
      notifications.filter((one) => one.method === method).map(({ data }) => data as Told<M>),
  }
}
