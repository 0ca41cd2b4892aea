import type { VodLadderJob } from '@e-events/shared/jobs/queues.ts'
import type { Knex } from 'knex'
import type { Clock } from '../../../adapters/clock.ts'
import { wakeWorker, type MediaQueues } from '../../../adapters/media-queues.ts'
import type { MediaJobRepository } from '../media-jobs/repository.ts'
import { readUploadAllowance } from '../read/upload-allowance.ts'

/**
 * Hands encodings whose turn it is to the workers. A worker that was not woken is, by the sweep, when its lease is
 * over.
 */
export function createGiveTurns(deps: { knex: Knex; jobs: MediaJobRepository; queues: MediaQueues; clock: Clock }) {
  return async function giveTurns(): Promise<void> {
    const given = await deps.knex.transaction((trx) =>
      deps.jobs.giveTurns(trx, deps.clock.now(), async ({ id, owner_id, payload }) => {
        const job = payload as VodLadderJob
        if (owner_id === null || job.media === 'audio') return job
        // One at a time: whatever came before has said by now how long it is.
        return { ...job, maxPictureMs: (await readUploadAllowance(trx, owner_id, id)).pictureMs } satisfies VodLadderJob
      }),
    )
    for (const { dedupe_key: key, payload } of given) {
      if (key !== null) await wakeWorker(deps.queues, { kind: 'vod_ladder', key, payload }, { again: false })
    }
  }
}
