import { assertMove } from '@e-events/shared/domain/machine.ts'
import { broadcastTransitions, type BroadcastEndReason } from '@e-events/shared/domain/states.ts'
import type { Knex } from 'knex'
import type { BroadcastRepository, BroadcastWithSlug } from '../../features/broadcasts/repository.ts'
import type { RecordingRepository } from '../../features/recordings/repository.ts'
import type { Effect } from '../deliver/effects.ts'
import type { Outbox } from '../deliver/outbox.ts'

export interface EndDeps {
  broadcasts: BroadcastRepository
  recordings: RecordingRepository
  outbox: Outbox
}

/**
 * Ends a locked broadcast inside the caller's transaction: its feeds end, and the media plane is told through the outbox. One way out for the
 * organizer, the idle cutoff and the sweeper. @throws DomainError BROADCAST_STATE when it has ended already
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
  await deps.outbox.add(trx, 'broadcast.closed', { broadcastId: broadcast.id, reason }, `broadcast.closed:${broadcast.id}`)
  await settleRecording(trx, deps.recordings, { broadcastId: broadcast.id, ended: true, at })
  return [
    { type: 'outbox' },
    { type: 'notify', event: { type: 'playback.changed', productSlug: broadcast.product_slug, broadcast: 'ended' } },
    { type: 'notify', event: { type: 'home.updated' } },
  ]
}

/** A recording is ready once its show has ended and every folder is closed; without any media it failed. */
export async function settleRecording(
  trx: Knex,
  recordings: RecordingRepository,
  show: { broadcastId: string; ended: boolean; at: Date },
): Promise<void> {
  const recording = await recordings.find(trx, show.broadcastId)
  if (!recording || recording.state === 'deleted') return
  const assets = (await recordings.listAssets(trx, show.broadcastId)).filter((asset) => asset.state !== 'deleted')
  const durationMs = Math.max(0, ...assets.map((asset) => asset.duration_ms ?? 0))
  const sizeBytes = assets.reduce((sum, asset) => sum + (asset.size_bytes ?? 0), 0)
  const isClosed = show.ended && assets.every((asset) => asset.state !== 'recording')
  const playable = assets.some((asset) => asset.state === 'ready')
  const state = !isClosed ? 'recording' : playable ? 'ready' : 'failed'
  await recordings.update(trx, recording.id, {
    state,
    duration_ms: durationMs,
    size_bytes: sizeBytes,
    ended_at: show.ended ? (recording.ended_at ?? show.at) : null,
    ready_at: state === 'ready' ? (recording.ready_at ?? show.at) : null,
    error_code: state === 'failed' ? 'no_media' : null,
  })
}
