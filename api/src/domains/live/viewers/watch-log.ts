import type { Knex } from 'knex'
import type { Clock } from '../../../adapters/clock.ts'
import type { Log } from '../../../adapters/log.ts'
import type { Player } from '../../../realtime/audience.ts'
import { storeSeen, closeSilent, type Seen } from './watch-log-repository.ts'

/** Visits are written this often. */
const flushMs = 30_000

export type WatchLog = ReturnType<typeof createWatchLog>

/**
 * Writes down who watched what, and for how long: evidence for refunds and disputes. Sockets that play say so every few
 * seconds; their words are collected and written in one statement, so that a process that ends loses half a minute.
 */
export function createWatchLog({ knex, clock, log }: { knex: Knex; clock: Clock; log: Log }) {
  let waiting = new Map<string, Seen>()
  let flushedAtMs = clock.nowMs()

  async function flush(): Promise<void> {
    const seen = [...waiting.values()]
    waiting = new Map()
    flushedAtMs = clock.nowMs()
    const now = clock.now()
    await closeSilent(knex, now)
    if (seen.length > 0) await storeSeen(knex, seen, now)
  }

  return {
    flush,
    /** An account plays a product at this moment. */
    async seen(productSlug: string, { userId, socketId }: Player): Promise<void> {
      waiting.set(`${userId} ${productSlug}`, { userId, productSlug, deviceId: socketId })
      if (clock.nowMs() - flushedAtMs < flushMs) return
      await flush().catch((error: unknown) => log.warn({ err: error }, 'who watches could not be written down'))
    },
  }
}
