import { join } from 'node:path'
import type { NewMediaEvent } from '@e-events/shared/events/media.ts'
import type { LiveLadderJob } from '@e-events/shared/jobs/queues.ts'
import type { RoomFeed } from '@e-events/shared/signaling/feed.ts'
import type { Logger } from 'pino'
import { givesStills } from '../ffmpeg/command.ts'
import { planLadder } from '../ffmpeg/plan.ts'
import type { FeedStore } from './feed-store.ts'
import type { LadderDeps } from './ladder-deps.ts'
import type { Learning } from './learning.ts'
import { startRun, type LiveRun, type RunEnd } from './live-run.ts'
import type { Room } from './room.ts'
import type { EffectiveSource } from './source.ts'
import { createStills } from './stills.ts'

export interface LadderRunsOptions {
  job: LiveLadderJob
  deps: LadderDeps
  /** The fencing epoch of this worker, part of the folder names of its runs. */
  epoch: number
  store: FeedStore
  learning: Learning
  log: Logger
  publish: (event: NewMediaEvent) => void
  /** Called when a run has ended and `finish` has work to do. */
  onEnded: () => void
}

/** Runs that fail at once are not tried faster than this. */
const failureBackoffMs = [200, 500, 1_000, 2_000, 5_000] as const

/** Starts and finishes the runs of one feed, one at a time, and reports to the api what each gave. */
export function createLadderRuns({ job, deps, epoch, store, learning, log, publish, onEnded }: LadderRunsOptions) {
  const { broadcastId, feedId, storagePrefix: prefix } = job
  const stills = createStills({ storage: deps.storage, prefix, binaries: deps.binaries, log })
  let run: { live: LiveRun; effective: EffectiveSource } | undefined
  let ended: RunEnd | undefined
  let failures = 0
  let notBeforeMs = 0
  let runCount = 0
  let isPlayable = false

  /** Plans the ladder for this source and starts a run with it. */
  function begin(effective: EffectiveSource, room: Room): void {
    const kind = room.feed()?.meta.kind
    const plan = planLadder(effective.source, {
      allowCopy: effective.allowCopy,
      blackWithoutVideo: kind !== 'audio' || store.rungs.length > 0,
    })
    // The plan counts the layers it was given; the room counts those that were announced.
    const spatialLayers = plan.videoInputs.map(
      ({ spatialLayer }) => effective.spatialLayers[spatialLayer ?? effective.spatialLayers.length - 1] ?? null,
    )
    const id = runCount++
    const rungs = plan.rungs.map((rung) => `${rung.rung}${rung.kind === 'copy' ? '=' : ''}`).join(' ')
    log.info({ mode: plan.mode, rungs, audio: plan.audio, source: effective.key }, 'run begins')
    deps.count('runs')
    const live = startRun(
      {
        room,
        feedId,
        plan,
        spatialLayers,
        store,
        failures,
        onListed: (listed) => onListed(listed, { givesStills: givesStills(plan) }),
        onStill: stills.keep,
      },
      {
        binaries: deps.binaries,
        ports: deps.ports,
        rtpIp: deps.rtpIp,
        folder: join(deps.workDir, 'live', feedId, `e${epoch}-${id}`),
        segmentDurationSec: job.segmentDurationSec,
        preset: deps.preset,
        log,
      },
    )
    run = { live, effective }
    void live.ended.then((end) => {
      ended = end
      onEnded()
    })
  }

  function onListed({ rungsChanged, runId }: { rungsChanged: boolean; runId: string }, of: { givesStills: boolean }): void {
    failures = 0
    deps.count('segments')
    stills.offer(store, runId, of)
    if (isPlayable && !rungsChanged) return
    const { rungs } = store
    publish(
      isPlayable
        ? { type: 'ladder.changed', broadcastId, feedId, rungs }
        : { type: 'ladder.playable', broadcastId, feedId, storagePrefix: prefix, rungs },
    )
    isPlayable = true
  }

  async function reportTrouble(end: RunEnd): Promise<void> {
    if (end.cause === 'ffmpeg_exit') deps.count('exits')
    if (end.cause === 'ffmpeg_hang') deps.count('hangs')
    const isFull = end.cause === 'storage_full' || (end.cause === 'ffmpeg_exit' && /no space left/i.test(end.detail ?? ''))
    if (isFull && !(await store.makeRoom())) publish({ type: 'ladder.trouble', broadcastId, feedId, reason: 'storage_full' })
    else if (end.cause === 'ffmpeg_exit' || end.cause === 'ffmpeg_hang' || end.cause === 'too_long') {
      const reason = end.cause === 'ffmpeg_exit' ? end.cause : end.listedSec === 0 ? 'no_media' : 'ffmpeg_hang'
      publish({ type: 'ladder.trouble', broadcastId, feedId, reason })
    }
  }

  return {
    /** The run in progress, and the source that it was planned for. */
    current: () => run,
    begin,
    /** Whether another run may start: none is in progress, and the back-off after failures is over. */
    canBegin: (nowMs: number) => run === undefined && nowMs >= notBeforeMs,
    /**
     * Learns from a run that has ended, reports its trouble and sets the back-off. Resolves to its end, or to undefined
     * where none has ended.
     */
    async finish(feed: RoomFeed | undefined): Promise<RunEnd | undefined> {
      if (!run || !ended) return undefined
      const end = ended
      const { effective } = run
      run = undefined
      ended = undefined
      log.info({ end }, 'run ended')
      learning.noteEnd(end, effective, feed)
      await reportTrouble(end)
      const isFailure = !['stopped', 'other_size', 'too_long'].includes(end.cause) && end.listedSec === 0
      failures = isFailure ? failures + 1 : 0
      notBeforeMs = failures === 0 ? 0 : Date.now() + (failureBackoffMs[failures - 1] ?? 5_000)
      return end
    },
    async close(): Promise<void> {
      run?.live.stop()
      await run?.live.ended
      stills.close()
    },
  }
}
