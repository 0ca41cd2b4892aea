import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { MediaEventPublisher } from '@e-events/shared/node/media-events.ts'
import type { Storage } from '@e-events/shared/node/storage.ts'
import type { VodLadderJob } from '@e-events/shared/jobs/queues.ts'
import type { Logger } from 'pino'
import type { Binaries } from '../ffmpeg/binaries.ts'
import { planFile, vodCommand } from '../ffmpeg/file-commands.ts'
import { probeUpload } from '../ffmpeg/probe.ts'
import { runBatch } from '../ffmpeg/run.ts'
import { createPlaylistHub } from '../hls/publisher.ts'
import { parseRunPlaylist } from '../hls/run-playlist.ts'
import type { TrackName } from '../hls/runs.ts'
import { openFeedStore, type FeedStore } from '../live/feed-store.ts'
import { storeStills } from '../live/stills.ts'
import { asLocalFile } from './local-files.ts'

export interface VodDeps {
  storage: Storage
  events: MediaEventPublisher
  binaries: Binaries
  workDir: string
  preset: string
  log: Logger
  now?: () => number
}

const segmentDurationSec = 2
/** Time for making the rungs, as a share of the whole job; the rest is moving files. */
const encodingPercent = 97

/** Turns a stored MP4 or MOV into a playable folder with exactly the rungs that fit it. Safe to repeat: playlists are written last. */
export async function makeVodLadder(
  job: VodLadderJob,
  deps: VodDeps,
  control: { signal: AbortSignal; progress: (percent: number) => Promise<void> },
): Promise<void> {
  const { assetId, storagePrefix } = job
  const folder = join(deps.workDir, 'vod', assetId)
  try {
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true })
    const source = await asLocalFile(deps.storage, job.sourceKey, folder)
    const facts = await probeUpload(deps.binaries, source)
    if (!facts.video && !facts.hasAudio) throw new Error('the file has neither pictures nor sound')
    const plan = planFile(facts)
    const report = createReporter(facts.durationSec, async (percent) => {
      await control.progress(percent)
      await deps.events.publish({ type: 'vod.progress', assetId, percent })
    })
    await runBatch(deps.binaries, vodCommand(plan, source, folder, { preset: deps.preset, segmentDurationSec }), {
      signal: control.signal,
      onProgress: report,
      nice: 10,
    })
    await deps.storage.removeAll(storagePrefix)
    const tracks = [...plan.rungs.map(({ name }) => name), 'audio' as const]
    const store = await moveIn(folder, tracks, plan.frameRate, { storagePrefix, ...deps })
    const { rungs } = store
    const [run] = store.runs
    if (run && rungs.length > 0) await storeStills(run, { ...deps, prefix: storagePrefix, at: 0.2 })
    await deps.events.publish({
      type: 'vod.ready',
      assetId,
      storagePrefix,
      rungs,
      durationMs: Math.round(store.durationSec() * 1000),
      sizeBytes: store.sizeBytes(),
    })
  } catch (error) {
    if (!control.signal.aborted) {
      deps.log.error({ err: error, assetId }, 'no VOD')
      await deps.events.publish({ type: 'vod.failed', assetId, reason: error instanceof Error ? error.message : String(error) })
    }
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function moveIn(
  folder: string,
  tracks: readonly TrackName[],
  frameRate: number,
  context: VodDeps & { storagePrefix: string },
): Promise<FeedStore> {
  const store = await openFeedStore({
    storage: context.storage,
    hub: createPlaylistHub(),
    prefix: context.storagePrefix,
    segmentDurationSec,
    fence: { epoch: 1, isCurrent: () => Promise.resolve(true) },
  })
  const run = store.beginRun({ capturedAtMs: (context.now ?? Date.now)(), frameRate })
  for (const track of tracks) {
    await run.addTrack(track, join(folder, `init_${track}.mp4`))
    const { segments } = parseRunPlaylist(await readFile(join(folder, `${track}.m3u8`), 'utf8'))
    for (const { name, durationSec } of segments) await run.addSegment({ track, name, durationSec, path: join(folder, name) })
  }
  await run.publish()
  await store.end()
  return store
}

/** Whole steps of five per cent, each once. */
function createReporter(durationSec: number, tell: (percent: number) => Promise<void>): (doneSec: number) => void {
  let last = 0
  return (doneSec) => {
    const percent = Math.min(encodingPercent, Math.floor((doneSec / Math.max(1, durationSec)) * 20) * 5)
    if (percent <= last) return
    last = percent
    tell(percent).catch(() => undefined) // the next step says more than a lost one
  }
}
