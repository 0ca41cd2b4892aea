import type { AccessClaims } from '../http/access-token.ts'
import type { Actor } from '../http/actor.ts'
import type { IncomingHttpHeaders, IncomingMessage, Server as HttpServer } from 'node:http'
import { networkOf } from '@e-events/shared/node/client-network.ts'
import { createKeyedBuckets, TokenBucket } from '@e-events/shared/node/token-bucket.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import { realtimePath, watchSchema, type RealtimeEvent } from '@e-events/shared/realtime/events.ts'
import { slugSchema } from '@e-events/shared/contract/common.ts'
import { createAdapter } from '@socket.io/redis-streams-adapter'
import type { Redis } from 'ioredis'
import { Server, type Socket } from 'socket.io'
import { z } from 'zod'
import type { SecurityLog } from '@e-events/shared/node/security-log.ts'
import type { ChatRole } from '@e-events/shared/contract/live/chat.ts'
import type { Log } from '../adapters/log.ts'
import { ForeignTokenError, type Authenticate } from '../http/authenticate.ts'
import { audienceBeatMs, type Audience } from './audience.ts'
import { createChatRooms, type ChatPushes } from './chat-rooms.ts'
import type { Elsewhere, LeasedPlayer } from './leased-player.ts'
import type { Notifier } from './notifier.ts'
import { createNotices, type Notices, type NoticeDeps } from './notices.ts'

export interface Realtime extends Notifier {
  notices: Notices
  chat: ChatPushes
  /** Puts out of chats who may not hear them any more; runs by itself with each beat. */
  recheckChats(nowMs: number): Promise<void>
  /** Tells the browsers of this process the last numbers of their chats; runs by itself with each beat. */
  announceChats(): Promise<void>
  attach(server: HttpServer): void
  sockets(): number
  close(): Promise<void>
}

interface SocketData {
  account: (Actor & { sessionId: string }) | null
  claims: AccessClaims | null
  requests: TokenBucket
  /** By product slug. */
  watching: Map<string, Watched>
}
interface Watched {
  /** It plays, and counts as a viewer. */
  playing: boolean
  /** Its playback lease, which the open socket keeps. */
  lease: LeasedPlayer | null
}

const roomOf = (productSlug: string) => `product:${productSlug}`
const leaseRoomOf = (leaseId: string) => `lease:${leaseId}`
const watchesPerSocket = 20
/** After a break a tab joins all its rooms anew. */
const requestsPerSocket = { perSecond: 5, burst: 60 }
/**
 * Sockets of one account in one process. An account counts once however many it opens, so this only bounds memory:
 * somebody who works in a dozen tabs on three devices stays below it, and nobody is turned away for the tabs they
 * forgot.
 */
const socketsPerAccount = 50
/** New connections from one address; a company's whole audience may sit behind one. */
const handshakesPerAddress = { perSecond: 50, burst: 300 }
const unwatchSchema = z.strictObject({ productSlug: slugSchema })

/**
 * socket.io for browsers: pushes that something changed (never what), and counts who plays. Events cross processes
 * through a Redis stream.
 */
