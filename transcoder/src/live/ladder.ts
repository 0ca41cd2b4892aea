import { join } from 'node:path'
import { findClosed } from '@e-events/shared/node/broadcast-control.ts'
import type { MediaEventPublisher } from '@e-events/shared/node/media-events.ts'
import type { Storage } from '@e-events/shared/node/storage.ts'
import type { NewMediaEvent } from '@e-events/shared/events/media.ts'
import type { LiveLadderJob } from '@e-events/shared/jobs/queues.ts'
import type { Redis } from 'ioredis'
import type { Logger } from 'pino'
import type { Binaries } from '../ffmpeg/binaries.ts'
import { planLadder } from '../ffmpeg/plan.ts'
import type { PlaylistHub } from '../hls/publisher.ts'
import { createLearning } from './learning.ts'
import { FencedError, takeEpoch } from './fence.ts'
import { lastEpoch, openFeedStore, type FeedStore } from './feed-store.ts'
import { probeLayer } from './layer-probe.ts'
import { startRun, type LiveRun, type RunEnd } from './live-run.ts'
import { pause, type PortPool } from './ports.ts'
import { joinRoom, type Room, type RoomEvent } from './room.ts'
import { effectiveSource, type EffectiveSource } from './source.ts'
import { createStills } from './stills.ts'

export interface LadderDeps {
  /** Refuses at once while Redis is away: a show goes on without it. */
  redis: Redis
  /** Waits for Redis. */
  patientRedis: Redis
  storage: Storage
  hub: PlaylistHub
  events: MediaEventPublisher
  binaries: Binaries
  ports: PortPool
  nodeId: string
  internalSecret: string
  rtpIp: string
  /** Folder on this machine for runs in progress. */
  workDir: string
  preset: string
  log: Logger
  /** Told about every broadcast that ends; returns the way to stop listening. */
  onBroadcastClosed: (listener: (broadcastId: string) => void) => () => void
  /** Counts for the metrics. */
  count: (what: 'runs' | 'hangs' | 'exits' | 'segments') => void
}

export type LadderEnd = 'closed' | 'handedOver' | 'fenced'

/** A publisher that has just come sends sound and pictures within this time of each other. */
const settleMs = 1_500
const closedPollMs = 3_000
const connectRetryMs = 500
/** Runs that fail at once are not tried faster than this. */
const failureBackoffMs = [200, 500, 1_000, 2_000, 5_000] as const

