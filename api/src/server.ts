import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tusPath } from '@e-events/shared/contract/media/uploads.ts'
import { createStorage } from '@e-events/shared/node/create-storage.ts'
import { consumeMediaEvents } from '@e-events/shared/node/media-events.ts'
import { systemClock, type Clock } from './adapters/clock.ts'
import type { Log } from './adapters/log.ts'
import { createMediaQueues } from './adapters/media-queues.ts'
import { connectBlockingRedis, connectRedis, waitForRedis } from './adapters/redis.ts'
import { createApp } from './app.ts'
import { createKnex } from './db/knex.ts'
import { settleDefaults } from './domains/settings/config/defaults.ts'
import type { Env } from './env.ts'
import { createPlatform, type Platform } from './platform.ts'
import { startTimers } from './timers.ts'

export interface RunningApi {
  /** `http://host:port` */
  url: string
  platform: Platform
  /** Stops taking work, lets requests in hand finish for up to DRAIN_MS, and closes every connection. */
  stop(): Promise<void>
}

/** Connects, listens and starts the background work. */
export async function startApi(
  env: Env,
  options: {
    log: Log
    clock?: Clock
    nodeId: string
    processMetrics?: boolean
    cachesResponses?: boolean
    /** How long a request waits for a connection of the pool or for a command of Redis before it answers 503. */
    patienceMs?: number
  },
): Promise<RunningApi> {
  const { log, patienceMs = 2_000 } = options
  const clock = options.clock ?? systemClock
  const knex = createKnex(env.DATABASE_URL, {
    poolMax: env.DATABASE_POOL,
    acquireTimeoutMs: patienceMs,
    statementTimeoutMs: 5 * patienceMs,
    onMessage: (message) => log.debug({ message }, 'knex'),
  })
  const redis = connectRedis(env.REDIS_URL, log, patienceMs)
  const streamRedis = connectBlockingRedis(env.REDIS_URL, log)
  const queues = createMediaQueues({ redisUrl: env.REDIS_URL, onError: (error) => log.debug({ err: error }, 'a queue lost Redis') })
  await waitForRedis(redis, 5_000)

  await settleDefaults(knex, env.reach)

  let draining = false
  const storage = await createStorage(env.storage)
  const platform = createPlatform({
    env,
    knex,
    redis,
    streamRedis,
    queues,
    storage,
    clock,
    log,
    processMetrics: options.processMetrics ?? false,
    cachesResponses: options.cachesResponses ?? true,
  })
  const app = createApp(platform, { isDraining: () => draining })
  const handle = app.callback()
  const server = createServer({ connectionsCheckingInterval: 5_000 }, (request, response) => {
    limitSending(request)
    void handle(request, response)
  })
  // Half-open and slow senders do not hold a socket for longer than 15 seconds.
  server.headersTimeout = 10_000
  server.requestTimeout = uploadTimeoutMs
  server.keepAliveTimeout = 65_000
  platform.realtime.attach(server)

  const stopBackground = env.API_BACKGROUND ? startBackground(env, platform, { log, nodeId: options.nodeId }) : async () => undefined
  await listen(server, env)
  const { address, port } = server.address() as AddressInfo
  const url = `http://${address.includes(':') ? `[${address}]` : address}:${port}`

  return {
    url,
    platform,
    async stop() {
      if (draining) return
      draining = true
      await stopBackground()
      await platform.realtime.close()
      await close(server, env.DRAIN_MS)
      await platform.people.signUp.settle()
      await queues.close()
      platform.mailTransport.close()
      streamRedis.disconnect()
      redis.disconnect()
      await knex.destroy()
    },
  }
}

/** The event consumer and the sweepers. */
function startBackground(env: Env, platform: Platform, options: { log: Log; nodeId: string }): () => Promise<void> {
  const { log } = options
  const consumer = consumeMediaEvents(connectBlockingRedis(env.REDIS_URL, log), {
    consumer: options.nodeId,
    handle: platform.handleMediaEvent,
    onError: (error, entryId) => log.warn({ err: error, entryId }, 'a media event could not be applied yet'),
  })
  const stopTimers = startTimers(platform.timers, log)
  return async () => {
    await Promise.all([consumer.stop(), stopTimers()])
  }
}

function listen(server: Server, env: Env): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(env.API_PORT, env.API_HOST, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

async function close(server: Server, drainMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const timer = setTimeout(() => server.closeAllConnections(), drainMs)
  await closed
  clearTimeout(timer)
}

/** A part of an upload may take its time on a slow line; every other request is short. */
const uploadTimeoutMs = 15 * 60_000
const requestTimeoutMs = 30_000
const uploadPaths = [tusPath, '/api/images', '/api/me/avatar']

function limitSending(request: IncomingMessage): void {
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers
  if (length === undefined && coding === undefined) return
  if (uploadPaths.some((path) => request.url?.startsWith(path))) return
  const timer = setTimeout(() => {
    if (!request.complete) request.destroy()
  }, requestTimeoutMs)
  const settle = () => clearTimeout(timer)
  request.once('end', settle).once('close', settle)
}
