import { randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'
import { z } from 'zod'
import type { Log } from './log.ts'

/** Between the processes of the api: what one of them changed, none of them shows any more. */
export interface ReplyLink {
  /** Whether word from the others would arrive. */
  isUp(): boolean
  /** Something shown has changed: everybody drops what they kept, this process at once. */
  drop(): void
  /** Resolves when every process has dropped what was kept before the last `drop`; at the latest after the life of a kept reply, when it is gone by itself. */
  settled(): Promise<void>
  close(): void
}

const wordSchema = z.union([z.object({ drop: z.string(), from: z.string() }), z.object({ dropped: z.string() })])

/**
 * `subscriber` belongs to the link. Words travel by publish and subscribe, which tells how many heard them, and everybody who did says so: a write is
 * answered when no process holds anything older.
 */
export function createReplyLink(deps: {
  redis: Redis
  subscriber: Redis
  /** How long a process that hears nothing may go on showing what it kept. */
  longestMs: number
  onDrop(): void
  log: Log
}): ReplyLink {
  const { redis, subscriber, log } = deps
  const own = randomUUID()
  // Channels are shared by all databases of a Redis.
  const everybody = `replies:${redis.options.db ?? 0}`
  const answers = `${everybody}:${own}`
  const waiting = new Map<string, (heardBy?: number) => void>()
  const settling = new Set<Promise<void>>()
  let up = false
  let queued: Promise<void> | undefined

  const join = () =>
    void subscriber.subscribe(everybody, answers).then(
      () => {
        // Whatever was said before was not heard.
        deps.onDrop()
        up = true
      },
      (error: unknown) => log.debug({ err: error }, 'kept replies are not told of writes elsewhere'),
    )
  subscriber.on('ready', join)
  subscriber.on('close', () => {
    up = false
  })
  subscriber.on('message', (_channel: string, text: string) => hear(text))
  if (subscriber.status === 'ready') join()

  function hear(text: string): void {
    const word = wordSchema.safeParse(JSON.parse(text)).data
    if (!word) return
    if ('dropped' in word) {
      waiting.get(word.dropped)?.()
      return
    }
    deps.onDrop()
    if (word.from === own) waiting.get(word.drop)?.()
    else
      redis
        .publish(`${everybody}:${word.from}`, JSON.stringify({ dropped: word.drop }))
        .catch((error: unknown) => log.debug({ err: error }, 'nobody could be told that replies were dropped'))
  }

  /** One word, and the answers of all who heard it. */
  async function tell(): Promise<void> {
    const id = randomUUID()
    let heardBy: number | undefined
    let answered = 0
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, deps.longestMs)
      waiting.set(id, (count) => {
        if (count === undefined) answered += 1
        else heardBy = count
        if (heardBy === undefined || answered < heardBy) return
        clearTimeout(timer)
        resolve()
      })
      redis.publish(everybody, JSON.stringify({ drop: id, from: own })).then(
        (count) => waiting.get(id)?.(count),
        // Others may hear as little of it: what they keep is gone after its life.
        (error: unknown) => log.debug({ err: error }, 'a write could not be told to other processes'),
      )
    })
    waiting.delete(id)
  }

  return {
    isUp: () => up,
    drop() {
      deps.onDrop()
      // Several writes of one moment are one word.
      queued ??= Promise.resolve().then(() => {
        queued = undefined
        const told = tell()
        settling.add(told)
        void told.finally(() => settling.delete(told))
      })
    },
    async settled() {
      await queued
      await Promise.all(settling)
    },
    close() {
      subscriber.disconnect()
    },
  }
}
