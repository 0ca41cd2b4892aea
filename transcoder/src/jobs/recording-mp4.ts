import { mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { initName } from '@e-events/shared/domain/film-files.ts'
import type { MediaEventPublisher } from '@e-events/shared/node/media-events.ts'
import type { Storage } from '@e-events/shared/node/storage.ts'
import type { RecordingMp4Job } from '@e-events/shared/jobs/queues.ts'
import { rungs as ladder, rungNames } from '@e-events/shared/domain/ladder.ts'
import type { Logger } from 'pino'
import type { Binaries } from '../ffmpeg/binaries.ts'
import { concatCommand, normalizeCommand, remuxCommand } from '../ffmpeg/file-commands.ts'
import { probeUpload } from '../ffmpeg/probe.ts'
import { runBatch } from '../ffmpeg/run.ts'
import { trackFor } from '../hls/compose.ts'
import type { Run, TrackFacts, TrackName } from '../hls/runs.ts'
import { composeShow } from '../hls/show.ts'
import { restoreFeed } from '../live/restore-feed.ts'
import { joinObjects } from './local-files.ts'
import { readShow } from './recording-show.ts'

export interface RecordingDeps {
  storage: Storage
  events: MediaEventPublisher
  binaries: Binaries
  workDir: string
  log: Logger
}

/** Name of a feed's download below its prefix. */
export const recordingName = 'recording.mp4'

interface Part {
  /** Prefix of the feed whose run it is. */
  prefix: string
  run: Run
  video: { name: TrackName; facts: TrackFacts } | undefined
}

/**
 * The MP4 of a closed feed: each run is put together by itself (through the playlists, sound and pictures would drift
 * apart at every discontinuity), then all of them are joined without encoding. Only runs whose pictures have other
 * parameters than the longest kind of run are encoded. With `show` it is the whole show as the feed's recording plays
 * it, with stretches of its siblings. Safe to repeat.
 */
export async function makeRecordingMp4(job: RecordingMp4Job, deps: RecordingDeps, signal: AbortSignal): Promise<void> {
  const { broadcastId, feedId, storagePrefix } = job
  const folder = join(deps.workDir, 'mp4', feedId)
  try {
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true })
    const parts = (await stretchesOf(job, deps.storage)).map(({ prefix, run }): Part => {
      const found = topTrack(run)
      return { prefix, run, video: found && { name: found.name, facts: found.track.facts } }
    })
    if (parts.length === 0) throw new Error('the feed has no segments')
    const target = join(folder, recordingName)
    await build(parts, target, { folder, signal, ...deps })
    const { durationSec } = await probeUpload(deps.binaries, target)
    const { size: sizeBytes } = await stat(target)
    const key = `${storagePrefix}/${recordingName}`
    await deps.storage.putFile(key, target, 'video/mp4')
    await deps.events.publish({ type: 'mp4.ready', broadcastId, feedId, key, durationMs: Math.round(durationSec * 1000), sizeBytes })
  } catch (error) {
    if (!signal.aborted) {
      deps.log.error({ err: error, feedId }, 'no MP4')
      await deps.events.publish({ type: 'mp4.failed', broadcastId, feedId, reason: error instanceof Error ? error.message : String(error) })
    }
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function stretchesOf({ feedId, storagePrefix, show }: RecordingMp4Job, storage: Storage): Promise<{ prefix: string; run: Run }[]> {
  if (!show) return (await restoreFeed(storage, storagePrefix)).runs.map((run) => ({ prefix: storagePrefix, run }))
  const prefixes = new Map<string, string>(show.map((feed) => [feed.feedId, feed.storagePrefix]))
  const parts = composeShow(await readShow(storage, show), feedId)
  return parts.map(({ feedId: id, run }) => ({ prefix: prefixes.get(id) ?? storagePrefix, run }))
}

interface BuildContext extends RecordingDeps {
  folder: string
  signal: AbortSignal
}

async function build(parts: readonly Part[], target: string, context: BuildContext): Promise<void> {
  const { folder, binaries, signal } = context
  const model = longestKind(parts)
  const files: string[] = []
  for (const [index, part] of parts.entries()) {
    const remuxed = join(folder, `${index}.mp4`)
    await remux(part, remuxed, context)
    const isOdd = model !== undefined && kindOf(part) !== kindOf(model)
    if (isOdd && model.video) {
      const { width, height, frameRate } = model.video.facts
      const videoBps = ladder.find(({ name }) => name === model.video?.name)?.videoBps ?? 2_800_000
      const size = { width: width ?? 1280, height: height ?? 720, frameRate: frameRate ?? 30, videoBps }
      const normal = join(folder, `${index}-normal.mp4`)
      await runBatch(binaries, normalizeCommand(remuxed, normal, size), { signal, nice: 10, fileBytes: Infinity })
      files.push(normal)
    } else files.push(remuxed)
  }
  const list = join(folder, 'list.txt')
  await writeFile(list, files.map((file) => `file '${file.replaceAll("'", String.raw`'\''`)}'\n`).join(''))
  await runBatch(binaries, concatCommand(list, target), { signal, nice: 10, fileBytes: Infinity })
}

async function remux({ prefix, run, video }: Part, target: string, { folder, storage, binaries, signal }: BuildContext): Promise<void> {
  const sources: string[] = []
  for (const name of [video?.name, 'audio' as const]) {
    const track = name && run.tracks.get(name)
    if (!track || track.segments.length === 0) continue
    const joined = join(folder, `${run.id}-${name}.mp4`)
    const keys = [initName(name), ...track.segments.map((segment) => segment.name)].map((file) => `${prefix}/${run.id}/${file}`)
    await joinObjects(storage, keys, joined)
    sources.push(joined)
  }
  await runBatch(binaries, remuxCommand(sources, target), { signal, nice: 10, fileBytes: Infinity })
  await Promise.all(sources.map((source) => rm(source)))
}

function topTrack(run: Run) {
  const top = rungNames.find((name) => (run.tracks.get(name)?.segments.length ?? 0) > 0)
  return top && trackFor(run, top)
}

/** Runs of one kind can stand behind each other in one file. */
function kindOf({ video }: Part): string {
  return video ? `${video.facts.codec} ${video.facts.width}x${video.facts.height}` : 'none'
}

/** A run of the kind that lasts longest in total; undefined for sound alone. */
function longestKind(parts: readonly Part[]): Part | undefined {
  const lengths = new Map<string, number>()
  for (const part of parts) {
    if (!part.video) continue
    const segments = part.run.tracks.get(part.video.name)?.segments ?? []
    const seconds = segments.reduce((sum, { durationSec }) => sum + durationSec, 0)
    lengths.set(kindOf(part), (lengths.get(kindOf(part)) ?? 0) + seconds)
  }
  const [longest] = [...lengths].toSorted(([, a], [, b]) => b - a)
  return longest && parts.find((part) => kindOf(part) === longest[0])
}
