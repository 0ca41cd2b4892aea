import type { Redis } from 'ioredis'
import type { MediaClaims } from './tokens.ts'

const key = 'playback:revoked'
/** Tokens live six hours: after that a revocation has nothing left to revoke. */
const rememberMs = 7 * 60 * 60_000

/** Takes the access of an account back: for one product, or for all with `productId` '*'. Called by the api after its commit. */
export async function revokePlayback(redis: Redis, userId: string, productId: string, nowMs = Date.now()): Promise<void> {
  await redis.zadd(key, nowMs, `${userId}:${productId}`)
  await redis.zremrangebyscore(key, '-inf', nowMs - rememberMs)
}
/** Access was given again: drop the revocation. */
export async function restorePlayback(redis: Redis, userId: string, productId: string): Promise<void> {
  await redis.zrem(key, `${userId}:${productId}`)
}

/** `productId` '*': all products. */
export interface RevokedAccess {
  userId: string
  productId: string
}

export interface RevocationList {
  isRevoked(claims: MediaClaims): boolean
  refresh(): Promise<void>
  stop(): void
}

/** A segment server's copy of the list, polled every `intervalMs` (default 10 s, so well inside the promised 60 s); it serves on its last copy while Redis is away. */
export function watchRevocations(
  redis: Redis,
  options: {
    intervalMs?: number
    onError?: (error: unknown) => void
    onList?: (revoked: readonly RevokedAccess[]) => void | Promise<void>
  } = {},
): RevocationList {
  let revoked = new Set<string>()
  async function refresh(): Promise<void> {
    try {
      const all = await redis.zrange(key, 0, -1)
      revoked = new Set(all)
      await options.onList?.(all.map(toAccess))
    } catch (error) {
      options.onError?.(error)
    }
  }
  const timer = setInterval(() => void refresh(), options.intervalMs ?? 10_000)
  timer.unref()
  void refresh()
  return {
    isRevoked: ({ userId, productId }) => revoked.has(`${userId}:${productId}`) || revoked.has(`${userId}:*`),
    refresh,
    stop: () => clearInterval(timer),
  }
}

function toAccess(entry: string): RevokedAccess {
  const [userId = '', productId = ''] = entry.split(':')
  return { userId, productId }
}
