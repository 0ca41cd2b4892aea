import type { AddressInfo } from 'node:net'
import type { Redis } from 'ioredis'
import { broadcastId, meetId } from '@e-events/shared/domain/ids.ts'
import type { NewMediaEvent } from '@e-events/shared/events/media.ts'
import { onClosed } from '@e-events/shared/node/broadcast-control.ts'
import { onMeetClosed, onMeetRecording } from '@e-events/shared/node/meet-control.ts'
import { watchRevocations } from '@e-events/shared/node/revocations.ts'
import { createMediaEventPublisher } from '@e-events/shared/node/media-events.ts'
import type { SfuNode } from '@e-events/shared/node/registry.ts'
import { createSecurityLog } from '@e-events/shared/node/security-log.ts'
import type { Clock } from './clock.ts'
import type { Env } from './env.ts'
import { createHttpServer } from './http/server.ts'
import type { Log } from './log.ts'
import { createMediasoupPort } from './media/mediasoup-port.ts'
import { createTransportMeter } from './media/transport-meter.ts'
import { WorkerPool } from './media/worker-pool.ts'
import { Meets } from './meets/meets.ts'
import { createMetrics } from './metrics.ts'
import { nodeLoadPercent } from './placement/rank.ts'
import { createRoomDirectory } from './registry/directory.ts'
import { startHeartbeat } from './registry/heartbeat.ts'
import { createMeetDirectory } from './registry/meet-directory.ts'
import type { RoomOptions } from './rooms/room.ts'
import { openComposedFeed } from './rooms/composed-feed.ts'
import { Rooms } from './rooms/rooms.ts'
import { createAccessWatch } from './signaling/access-watch.ts'
import { createAuthenticate } from './signaling/authenticate.ts'
import { openMeetCaller } from './signaling/meet-caller.ts'
import { openShowCaller } from './signaling/show-caller.ts'
import { createSocketServer } from './signaling/socket-server.ts'

export interface SfuDeps {
  env: Env
  clock: Clock
  log: Log
  redis: Redis
  /** Overrides of the room's times, for tests. */
  roomOptions?: Partial<RoomOptions>
  reconcileMs?: number
  revocationsEveryMs?: number
}

export interface SfuService {
  readonly nodeId: string
  /** `http://host:port` */
  readonly url: string
  readonly rooms: Rooms
  readonly meets: Meets
  readonly pool: WorkerPool
  /** Asks peers to move and gives them `limitMs` to do so. Resolves when all have left or the time is over. */
  drain(limitMs: number): Promise<void>
  close(): Promise<void>
}

/** So many people are heard at once in the recording of a meeting. */
const recordedSounds = 3

