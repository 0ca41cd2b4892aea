import type { Redis } from 'ioredis'

const aliveMs = 45_000
const key = (productSlug: string) => `audience:${productSlug}`

/** Who plays a product right now, over all api processes: a socket counts until it leaves or falls silent. */
export interface Audience {
  join(productSlug: string, socketId: string): Promise<void>
  leave(productSlug: string, socketId: string): Promise<void>
  count(productSlug: string): Promise<number>
}

export function createAudience(redis: Redis, nowMs: () => number): Audience {
  return {
    async join(productSlug, socketId) {
      await redis
        .multi()
        .zadd(key(productSlug), nowMs(), socketId)
        .pexpire(key(productSlug), 2 * aliveMs)
        .exec()
    },
    async leave(productSlug, socketId) {
      await redis.zrem(key(productSlug), socketId)
    },
    count: (productSlug) => redis.zcount(key(productSlug), nowMs() - aliveMs, '+inf'),
  }
}
/** How often a socket that plays says so again. */
export const audienceBeatMs = 15_000
