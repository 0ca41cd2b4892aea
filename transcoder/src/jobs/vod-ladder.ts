import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { MediaEventPublisher } from '@e-events/shared/node/media-events.ts'
import { filmSegmentSec as segmentDurationSec, initName } from '@e-events/shared/domain/film-files.ts'
import type { Storage } from '@e-events/shared/node/storage.ts'
import { mayRetry, type ProcessingStage } from '@e-events/shared/domain/media-uploads.ts'
import { vodAttempts, type VodLadderJob } from '@e-events/shared/jobs/queues.ts'
import type { Logger } from 'pino'
import { audioCommand, createPeaks, measureCommand, readMeasured } from '../ffmpeg/audio-commands.ts'
import type { Binaries } from '../ffmpeg/binaries.ts'
import { planFile, sheetsCommand, toneMapFilters, vodCommand } from '../ffmpeg/file-commands.ts'
import { maxDurationSec, probeUpload, refusalOf, type FileFacts } from '../ffmpeg/probe.ts'
import { hasFilters, hasZscale, runBatch, runPiped } from '../ffmpeg/run.ts'
import { createPlaylistHub } from '../hls/publisher.ts'
import { parseRunPlaylist } from '../hls/run-playlist.ts'
import { isSound, soundNames, type SoundTags, type TrackName } from '../hls/runs.ts'
import { sheetName, thumbnailTrack, type ThumbnailPlan } from '../hls/thumbnails.ts'
import { openFeedStore, type FeedStore } from '../live/feed-store.ts'
import { endStrays } from '../live/leftovers.ts'
import { storeStills } from '../live/stills.ts'
import { failureOf, MediaRefusal } from './failure.ts'
import { asLocalFile } from './local-files.ts'
import { makePlainAudio, plainAudioName } from './plain-audio.ts'

export interface VodDeps {
  storage: Storage
  events: MediaEventPublisher
  binaries: Binaries
  workDir: string
  preset: string
  /** Limits of a file's cost beside its length. */
  budget?: JobBudget
  log: Logger
  now?: () => number
}

export interface VodControl {
  /** Aborted when this worker shuts down, or when the file is no longer wanted. */
  signal: AbortSignal
  progress: (percent: number) => Promise<void>
  /** Which try this is. */
  attempt?: number
  /** False once another worker may have taken the job over. */
  isMine?: () => Promise<boolean>
}

/** Time that one file may take: so much for every file, and so many times its length. */
export interface JobBudget {
  baseMs: number
  perLength: number
}
/** 1080p takes about its own length on two cores; 8K on a box that is also on air, ten times that. */
const usualBudget: JobBudget = { baseMs: 15 * 60_000, perLength: 12 }
/** Time for making the rungs, as a share of the whole job; the rest is moving files. */
const encodingPercent = 97
const stallMs = 3 * 60_000
/** Less than this share of what a file says it holds: it was cut short. */
const wholeShare = 0.9

interface Work {
  job: VodLadderJob
  source: string
  folder: string
  facts: FileFacts
  report: (doneSec: number) => void
  signal: AbortSignal
}

/** Results of the encoding. */
interface Made {
  tracks: readonly TrackName[]
  /** Tags of the sounds, in the order of their tracks. */
  sounds: readonly SoundTags[]
  frameRate: number
  thumbnails: ThumbnailPlan | null
  peaks: number[] | null
}

/**
 * Turns a stored file into a playable folder: an MP4 into exactly the rungs that fit it, sound into one rendition of
 * the platform's loudness. Safe to repeat: playlists are written last. A file that cannot become better is reported as
 * failed at once; anything else is tried again by another worker.
 */
