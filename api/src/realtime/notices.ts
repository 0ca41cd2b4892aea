import { randomUUID } from 'node:crypto'
import type { Notification } from '@e-events/shared/contract/engagement/notifications.ts'
import type { UserId } from '@e-events/shared/domain/ids.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import {
  notificationsNamespace,
  subscribeSchema,
  type SnackType,
  type SubscribeReply,
  type SystemNotification,
  type SystemNotificationType,
  type UserNotification,
} from '@e-events/shared/realtime/notifications.ts'
import type { Server, Socket } from 'socket.io'
import type { Log } from '../adapters/log.ts'
import type { AccessClaims } from '../http/access-token.ts'
import type { Authenticate } from '../http/authenticate.ts'

type SessionEnd = Extract<UserNotification, { type: 'session.ended' }>['payload']['reason']
type WithoutId<E> = E extends unknown ? Omit<E, 'id'> : never

/**
 * The notification service, as the rest of the api sees it. None of it is the truth: whoever was away asks for the list
 * again.
 */
export interface Notices {
  /** To everybody. */
  system(type: SystemNotificationType, message?: object, notificationType?: SnackType): Promise<void>
  /** To the open tabs of one account, in whatever process they are. */
  user(event: WithoutId<UserNotification>): Promise<void>
  /**
   * A message was written for many: every process looks which of its own sockets it is for, so that one word in Redis
   * is enough.
   */
  batch(batchId: string): Promise<void>
  /**
   * Tells open tabs that they are signed out and stops telling them anything personal. Without `sessionIds`: all of the
   * account.
   */
  sessionsEnded(end: { userId: string; reason: SessionEnd; sessionIds?: readonly string[] }): Promise<void>
  /**
   * Turns out the sockets of this process whose device was signed out in whatever way: every so often, so that no lost
   * word leaves one listening.
   */
  checkSessions(): Promise<void>
}

interface SocketData {
  claims: AccessClaims | null
  /** Who subscribed here. */
  userId: UserId | null
}

const userRoom = (userId: string) => `user:${userId}`
const sessionRoom = (sessionId: string) => `session:${sessionId}`
const subscriptionsPerSocket = 50

export interface NoticeDeps {
  apiKey: string
  authenticate: Authenticate
  /** The rows of a batch for these accounts. */
  rowsOfBatch(batchId: string, userIds: readonly string[]): Promise<Notification[]>
  /** Which of these sessions have ended. */
  endedSessions(sessionIds: readonly string[]): Promise<{ id: string; revoked_reason: SessionEnd }[]>
  log: Log
}

