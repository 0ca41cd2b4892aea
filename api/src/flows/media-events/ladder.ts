import type { Effect } from '../../events/effects.ts'
import { settleRecording, showKey } from '../end-broadcast/settle-recording.ts'
import { isOvertaken, type ApplyDeps, type EventOf, type Scene } from './scene.ts'

type LadderEvent = EventOf<'ladder.playable' | 'ladder.changed' | 'ladder.closed'>

/** The folder of a feed: playable, with other rungs, or closed (then it is the recording, or gone). */
export async function applyLadderEvent(deps: ApplyDeps, scene: Scene<LadderEvent>): Promise<Effect[]> {
  const { trx, event, at, broadcast } = scene
  const feed = await deps.broadcasts.findFeed(trx, broadcast.id, event.feedId)
  if (!feed) return []
  const storagePrefix = 'storagePrefix' in event ? event.storagePrefix : `live/${broadcast.id}/${feed.id}`
  const asset = await deps.recordings.ensureAsset(trx, feed, { storagePrefix, productId: broadcast.product_id, rungs: event.rungs, at })
  const changed: Effect = {
    type: 'notify',
    event: { type: 'playback.changed', productSlug: broadcast.product_slug, broadcast: broadcast.state },
  }
  if (event.type !== 'ladder.closed') {
    if (asset.state === 'recording' && !(await isOvertaken(trx, event, ['ladder.playable', 'ladder.changed', 'ladder.closed']))) {
      await deps.recordings.updateAsset(trx, asset.id, { rungs: event.rungs, has_audio: feed.has_audio, has_video: feed.has_video })
    }
    await deps.jobs.markRunning(trx, feed.id, { id: event.source, at })
    return [changed]
  }
  if (asset.state !== 'recording') return []
  await deps.jobs.markSucceeded(trx, feed.id, at)
  if (!event.kept) {
    await deps.recordings.updateAsset(trx, asset.id, { state: 'deleted', deleted_at: at, size_bytes: 0 })
    return [changed]
  }
  const { durationMs, sizeBytes } = event
  // It is played once the rest of its show is closed, too.
  await deps.recordings.updateAsset(trx, asset.id, {
    state: 'processing',
    kind: 'recording',
    duration_ms: durationMs,
    size_bytes: sizeBytes,
    rungs: event.rungs,
  })
  const recording = await deps.recordings.find(trx, broadcast.id)
  if (recording) {
    const storageKey = `${storagePrefix}/recording.mp4`
    await deps.recordings.ensureFile(trx, { recordingId: recording.id, feedId: feed.id, storageKey, durationMs, sizeBytes })
  }
  const settled = await settleRecording(trx, deps, { broadcastId: broadcast.id, ended: broadcast.state === 'ended', at })
  return [changed, eventChanged(scene), ...settled]
}

/** It may be watched again from now on. */
const eventChanged = ({ broadcast }: Pick<Scene, 'broadcast'>): Effect => ({
  type: 'notify',
  event: { type: 'event.changed', productSlug: broadcast.product_slug },
})

/** The lists of the whole show are there, or could not be made: then every feed plays what it sent itself. */
export async function applyShowEvent(
  deps: ApplyDeps,
  { trx, event, at, broadcast }: Scene<EventOf<'show.composed' | 'show.failed'>>,
): Promise<Effect[]> {
  const key = showKey(broadcast.id)
  if (event.type === 'show.failed') {
    await deps.jobs.markFailed(trx, key, { at, code: 'show_failed', detail: event.reason })
  } else {
    for (const { feedId, masterPath, rungs, durationMs } of event.feeds) {
      const asset = await deps.recordings.findAsset(trx, feedId)
      if (asset?.broadcast_id !== broadcast.id || asset.state === 'deleted') continue
      await deps.recordings.updateAsset(trx, asset.id, { master_path: masterPath, rungs, duration_ms: durationMs })
    }
    await deps.jobs.markSucceeded(trx, key, at)
  }
  const settled = await settleRecording(trx, deps, { broadcastId: broadcast.id, ended: broadcast.state === 'ended', at })
  return [
    { type: 'notify', event: { type: 'playback.changed', productSlug: broadcast.product_slug, broadcast: broadcast.state } },
    eventChanged({ broadcast }),
    ...settled,
  ]
}

/** The MP4 of a feed is there, or could not be made (the recording itself plays on). */
export async function applyMp4Event(
  deps: ApplyDeps,
  { trx, event, at, broadcast }: Scene<EventOf<'mp4.ready' | 'mp4.failed'>>,
): Promise<Effect[]> {
  const recording = await deps.recordings.find(trx, broadcast.id)
  if (!recording) return []
  const key = `mp4:${event.feedId}`
  if (event.type === 'mp4.ready') {
    const { durationMs, sizeBytes } = event
    await deps.recordings.ensureFile(trx, { recordingId: recording.id, feedId: event.feedId, storageKey: event.key, durationMs, sizeBytes })
    await deps.recordings.updateFile(trx, event.feedId, {
      state: 'ready',
      storage_key: event.key,
      duration_ms: durationMs,
      size_bytes: sizeBytes,
      error_code: null,
    })
    await deps.jobs.markSucceeded(trx, key, at)
    return []
  }
  if (await isOvertaken(trx, event, ['mp4.ready'])) return []
  await deps.recordings.updateFile(trx, event.feedId, { state: 'failed', error_code: 'mp4_failed' })
  await deps.jobs.markFailed(trx, key, { at, code: 'mp4_failed', detail: event.reason })
  return []
}
