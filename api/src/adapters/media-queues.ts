import { assertUnreachable } from '@e-events/shared/domain/unreachable.ts'
import { defineQueue, type WorkQueue } from '@e-events/shared/node/queue.ts'
import { queues, type LiveLadderJob, type RecordingMp4Job, type RecordingShowJob, type VodLadderJob } from '@e-events/shared/jobs/queues.ts'

export const workKinds = ['live_ladder', 'recording_show', 'recording_remux', 'vod_ladder'] as const
export type WorkKind = (typeof workKinds)[number]

export interface WantedJob {
  kind: WorkKind
  /** Also the id of the job in the queue. */
  key: string
  payload: object
  broadcastId?: string
  feedId?: string
  assetId?: string
  ownerId?: string
}

export interface MediaQueues {
  liveLadder: WorkQueue<LiveLadderJob>
  recordingShow: WorkQueue<RecordingShowJob>
  recordingMp4: WorkQueue<RecordingMp4Job>
  vodLadder: WorkQueue<VodLadderJob>
}

/** The api's end of the queues: it only adds. */
export function createMediaQueues(options: { redisUrl: string; onError(error: Error): void }): MediaQueues & { close(): Promise<void> } {
  const liveLadder = defineQueue(queues.liveLadder, options)
  const recordingShow = defineQueue(queues.recordingShow, options)
  const recordingMp4 = defineQueue(queues.recordingMp4, options)
  const vodLadder = defineQueue(queues.vodLadder, options)
  return {
    liveLadder,
    recordingShow,
    recordingMp4,
    vodLadder,
    async close() {
      await Promise.all([liveLadder.close(), recordingShow.close(), recordingMp4.close(), vodLadder.close()])
    },
  }
}

/**
 * Wakes a worker for one piece of work. `again` drops what is left of an earlier try first (a job in hand is left
 * alone).
 */
export async function wakeWorker(
  queues: MediaQueues,
  work: { kind: WorkKind; key: string; payload: unknown },
  options: { again: boolean },
): Promise<void> {
  const queue = queueOf(queues, work.kind)
  // A job that a worker holds cannot be removed: then it needs no waking either.
  // Uploads wait for hours where many are sent: one that waits keeps its place.
  if (options.again) await (work.kind === 'vod_ladder' ? queue.forgetFailed(work.key) : queue.remove(work.key)).catch(() => undefined)
  await queue.enqueue(work.payload, { jobId: work.key, attempts: 3 })
}

interface AnyQueue {
  enqueue(payload: unknown, options: { jobId: string; attempts?: number }): Promise<void>
  remove(jobId: string): Promise<void>
  forgetFailed(jobId: string): Promise<void>
}

function queueOf(queues: MediaQueues, kind: WorkKind): AnyQueue {
  switch (kind) {
    case 'live_ladder':
      return queues.liveLadder
    case 'recording_show':
      return queues.recordingShow
    case 'recording_remux':
      return queues.recordingMp4
    case 'vod_ladder':
      return queues.vodLadder
    default:
      return assertUnreachable(kind)
  }
}
