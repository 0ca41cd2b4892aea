import {
  notificationsNamespace,
  readSystemNotification,
  subscribeReplySchema,
  userNotificationSchema,
  type UserNotification,
} from '@e-events/shared/realtime/notifications.ts'
import { cachedResponseMs } from '@e-events/shared/contract/endpoint.ts'
import { realtimePath } from '@e-events/shared/realtime/events.ts'
import type { ManagerOptions, SocketOptions } from 'socket.io-client'

export type SystemMessage = NonNullable<ReturnType<typeof readSystemNotification>>

/** The notification service of screens: messages for everybody and messages for this account. */
export interface NotificationService {
  /** Messages that make data stale arrive once no cached response of the api is older than they are. */
  onSystem: (listener: (message: SystemMessage) => void) => () => void
  onUser: (listener: (message: UserNotification) => void) => () => void
  /** Called after a break in the connection: messages of the meantime have to be fetched. */
  onReconnect: (listener: () => void) => () => void
  /** Reconnects an open connection after a change of the account. */
  reconnect: () => void
  close: () => void
}

export interface NotificationDeps {
  accessToken: () => string | undefined
  /** A fresh access token, or undefined where the session is over. */
  refresh: () => Promise<string | undefined>
  /** Whose notifications to ask for; undefined for a visitor. */
  userId: () => string | undefined
  /** The publishable key of the service. */
  apiKey: () => Promise<string>
}

/** The part of socket.io's client that is used here. */
export interface NotificationSocket {
  on: (event: string, listener: (message: unknown) => void) => unknown
  /** socket.io goes on trying by itself. */
  readonly active: boolean
  connect: () => unknown
  disconnect: () => NotificationSocket
  timeout: (ms: number) => { emitWithAck: (event: string, message: unknown) => Promise<unknown> }
}
type OpenSocket = (options: Partial<ManagerOptions & SocketOptions>) => Promise<NotificationSocket>

/** Loads socket.io-client with the first listener. */
const openSocket: OpenSocket = async (options) => {
  const { io } = await import('socket.io-client')
  return io(notificationsNamespace, options)
}

const retryMs = 30_000

/** Creates the client of the notification namespace; its socket opens with the first listener. */
export function createNotificationService(deps: NotificationDeps, open: OpenSocket = openSocket): NotificationService {
  const system = new Set<(message: SystemMessage) => void>()
  const user = new Set<(message: UserNotification) => void>()
  const reconnected = new Set<() => void>()
  let socket: Promise<NotificationSocket | undefined> | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  let wasConnected = false
  let refreshedFor: string | undefined
  let closed = false

  async function connect(): Promise<NotificationSocket | undefined> {
    const opened = await open({
      path: realtimePath,
      transports: ['websocket'],
      reconnectionDelayMax: 10_000,
      auth: (give) =>
        void deps.apiKey().then(
          (apiKey) => give({ apiKey, token: deps.accessToken() }),
          // Without the key the server refuses, and the attempt is made again later.
          () => give({}),
        ),
    })
    if (closed) {
      opened.disconnect()
      return undefined
    }
    opened.on('connect', () => {
      void subscribe(opened)
      if (wasConnected) for (const listener of reconnected) listener()
      wasConnected = true
    })
    // A refusal of the server is final for socket.io; a broken line is not.
    opened.on('connect_error', () => {
      if (opened.active) return
      clearTimeout(retry)
      retry = setTimeout(() => opened.connect(), retryMs)
    })
    opened.on('system', (raw: unknown) => {
      const message = readSystemNotification(raw)
      if (!message) return
      const deliver = () => {
        for (const listener of system) listener(message)
      }
      if (message.type === 'snack.notification') deliver()
      else setTimeout(deliver, cachedResponseMs + 50)
    })
    opened.on('user', (raw: unknown) => {
      const message = userNotificationSchema.safeParse(raw)
      if (message.success && message.data.user === deps.userId()) for (const listener of user) listener(message.data)
    })
    return opened
  }

  async function subscribe(opened: NotificationSocket): Promise<void> {
    const wanted = deps.userId()
    if (wanted === undefined) return
    const reply = subscribeReplySchema.safeParse(
      await opened
        .timeout(10_000)
        .emitWithAck('subscribe', { user: wanted })
        .catch(() => undefined),
    )
    if (!reply.success || reply.data.ok) return
    // The token was too old when the connection was made: with a fresh one it works. Once; a refusal after that is
    // meant.
    if (deps.accessToken() === refreshedFor) return
    refreshedFor = await deps.refresh().catch(() => undefined)
    if (refreshedFor !== undefined) opened.disconnect().connect()
  }

  function listen<T>(set: Set<T>, listener: T): () => void {
    set.add(listener)
    socket ??= connect()
    return () => set.delete(listener)
  }

  return {
    onSystem: (listener) => listen(system, listener),
    onUser: (listener) => listen(user, listener),
    onReconnect: (listener) => listen(reconnected, listener),
    reconnect: () => void socket?.then((opened) => opened?.disconnect().connect()),
    close() {
      closed = true
      clearTimeout(retry)
      void socket?.then((opened) => opened?.disconnect())
    },
  }
}