export async function makeVodLadder(job: VodLadderJob, deps: VodDeps, control: VodControl): Promise<void> {
  const { assetId, storagePrefix } = job
  const { signal, attempt = 1 } = control
  const folder = await emptyFolder(join(deps.workDir, 'vod'), assetId)
  let durationMs: number | undefined
  const reportStage = async (stage: ProcessingStage, percent: number) => {
    await control.progress(percent)
    await deps.events.publish({
      type: 'vod.progress',
      assetId,
      percent,
      stage,
      attempt,
      ...(durationMs === undefined ? {} : { durationMs }),
    })
  }
  let isStoring = false
  try {
    await reportStage('reading', 0)
    const source = await asLocalFile(deps.storage, job.sourceKey, folder)
    const facts = await readFacts(job, source, deps)
    durationMs = Math.round(facts.durationSec * 1000)
    // Before it is paid for: the minutes of its owner are counted from here on.
    await reportStage('encoding', 0)
    const report = createReporter(facts.durationSec, (percent) => reportStage('encoding', percent))
    const work: Work = { job, source, folder, facts, report, signal }
    const made = job.media === 'audio' ? await makeAudio(work, deps) : await makeVideo(work, deps)
    signal.throwIfAborted()
    if (control.isMine && !(await control.isMine())) throw new LostError('another worker has taken this file over')
    await reportStage('storing', encodingPercent)
    isStoring = true
    await deps.storage.removeAll(storagePrefix)
    const store = await moveIn(folder, made, { storagePrefix, ...deps })
    const durationSec = store.durationSec()
    if (durationSec < facts.durationSec * wholeShare - segmentDurationSec) throw new MediaRefusal('unreadable')
    const beside = await storeBeside(store, made, { folder, storagePrefix, ...deps })
    await deps.events.publish({
      type: 'vod.ready',
      assetId,
      storagePrefix,
      rungs: store.rungs,
      durationMs: Math.round(durationSec * 1000),
      sizeBytes: store.sizeBytes(),
      hasAudio: facts.hasAudio,
      ...beside,
    })
  } catch (error) {
    if (signal.aborted || error instanceof LostError) throw error
    if (isStoring) await deps.storage.removeAll(storagePrefix)
    const code = failureOf(error)
    deps.log.error({ err: error, assetId, attempt, code }, 'no VOD')
    // A file that is not taken now is not taken a second later either.
    if (!(error instanceof MediaRefusal) && mayRetry(code) && attempt < vodAttempts) throw error
    await deps.events.publish({ type: 'vod.failed', assetId, code, reason: error instanceof Error ? error.message : String(error) })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Who lost the job says nothing more about it. */
class LostError extends Error {}

/** A folder of this try alone; what a killed worker left of an earlier one goes. */
async function emptyFolder(root: string, assetId: string): Promise<string> {
  await mkdir(root, { recursive: true })
  const left = (await readdir(root)).filter((name) => name.startsWith(assetId))
  if (left.length > 0) await endStrays(join(root, assetId))
  await Promise.all(left.map((name) => rm(join(root, name), { recursive: true, force: true })))
  const folder = join(root, `${assetId}-${randomUUID().slice(0, 8)}`)
  await mkdir(folder)
  return folder
}

/** @throws MediaRefusal */
async function readFacts(job: VodLadderJob, source: string, { binaries }: VodDeps): Promise<FileFacts> {
  const facts = await probeUpload(binaries, source, job.container).catch((cause: unknown) => {
    throw new MediaRefusal('unreadable', { cause })
  })
  const refusal = refusalOf(facts, job.media)
  if (refusal) throw new MediaRefusal(refusal)
  if (facts.video && facts.durationSec * 1000 > (job.maxPictureMs ?? Infinity)) throw new MediaRefusal('minutes_used_up')
  return facts
}

async function makeVideo({ job, source, folder, facts, report, signal }: Work, deps: VodDeps): Promise<Made> {
  const plan = planFile(facts)
  const canToneMap = plan.isHdr && (await hasFilters(deps.binaries, toneMapFilters))
  if (plan.isHdr && !canToneMap) deps.log.warn({ assetId: job.assetId }, 'this ffmpeg has no zscale: an HDR film stays grey')
  const settings = { preset: deps.preset, segmentDurationSec, maxSec: maxSecOf(job), canToneMap, hasZscale: await hasZscale(deps.binaries) }
  const command = vodCommand(plan, source, folder, settings)
  const limits = { signal, nice: 10, stallMs, budgetMs: budgetOf(facts, deps) }
  await runBatch(deps.binaries, command, { ...limits, onProgress: report })
  if (plan.thumbnails) await runBatch(deps.binaries, sheetsCommand(folder), limits)
  const { frameRate, thumbnails, sounds } = plan
  const tracks = [...plan.rungs.map(({ name }) => name), ...soundNames.slice(0, Math.max(1, sounds.length))]
  return { tracks, sounds, frameRate, thumbnails, peaks: null }
}

/** No more than the longest file, and than its owner has left today; a second for what lies between two pictures. */
function maxSecOf({ maxPictureMs = Infinity }: VodLadderJob): number {
  return Math.min(maxDurationSec, Math.ceil(maxPictureMs / 1000) + 1)
}

function budgetOf({ durationSec }: FileFacts, { budget = usualBudget }: VodDeps): number {
  // A timer takes no more than 24 days.
  return Math.min(2 ** 31 - 1, budget.baseMs + budget.perLength * durationSec * 1000)
}

async function makeAudio({ job, source, folder, facts, report, signal }: Work, deps: VodDeps): Promise<Made> {
  const container = job.container ?? 'mov'
  const peaks = createPeaks(facts.durationSec)
  const words = await runPiped(deps.binaries, measureCommand(source, container), {
    signal,
    nice: 10,
    timeoutMs: stallMs + facts.durationSec * 1000,
    onData: peaks.add,
  })
  const command = audioCommand(source, folder, { container, measured: readMeasured(words), segmentDurationSec })
  await runBatch(deps.binaries, command, { signal, onProgress: report, nice: 10, stallMs, budgetMs: budgetOf(facts, deps) })
  await makePlainAudio(folder, deps.binaries, signal)
  return { tracks: ['audio'], sounds: [], frameRate: 0, thumbnails: null, peaks: peaks.finish() }
}

async function moveIn(
  folder: string,
  { tracks, sounds, frameRate }: Made,
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
    const tags = isSound(track) ? sounds[soundNames.indexOf(track)] : undefined
    const sound = tags && { language: tags.language, title: tags.title }
    await run.addTrack(track, await readFile(join(folder, initName(track))), { sound })
    const { segments } = parseRunPlaylist(await readFile(join(folder, `${track}.m3u8`), 'utf8'))
    for (const { name, durationSec } of segments) await run.addSegment({ track, name, durationSec, content: { path: join(folder, name) } })
  }
  await run.publish()
  await store.end()
  return store
}

/** Stills, seek previews and the shape of the sound: names below the prefix of what there is. */
async function storeBeside(store: FeedStore, { thumbnails, peaks }: Made, context: VodDeps & { folder: string; storagePrefix: string }) {
  const { storage, storagePrefix, folder } = context
  const [run] = store.runs
  const hasPictures = run !== undefined && store.rungs.length > 0
  if (hasPictures) await storeStills(run, { ...context, prefix: storagePrefix, at: 0.2 })
  if (thumbnails) {
    const { vtt, sheets } = thumbnailTrack(thumbnails, store.durationSec())
    for (let index = 0; index < sheets; index++) {
      const name = sheetName(index)
      await storage.putFile(`${storagePrefix}/${name}`, join(folder, name), 'image/jpeg')
    }
    await storage.put(`${storagePrefix}/${thumbnailsName}`, vtt, 'text/vtt')
  }
  if (peaks) {
    await storage.put(`${storagePrefix}/${peaksName}`, JSON.stringify({ durationSec: store.durationSec(), peaks }), 'application/json')
    await storage.putFile(`${storagePrefix}/${plainAudioName}`, join(folder, plainAudioName), 'audio/mp4')
  }
  return {
    posterPath: hasPictures ? 'poster.jpg' : null,
    thumbnailsPath: thumbnails ? thumbnailsName : null,
    peaksPath: peaks ? peaksName : null,
  }
}

const thumbnailsName = 'thumbnails.vtt'
const peaksName = 'peaks.json'

/**
 * Reports whole percents, each once and at most one per second, and repeats the last one now and then as a sign of
 * life.
 */
function createReporter(durationSec: number, report: (percent: number) => Promise<void>): (doneSec: number) => void {
  let last = 0
  let reportedAt = 0
  return (doneSec) => {
    const percent = Math.max(last, Math.min(encodingPercent, Math.floor((doneSec / Math.max(1, durationSec)) * 100)))
    const waited = Date.now() - reportedAt
    if ((percent === last && waited < aliveMs) || waited < leastMs) return
    last = percent
    reportedAt = Date.now()
    report(percent).catch(() => undefined) // the next one says more than a lost one
  }
}

const leastMs = 1_000
const aliveMs = 15_000
