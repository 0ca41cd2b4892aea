import { hostname } from 'node:os'
import type { Redis } from 'ioredis'
import { z } from 'zod'

// Which process works on which feed. A lock in the queue runs out by itself, but a transcoder that starts again on the
// same machine need not wait for the lock of its own dead predecessor: every second counts on air.
const ownerSchema = z.object({ host: z.string(), pid: z.int() })
const prefix = 'ladder:owner:'
const rememberSec = 24 * 3600

export async function noteOwner(redis: Redis, feedId: string): Promise<void> {
  await redis.set(`${prefix}${feedId}`, JSON.stringify({ host: hostname(), pid: process.pid }), 'EX', rememberSec)
}

export async function forgetOwner(redis: Redis, feedId: string): Promise<void> {
  await redis.del(`${prefix}${feedId}`)
}

/** Feeds whose last worker ran on this machine and is gone. */
export async function listOrphans(redis: Redis): Promise<string[]> {
  const orphans: string[] = []
  let cursor = '0'
  do {
    const [next, keys] = await redis.scan(cursor, 'MATCH', `${prefix}*`, 'COUNT', 200)
    cursor = next
    for (const key of keys) {
      const text = await redis.get(key)
      const owner = ownerSchema.safeParse(text === null ? undefined : JSON.parse(text))
      if (owner.success && owner.data.host === hostname() && !isAlive(owner.data.pid)) orphans.push(key.slice(prefix.length))
    }
  } while (cursor !== '0')
  return orphans
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return pid !== process.pid
  } catch {
    return false
  }
}
