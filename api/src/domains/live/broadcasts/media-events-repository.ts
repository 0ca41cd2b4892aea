import type { MediaEvent } from '@e-events/shared/events/media.ts'
import type { Knex } from 'knex'
import { toJson } from '../../../db/row.ts'

const keptMs = 7 * 24 * 60 * 60_000

/**
 * Remembers an event of a media node; its unique id makes a repeated one a no-op.
 * @returns false when it was applied before
 */
export async function rememberMediaEvent(trx: Knex, event: MediaEvent, broadcastId: string | null): Promise<boolean> {
  const [row] = await trx('media_events')
    .insert({
      event_id: event.id,
      type: event.type,
      source: event.source,
      broadcast_id: broadcastId,
      payload: toJson(event),
      occurred_at: new Date(event.atMs),
    })
    .onConflict('event_id')
    .ignore()
    .returning('event_id')
  return row !== undefined
}

/** Deletes events that were consumed a week ago or earlier. @returns rows deleted */
export async function forgetMediaEvents(knex: Knex, now: Date): Promise<number> {
  return knex('media_events')
    .where('consumed_at', '<', new Date(now.getTime() - keptMs))
    .delete()
}
