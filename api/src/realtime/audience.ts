import type { Redis } from 'ioredis'

const aliveMs = 45_000
const key = (productSlug: string) => `audience:${productSlug}`
const keyOf = (productSlug: string, userId: string) => `audience:${productSlug}:${userId}`

export interface Player {
  userId: string
  socketId: string
}

/**
 * Who plays a product right now, over all api processes: an account counts once, until its last socket leaves or falls
 * silent.
 */
export interface Audience {
  join(productSlug: string, player: Player): Promise<void>
  leave(productSlug: string, player: Player): Promise<void>
  count(productSlug: string): Promise<number>
}

/** In one step: another tab of the account may begin at this moment. */
const leaveScript = `
  redis.call('zrem', KEYS[2], ARGV[2])
  if redis.call('zcount', KEYS[2], ARGV[3], '+inf') == 0 then redis.call('zrem', KEYS[1], ARGV[1]) end`

export function createAudience(redis: Redis, nowMs: () => number): Audience {
  return {
    async join(productSlug, { userId, socketId }) {
      const own = keyOf(productSlug, userId)
      await redis
        .multi()
        .zadd(own, nowMs(), socketId)
        .pexpire(own, 2 * aliveMs)
        .zadd(key(productSlug), nowMs(), userId)
        .pexpire(key(productSlug), 2 * aliveMs)
        .exec()
    },
    async leave(productSlug, { userId, socketId }) {
      await redis.eval(leaveScript, 2, key(productSlug), keyOf(productSlug, userId), userId, socketId, nowMs() - aliveMs)
    },
    count: (productSlug) => redis.zcount(key(productSlug), nowMs() - aliveMs, '+inf'),
  }
}
/** How often a socket that plays says so again. */
export const audienceBeatMs = 15_000
