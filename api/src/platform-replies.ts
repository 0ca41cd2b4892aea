import type { Redis } from 'ioredis'
import type { Knex } from 'knex'
import type { Clock } from './adapters/clock.ts'
import type { Log } from './adapters/log.ts'
import { createReplyLink } from './adapters/reply-link.ts'
import { unshownTables, watchWrites } from './db/watch-writes.ts'
import { createReplyCache } from './http/reply-cache.ts'
import type { Notifier } from './realtime/notifier.ts'

/** The longest that a contract lets a reply be kept. */
export const repliesLastMs = 1_000

/** Replies that are kept, dropped by whatever this process or another one writes. */
export type Replies = ReturnType<typeof createReplies>

export function createReplies(deps: { knex: Knex; redis: Redis; streamRedis: Redis; clock: Clock; log: Log }) {
  const { knex, redis, clock, log } = deps
  const cache = createReplyCache({ clock, isShared: () => link.isUp() })
  const link = createReplyLink({ redis, subscriber: deps.streamRedis.duplicate(), longestMs: repliesLastMs, onDrop: cache.clear, log })
  watchWrites(knex, (table) => !unshownTables.has(table), link.drop)
  return { find: cache.find, get: cache.get, drop: link.drop, settled: link.settled, close: link.close }
}

export function toldAfterDrops(replies: { settled(): Promise<void> }, notifier: Notifier): Notifier {
  return {
    async notify(event) {
      await replies.settled()
      await notifier.notify(event)
    },
  }
}