/** Everything wired together and listening. The Redis connection belongs to the caller. */
export async function startSfu({ env, clock, log, redis, roomOptions, reconcileMs, revocationsEveryMs }: SfuDeps): Promise<SfuService> {
  const nodeId = env.SFU_NODE_ID
  const pool = await WorkerPool.create({
    count: env.SFU_WORKERS,
    workerBin: env.MEDIASOUP_WORKER_BIN,
    listenIp: env.SFU_LISTEN_IP,
    announcedAddress: env.SFU_ANNOUNCED_ADDRESS,
    rtcMinPort: env.SFU_RTC_MIN_PORT,
    rtcMaxPort: env.SFU_RTC_MAX_PORT,
    enableTcp: env.SFU_ENABLE_TCP,
    log,
  })
  const meter = createTransportMeter()
  const self = { nodeId, controlUrl: env.SFU_CONTROL_URL ?? '' }
  const publisher = createMediaEventPublisher(redis, {
    source: nodeId,
    now: () => clock.nowMs(),
    onError: (error) => log.warn({ err: error }, 'cannot send an event, trying again'),
  })
  const emit = (event: NewMediaEvent) => {
    metrics.events.inc({ type: event.type })
    log.info({ event }, event.type)
    publisher.publish(event).catch((error: unknown) => log.error({ err: error, event }, 'event does not fit the contract'))
  }
  const media = createMediasoupPort({
    pool,
    meter,
    plain: {
      ip: env.SFU_PLAIN_LISTEN_IP,
      announcedAddress: env.SFU_PLAIN_ANNOUNCED_ADDRESS,
      minPort: env.SFU_PLAIN_MIN_PORT,
      maxPort: env.SFU_PLAIN_MAX_PORT,
    },
  })
  const rooms = new Rooms({
    media,
    clock,
    directory: createRoomDirectory(redis, self, log),
    options: {
      cutoffMs: env.SFU_IDLE_CUTOFF_MS,
      warningMs: env.SFU_IDLE_WARNING_MS,
      lookEveryMs: 2_000,
      audienceThrottleMs: 2_000,
      ...roomOptions,
    },
    emit,
    onOverCap: (room, feedId, bitrateBps) => {
      metrics.producersOverCap.inc()
      log.warn({ broadcastId: room, feedId, bitrateBps }, 'producer closed: it sends more than it may')
    },
  })
  const meets = new Meets({
    media,
    clock,
    directory: createMeetDirectory(redis, nodeId, log),
    emit,
    openRecording: ({ broadcastId, feedId, label }, onLost) =>
      openComposedFeed(rooms, { broadcastId, feedId, meta: { kind: 'camera', label, language: null }, sounds: recordedSounds, onLost }),
    onOverCap: (meet, accountId, source, bitrateBps) => {
      metrics.producersOverCap.inc()
      log.warn({ meetId: meet, accountId, source, bitrateBps }, 'stream closed: it sends more than it may')
    },
  })
  const metrics = createMetrics({ rooms, meets, pool, meter })

  const http = createHttpServer({
    metrics: metrics.registry,
    notReady: () => [
      ...(rooms.draining ? ['draining'] : []),
      ...(pool.living.length === 0 ? ['no media worker'] : []),
      ...(redis.status === 'ready' ? [] : ['redis']),
    ],
  })
  const access = createAccessWatch(clock)
  const revocations = watchRevocations(redis, {
    ...(revocationsEveryMs === undefined ? {} : { intervalMs: revocationsEveryMs }),
    onError: (error) => log.warn({ err: error }, 'cannot read the revocations, going on with the last ones'),
    onList: () => access.revoke((claims) => revocations.isRevoked(claims)),
  })
  const authenticate = createAuthenticate({
    redis,
    tokenSecret: env.SFU_TOKEN_SECRET,
    internalSecret: env.INTERNAL_SECRET,
    nowMs: () => clock.nowMs(),
    log,
  })
  const sockets = createSocketServer({
    http,
    clock,
    log,
    isDraining: () => rooms.draining,
    authenticate,
    openCaller: (claims, link) =>
      claims.role === 'participant'
        ? openMeetCaller({ meets, clock, access, authenticate }, claims, link)
        : openShowCaller({ rooms, access, authenticate }, claims, link),
    allowedOrigins: env.SFU_ALLOWED_ORIGINS,
    trustProxy: env.SFU_TRUST_PROXY,
    hooks: {
      answered(method, refused, tookMs) {
        metrics.requests.inc({ method, code: refused ?? 'ok' })
        metrics.requestSeconds.observe({ method }, tookMs / 1000)
      },
      unexpected: (method, error) => log.error({ err: error, method }, 'request failed'),
    },
    security: createSecurityLog(log),
    onRefusedHandshake: (code) => metrics.handshakesRefused.inc({ code }),
  })
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject)
    http.listen(env.SFU_PORT, env.SFU_HOST, resolve)
  })
  const { port } = http.address() as AddressInfo
  const url = `http://${env.SFU_HOST === '0.0.0.0' ? '127.0.0.1' : env.SFU_HOST}:${port}`
  if (self.controlUrl === '') self.controlUrl = url

  const peerCount = () => rooms.peerCount + meets.peopleCount
  let loadPercent = 0
  const describe = async (): Promise<SfuNode> => {
    await Promise.all([pool.sample(), meter.sample()])
    const egressMbps = meter.egressBps / 1e6
    loadPercent = nodeLoadPercent(
      { cpuPercents: pool.living.map((worker) => worker.cpuPercent), egressMbps, maxEgressMbps: env.SFU_MAX_EGRESS_MBPS },
      loadPercent,
    )
    return {
      nodeId,
      publicUrl: env.SFU_PUBLIC_URL,
      controlUrl: self.controlUrl,
      loadPercent,
      egressMbps,
      rooms: rooms.all.length + meets.all.length,
      peers: peerCount(),
      draining: rooms.draining,
      atMs: clock.nowMs(),
    }
  }
  const heartbeat = startHeartbeat({
    redis,
    clock,
    log,
    rooms,
    nodeId,
    idleCutoffMs: env.SFU_IDLE_CUTOFF_MS,
    ...(reconcileMs === undefined ? {} : { reconcileMs }),
    describe,
    emit,
  })
  await heartbeat.beat()

  const subscriber = redis.duplicate()
  subscriber.on('error', (error) => log.warn({ err: error }, 'redis subscription'))
  const unsubscribeMeets = await onMeetClosed(subscriber, (id, reason) => {
    const parsed = meetId.safeParse(id)
    if (parsed.success) meets.end(parsed.data, reason)
  })
  const unsubscribeRecordings = await onMeetRecording(subscriber, (id) => {
    const parsed = meetId.safeParse(id)
    if (parsed.success) void meets.recordingChanged(parsed.data)
  })
  const unsubscribe = await onClosed(subscriber, (id, reason) => {
    const parsed = broadcastId.safeParse(id)
    if (parsed.success) rooms.end(parsed.data, reason)
  })
  log.info({ url, workers: pool.size }, 'sfu is listening')

  let closing: Promise<void> | undefined
  const close = async () => {
    meets.close()
    rooms.close()
    revocations.stop()
    access.close()
    await heartbeat.stop()
    await sockets.close()
    http.closeAllConnections()
    await Promise.all([unsubscribe(), unsubscribeMeets(), unsubscribeRecordings()]).catch(() => undefined) // Redis may be gone already
    subscriber.disconnect()
    pool.close()
  }
  return {
    nodeId,
    url,
    rooms,
    meets,
    pool,
    async drain(limitMs) {
      pool.retire()
      rooms.drain()
      meets.drain()
      void heartbeat.beat()
      const endsAtMs = performance.now() + limitMs
      while (peerCount() > 0 && performance.now() < endsAtMs) await new Promise((resolve) => setTimeout(resolve, 100))
      log.info({ left: peerCount() }, 'drained')
    },
    close: () => (closing ??= close()),
  }
}