export function createNotices(io: Server, deps: NoticeDeps): Notices {
  const { log } = deps
  const namespace = io.of(notificationsNamespace)

  // Browsers cannot set a header on a WebSocket: the key comes in the handshake, and as x-api-key from programs.
  namespace.use((socket, next) => {
    const { apiKey } = socket.handshake.auth as { apiKey?: unknown }
    if ((apiKey ?? socket.handshake.headers['x-api-key']) !== deps.apiKey) {
      next(new DomainError('API_KEY_INVALID'))
      return
    }
    void admit(socket, next)
  })

  namespace.on('connection', (socket) => {
    // A connection that was recovered brings its rooms along, though its session may have ended meanwhile.
    if (socket.recovered) void quietly(leavePersonalRooms(socket))
    let asked = 0
    socket.on('subscribe', (message: unknown, reply: unknown) => {
      asked += 1
      void answer(reply, asked > subscriptionsPerSocket ? async () => refused('RATE_LIMITED') : () => subscribe(socket, message))
    })
  })

  namespace.on('batch', (batchId: unknown) => {
    if (typeof batchId === 'string') void quietly(deliverBatch(batchId))
  })

  return {
    async system(type, message = {}, notificationType = 'success') {
      const notification: SystemNotification = { id: randomUUID(), payload: { type, message: JSON.stringify(message), notificationType } }
      namespace.emit('system', notification)
    },
    async user(event) {
      namespace.to(userRoom(event.user)).emit('user', { id: randomUUID(), ...event })
    },
    async batch(batchId) {
      namespace.serverSideEmit('batch', batchId)
      await deliverBatch(batchId)
    },
    async sessionsEnded({ userId, reason, sessionIds }) {
      const rooms = sessionIds ? sessionIds.map(sessionRoom) : [userRoom(userId)]
      if (rooms.length === 0) return
      const event: UserNotification = { id: randomUUID(), type: 'session.ended', user: userId as UserId, payload: { reason } }
      namespace.to(rooms).emit('user', event)
      namespace.in(rooms).socketsLeave([userRoom(userId), ...(sessionIds ?? []).map(sessionRoom)])
    },
    async checkSessions() {
      const subscribed = [...namespace.sockets.values()].filter((socket) => isSubscribed(socket))
      const bySession = Map.groupBy(subscribed, (socket) => (socket.data as SocketData).claims?.sessionId ?? '')
      if (bySession.size === 0) return
      for (const { id, revoked_reason: reason } of await deps.endedSessions([...bySession.keys()])) {
        for (const socket of bySession.get(id) ?? []) {
          const { userId } = socket.data as SocketData
          if (userId !== null)
            socket.emit('user', { id: randomUUID(), type: 'session.ended', user: userId, payload: { reason } } satisfies UserNotification)
          await leavePersonalRooms(socket)
        }
      }
    },
  }

  async function admit(socket: Socket, next: () => void): Promise<void> {
    const data = socket.data as SocketData
    data.claims = await identify((socket.handshake.auth as { token?: unknown }).token)
    data.userId = null
    next()
  }

  /** A stale token makes a visitor: what is for everybody is for them too. */
  async function identify(token: unknown): Promise<AccessClaims | null> {
    if (typeof token !== 'string' || token === '') return null
    return deps.authenticate.readToken(`Bearer ${token}`).catch(() => null)
  }

  async function subscribe(socket: Socket, message: unknown): Promise<SubscribeReply> {
    const wanted = subscribeSchema.safeParse(message)
    if (!wanted.success) return refused('BAD_REQUEST')
    const data = socket.data as SocketData
    const { claims } = data
    if (!claims) return refused('UNAUTHENTICATED')
    if (wanted.data.user !== claims.userId) return refused('NOT_FOUND')
    // Joined before the session is looked at: one that ends in between is told, one that has ended is turned out.
    const rooms = [userRoom(claims.userId), sessionRoom(claims.sessionId)]
    await socket.join(rooms)
    try {
      await deps.authenticate.loadActor(claims)
    } catch (error) {
      for (const room of rooms) await socket.leave(room)
      if (error instanceof DomainError) return refused(error.code)
      throw error
    }
    data.userId = claims.userId
    return { ok: true }
  }

  async function deliverBatch(batchId: string): Promise<void> {
    const here = new Set<string>()
    for (const socket of namespace.sockets.values()) {
      const { userId } = socket.data as SocketData
      if (userId !== null && isSubscribed(socket)) here.add(userId)
    }
    if (here.size === 0) return
    for (const notification of await deps.rowsOfBatch(batchId, [...here])) {
      const event: UserNotification = { id: randomUUID(), type: 'notification.new', user: notification.user, payload: { notification } }
      namespace.local.to(userRoom(notification.user)).emit('user', event)
    }
  }

  function isSubscribed(socket: Socket): boolean {
    const { userId } = socket.data as SocketData
    return userId !== null && socket.rooms.has(userRoom(userId))
  }

  async function leavePersonalRooms(socket: Socket): Promise<void> {
    for (const room of socket.rooms) if (/^(user|session):/.test(room)) await socket.leave(room)
  }

  async function answer(reply: unknown, work: () => Promise<SubscribeReply>): Promise<void> {
    const result = await work().catch((error: unknown) => {
      log.warn({ err: error }, 'a subscription failed')
      return refused('INTERNAL')
    })
    if (typeof reply === 'function') (reply as (result: SubscribeReply) => void)(result)
  }

  async function quietly(work: Promise<unknown>): Promise<void> {
    await work.catch((error: unknown) => log.debug({ err: error }, 'a notice could not be delivered'))
  }
}

function refused(code: NonNullable<SubscribeReply['code']>): SubscribeReply {
  return { ok: false, code }
}