export function createRealtime(deps: {
  redis: Redis
  authenticate: Authenticate
  security: SecurityLog
  audience: Audience
  leases: {
    readLimit(): Promise<number>
    goOn(player: LeasedPlayer, limit?: number): Promise<Elsewhere | undefined>
    leave(player: LeasedPlayer): Promise<void>
  }
  /** Access of this account, or of a visitor. */
  readRights(
    productSlug: string,
    account: Actor | null,
  ): Promise<{
    isKnown: boolean
    mayWatch: boolean
    /** The product, where its playback needs a lease. */
    leasedProductId: string | null
  }>
  origins: readonly string[]
  trustedProxies: number
  /** Multiplies what one address may do (RATE_LIMIT_FACTOR). */
  limitFactor: number
  /** Role of an account in the chat of a product; null without access. */
  readChatRole(productSlug: string, account: Actor): Promise<ChatRole | null>
  /** Number of the last change of each of these chats, by the address of its product. */
  readLastChanges(productSlugs: readonly string[]): Promise<Map<string, number>>
  /** Someone started or stopped playing. */
  onAudience(productSlug: string): Promise<number>
  /** Dependencies of the notification service. */
  notices: Pick<NoticeDeps, 'apiKey' | 'rowsOfBatch' | 'endedSessions'>
  log: Log
}): Realtime {
  const { audience, log } = deps
  const { perSecond, burst } = handshakesPerAddress
  const handshakes = createKeyedBuckets({ perSecond: perSecond * deps.limitFactor, burst: burst * deps.limitFactor })
  const io = new Server<never, Record<'event', (event: RealtimeEvent) => void>, never, SocketData>({
    path: realtimePath,
    transports: ['websocket'],
    serveClient: false,
    adapter: createAdapter(deps.redis),
    connectionStateRecovery: { maxDisconnectionDuration: 60_000, skipMiddlewares: false },
    cors: { origin: [...deps.origins], credentials: true },
    allowRequest(request, decide) {
      const address = addressOf(request, deps.trustedProxies)
      const isKnown = isKnownOrigin(request.headers)
      if (!isKnown) deps.security('signal.refused', { address, route: realtimePath, reason: 'ORIGIN' })
      decide(null, isKnown && handshakes.take(networkOf(address), Date.now()))
    },
    maxHttpBufferSize: 16 * 1024,
    pingInterval: 20_000,
    // With the interval less than `limits.playbackLeaseMs`: a device that crashed is gone by then.
    pingTimeout: 12_000,
  })

  const chatRooms = createChatRooms(io, { readRole: deps.readChatRole, readAccount, readLastChanges: deps.readLastChanges, log })
  const notices = createNotices(io, { ...deps.notices, authenticate: deps.authenticate, log })

  // A token is optional: visitors hear that the home page changed; only accounts count as viewers. A stale token makes
  // a visitor.
  io.use((socket, next) => {
    void admit(socket as never, next)
  })

  io.on('connection', (socket) => {
    // Seen without its typed events: what a browser sends is unknown until it is parsed.
    const listen = socket as unknown as Socket
    listen.on('watch', (message: unknown, reply: unknown) => {
      if (isAllowed(listen)) void answer(reply, () => watch(socket as never, message))
      else if (typeof reply === 'function') (reply as (result: unknown) => void)(refused)
    })
    listen.on('unwatch', (message: unknown) => {
      if (isAllowed(listen)) void quietly(unwatch(socket as never, message))
    })
    listen.on('chat', (message: unknown, reply: unknown) => {
      void answer(reply, async () => {
        if (!isAllowed(listen)) return { ok: false }
        await accountOf(socket as never)
        return { ok: await chatRooms.join(listen, message, Date.now()) }
      })
    })
    // A connection that was recovered brings its rooms along; what it may hear is asked again as it joins them.
    if (socket.recovered) for (const room of socket.rooms) if (room !== socket.id) void quietly(Promise.resolve(socket.leave(room)))
    listen.on('disconnecting', () => void quietly(leaveAll(socket as never)))
  })

  const beat = setInterval(() => {
    void quietly(notices.checkSessions())
    void quietly(chatRooms.recheck(Date.now()))
    void quietly(chatRooms.announce())
    void quietly(keepLeases())
    for (const socket of io.of('/').sockets.values()) {
      const { account } = socket.data
      for (const [productSlug, { playing }] of socket.data.watching ?? []) {
        if (playing && account) void quietly(audience.join(productSlug, { userId: account.id, socketId: socket.id }))
      }
    }
  }, audienceBeatMs)
  beat.unref()

  return {
    notices,
    chat: chatRooms.pushes,
    recheckChats: chatRooms.recheck,
    announceChats: chatRooms.announce,
    attach: (server) => void io.attach(server),
    async notify(event) {
      if (event.type === 'home.updated') {
        io.emit('event', event)
        await notices.system('home.updated')
      } else if (event.type === 'playback.taken') io.to(leaseRoomOf(event.lease)).emit('event', event)
      else if (event.type === 'event.changed' && (await deps.readRights(event.productSlug, null)).isKnown) io.emit('event', event)
      // Events of a hidden product go to its watchers alone.
      else io.to(roomOf(event.productSlug)).emit('event', event)
    },
    sockets: () => io.of('/').sockets.size,
    async close() {
      clearInterval(beat)
      chatRooms.close()
      await io.close()
    },
  }

  /**
   * Browsers do not ask before a WebSocket: a page of a foreign origin is turned away here. Programs send no origin.
   */
  function isKnownOrigin({ origin, host, 'x-forwarded-host': forwardedHost }: IncomingHttpHeaders): boolean {
    if (origin === undefined || deps.origins.includes(origin)) return true
    return URL.canParse(origin) && [host, forwardedHost].includes(new URL(origin).host)
  }

  async function admit(socket: Socket, next: (error?: Error) => void): Promise<void> {
    const claims = await readClaims(socket)
    const data = socket.data as Partial<SocketData>
    data.claims = claims
    data.watching = new Map()
    data.requests = new TokenBucket(requestsPerSocket, Date.now())
    // Without an answer of the database a visitor comes in, who hears what everybody may hear until it is asked again.
    const account = claims && (await loadAccount(claims).catch(() => null))
    data.account = account
    next(account !== null && countSockets(account.id) >= socketsPerAccount ? new DomainError('RATE_LIMITED') : undefined)
  }

  function countSockets(userId: string): number {
    let count = 0
    for (const { data } of io.of('/').sockets.values()) if (data.account?.id === userId) count += 1
    return count
  }

  function isAllowed(socket: Socket): boolean {
    return (socket.data as SocketData).requests.take(Date.now())
  }

  async function readClaims(socket: Pick<Socket, 'handshake' | 'request'>): Promise<AccessClaims | null> {
    const token: unknown = socket.handshake.auth['token']
    if (typeof token !== 'string' || token === '') return null
    try {
      return await deps.authenticate.readToken(`Bearer ${token}`)
    } catch (error) {
      if (error instanceof ForeignTokenError)
        deps.security('token.refused', { address: addressOf(socket.request, deps.trustedProxies), route: realtimePath })
      return null
    }
  }

  /** The account as it is now; null when it was blocked or this device was logged out. */
  async function loadAccount(claims: AccessClaims): Promise<SocketData['account']> {
    try {
      const { id, isAdmin } = await deps.authenticate.loadActor(claims)
      return { id, isAdmin, sessionId: claims.sessionId }
    } catch (error) {
      if (error instanceof DomainError) return null
      throw error
    }
  }

  /** The account that came in; of one that could not be looked up then, as it is now. */
  async function accountOf(socket: Socket): Promise<SocketData['account']> {
    const data = socket.data as SocketData
    data.account ??= data.claims && (await loadAccount(data.claims))
    return data.account
  }

  async function readAccount(socket: Socket): Promise<Actor | null> {
    const { claims } = socket.data as SocketData
    return claims && loadAccount(claims)
  }

  async function watch(socket: Socket, message: unknown): Promise<{ ok: boolean; viewers: number }> {
    const parsed = watchSchema.safeParse(message)
    if (!parsed.success) return refused
    const { productSlug, playing, lease: leaseId } = parsed.data
    const data = socket.data as SocketData
    if (!data.watching.has(productSlug) && data.watching.size >= watchesPerSocket) return refused
    const account = await accountOf(socket)
    const { isKnown, mayWatch, leasedProductId: productId } = await deps.readRights(productSlug, account)
    if (!isKnown) return refused
    const counts = playing && mayWatch
    const before = data.watching.get(productSlug)?.lease
    const lease =
      leaseId !== undefined && account !== null && productId !== null
        ? { leaseId, userId: account.id, sessionId: account.sessionId, productId, productSlug }
        : null
    data.watching.set(productSlug, { playing: counts, lease })
    await socket.join(roomOf(productSlug))
    if (before && before.leaseId !== leaseId) await leaveLease(socket, before)
    if (lease) {
      await socket.join(leaseRoomOf(lease.leaseId))
      await keepLease(socket, lease)
    }
    if (account !== null) {
      const player = { userId: account.id, socketId: socket.id }
      await (counts ? audience.join(productSlug, player) : audience.leave(productSlug, player))
    }
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
    const { watching, account } = socket.data as SocketData
    const watched = watching.get(productSlug)
    watching.delete(productSlug)
    if (watched?.lease) await leaveLease(socket, watched.lease)
    if (!watched?.playing || account === null) return
    await audience.leave(productSlug, { userId: account.id, socketId: socket.id })
    await deps.onAudience(productSlug)
  }

  async function keepLeases(): Promise<void> {
    const kept = [...io.of('/').sockets.values()].flatMap((socket) =>
      [...(socket.data.watching?.values() ?? [])].flatMap(({ lease }) => (lease ? [{ socket, lease }] : [])),
    )
    if (kept.length === 0) return
    const limit = await deps.leases.readLimit()
    for (const { socket, lease } of kept) void quietly(keepLease(socket as never, lease, limit))
  }

  /** A player whose lease ended hears of it here, in case that nobody could tell it at that moment. */
  async function keepLease(socket: Socket, lease: LeasedPlayer, limit?: number): Promise<void> {
    const elsewhere = await deps.leases.goOn(lease, limit)
    if (!elsewhere) return
    const { productSlug, leaseId } = lease
    socket.emit('event', { type: 'playback.taken', productSlug, lease: leaseId, ...elsewhere } satisfies RealtimeEvent)
  }

  async function leaveLease(socket: Socket, lease: LeasedPlayer): Promise<void> {
    await socket.leave(leaseRoomOf(lease.leaseId))
    await deps.leases.leave(lease)
  }

  /** Takes no failure for a refusal: its browser is told to ask again. */
  async function answer(reply: unknown, work: () => Promise<{ ok: boolean; viewers?: number }>): Promise<void> {
    const result = await work().catch((error: unknown) => {
      log.warn({ err: error }, 'a realtime request failed')
      return { ...refused, again: true }
    })
    if (typeof reply === 'function') (reply as (result: unknown) => void)(result)
  }

  async function quietly(work: Promise<unknown>): Promise<void> {
    await work.catch((error: unknown) => log.debug({ err: error }, 'realtime housekeeping failed'))
  }
}

/** Also for what does not exist: a stranger learns nothing of drafts and private products. */
const refused = { ok: false, viewers: 0 }

/** Behind our proxies the address that the outermost one saw; what came before is the caller's own claim. */
function addressOf({ headers, socket }: IncomingMessage, trustedProxies: number): string {
  const given = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',')
  const seen = trustedProxies > 0 ? given.slice(-trustedProxies)[0]?.trim() : undefined
  return seen === undefined || seen === '' ? (socket.remoteAddress ?? '') : seen
}
