import { announceClosed } from '@e-events/shared/node/broadcast-control.ts'
import { broadcastEndReasonSchema } from '@e-events/shared/domain/states.ts'
import type { Redis } from 'ioredis'
import type { Knex } from 'knex'
import { z } from 'zod'
import type { Clock } from '../../adapters/clock.ts'
import type { Log } from '../../adapters/log.ts'
import { toJson } from '../../db/row.ts'

/** Messages that must leave once their change is committed, however often Redis or this process goes away in between. */
const topics = {
  'broadcast.closed': z.object({ broadcastId: z.uuid(), reason: broadcastEndReasonSchema }),
} as const
type Topic = keyof typeof topics
type Payload<T extends Topic> = z.infer<(typeof topics)[T]>

export type Outbox = ReturnType<typeof createOutbox>

const batch = 20
const lockMs = 15_000

export function createOutbox(deps: { knex: Knex; redis: Redis; clock: Clock; log: Log }) {
  const { knex, redis, clock } = deps
  return {
    async add<T extends Topic>(trx: Knex, topic: T, payload: Payload<T>, dedupeKey: string): Promise<void> {
      await trx('outbox')
        .insert({ topic, payload: toJson(payload), dedupe_key: dedupeKey, available_at: clock.now() })
        .onConflict('dedupe_key')
        .ignore()
    },

    /** Sends what is due, oldest first. A message that fails is tried again later, with growing waits. */
    async deliver(): Promise<number> {
      const now = clock.now()
      const due = await knex('outbox')
        .whereIn(
          'id',
          knex('outbox')
            .whereIn('topic', Object.keys(topics))
            .whereNull('done_at')
            .whereNull('failed_at')
            .where('available_at', '<=', now)
            .whereRaw('(locked_until is null or locked_until < ?)', [now])
            .orderBy('sequence')
            .limit(batch)
            .forUpdate()
            .skipLocked()
            .select('id'),
        )
        .update({ locked_until: new Date(now.getTime() + lockMs), attempts: knex.raw('attempts + 1') })
        .returning('*')
      for (const row of due.toSorted((a, b) => a.sequence - b.sequence)) {
        try {
          await send(row.topic, row.payload)
          await knex('outbox').where({ id: row.id }).update({ done_at: clock.now(), locked_until: null })
        } catch (error) {
          deps.log.warn({ err: error, topic: row.topic, attempts: row.attempts }, 'an outbox message could not leave')
          const waitMs = Math.min(60_000, 500 * 2 ** Math.min(row.attempts, 10))
          await knex('outbox')
            .where({ id: row.id })
            .update({ locked_until: null, available_at: new Date(now.getTime() + waitMs), last_error: String(error).slice(0, 500) })
        }
      }
      return due.length
    },
  }

  async function send(topic: string, payload: unknown): Promise<void> {
    switch (topic as Topic) {
      case 'broadcast.closed': {
        const { broadcastId, reason } = topics['broadcast.closed'].parse(payload)
        return announceClosed(redis, broadcastId, reason)
      }
    }
  }
}
