import { Redis } from 'ioredis'
import type { Log } from './log.ts'

/**
 * A connection for requests: a command fails within a second while Redis is away, and after `patienceMs` where it says
 * nothing, so that callers answer 503 instead of hanging. It reconnects by itself for ever.
 */
export function connectRedis(url: string, log: Log, patienceMs: number): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    connectTimeout: 1_000,
    commandTimeout: patienceMs,
    retryStrategy: (attempt) => Math.min(100 * attempt, 2_000),
  })
  redis.on('error', (error) => log.warn({ err: error }, 'redis is away'))
  return redis
}

/** A connection that blocks on reads (streams, subscriptions) and waits patiently while Redis is away. */
export function connectBlockingRedis(url: string, log: Log): Redis {
  const redis = new Redis(url, { maxRetriesPerRequest: null, retryStrategy: (attempt) => Math.min(100 * attempt, 2_000) })
  return listening(redis, log)
}

/**
 * Libraries copy a connection and forget to listen to the errors of the copy, which ioredis then prints, and to the end
 * of a subscription.
 */
function listening(redis: Redis, log: Log): Redis {
  redis.on('error', (error) => log.debug({ err: error }, 'redis is away'))
  const subscribe = redis.subscribe.bind(redis) as (...channels: unknown[]) => Promise<unknown>
  // Nobody waits for it: a process that stops right after its start would leave a rejection that nobody handles.
  redis.subscribe = (...channels: unknown[]) => {
    const subscribed = subscribe(...channels)
    subscribed.catch((error: unknown) => log.debug({ err: error }, 'a subscription to redis ended'))
    return subscribed
  }
  const duplicate = redis.duplicate.bind(redis)
  redis.duplicate = (options) => listening(duplicate(options), log)
  return redis
}

/**
 * Resolves when the first connection stands, or after `timeoutMs` without one (the api then starts in degraded mode and
 * says so in /readyz).
 */
export async function waitForRedis(redis: Redis, timeoutMs: number): Promise<boolean> {
  if (redis.status === 'ready') return true
  return new Promise((resolve) => {
    const done = (ready: boolean) => {
      clearTimeout(timer)
      redis.off('ready', onReady)
      resolve(ready)
    }
    const onReady = () => done(true)
    const timer = setTimeout(() => done(false), timeoutMs)
    redis.once('ready', onReady)
  })
}
