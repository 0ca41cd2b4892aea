import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createDiskStorage } from '@e-events/shared/node/storage-disk.ts'
import type { Storage } from '@e-events/shared/node/storage.ts'
import type { VodLadderJob } from '@e-events/shared/jobs/queues.ts'
import { assetId } from '@e-events/shared/domain/ids.ts'
import type { NewMediaEvent } from '@e-events/shared/events/media.ts'
import { pino } from 'pino'
import { findBinaries, type Binaries } from '../../../transcoder/src/ffmpeg/binaries.ts'
import { makeVodLadder, type JobBudget } from '../../../transcoder/src/jobs/vod-ladder.ts'

export interface VodMaker {
  binaries: Binaries
  folder: string
  storage: Storage
  /** Events of the last file. */
  events: NewMediaEvent[]
  /** Turns a stored file into a ladder, as a worker does. */
  make(
    sourceKey: string,
    options?: Partial<VodLadderJob> & { signal?: AbortSignal; attempt?: number; budget?: JobBudget },
  ): Promise<{ prefix: string; percents: number[] }>
  close(): Promise<void>
}

export async function openVodMaker(): Promise<VodMaker> {
  const folder = await mkdtemp(path.join(tmpdir(), 'vod-ladder-'))
  const storage = await createDiskStorage({ root: path.join(folder, 'storage') })
  const { FFMPEG_BIN: ffmpegBin, FFPROBE_BIN: ffprobeBin, PATH: searched = '' } = process.env
  const binaries = findBinaries({ ffmpegBin, ffprobeBin, path: searched })
  const events: NewMediaEvent[] = []
  return {
    binaries,
    folder,
    storage,
    events,
    async make(sourceKey, { signal = new AbortController().signal, attempt = 1, budget, ...job } = {}) {
      const id = assetId.parse(randomUUID())
      const prefix = `vod/${id}`
      events.length = 0
      const percents: number[] = []
      await makeVodLadder(
        { assetId: id, sourceKey, storagePrefix: prefix, ...job },
        {
          storage,
          binaries,
          workDir: path.join(folder, 'work'),
          preset: 'ultrafast',
          ...(budget ? { budget } : {}),
          log: pino({ level: 'silent' }),
          events: { publish: (event) => Promise.resolve(void events.push(event)) },
        },
        { signal, attempt, progress: (percent) => Promise.resolve(void percents.push(percent)) },
      )
      return { prefix, percents }
    },
    close: () => rm(folder, { recursive: true, force: true }),
  }
}
