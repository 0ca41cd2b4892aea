import type { RecordingMp4Job, RecordingShowJob } from '@e-events/shared/jobs/queues.ts'
import type { Knex } from 'knex'
import type { MediaAssetRow } from '../../db/tables/media.ts'
import type { MediaJobRepository } from '../../domains/media/media-jobs/repository.ts'
import type { WantedJob } from '../../adapters/media-queues.ts'
import type { RecordingRepository } from '../../domains/live/recordings/repository.ts'
import type { Effect } from '../../events/effects.ts'

export interface SettleDeps {
  recordings: RecordingRepository
  jobs: MediaJobRepository
}

export const showKey = (broadcastId: string) => `show:${broadcastId}`

/** A feed's list is its own until the show was put together for it. */
const ownMasterPath = 'master.m3u8'

/**
 * Brings a recording on as far as it is: once its show has ended and every folder is closed, the lists of the whole
 * show are wanted where there are several feeds; with them it is ready, and the MP4s are wanted. Without any media it
 * failed.
 */
export async function settleRecording(
  trx: Knex,
  { recordings, jobs }: SettleDeps,
  show: { broadcastId: string; ended: boolean; at: Date },
): Promise<Effect[]> {
  const { broadcastId, at } = show
  const recording = await recordings.find(trx, broadcastId)
  if (!recording || recording.state === 'deleted') return []
  const assets = (await recordings.listAssets(trx, broadcastId)).filter((asset) => asset.state !== 'deleted')
  const isClosed = show.ended && assets.every((asset) => asset.state !== 'recording')
  const kept = assets.filter((asset) => asset.state === 'processing' || asset.state === 'ready')
  const isWhole = isClosed && (kept.length <= 1 || (await jobs.isFinished(trx, showKey(broadcastId))))
  const state = !isClosed || (!isWhole && kept.length > 0) ? 'recording' : kept.length > 0 ? 'ready' : 'failed'
  await recordings.update(trx, recording.id, {
    state,
    duration_ms: Math.max(0, ...assets.map((asset) => asset.duration_ms ?? 0)),
    size_bytes: assets.reduce((sum, asset) => sum + (asset.size_bytes ?? 0), 0),
    ended_at: show.ended ? (recording.ended_at ?? at) : null,
    ready_at: state === 'ready' ? (recording.ready_at ?? at) : null,
    error_code: state === 'failed' ? 'no_media' : null,
  })
  const wanted = !isClosed ? [] : isWhole ? mp4JobsOf(broadcastId, kept) : [showJobOf(broadcastId, kept)]
  for (const job of wanted) await jobs.want(trx, job, at)
  if (isWhole) for (const { id } of closedOf(kept)) await recordings.updateAsset(trx, id, { state: 'ready', ready_at: at })
  return wanted.map((job) => ({ type: 'wake', job }))
}

/** Those that wait for the rest of the show. */
const closedOf = (kept: readonly MediaAssetRow[]) => kept.filter((asset) => asset.state === 'processing')

function showJobOf(broadcastId: string, kept: readonly MediaAssetRow[]): WantedJob {
  const payload = { broadcastId, feeds: showFeedsOf(kept) }
  return { kind: 'recording_show', key: showKey(broadcastId), broadcastId, payload }
}

function showFeedsOf(kept: readonly MediaAssetRow[]): RecordingShowJob['feeds'] {
  return kept.flatMap(({ feed_id: feedId, storage_prefix: storagePrefix, has_audio: hasAudio, has_video: hasVideo }) =>
    feedId === null ? [] : [{ feedId: feedId as RecordingMp4Job['feedId'], storagePrefix, hasAudio, hasVideo }],
  )
}

/** One for each feed: the first picture's is the whole show, the others are what they sent themselves. */
function mp4JobsOf(broadcastId: string, kept: readonly MediaAssetRow[]): WantedJob[] {
  const first = kept.find((asset) => asset.rungs.length > 0)
  return closedOf(kept).flatMap((asset): WantedJob[] => {
    if (asset.feed_id === null) return []
    const show = asset === first && asset.master_path !== ownMasterPath ? { show: showFeedsOf(kept) } : {}
    const payload = { broadcastId, feedId: asset.feed_id, storagePrefix: asset.storage_prefix, ...show }
    return [{ kind: 'recording_remux', key: `mp4:${asset.feed_id}`, broadcastId, feedId: asset.feed_id, payload }]
  })
}
