import { DomainError } from '@e-events/shared/errors.ts'
import { limits } from '@e-events/shared/limits.ts'
import { meetRecordingSchema } from '@e-events/shared/node/meet-control.ts'
import type { Knex } from 'knex'
import type { Clock } from '../../adapters/clock.ts'
import { writeAudit, type AuditContext } from '../../db/audit-log.ts'
import type { Effect, RunEffects } from '../../events/effects.ts'
import type { RecordActions } from '../../domains/meetings/recordings/service.ts'
import type { MeetRecordingRepository } from '../../domains/meetings/recordings/repository.ts'
import { endBroadcast, type EndDeps } from '../end-broadcast/end-broadcast.ts'

/** Segments of this length are the fewest requests; nobody watches while it is recorded. */
const segmentDurationSec = 2

export interface RecordMeeting extends RecordActions {
  /** Ends what is recorded of a locked meeting, with it. */
  endOf(trx: Knex, meetId: string, at: Date): Promise<Effect[]>
}

/** The recording of a meeting is a broadcast of its own kind, whose one feed the media node of the meeting sends. */
export function createRecordMeeting(
  deps: EndDeps & {
    knex: Knex
    meetings: {
      lockRunning(trx: Knex, productId: string): Promise<{ id: string; product_id: string; product_slug: string } | undefined>
      recordings: MeetRecordingRepository
    }
    runEffects: RunEffects
    clock: Clock
  },
): RecordMeeting {
  const { knex, broadcasts, meetings, outbox, clock } = deps

  async function endOf(trx: Knex, meetId: string, at: Date): Promise<Effect[]> {
    const id = await meetings.recordings.findRunning(trx, meetId)
    const broadcast = id === undefined ? undefined : await broadcasts.lock(trx, id)
    // The media node may have ended it in this very moment.
    if (!broadcast || broadcast.state === 'ended') return []
    await outbox.add(trx, 'meet.recording', { meetId, recording: null }, { dedupeKey: `meet.recording:${broadcast.id}:off` })
    return endBroadcast(trx, deps, { broadcast, reason: 'organizer', at })
  }

  async function inRunning(
    productId: string,
    act: (trx: Knex, meet: { id: string; product_id: string; product_slug: string }) => Promise<Effect[]>,
  ): Promise<void> {
    const effects = await knex.transaction(async (trx) => {
      const meet = await meetings.lockRunning(trx, productId)
      if (!meet) throw new DomainError('MEET_STATE')
      return act(trx, meet)
    })
    await deps.runEffects(effects)
  }

  async function begin(trx: Knex, meet: { id: string; product_id: string; product_slug: string }, by: AuditContext): Promise<Effect[]> {
    if ((await meetings.recordings.findRunning(trx, meet.id)) !== undefined) return []
    const at = clock.now()
    const row = await broadcasts.insert(trx, {
      productId: meet.product_id,
      kind: 'meeting',
      sessionId: null,
      rehearsalKey: null,
      startedBy: by.actorId,
      startedAt: at,
      isRecording: true,
      segmentDurationSec,
      lowLatency: false,
      nodeId: null,
    })
    // A recording of an earlier meeting whose end is still to come.
    if (row === 'running') throw new DomainError('MEET_STATE')
    const product = await trx('products').where({ id: meet.product_id }).first('title')
    const label = (product?.title ?? '').slice(0, limits.labelChars)
    const feed = await broadcasts.insertFeed(trx, {
      broadcastId: row.id,
      key: 'meeting',
      kind: 'camera',
      label,
      language: null,
      ordinal: 0,
      at,
    })
    await deps.recordings.create(trx, { broadcastId: row.id, productId: meet.product_id, startedAt: at })
    await meetings.recordings.insert(trx, { broadcastId: row.id, meetId: meet.id })
    const recording = meetRecordingSchema.parse({ broadcastId: row.id, feedId: feed.id, label })
    await outbox.add(trx, 'meet.recording', { meetId: meet.id, recording }, { dedupeKey: `meet.recording:${row.id}:on` })
    await note(trx, meet, 'meet.record', by)
    return [{ type: 'outbox' }, { type: 'notify', event: { type: 'event.changed', productSlug: meet.product_slug } }]
  }

  async function note(
    trx: Knex,
    meet: { id: string; product_id: string },
    action: 'meet.record' | 'meet.stop_recording',
    by: AuditContext,
  ) {
    await writeAudit(trx, { ...by, action, subject: { type: 'meet', id: meet.product_id }, before: null, after: { meetId: meet.id } })
  }

  return {
    endOf,
    /** @throws DomainError MEET_STATE when none runs */
    start: (productId, by) => inRunning(productId, (trx, meet) => begin(trx, meet, by)),
    /** @throws DomainError MEET_STATE when none runs */
    stop: (productId, by) =>
      inRunning(productId, async (trx, meet) => {
        const effects = await endOf(trx, meet.id, clock.now())
        if (effects.length > 0) await note(trx, meet, 'meet.stop_recording', by)
        return effects
      }),
  }
}
