import type { Knex } from 'knex'
import type { ProcessingStage } from '@e-events/shared/domain/media-uploads.ts'
import { workKinds, type WantedJob } from '../../../adapters/media-queues.ts'
import { toJson } from '../../../db/row.ts'
import type { MediaJobRow } from '../../../db/tables/media.ts'

export type MediaJobRepository = ReturnType<typeof createMediaJobRepository>

/** An overdue job is woken again after this long without a sign of life. */
export const expectedWithinMs = 30_000

/**
 * The rows are the truth about work that media nodes owe; the queue only wakes workers, and can be emptied at any time.
 */
export function createMediaJobRepository() {
  return {
    /**
     * Notes that this work has to be done; work that failed for good is wanted anew, anything else stays as it is. What
     * has turns waits for one.
     */
    async want(trx: Knex, job: WantedJob, now: Date): Promise<void> {
      const lease = job.kind === 'vod_ladder' ? null : after(now, expectedWithinMs)
      await trx('media_jobs')
        .insert({
          kind: job.kind,
          dedupe_key: job.key,
          payload: toJson(job.payload),
          broadcast_id: job.broadcastId,
          feed_id: job.feedId,
          asset_id: job.assetId,
          owner_id: job.ownerId,
          lease_until: lease,
        })
        .onConflict('dedupe_key')
        .merge({
          state: 'queued',
          finished_at: null,
          error_code: null,
          payload: toJson(job.payload),
          lease_until: lease,
          progress_percent: 0,
          stage: null,
          epoch: 1,
        })
        .where('media_jobs.state', 'in', ['failed', 'cancelled'])
    },
    /** Whether this work was wanted and is over, whichever way. */
    async isFinished(trx: Knex, key: string): Promise<boolean> {
      return (await trx('media_jobs').where({ dedupe_key: key }).whereNotNull('finished_at').first('id')) !== undefined
    },
    async markRunning(
      trx: Knex,
      key: string,
      worker: {
        id: string
        at: Date
        progressPercent?: number
        stage?: ProcessingStage | undefined
        attempt?: number | undefined
        pictureMs?: number | undefined
      },
    ): Promise<void> {
      await trx('media_jobs')
        .where({ dedupe_key: key })
        .whereIn('state', ['queued', 'running'])
        .update({
          state: 'running',
          worker_id: worker.id,
          lease_until: after(worker.at, 2 * expectedWithinMs),
          started_at: trx.raw('coalesce(started_at, ?)', [worker.at]),
          ...(worker.progressPercent === undefined ? {} : { progress_percent: worker.progressPercent }),
          ...(worker.stage === undefined ? {} : { stage: worker.stage }),
          ...(worker.attempt === undefined ? {} : { epoch: worker.attempt }),
          ...(worker.pictureMs === undefined ? {} : { picture_ms: worker.pictureMs }),
        })
    },
    async markSucceeded(trx: Knex, key: string, at: Date, pictureMs?: number): Promise<void> {
      await trx('media_jobs').where({ dedupe_key: key }).update({
        state: 'succeeded',
        finished_at: at,
        lease_until: null,
        error_code: null,
        progress_percent: 100,
        stage: null,
        picture_ms: pictureMs,
      })
    },
    async markFailed(trx: Knex, key: string, failure: { at: Date; code: string; detail: string }): Promise<void> {
      await trx('media_jobs')
        .where({ dedupe_key: key })
        .whereNot('state', 'succeeded')
        .update({
          state: 'failed',
          finished_at: failure.at,
          lease_until: null,
          error_code: failure.code,
          error_detail: failure.detail.slice(0, 2000),
        })
    },
    /** Nobody wants it any more. */
    async markCancelled(trx: Knex, key: string, at: Date): Promise<void> {
      await trx('media_jobs')
        .where({ dedupe_key: key })
        .whereIn('state', ['queued', 'running'])
        .update({ state: 'cancelled', finished_at: at, lease_until: null, stage: null })
    },
    /**
     * Gives each owner without an encoding in hand the next one of theirs: one of many files waits for its owner's
     * others, never for those of somebody else. `toPayload` completes what the worker is told.
     */
    async giveTurns(trx: Knex, now: Date, toPayload: (job: MediaJobRow) => Promise<object>): Promise<MediaJobRow[]> {
      // Two that look at the same time would each give one.
      await trx.raw(`select pg_advisory_xact_lock(hashtextextended('media_jobs.turns', 0))`)
      const next = await trx('media_jobs as j')
        .where({ kind: 'vod_ladder', state: 'queued' })
        .whereNull('lease_until')
        .whereNotExists(
          trx('media_jobs as o')
            .whereRaw('o.owner_id = j.owner_id')
            .where('o.kind', 'vod_ladder')
            .whereNotNull('o.lease_until')
            .select(trx.raw('1')),
        )
        .distinctOn('sharer')
        .orderBy(['sharer', 'created_at', 'id'])
        .select<MediaJobRow[]>('j.*', trx.raw('coalesce(owner_id, id) as sharer'))
      const given: MediaJobRow[] = []
      for (const job of next) {
        const [row] = await trx('media_jobs')
          .where({ id: job.id })
          .update({ lease_until: after(now, expectedWithinMs), payload: toJson(await toPayload(job)) })
          .returning('*')
        if (row) given.push(row)
      }
      return given
    },
    /** Takes the overdue jobs and gives each a new term, so that two sweepers do not wake the same one. */
    async takeOverdue(knex: Knex, now: Date, limit: number): Promise<MediaJobRow[]> {
      return knex('media_jobs')
        .whereIn(
          'id',
          knex('media_jobs')
            .whereIn('state', ['queued', 'running'])
            .whereIn('kind', [...workKinds])
            .where('lease_until', '<', now)
            .orderBy('lease_until')
            .limit(limit)
            .forUpdate()
            .skipLocked()
            .select('id'),
        )
        .update({ lease_until: after(now, expectedWithinMs), attempt: knex.raw('attempt + 1') })
        .returning('*')
    },
  }
}

function after(from: Date, ms: number): Date {
  return new Date(from.getTime() + ms)
}
