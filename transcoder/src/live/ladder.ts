import { findClosed } from '@e-events/shared/node/broadcast-control.ts'
import type { NewMediaEvent } from '@e-events/shared/events/media.ts'
import type { LiveLadderJob } from '@e-events/shared/jobs/queues.ts'
import { createLearning, type GivenUp } from './learning.ts'
import { FencedError, takeEpoch } from './fence.ts'
import { firstPartSec } from './arrange.ts'
import { lastEpoch, openFeedStore, type FeedStore } from './feed-store.ts'
import type { LadderDeps } from './ladder-deps.ts'
import { createLadderRuns } from './ladder-runs.ts'
import { isFlowing, probeLayer } from './layer-probe.ts'
import { pause } from './ports.ts'
import type { Room, RoomEvent } from './room.ts'
import { createRoomSeat } from './room-seat.ts'
import { effectiveSource } from './source.ts'

export type LadderEnd = 'closed' | 'handedOver' | 'fenced'

/** A publisher that has just come sends sound and pictures within this time of each other. */
const completeSourceMs = 1_500
const closedPollMs = 3_000
const tickMs = 250

/**
 * Drives the ladder of one feed until its broadcast is closed, another worker takes it over or this process is told to
 * hand it over.
 */
export async function driveLadder(
  job: LiveLadderJob,
  deps: LadderDeps,
  handOver: AbortSignal,
): Promise<{ end: LadderEnd; store: FeedStore }> {
  const { redis, storage } = deps
  const { broadcastId, feedId, storagePrefix: prefix } = job
  const log = deps.log.child({ feedId })
  const publish = (event: NewMediaEvent) =>
    void deps.events.publish(event).catch((error: unknown) => log.error({ err: error }, 'event lost'))
  const fence = await takeEpoch(deps, feedId, (await lastEpoch(storage, prefix)) + 1)
  const store = await openFeedStore({
    storage,
    hub: deps.hub,
    prefix,
    segmentDurationSec: job.segmentDurationSec,
    firstPartSec: firstPartSec(job.segmentDurationSec),
    fence,
    onPruned: () => {
      log.error('storage is full: the oldest part of the show was removed')
      publish({ type: 'ladder.trouble', broadcastId, feedId, reason: 'storage_full' })
    },
  })
  const learning = createLearning(Date.now)

  let wake = new AbortController()
  let isClosed = store.ended
  let closedPollAtMs = 0
  let sourceSinceMs: number | undefined

  const nudge = () => wake.abort()
  const runs = createLadderRuns({ job, deps, epoch: fence.epoch, store, learning, log, publish, onEnded: nudge })
  const { nodeId, internalSecret: secret } = deps
  const seat = createRoomSeat({ redis, broadcastId, feedId, nodeId, secret, log, onEvent: onRoomEvent, onTried: nudge })
  const stopListening = deps.onBroadcastClosed((id) => {
    if (id !== broadcastId) return
    isClosed = true
    nudge()
  })
  handOver.addEventListener('abort', nudge)

  function onRoomEvent(event: RoomEvent): void {
    const live = runs.current()?.live
    switch (event.kind) {
      case 'feed':
        learning.notePaused(seat.room()?.feed())
        break
      case 'lost':
        live?.stop()
        break
      case 'broadcastClosed':
      case 'feedClosed':
        isClosed = true
        break
      case 'egressClosed':
        if (event.egressId === '*' || event.egressId === live?.egressId()) live?.stop()
        break
      case 'layers':
        if (event.egressId === live?.egressId()) learning.noteLayer(event.requested, event.current === event.requested)
        break
    }
    nudge()
  }

  async function lookFor(layer: number, room: Room): Promise<void> {
    const seen = await probeLayer(room, feedId, layer, deps).catch(() => undefined)
    learning.noteProbe(seen, room.feed())
    nudge()
  }

  async function lookForStream({ producerId, kind }: GivenUp, room: Room): Promise<void> {
    if (!(await isFlowing(room, feedId, kind, deps).catch(() => false))) return
    log.info({ kind, producerId }, 'a stream that was given up is back')
    learning.noteFlow(producerId)
    nudge()
  }

  async function pollClosed(nowMs: number): Promise<void> {
    if (nowMs < closedPollAtMs) return
    closedPollAtMs = nowMs + closedPollMs
    isClosed ||= (await findClosed(redis, broadcastId).catch(() => undefined)) !== undefined
  }

  /**
   * Compares what the room sends with what the run in progress was planned for, and replaces, starts or stops a run.
   */
  function replan(nowMs: number): void {
    const room = seat.room()
    const run = runs.current()
    const { probe, look } = learning.tick()
    if (look && room) void lookForStream(look, room)
    if (probe !== undefined && room && run) void lookFor(probe, room)
    const effective = effectiveSource(room?.feed(), learning)
    if (isClosed || handOver.aborted) run?.live.stop()
    else if (!room) seat.connectIfDue(nowMs)
    // Another plan is due: the run in hand ends first, so that stretches never overlap.
    else if (run && effective?.key !== run.effective.key) run.live.stop()
    sourceSinceMs = effective && room ? (sourceSinceMs ?? nowMs) : undefined
    if (!effective || !room || isClosed || !runs.canBegin(nowMs)) return
    const isComplete = effective.audioProducerId !== undefined && effective.videoProducerId !== undefined
    if (isComplete || nowMs - (sourceSinceMs ?? nowMs) >= completeSourceMs) runs.begin(effective, room)
  }

  async function supervise(): Promise<LadderEnd> {
    while (true) {
      wake = new AbortController()
      const now = Date.now()
      const end = await runs.finish(seat.room()?.feed())
      if (end?.cause === 'fenced') return 'fenced'
      if (end) continue
      await pollClosed(now)
      if ((isClosed || handOver.aborted) && !runs.current()) return isClosed ? 'closed' : 'handedOver'
      replan(now)
      await pause(tickMs, wake.signal)
    }
  }

  try {
    const end = await supervise()
    if (end === 'closed') await store.end()
    return { end, store }
  } catch (error) {
    if (error instanceof FencedError) return { end: 'fenced', store }
    throw error
  } finally {
    stopListening()
    handOver.removeEventListener('abort', nudge)
    await runs.close()
    seat.close()
  }
}
