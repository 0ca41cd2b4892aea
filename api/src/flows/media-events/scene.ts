import type { MediaEvent, MediaEventType } from '@e-events/shared/events/media.ts'
import type { Knex } from 'knex'
import type { Log } from '../../adapters/log.ts'
import type { BroadcastRepository, BroadcastWithSlug } from '../../domains/live/broadcasts/repository.ts'
import type { MeetEvent } from '../../domains/meetings/meets/media-events.ts'
import type { MediaJobRepository } from '../../domains/media/media-jobs/repository.ts'
import type { RecordingRepository } from '../../domains/live/recordings/repository.ts'
import type { RunEffects } from '../../events/effects.ts'
import type { Outbox } from '../../events/outbox.ts'

export interface ApplyDeps {
  knex: Knex
  broadcasts: BroadcastRepository
  recordings: RecordingRepository
  jobs: MediaJobRepository
  outbox: Outbox
  runEffects: RunEffects
  log: Log
  /** Who is in a meeting, and its end: kept apart, since no broadcast knows of it. */
  onMeet(event: MeetEvent): Promise<void>
  /** How many the sfu counts in this room. */
  onAudience(broadcastId: string, viewers: number): Promise<void>
  count(type: MediaEventType, outcome: 'applied' | 'duplicate'): void
}

/** An event about one broadcast, inside the transaction that remembers it, with the broadcast locked. */
export interface Scene<E extends MediaEvent = MediaEvent> {
  trx: Knex
  event: E
  at: Date
  broadcast: BroadcastWithSlug
}
export type EventOf<T extends MediaEventType> = Extract<MediaEvent, { type: T }>

/** Whether a later event of these types about the same feed has been applied already. */
export async function isOvertaken(
  trx: Knex,
  event: { id: string; broadcastId: string; feedId: string; atMs: number },
  types: readonly MediaEventType[],
): Promise<boolean> {
  const later = await trx('media_events')
    .where({ broadcast_id: event.broadcastId })
    .whereIn('type', [...types])
    .whereNot({ event_id: event.id })
    .where('occurred_at', '>', new Date(event.atMs))
    .whereRaw(`payload->>'feedId' = ?`, [event.feedId])
    .first('event_id')
  return later !== undefined
}