/** Drives the ladder of one feed until its broadcast is closed, another worker takes it over or this process is told to hand it over. */
export async function driveLadder(
  job: LiveLadderJob,
  deps: LadderDeps,
  handOver: AbortSignal,
): Promise<{ end: LadderEnd; store: FeedStore }> {
  const { redis, storage, events } = deps
  const { broadcastId, feedId, storagePrefix: prefix } = job
  const log = deps.log.child({ feedId })
  const fence = await takeEpoch(deps, feedId, (await lastEpoch(storage, prefix)) + 1)
  const store = await openFeedStore({
    storage,
    hub: deps.hub,
    prefix,
    segmentDurationSec: job.segmentDurationSec,
    fence,
    onPruned: () => {
      log.error('storage is full: the oldest part of the show was removed')
      void tell({ type: 'ladder.trouble', broadcastId, feedId, reason: 'storage_full' })
    },
  })
  const learning = createLearning(Date.now)
  const stills = createStills({ storage, prefix, binaries: deps.binaries, log })

  let wake = new AbortController()
  let room: Room | undefined
  let connecting = false
  let connectAtMs = 0
  let run: { live: LiveRun; effective: EffectiveSource; id: number } | undefined
  let ended: RunEnd | undefined
  let sourceSinceMs: number | undefined
  let failures = 0
  let runAtMs = 0
  let runCount = 0
  let isClosed = store.ended
  let closedLookAtMs = 0
  let toldPlayable = false
  let isFenced = false

  const tell = (event: NewMediaEvent) => events.publish(event).catch((error: unknown) => log.error({ err: error }, 'event lost'))
  const nudge = () => wake.abort()
  const stopListening = deps.onBroadcastClosed((id) => {
    if (id !== broadcastId) return
    isClosed = true
    nudge()
  })
  handOver.addEventListener('abort', nudge)

  function onRoomEvent(event: RoomEvent): void {
    const current = run
    switch (event.kind) {
      case 'feed':
        learning.notePaused(room?.feed())
        break
      case 'lost':
        room?.close()
        room = undefined
        current?.live.stop()
        break
      case 'broadcastClosed':
      case 'feedClosed':
        isClosed = true
        break
      case 'egressClosed':
        if (event.egressId === '*' || event.egressId === current?.live.egressId()) current?.live.stop()
        break
      case 'layers':
        if (event.egressId === current?.live.egressId()) learning.noteLayer(event.requested, event.current === event.requested)
        break
    }
    nudge()
  }

  async function connect(): Promise<void> {
    connecting = true
    try {
      room = await joinRoom({ redis, broadcastId, feedId, nodeId: deps.nodeId, secret: deps.internalSecret, onEvent: onRoomEvent })
    } catch (error) {
      log.warn({ err: error }, 'the sfu did not let us in')
    } finally {
      connecting = false
      connectAtMs = Date.now() + connectRetryMs
      nudge()
    }
  }

  async function lookFor(layer: number, from: Room): Promise<void> {
    const seen = await probeLayer(from, feedId, layer, deps).catch(() => undefined)
    learning.noteProbe(seen, from.feed())
    nudge()
  }

  function begin(effective: EffectiveSource, from: Room): void {
    const kind = from.feed()?.meta.kind
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
      { room: from, feedId, plan, spatialLayers, store, failures, onListed },
      {
        binaries: deps.binaries,
        ports: deps.ports,
        rtpIp: deps.rtpIp,
        folder: join(deps.workDir, 'live', feedId, `e${fence.epoch}-${id}`),
        segmentDurationSec: job.segmentDurationSec,
        preset: deps.preset,
        log,
      },
    )
    run = { live, effective, id }
    void live.ended.then((end) => {
      ended = end
      nudge()
    })
  }

  function onListed({ rungsChanged, runId }: { rungsChanged: boolean; runId: string }): void {
    failures = 0
    deps.count('segments')
    stills.offer(store, runId)
    if (toldPlayable && !rungsChanged) return
    const { rungs } = store
    void tell(
      toldPlayable
        ? { type: 'ladder.changed', broadcastId, feedId, rungs }
        : { type: 'ladder.playable', broadcastId, feedId, storagePrefix: prefix, rungs },
    )
    toldPlayable = true
  }

  async function settle(end: RunEnd, effective: EffectiveSource): Promise<void> {
    log.info({ end }, 'run ended')
    learning.noteEnd(end, effective, room?.feed())
    if (end.cause === 'fenced') isFenced = true
    if (end.cause === 'ffmpeg_exit') deps.count('exits')
    if (end.cause === 'ffmpeg_hang') deps.count('hangs')
    const isFull = end.cause === 'storage_full' || (end.cause === 'ffmpeg_exit' && /no space left/i.test(end.detail ?? ''))
    if (isFull && !(await store.makeRoom())) void tell({ type: 'ladder.trouble', broadcastId, feedId, reason: 'storage_full' })
    else if (end.cause === 'ffmpeg_exit' || end.cause === 'ffmpeg_hang' || end.cause === 'too_long') {
      const reason = end.cause === 'ffmpeg_exit' ? end.cause : end.listedSec === 0 ? 'no_media' : 'ffmpeg_hang'
      void tell({ type: 'ladder.trouble', broadcastId, feedId, reason })
    }
    const isFailure = !['stopped', 'other_size', 'too_long'].includes(end.cause) && end.listedSec === 0
    failures = isFailure ? failures + 1 : 0
    runAtMs = failures === 0 ? 0 : Date.now() + (failureBackoffMs[failures - 1] ?? 5_000)
  }

  try {
    while (!isFenced) {
      wake = new AbortController()
      const now = Date.now()
      if (run && ended) {
        const finished = { end: ended, effective: run.effective }
        run = undefined
        ended = undefined
        await settle(finished.end, finished.effective)
        continue
      }
      if (now >= closedLookAtMs) {
        closedLookAtMs = now + closedPollMs
        isClosed ||= (await findClosed(redis, broadcastId).catch(() => undefined)) !== undefined
      }
      const { probe } = learning.tick()
      if (probe !== undefined && room && run) void lookFor(probe, room)
      const effective = effectiveSource(room?.feed(), learning)
      if (isClosed || handOver.aborted) {
        if (!run) break
        run.live.stop()
      } else if (!room) {
        if (!connecting && now >= connectAtMs) void connect()
      } else if (run) {
        // Another plan is due: the run in hand ends first, so that stretches never overlap.
        if (effective?.key !== run.effective.key) run.live.stop()
      }
      sourceSinceMs = effective && room ? (sourceSinceMs ?? now) : undefined
      if (!run && effective && room && !isClosed && now >= runAtMs) {
        const isComplete = effective.audioProducerId !== undefined && effective.videoProducerId !== undefined
        if (isComplete || now - (sourceSinceMs ?? now) >= settleMs) begin(effective, room)
      }
      await pause(250, wake.signal)
    }
    if (isFenced) return { end: 'fenced', store }
    if (!isClosed) return { end: 'handedOver', store }
    await store.end()
    return { end: 'closed', store }
  } catch (error) {
    if (error instanceof FencedError) return { end: 'fenced', store }
    throw error
  } finally {
    stopListening()
    handOver.removeEventListener('abort', nudge)
    run?.live.stop()
    await run?.live.ended
    room?.close()
    stills.close()
  }
}
