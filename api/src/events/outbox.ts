import { assertUnreachable } from '@e-events/shared/domain/unreachable.ts'
import { announceClosed } from '@e-events/shared/node/broadcast-control.ts'
import { announceMeetClosed, announceMeetRecording, meetRecordingSchema } from '@e-events/shared/node/meet-control.ts'
import { meetEndReasonSchema } from '@e-events/shared/domain/meets.ts'
import { broadcastEndReasonSchema } from '@e-events/shared/domain/states.ts'
import type { Redis } from 'ioredis'
import type { Knex } from 'knex'
import { z } from 'zod'
import type { Clock } from '../adapters/clock.ts'
import type { Log } from '../adapters/log.ts'
import { MailRefusedError } from '../adapters/mail.ts'
import { toJson } from '../db/row.ts'
import type { OutboxRow } from '../db/tables/platform.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { Events } from './domain-events.ts'

/**
 * Messages that must leave once their change is committed, however often Redis or this process goes away in between.
 */
const topics = {
  'broadcast.closed': z.object({ broadcastId: z.uuid(), reason: broadcastEndReasonSchema }),
  'meet.closed': z.object({ meetId: z.uuid(), reason: meetEndReasonSchema }),
  'meet.recording': z.object({ meetId: z.uuid(), recording: meetRecordingSchema.nullable() }),
  'event.changed': z.object({ changeId: z.uuid() }),
} as const
type Topic = keyof typeof topics
type Payload<T extends Topic> = z.infer<(typeof topics)[T]>

/** Kept apart, so that a mail server that hangs holds up nothing else. The lock outlasts the slowest batch. */
const lanes = {
  announcements: {
    topics: ['broadcast.closed', 'meet.closed', 'meet.recording'],
    batch: 20,
    lockMs: 15_000,
    waitMs: { first: 500, most: 60_000 },
    attempts: Infinity,
  },
  /** Each writes to everybody with a ticket, which takes as long as there are many. */
  notices: { topics: ['event.changed'], batch: 1, lockMs: 10 * 60_000, waitMs: { first: 2_000, most: 10 * 60_000 }, attempts: 50 },
  /** `mail` rows are written by the mailer. Twenty tries with growing waits are most of a day. */
  mail: { topics: ['mail'], batch: 5, lockMs: 5 * 60_000, waitMs: { first: 2_000, most: 60 * 60_000 }, attempts: 20 },
} as const
export type Lane = keyof typeof lanes

export type Outbox = ReturnType<typeof createOutbox>

export function createOutbox(deps: { knex: Knex; redis: Redis; mailer: Mailer; events: Pick<Events, 'publish'>; clock: Clock; log: Log }) {
  const { knex, redis, clock } = deps
  return {
    async add<T extends Topic>(
      trx: Knex,
      topic: T,
      payload: Payload<T>,
      message: { dedupeKey: string; availableAt?: Date },
    ): Promise<void> {
      const { dedupeKey, availableAt = clock.now() } = message
      await trx('outbox')
        .insert({ topic, payload: toJson(payload), dedupe_key: dedupeKey, available_at: availableAt })
        .onConflict('dedupe_key')
        .ignore()
    },

    /** Sends what is due, oldest first. A message that fails is tried again later, with growing waits. */
    async deliver(lane: Lane = 'announcements'): Promise<number> {
      const now = clock.now()
      const { topics: wanted, batch, lockMs } = lanes[lane]
      const due = await knex('outbox')
        .whereIn(
          'id',
          knex('outbox')
            .whereIn('topic', [...wanted])
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
          await send(lane, row)
          await knex('outbox')
            .where({ id: row.id })
            .update({ done_at: clock.now(), locked_until: null, ...withoutSecrets(lane, row) })
        } catch (error) {
          await postpone(lane, row, error)
        }
      }
      return due.length
    },
  }

  async function postpone(lane: Lane, row: OutboxRow, error: unknown): Promise<void> {
    const { waitMs, attempts } = lanes[lane]
    const final = error instanceof MailRefusedError || row.attempts >= attempts
    deps.log.warn({ err: error, topic: row.topic, attempts: row.attempts, final }, 'an outbox message could not leave')
    const delayMs = Math.min(waitMs.most, waitMs.first * 2 ** Math.min(row.attempts, 20))
    await knex('outbox')
      .where({ id: row.id })
      .update({
        locked_until: null,
        last_error: String(error).slice(0, 500),
        ...(final ? { failed_at: clock.now(), ...withoutSecrets(lane, row) } : { available_at: new Date(clock.nowMs() + delayMs) }),
      })
  }

  async function send(lane: Lane, { id, topic, payload }: OutboxRow): Promise<void> {
    switch (lane) {
      case 'announcements': {
        if (topic === 'meet.closed') {
          const { meetId, reason } = topics['meet.closed'].parse(payload)
          return announceMeetClosed(redis, meetId, reason)
        }
        if (topic === 'meet.recording') {
          const { meetId, recording } = topics['meet.recording'].parse(payload)
          return announceMeetRecording(redis, meetId, recording)
        }
        const { broadcastId, reason } = topics['broadcast.closed'].parse(payload)
        return announceClosed(redis, broadcastId, reason)
      }
      case 'notices':
        await deps.events.publish('event.changed', topics['event.changed'].parse(payload))
        return
      case 'mail':
        return deps.mailer.send(payload, id)
      default:
        return assertUnreachable(lane)
    }
  }
}

/** A mail that is gone needs no address and no link any more. */
function withoutSecrets(lane: Lane, { payload }: OutboxRow): { payload?: ReturnType<typeof toJson> } {
  if (lane !== 'mail') return {}
  const { template, language } = payload as { template?: unknown; language?: unknown }
  return { payload: toJson({ template, language }) }
}
