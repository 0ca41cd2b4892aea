import { randomUUID } from 'node:crypto'
import { claimRedis } from '@e-events/shared/node/testing/claim-redis.ts'
import { Redis } from 'ioredis'
import { io, type Socket } from 'socket.io-client'
import { vi } from 'vitest'
import { mediaEventStream, mediaEventSchema, type MediaEvent } from '@e-events/shared/events/media.ts'
import { signSfuToken } from '@e-events/shared/node/tokens.ts'
import { createSignalingClient, signalingAddress, type SignalingClient } from '@e-events/shared/signaling/client.ts'
import type { Notification } from '@e-events/shared/signaling/notifications.ts'
import type { PeerRole } from '@e-events/shared/signaling/requests.ts'
import { broadcastId, type BroadcastId } from '@e-events/shared/domain/ids.ts'
import { systemClock } from '../../../sfu/src/clock.ts'
import { readEnv } from '../../../sfu/src/env.ts'
import { createLog } from '../../../sfu/src/log.ts'
import type { RoomOptions } from '../../../sfu/src/rooms/room.ts'
import { startSfu, type SfuService } from '../../../sfu/src/service.ts'

// Real browsers and encoders on a shared machine: the limits only end what hangs.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 })

export const secrets = { token: 'integration-test-secret-of-the-api-32', internal: 'integration-test-secret-of-services' }

export interface TestSfu {
  service: SfuService
  redis: Redis
  /** Address of the Redis database, for others that share it. */
  redisUrl: string
  /** A connected peer that has not joined yet. */
  connect(role: PeerRole, room: BroadcastId, options?: { accountId?: string; token?: string }): Promise<TestPeer>
  /** Events for the api of this broadcast so far, oldest first. */
  events(room: BroadcastId): Promise<MediaEvent[]>
  stop(): Promise<void>
}

export interface TestPeer {
  socket: Socket
  client: SignalingClient
  notifications: Notification[]
  of<M extends Notification['method']>(method: M): Extract<Notification, { method: M }>[]
  close(): void
}

export const newRoom = (): BroadcastId => broadcastId.parse(randomUUID())

/** Files that run at the same time never share media ports. */
export const poolIndex = Number(process.env['VITEST_POOL_ID'] ?? 1) % 2

/** A real sfu with real workers on free ports, its Redis data in a database of its own, or in one that is given. */
export async function startTestSfu(
  options: {
    env?: Record<string, string>
    roomOptions?: Partial<RoomOptions>
    redisUrl?: string
    redisPort?: number
    revocationsEveryMs?: number
    /** Takes its log at level warn, a line at a time. */
    onLogLine?: (line: Record<string, unknown>) => void
  } = {},
): Promise<TestSfu> {
  const { onLogLine } = options
  const claimed = options.redisUrl === undefined ? await claimRedis() : undefined
  const redisUrl = options.redisUrl ?? claimed?.url ?? ''
  const address = new URL(redisUrl)
  if (options.redisPort !== undefined) address.port = String(options.redisPort)
  const minPort = 20_000 + poolIndex * 9_000 + Math.floor(Math.random() * 45) * 200
  const env = readEnv({
    NODE_ENV: 'test',
    LOG_LEVEL: process.env['SFU_TEST_LOG'] ?? 'silent',
    SFU_PORT: '0',
    SFU_NODE_ID: `sfu-${randomUUID().slice(0, 8)}`,
    SFU_RTC_MIN_PORT: String(minPort),
    SFU_RTC_MAX_PORT: String(minPort + 199),
    SFU_WORKERS: '2',
    SFU_TOKEN_SECRET: secrets.token,
    INTERNAL_SECRET: secrets.internal,
    REDIS_URL: address.href,
    MEDIASOUP_WORKER_BIN: process.env['MEDIASOUP_WORKER_BIN'],
    ...options.env,
  })
  const redis = new Redis(address.href, { maxRetriesPerRequest: null, retryStrategy: () => 100 })
  redis.on('error', () => undefined) // outages are part of the tests
  const service = await startSfu({
    env,
    clock: systemClock,
    log: onLogLine
      ? createLog('warn', env.SFU_NODE_ID, { write: (line) => onLogLine(JSON.parse(line) as Record<string, unknown>) })
      : createLog(env.LOG_LEVEL, env.SFU_NODE_ID),
    redis,
    reconcileMs: 500,
    ...(options.revocationsEveryMs === undefined ? {} : { revocationsEveryMs: options.revocationsEveryMs }),
    ...(options.roomOptions ? { roomOptions: options.roomOptions } : {}),
  })
  const peers = new Set<TestPeer>()
  return {
    service,
    redis,
    redisUrl,
    async connect(role, room, { accountId, token } = {}) {
      const secret = role === 'publisher' || role === 'viewer' ? secrets.token : secrets.internal
      const grant = token ?? (await signSfuToken({ sub: accountId ?? randomUUID(), role, broadcastId: room }, secret, 60_000))
      const peer = await openPeer(service.url, grant)
      peers.add(peer)
      return peer
    },
    async events(room) {
      const entries = await redis.xrange(mediaEventStream, '-', '+')
      return entries
        .map(([, fields]) => mediaEventSchema.parse(JSON.parse(fields[1] ?? '{}')))
        .filter((event) => 'broadcastId' in event && event.broadcastId === room)
    },
    async stop() {
      for (const peer of peers) peer.close()
      await service.close()
      redis.disconnect()
      await claimed?.release()
    },
  }
}

/** @throws the error of socket.io's connect_error, with `data.code` */
export async function openPeer(url: string, token: string): Promise<TestPeer> {
  const socket = await openSocket(url, token)
  const client = createSignalingClient(socket)
  const notifications: Notification[] = []
  client.onNotification((notification) => notifications.push(notification))
  return {
    socket,
    client,
    notifications,
    of: <M extends Notification['method']>(method: M) =>
      notifications.filter((notification): notification is Extract<Notification, { method: M }> => notification.method === method),
    close: () => socket.close(),
  }
}

/** A connected socket. @throws the error of socket.io's connect_error, with `data.code` */
export async function openSocket(url: string, token: string): Promise<Socket> {
  const { origin, path } = signalingAddress(url)
  const socket = io(origin, { path, transports: ['websocket'], auth: { token, language: 'en' }, reconnection: false, forceNew: true })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', () => resolve())
    socket.once('connect_error', (error) => {
      socket.close()
      reject(error)
    })
  })
  return socket
}

/**
 * Resolves with the first value that is neither undefined nor false nor null.
 * @throws Error with `what` after `timeoutMs`
 */
export async function until<T>(what: string, look: () => T | Promise<T>, timeoutMs = 30_000): Promise<NonNullable<Exclude<T, false>>> {
  const endsAt = performance.now() + timeoutMs
  for (;;) {
    const value = await look()
    if (value !== undefined && value !== false && value !== null) return value as NonNullable<Exclude<T, false>>
    if (performance.now() > endsAt) throw new Error(`waited ${timeoutMs} ms in vain: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}
