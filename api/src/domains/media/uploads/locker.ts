import { randomUUID } from 'node:crypto'
import { DomainError } from '@e-events/shared/errors.ts'
import type { Locker } from '@tus/server'
import type { Redis } from 'ioredis'

const holdMs = 15_000
const beatMs = 500
const waitMs = 20_000

const release = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`
const renew = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('pexpire', KEYS[1], ARGV[2]) end return 0`

/**
 * One writer per upload, across processes. After a cut the sender comes back while the server still waits on the dead
 * connection: who wants the lock says so, and the holder ends its request, keeping what has arrived.
 */
export function createUploadLocker(redis: Redis): Locker {
  return {
    newLock(id) {
      const key = `upload-lock:${id}`
      const wish = `upload-wish:${id}`
      const owner = randomUUID()
      let beat: ReturnType<typeof setInterval> | undefined

      return {
        async lock(signal, cancelRequest) {
          const deadline = Date.now() + waitMs
          while ((await redis.set(key, owner, 'PX', holdMs, 'NX')) !== 'OK') {
            if (signal.aborted || Date.now() > deadline) throw new DomainError('UPLOAD_BUSY')
            await redis.set(wish, owner, 'PX', 2_000)
            await new Promise((resolve) => setTimeout(resolve, beatMs / 2))
          }
          await redis.del(wish)
          beat = setInterval(() => void keep(), beatMs)
          async function keep(): Promise<void> {
            try {
              const isOurs = (await redis.eval(renew, 1, key, owner, holdMs)) === 1
              // Redis or this process was away for longer than the lock lives: somebody else may write by now.
              if (!isOurs || (await redis.exists(wish)) > 0) await cancelRequest()
            } catch {
              // Redis is away: the lock runs out by itself.
            }
          }
        },
        async unlock() {
          clearInterval(beat)
          await redis.eval(release, 1, key, owner)
        },
      }
    },
  }
}
