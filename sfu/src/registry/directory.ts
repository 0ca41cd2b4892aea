import type { Redis } from 'ioredis'
import { findClosed } from '@e-events/shared/node/broadcast-control.ts'
import { announceRoom, findRoom, withdrawRoom } from '@e-events/shared/node/registry.ts'
import type { RoomDirectory } from '../rooms/rooms.ts'
import type { Log } from '../log.ts'

/** While Redis is away a broadcast must go on: whoever holds a valid grant is let in, and the end is learnt later. */
const answerWithinMs = 1_500

/** The directory of rooms in Redis. */
export function createRoomDirectory(redis: Redis, self: { nodeId: string; controlUrl: string }, log: Log): RoomDirectory {
  const report = (what: string) => (error: unknown) => log.warn({ err: error }, what)
  const ask = <T>(question: () => Promise<T>, what: string) => {
    // Commands would wait in a queue until the connection is back.
    if (redis.status === 'ready') return withinTime(question(), report(what))
    report(what)(new Error(`redis is ${redis.status}`))
    return Promise.resolve(undefined)
  }
  return {
    findClosed: (broadcastId) => ask(() => findClosed(redis, broadcastId), 'cannot ask whether the broadcast has ended'),
    async findLastMediaAtMs(broadcastId) {
      return (await ask(() => findRoom(redis, broadcastId), 'cannot ask where the room was'))?.lastMediaAtMs
    },
    place(broadcastId, lastMediaAtMs) {
      announceRoom(redis, broadcastId, { ...self, lastMediaAtMs }).catch(report('cannot announce the room'))
    },
    remove(broadcastId) {
      withdrawRoom(redis, broadcastId).catch(report('cannot withdraw the room'))
    },
  }
}

/** The answer, or undefined (reported) when it fails or takes too long. */
async function withinTime<T>(answer: Promise<T>, report: (error: unknown) => void): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer from Redis within ${answerWithinMs} ms`)), answerWithinMs)
  })
  try {
    return await Promise.race([answer, timeout])
  } catch (error) {
    report(error)
    answer.catch(() => undefined)
    return undefined
  } finally {
    clearTimeout(timer)
  }
}
