import { assertMove } from '@e-events/shared/domain/machine.ts'
import { broadcastTransitions, type BroadcastEndReason } from '@e-events/shared/domain/states.ts'
import type { Knex } from 'knex'
import type { BroadcastRepository, BroadcastWithSlug } from '../../domains/live/broadcasts/repository.ts'
import type { MediaJobRepository } from '../../domains/media/media-jobs/repository.ts'
import type { RecordingRepository } from '../../domains/live/recordings/repository.ts'
import type { Effect } from '../../events/effects.ts'
import type { Outbox } from '../../events/outbox.ts'
import { settleRecording } from './settle-recording.ts'

export interface EndDeps {
  broadcasts: BroadcastRepository
  recordings: RecordingRepository
  jobs: MediaJobRepository
  outbox: Outbox
}

/**
 * Ends a locked broadcast inside the caller's transaction: its feeds end, and the media plane is told through the
 * outbox. One way out for the organizer, the idle cutoff and the sweeper. @throws DomainError BROADCAST_STATE when it
 * has ended already
 */
export async function endBroadcast(
  trx: Knex,
  deps: EndDeps,
  end: { broadcast: BroadcastWithSlug; reason: BroadcastEndReason; at: Date },
): Promise<Effect[]> {
  const { broadcast, reason } = end
  assertMove(broadcastTransitions, broadcast.state, 'ended', 'BROADCAST_STATE')
  // A clock that runs behind the one that started the show must not break its order.
  const at = end.at < broadcast.started_at ? broadcast.started_at : end.at
  await deps.broadcasts.update(trx, broadcast.id, {
    state: 'ended',
    end_reason: reason,
    ended_at: at,
    state_changed_at: at,
    idle_closes_at: null,
    viewer_count: 0,
  })
  await deps.broadcasts.endFeeds(trx, broadcast.id, at)
  await deps.outbox.add(trx, 'broadcast.closed', { broadcastId: broadcast.id, reason }, { dedupeKey: `broadcast.closed:${broadcast.id}` })
  const settled = await settleRecording(trx, deps, { broadcastId: broadcast.id, ended: true, at })
  const ended: Effect[] = [...settled, { type: 'outbox' }]
  if (broadcast.kind === 'rehearsal') return ended
  const eventChanged: Effect = { type: 'notify', event: { type: 'event.changed', productSlug: broadcast.product_slug } }
  if (broadcast.kind === 'meeting') return [...ended, eventChanged]
  return [
    ...ended,
    { type: 'notify', event: { type: 'playback.changed', productSlug: broadcast.product_slug, broadcast: 'ended' } },
    eventChanged,
    { type: 'notify', event: { type: 'home.updated' } },
  ]
}
