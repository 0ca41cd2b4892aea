import type { Recording } from '@e-events/shared/contract/live/broadcasts.ts'
import type { RecordingFileView, RecordingView } from './repository.ts'

/** `mp4Url` signs the address of one finished file for its organizer. */
export function toRecording(row: RecordingView, mp4Url: (recording: RecordingView, file: RecordingFileView) => string): Recording {
  return {
    id: row.id as Recording['id'],
    broadcastId: row.broadcast_id as Recording['broadcastId'],
    productSlug: row.product_slug,
    title: row.title,
    isCharged: row.is_charged,
    startedAt: (row.started_at ?? row.broadcast_started_at).toISOString(),
    state: row.state,
    durationMs: row.duration_ms ?? 0,
    sizeBytes: row.size_bytes ?? 0,
    files: row.files.map((file) => ({
      feedId: file.feed_id as Recording['files'][number]['feedId'],
      label: file.label,
      state: file.state,
      durationMs: file.duration_ms ?? 0,
      sizeBytes: file.size_bytes ?? 0,
      mp4Url: file.state === 'ready' ? mp4Url(row, file) : null,
    })),
    onDemand: row.on_demand,
  }
}
