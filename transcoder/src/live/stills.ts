import { buffer } from 'node:stream/consumers'
import { initName } from '@e-events/shared/domain/film-files.ts'
import type { Storage } from '@e-events/shared/node/storage.ts'
import { rungNames, type RungName } from '@e-events/shared/domain/ladder.ts'
import type { Logger } from 'pino'
import type { Binaries } from '../ffmpeg/binaries.ts'
import { stillsEverySec } from '../ffmpeg/command.ts'
import { convertBytes } from '../ffmpeg/run.ts'
import type { Run, TrackName } from '../hls/runs.ts'
import type { FeedStore } from './feed-store.ts'

export interface Stills {
  /**
   * New segments are listed: takes what is missing out of the newest ones when it is time, by an ffmpeg that decodes
   * one frame. `givesStills`: the run gives those for `thumb.jpg` to `keep`.
   */
  offer(store: Pick<FeedStore, 'runs'>, runId: string, of: { givesStills: boolean }): void
  /** A picture of now, as JPEG. */
  keep(picture: Buffer): void
  close(): void
}

const everyMs = stillsEverySec * 1000
const timeoutMs = 8_000

/** Keeps `thumb.jpg` of a live feed current, and makes `poster.jpg` once, larger. */
export function createStills(options: { storage: Storage; prefix: string; binaries: Binaries; log: Logger }): Stills {
  const { storage, prefix, log } = options
  let dueAtMs = 0
  let isBusy = false
  let isClosed = false
  let hasPoster = false

  async function take(store: Pick<FeedStore, 'runs'>, runId: string, of: { givesStills: boolean }): Promise<void> {
    const run = store.runs.find((each) => each.id === runId)
    if (!run) return
    const lowest = presentRungs(run).at(-1)
    if (lowest && !of.givesStills) await storeStill(run, lowest, 'thumb.jpg', { ...options, at: 1 })
    if (hasPoster || isClosed) return
    hasPoster = (await storage.head(`${prefix}/poster.jpg`)) !== undefined
    const larger = posterRung(run)
    if (hasPoster || !larger) return
    await storeStill(run, larger, 'poster.jpg', { ...options, at: 1 })
    hasPoster = true
  }

  return {
    keep(picture) {
      if (isClosed) return
      storage.put(`${prefix}/thumb.jpg`, picture, 'image/jpeg').catch((error: unknown) => log.warn({ err: error }, 'no still'))
    },
    offer(store, runId, of) {
      if (isBusy || isClosed || Date.now() < dueAtMs) return
      isBusy = true
      dueAtMs = Date.now() + everyMs
      take(store, runId, of)
        .catch((error: unknown) => log.warn({ err: error }, 'no still'))
        .finally(() => {
          isBusy = false
        })
    },
    close() {
      isClosed = true
    },
  }
}

interface StillOptions {
  storage: Storage
  prefix: string
  binaries: Binaries
  /** Which part of the run: 0 its first segment, 1 its last one. */
  at: number
}

/** `thumb.jpg` and `poster.jpg` of a finished file. */
export async function storeStills(run: Run, options: StillOptions): Promise<void> {
  const lowest = presentRungs(run).at(-1)
  const larger = posterRung(run)
  if (lowest) await storeStill(run, lowest, 'thumb.jpg', options)
  if (larger) await storeStill(run, larger, 'poster.jpg', options)
}

async function storeStill(run: Run, track: TrackName, name: string, { storage, prefix, binaries, at }: StillOptions): Promise<void> {
  const segments = run.tracks.get(track)?.segments ?? []
  const segment = segments[Math.round((segments.length - 1) * at)]
  if (!segment) return
  const files = [initName(track), segment.name].map(async (file) => buffer(await storage.read(`${prefix}/${run.id}/${file}`)))
  const picture = await firstPicture(binaries, Buffer.concat(await Promise.all(files)))
  await storage.put(`${prefix}/${name}`, picture, 'image/jpeg')
}

function presentRungs(run: Run): RungName[] {
  return rungNames.filter((name) => (run.tracks.get(name)?.segments.length ?? 0) > 0)
}

function posterRung(run: Run): RungName | undefined {
  const present = presentRungs(run)
  return present.find((name) => name === '720p') ?? present[0]
}

/** The first key frame of initialization and segment together, as JPEG. */
export function firstPicture(binaries: Binaries, media: Uint8Array): Promise<Buffer> {
  const argv =
    '-hide_banner -loglevel error -threads 1 -f mov -skip_frame nokey -i pipe:0 -frames:v 1 -q:v 4 -f image2pipe -c:v mjpeg pipe:1'
  return convertBytes(binaries, argv.split(' '), media, { timeoutMs, nice: 10 })
}
