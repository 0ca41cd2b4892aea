import type { VodLadderJob } from '@e-events/shared/jobs/queues.ts'
import type { WorkQueue } from '@e-events/shared/node/queue.ts'
import type { Storage } from '@e-events/shared/node/storage.ts'
import type { Logger } from 'pino'
import type { DemoSound } from './demo-file.ts'
import { composeMusic } from './music.ts'

/** Makes the sounds of the demo's podcasts that are not there yet, and hands each on like an upload. */
export async function makeSounds(options: {
  sounds: readonly DemoSound[]
  storage: Storage
  queue: WorkQueue<VodLadderJob>
  log: Logger
  signal: AbortSignal
}): Promise<void> {
  const { sounds, storage, queue, log, signal } = options
  for (const { assetId, sourceKey, storagePrefix, seconds, key, title } of sounds) {
    if (signal.aborted) return
    if (await storage.head(`${storagePrefix}/master.m3u8`)) continue
    if (!(await storage.head(sourceKey))) {
      await storage.put(sourceKey, composeMusic({ seconds, transpose: key }), 'audio/wav')
      log.info({ sound: title }, 'made a sound')
    }
    // A job that failed for good is kept under its id and would swallow the new one; one in work cannot be removed and
    // need not be.
    await queue.remove(assetId).catch(() => undefined)
    await queue.enqueue({ assetId, sourceKey, storagePrefix, media: 'audio', container: 'wav' }, { jobId: assetId })
  }
}
