import type { IncomingHttpHeaders, Server as HttpServer } from 'node:http'
import { realtimePath, watchSchema, type RealtimeEvent } from '@e-events/shared/realtime/events.ts'
import { slugSchema } from '@e-events/shared/contract/common.ts'
import { createAdapter } from '@socket.io/redis-streams-adapter'
import type { Redis } from 'ioredis'
import { Server, type Socket } from 'socket.io'
import { z } from 'zod'
import type { Log } from '../adapters/log.ts'
import type { Authenticate } from '../http/authenticate.ts'
import { audienceBeatMs, type Audience } from './audience.ts'
import type { Notifier } from './notifier.ts'
import { createNotices, type Notices, type NoticeDeps } from './notices.ts'

export interface Realtime extends Notifier {
  notices: Notices
  attach(server: HttpServer): void
  sockets(): number
  close(): Promise<void>
}

interface SocketData {
  userId: string | null
  /** Product slugs watched; true where it plays (and counts). */
  watching: Map<string, boolean>
}

const roomOf = (productSlug: string) => `product:${productSlug}`
const watchesPerSocket = 20
const unwatchSchema = z.strictObject({ productSlug: slugSchema })

/** socket.io for browsers: pushes that something changed (never what), and counts who plays. Events cross processes through a Redis stream. */
export function createRealtime(deps: {
  redis: Redis
  authenticate: Authenticate
  audience: Audience
  origins: readonly string[]
  /** Someone started or stopped playing. */
  onAudience(productSlug: string): Promise<number>
  /** What the notification service needs besides. */
  notices: Pick<NoticeDeps, 'apiKey' | 'rowsOfBatch' | 'endedSessions'>
  log: Log
}): Realtime {
  const { audience, log } = deps
  const io = new Server<never, Record<'event', (event: RealtimeEvent) => void>, never, SocketData>({
    path: realtimePath,
    transports: ['websocket'],
    serveClient: false,
    adapter: createAdapter(deps.redis),
    connectionStateRecovery: { maxDisconnectionDuration: 60_000, skipMiddlewares: false },
    cors: { origin: [...deps.origins], credentials: true },
    allowRequest: ({ headers }, decide) => decide(null, isKnownOrigin(headers)),
    maxHttpBufferSize: 16 * 1024,
    pingInterval: 20_000,
    pingTimeout: 15_000,
  })

  const notices = createNotices(io, { ...deps.notices, authenticate: deps.authenticate, log })

  // A token is optional: visitors hear that the home page changed; only accounts count as viewers. A stale token makes a visitor.
  io.use((socket, next) => {
    void admit(socket, next)
  })

  io.on('connection', (socket) => {
    // Seen without its typed events: what a browser sends is unknown until it is parsed.
    const listen = socket as unknown as Socket
    listen.on('watch', (message: unknown, reply: unknown) => void answer(reply, () => watch(socket as never, message)))
    listen.on('unwatch', (message: unknown) => void quietly(unwatch(socket as never, message)))
    listen.on('disconnecting', () => void quietly(leaveAll(socket as never)))
  })

  const beat = setInterval(() => {
    void quietly(notices.checkSessions())
    for (const socket of io.of('/').sockets.values()) {
      for (const [productSlug, playing] of socket.data.watching ?? []) {
        if (playing) void quietly(audience.join(productSlug, socket.id))
      }
    }
  }, audienceBeatMs)
  beat.unref()

  return {
    notices,
    attach: (server) => void io.attach(server),
    async notify(event) {
      if (event.type === 'home.updated') {
        io.emit('event', event)
        await notices.system('home.updated')
      } else if (event.type === 'event.changed') io.emit('event', event)
      else io.to(roomOf(event.productSlug)).emit('event', event)
    },
    sockets: () => io.of('/').sockets.size,
    async close() {
      clearInterval(beat)
      await io.close()
    },
  }

  /** Browsers do not ask before a WebSocket: a page of a foreign origin is turned away here. Programs send no origin. */
  function isKnownOrigin({ origin, host, 'x-forwarded-host': forwardedHost }: IncomingHttpHeaders): boolean {
    if (origin === undefined || deps.origins.includes(origin)) return true
    return URL.canParse(origin) && [host, forwardedHost].includes(new URL(origin).host)
  }

  async function admit(
    socket: { data: Partial<SocketData>; handshake: { auth: Record<string, unknown> } },
    next: () => void,
  ): Promise<void> {
    socket.data.userId = await identify(socket)
    socket.data.watching = new Map()
    next()
  }

  async function identify(socket: { handshake: { auth: Record<string, unknown> } }): Promise<string | null> {
    const { token } = socket.handshake.auth
    if (typeof token !== 'string' || token === '') return null
    try {
      const claims = await deps.authenticate.readToken(`Bearer ${token}`)
      return claims === null ? null : (await deps.authenticate.loadActor(claims)).id
    } catch {
      return null
    }
  }

  async function watch(socket: Socket, message: unknown): Promise<{ ok: boolean; viewers: number }> {
    const parsed = watchSchema.safeParse(message)
    if (!parsed.success) return { ok: false, viewers: 0 }
    const { productSlug, playing } = parsed.data
    const data = socket.data as SocketData
    if (!data.watching.has(productSlug) && data.watching.size >= watchesPerSocket) return { ok: false, viewers: 0 }
    const counts = playing && data.userId !== null
    data.watching.set(productSlug, counts)
    await socket.join(roomOf(productSlug))
    await (counts ? audience.join(productSlug, socket.id) : audience.leave(productSlug, socket.id))
    return { ok: true, viewers: await deps.onAudience(productSlug) }
  }

  async function unwatch(socket: Socket, message: unknown): Promise<void> {
    const parsed = unwatchSchema.safeParse(message)
    if (!parsed.success) return
    await socket.leave(roomOf(parsed.data.productSlug))
    await forget(socket, parsed.data.productSlug)
  }

  async function leaveAll(socket: Socket): Promise<void> {
    for (const productSlug of (socket.data as SocketData).watching.keys()) await forget(socket, productSlug)
  }

  async function forget(socket: Socket, productSlug: string): Promise<void> {
    const { watching } = socket.data as SocketData
    const counted = watching.get(productSlug)
    watching.delete(productSlug)
    if (!counted) return
    await audience.leave(productSlug, socket.id)
    await deps.onAudience(productSlug)
  }

  async function answer(reply: unknown, work: () => Promise<{ ok: boolean; viewers: number }>): Promise<void> {
    const result = await work().catch((error: unknown) => {
      log.warn({ err: error }, 'a realtime request failed')
      return { ok: false, viewers: 0 }
    })
    if (typeof reply === 'function') (reply as (result: unknown) => void)(result)
  }

  async function quietly(work: Promise<unknown>): Promise<void> {
    await work.catch((error: unknown) => log.debug({ err: error }, 'realtime housekeeping failed'))
  }
}
