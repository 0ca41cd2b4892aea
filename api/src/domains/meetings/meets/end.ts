import type { MeetEndReason } from '@e-events/shared/domain/meets.ts'
import type { Knex } from 'knex'
import type { Effect } from '../../../events/effects.ts'
import type { Outbox } from '../../../events/outbox.ts'
import type { MeetRepository, MeetWithSlug } from './repository.ts'

export interface EndMeetDeps {
  repository: MeetRepository
  outbox: Outbox
  /** Ends what is recorded of it. */
  endRecording(trx: Knex, meetId: string, at: Date): Promise<Effect[]>
}

/**
 * Ends a locked, running meeting inside the caller's transaction: everybody in it leaves, and the media nodes are told
 * through the outbox. One way out for hosts, staff, the nodes and the sweep.
 */
export async function endMeet(
  trx: Knex,
  { repository, outbox, endRecording }: EndMeetDeps,
  end: { meet: MeetWithSlug; reason: MeetEndReason; at: Date },
): Promise<Effect[]> {
  const { meet, reason } = end
  // A clock that runs behind the one that started it must not break the order.
  const at = end.at < meet.started_at ? meet.started_at : end.at
  await repository.end(trx, meet.id, { at, reason })
  const recorded = await endRecording(trx, meet.id, at)
  await outbox.add(trx, 'meet.closed', { meetId: meet.id, reason }, { dedupeKey: `meet.closed:${meet.id}` })
  return [...recorded, { type: 'outbox' }, ...meetChanged(meet.product_slug)]
}

/** Lobbies, cards and the page ask again. */
export function meetChanged(productSlug: string): Effect[] {
  return [
    { type: 'notify', event: { type: 'event.changed', productSlug } },
    { type: 'notify', event: { type: 'home.updated' } },
  ]
}
