import type { MediaState, UploadStatus } from '@e-events/shared/contract/media/uploads.ts'
import { mayRetry, mediaFailureSchema, processingStageSchema, type MediaFailure } from '@e-events/shared/domain/media-uploads.ts'
import type { MediaRows, MediaUploadRow } from './repository.ts'

/** Signs the address of a storage key below a prefix. */
export type SignKey = (prefix: string, key: string) => string

export function toMediaState({ upload, asset, job, playable }: MediaRows, sign: SignKey): MediaState {
  // The newest counts: an upload that has become a folder is presented by its folder.
  const isSent = upload !== undefined && (upload.asset_id === null || upload.state === 'uploading')
  if (isSent && (!asset || upload.created_at >= asset.created_at)) return sendingState(upload, playable)
  if (!asset) return { state: 'none' }
  const source = { fileName: asset.source?.original_name ?? upload?.file_name ?? '', sizeBytes: asset.source?.size_bytes ?? 0 }
  const uploadId = upload?.asset_id === asset.id ? upload.id : null
  switch (asset.state) {
    case 'ready':
      return {
        state: 'ready',
        uploadId,
        ...source,
        etag: asset.source?.sha256 ?? null,
        durationMs: asset.duration_ms ?? 0,
        rungs: asset.rungs,
        playbackUrl: sign(asset.storage_prefix, `${asset.storage_prefix}/${asset.master_path}`),
        posterUrl: asset.poster_path === null ? null : sign(asset.storage_prefix, `${asset.storage_prefix}/${asset.poster_path}`),
        sourceUrl: asset.source ? sign(asset.source.storage_key, asset.source.storage_key) : null,
      }
    case 'failed': {
      const reason = failureOf(asset.error_code)
      return { state: 'failed', uploadId, ...source, reason, mayRetry: mayRetry(reason) && asset.source !== null, playable }
    }
    default:
      return {
        state: 'processing',
        uploadId,
        ...source,
        stage: processingStageSchema.safeParse(job?.stage).data ?? 'waiting',
        percent: job?.progress_percent ?? 0,
        attempt: Math.max(1, job?.epoch ?? 1),
        playable,
      }
  }
}

function sendingState(upload: MediaUploadRow, playable: boolean): MediaState {
  const file = { uploadId: upload.id, fileName: upload.file_name, sizeBytes: upload.size_bytes, playable }
  if (upload.state === 'failed') {
    return { state: 'failed', ...file, reason: failureOf(upload.error_code), mayRetry: false }
  }
  if (upload.state === 'uploading') return { state: 'uploading', ...file, offsetBytes: upload.offset_bytes, percent: sentPercent(upload) }
  return { state: 'processing', ...file, stage: 'waiting', percent: 0, attempt: 1 }
}

export function toUploadStatus(upload: MediaUploadRow & { product_slug: string | null }, media: MediaRows | undefined): UploadStatus {
  const job = media?.asset?.id === upload.asset_id ? media?.job : undefined
  const state = upload.state === 'abandoned' ? 'failed' : upload.state
  return {
    id: upload.id,
    productSlug: upload.product_slug,
    purpose: upload.purpose,
    fileName: upload.file_name,
    sizeBytes: upload.size_bytes,
    offsetBytes: upload.offset_bytes,
    percent: state === 'uploading' ? sentPercent(upload) : state === 'ready' ? 100 : (job?.progress_percent ?? 0),
    state,
    stage: state === 'processing' ? (processingStageSchema.safeParse(job?.stage).data ?? 'waiting') : null,
    reason: state === 'failed' ? failureOf(upload.error_code ?? 'cancelled') : null,
    etag: upload.etag,
    expiresAt: upload.expires_at.toISOString(),
  }
}

function sentPercent(upload: { offset_bytes: number; size_bytes: number }): number {
  return Math.floor((upload.offset_bytes / upload.size_bytes) * 1000) / 10
}

function failureOf(code: string | null): MediaFailure {
  return mediaFailureSchema.safeParse(code).data ?? 'unexpected'
}
