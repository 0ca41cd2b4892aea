import type { Redis } from 'ioredis'

/**
 * A worker's turn at a feed. The newest turn alone may publish: an earlier worker that was only slow, not dead, finds
 * out before its next write.
 */
export interface Fence {
  readonly epoch: number
  /**
   * False once another worker has taken the feed over. While Redis is away it cannot be taken over, so the answer stays
   * true.
   */
  isCurrent(): Promise<boolean>
}

const rememberSec = 30 * 24 * 3600
const keyOf = (feedId: string) => `ladder:epoch:${feedId}`

export interface FenceConnections {
  /** Refuses at once while Redis is away. */
  redis: Redis
  /** Waits for Redis: no lease begins without it. */
  patientRedis: Redis
}

/** Begins a new turn. `atLeast`: above every epoch that storage already shows, should Redis have forgotten. */
export async function takeEpoch({ redis, patientRedis }: FenceConnections, feedId: string, atLeast = 1): Promise<Fence> {
  const key = keyOf(feedId)
  let epoch = await patientRedis.incr(key)
  if (epoch < atLeast) {
    await patientRedis.set(key, atLeast)
    epoch = atLeast
  }
  await patientRedis.expire(key, rememberSec)
  return {
    epoch,
    async isCurrent() {
      try {
        const newest = await redis.get(key)
        if (newest === null) {
          await redis.set(key, epoch, 'EX', rememberSec, 'NX')
          return true
        }
        return Number(newest) <= epoch
      } catch {
        return true
      }
    },
  }
}

/** Thrown by a write that comes after another worker's turn began. */
export class FencedError extends Error {
  override readonly name = 'FencedError'
}

/** @throws FencedError once another worker has taken the feed at this prefix over */
export async function assertCurrent(fence: Fence, prefix: string): Promise<void> {
  if (!(await fence.isCurrent())) throw new FencedError(`a newer worker has taken ${prefix} over`)
}
