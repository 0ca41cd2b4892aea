import type { Redis } from 'ioredis'
import type { Log } from '../log.ts'

/** While Redis is away rooms must go on: whoever holds a valid grant is let in, and what it knows is learnt later. */
const answerWithinMs = 1_500

export interface Asking {
  /** The answer; undefined, and reported as `what`, when Redis is away, fails or takes too long. */
  ask<T>(question: () => Promise<T>, what: string): Promise<T | undefined>
  /** Logs a failure of what nobody waits for. */
  report(what: string): (error: unknown) => void
}

/** Questions to Redis that never keep anybody waiting for long. */
export function createAsking(redis: Redis, log: Log): Asking {
  const report = (what: string) => (error: unknown) => log.warn({ err: error }, what)
  return {
    report,
    ask(question, what) {
      // Commands would wait in a queue until the connection is back.
      if (redis.status === 'ready') return withinTime(question(), report(what))
      report(what)(new Error(`redis is ${redis.status}`))
      return Promise.resolve(undefined)
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
