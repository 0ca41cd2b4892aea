import type { LiveLadderJob } from '@e-events/shared/jobs/queues.ts'
import { driveLadder, type LadderEnd } from '../live/ladder.ts'
import type { LadderDeps } from '../live/ladder-deps.ts'
import { pause } from '../live/ports.ts'

export interface LiveLadderOptions {
  /** A show without recording keeps its segments this long after its end, for those who watch its last seconds. */
  unrecordedKeepMs: number
}

/**
 * One job per feed of a running broadcast. 'closed': the show is over and every event is published. 'handedOver' and
 * 'fenced': another worker goes on; the caller must not complete the job.
 */
export async function runLiveLadder(job: LiveLadderJob, deps: LadderDeps & LiveLadderOptions, handOver: AbortSignal): Promise<LadderEnd> {
  const { broadcastId, feedId, storagePrefix, recording } = job
  const { end, store } = await driveLadder(job, deps, handOver)
  if (end !== 'closed') {
    deps.hub.forget(storagePrefix)
    return end
  }
  const durationMs = Math.round(store.durationSec() * 1000)
  const kept = recording && durationMs > 0
  await deps.events.publish({
    type: 'ladder.closed',
    broadcastId,
    feedId,
    storagePrefix,
    rungs: store.rungs,
    durationMs,
    sizeBytes: store.sizeBytes(),
    kept,
  })
  if (!kept) {
    await pause(deps.unrecordedKeepMs, handOver)
    await deps.storage.removeAll(storagePrefix)
  }
  deps.hub.forget(storagePrefix)
  return 'closed'
}
