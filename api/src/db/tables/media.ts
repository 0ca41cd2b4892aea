// Written by `node api/src/cli/generate-tables.ts` from the migrated database; a test fails when they differ.
import type { Knex } from 'knex'
import type { Insert, Update } from '../row.ts'

export interface BroadcastRow {
  id: string
  product_id: string
  session_id: string | null
  kind: 'live' | 'rehearsal'
  state: 'on_air' | 'interrupted' | 'ended'
  state_changed_at: Date
  end_reason: 'organizer' | 'idle' | 'admin' | 'limit' | 'failed' | null
  epoch: number
  started_by: string | null
  started_at: Date
  ended_at: Date | null
  first_media_at: Date | null
  last_media_at: Date | null
  idle_closes_at: Date | null
  sfu_node_id: string | null
  is_recording: boolean
  segment_duration_sec: 1 | 2
  low_latency: boolean
  time_limit_at: Date | null
  viewer_count: number
  peak_viewer_count: number
  created_at: Date
  updated_at: Date
}
export type BroadcastInsert = Insert<BroadcastRow, 'product_id'>
export type BroadcastUpdate = Update<BroadcastRow>

export interface FeedRow {
  id: string
  broadcast_id: string
  key: string
  kind: 'camera' | 'screen' | 'window' | 'audio' | 'file'
  label: string
  language: string | null
  ordinal: number
  state: 'connecting' | 'live' | 'interrupted' | 'ended'
  video_codec: string | null
  audio_codec: string | null
  width: number | null
  height: number | null
  frames_per_second: number | null
  has_video: boolean
  has_audio: boolean
  started_at: Date | null
  ended_at: Date | null
  last_media_at: Date | null
  created_at: Date
  updated_at: Date
  state_changed_at: Date
}
export type FeedInsert = Insert<FeedRow, 'broadcast_id' | 'key' | 'kind' | 'label'>
export type FeedUpdate = Update<FeedRow>

export interface MediaAssetRow {
  id: string
  product_id: string | null
  broadcast_id: string | null
  feed_id: string | null
  kind: 'live' | 'recording' | 'vod' | 'trailer' | 'audio'
  state: 'recording' | 'processing' | 'ready' | 'failed' | 'deleted'
  storage_prefix: string
  master_path: string
  poster_path: string | null
  source_file_id: string | null
  label: string | null
  language: string | null
  ordinal: number
  epoch: number
  duration_ms: number | null
  size_bytes: number | null
  width: number | null
  height: number | null
  has_video: boolean
  has_audio: boolean
  rungs: ('1080p' | '720p' | '540p' | '360p')[]
  started_at: Date | null
  ready_at: Date | null
  deleted_at: Date | null
  error_code: string | null
  created_at: Date
  updated_at: Date
  thumbnails_path: string | null
  peaks_path: string | null
  removed_at: Date | null
}
export type MediaAssetInsert = Insert<MediaAssetRow, 'kind' | 'storage_prefix'>
export type MediaAssetUpdate = Update<MediaAssetRow>

export interface RecordingRow {
  id: string
  broadcast_id: string
  product_id: string
  state: 'recording' | 'ready' | 'failed' | 'deleted'
  published_product_id: string | null
  duration_ms: number | null
  size_bytes: number | null
  started_at: Date | null
  ended_at: Date | null
  ready_at: Date | null
  deleted_at: Date | null
  error_code: string | null
  created_at: Date
  updated_at: Date
}
export type RecordingInsert = Insert<RecordingRow, 'broadcast_id' | 'product_id'>
export type RecordingUpdate = Update<RecordingRow>

export interface RecordingFileRow {
  id: string
  recording_id: string
  feed_id: string
  state: 'recording' | 'processing' | 'ready' | 'failed'
  storage_key: string
  mime_type: string
  duration_ms: number | null
  size_bytes: number | null
  width: number | null
  height: number | null
  error_code: string | null
  created_at: Date
  updated_at: Date
}
export type RecordingFileInsert = Insert<RecordingFileRow, 'recording_id' | 'feed_id' | 'storage_key'>
export type RecordingFileUpdate = Update<RecordingFileRow>

export interface MediaJobRow {
  id: string
  kind: 'live_ladder' | 'vod_ladder' | 'recording_show' | 'recording_remux' | 'trailer' | 'thumbnail' | 'audio' | 'delete'
  state: 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled'
  dedupe_key: string | null
  broadcast_id: string | null
  feed_id: string | null
  asset_id: string | null
  recording_id: string | null
  payload: unknown
  result: unknown
  epoch: number
  attempt: number
  max_attempts: number
  worker_id: string | null
  lease_until: Date | null
  progress_percent: number
  error_code: string | null
  error_detail: string | null
  started_at: Date | null
  finished_at: Date | null
  created_at: Date
  updated_at: Date
  stage: 'waiting' | 'reading' | 'encoding' | 'storing' | null
  owner_id: string | null
  picture_ms: number | null
}
export type MediaJobInsert = Insert<MediaJobRow, 'kind'>
export type MediaJobUpdate = Update<MediaJobRow>

export interface MediaEventRow {
  event_id: string
  type: string
  source: string
  broadcast_id: string | null
  payload: unknown
  occurred_at: Date
  consumed_at: Date
}
export type MediaEventInsert = Insert<MediaEventRow, 'event_id' | 'type' | 'source' | 'occurred_at'>
export type MediaEventUpdate = Update<MediaEventRow>

export interface PlaybackRevocationRow {
  id: string
  sequence: number
  user_id: string
  product_id: string | null
  device_id: string | null
  reason: 'refund' | 'blocked' | 'expired' | 'take_over' | 'ticket_revoked' | 'logout' | 'deleted'
  revoked_at: Date
  expires_at: Date
}
export type PlaybackRevocationInsert = Insert<PlaybackRevocationRow, 'user_id' | 'reason' | 'expires_at', 'sequence'>
export type PlaybackRevocationUpdate = Update<PlaybackRevocationRow, 'sequence'>

export interface PlaybackSessionRow {
  id: string
  user_id: string
  product_id: string
  device_id: string
  started_at: Date
  last_seen_at: Date
  watched_ms: number
  country: string | null
  ended_at: Date | null
  end_reason: 'left' | 'take_over' | 'timeout' | 'revoked' | 'finished' | null
}
export type PlaybackSessionInsert = Insert<PlaybackSessionRow, 'user_id' | 'product_id' | 'device_id'>
export type PlaybackSessionUpdate = Update<PlaybackSessionRow>

export interface PlaybackPositionRow {
  user_id: string
  product_id: string
  position_ms: number
  created_at: Date
  updated_at: Date
}
export type PlaybackPositionInsert = Insert<PlaybackPositionRow, 'user_id' | 'product_id' | 'position_ms'>
export type PlaybackPositionUpdate = Update<PlaybackPositionRow>

export interface AudienceSampleRow {
  broadcast_id: string
  sampled_at: Date
  viewer_count: number
  low_latency_count: number
}
export type AudienceSampleInsert = Insert<AudienceSampleRow, 'broadcast_id' | 'sampled_at' | 'viewer_count'>
export type AudienceSampleUpdate = Update<AudienceSampleRow>

export interface UploadRow {
  id: string
  user_id: string
  product_id: string | null
  file_id: string | null
  asset_id: string | null
  purpose: 'video' | 'audio' | 'trailer' | 'image' | 'resource'
  state: 'uploading' | 'processing' | 'ready' | 'failed' | 'abandoned'
  file_name: string
  mime_type: string
  storage_key: string
  size_bytes: number
  offset_bytes: number
  etag: string | null
  error_code: string | null
  expires_at: Date
  created_at: Date
  updated_at: Date
}
export type UploadInsert = Insert<UploadRow, 'user_id' | 'purpose' | 'file_name' | 'mime_type' | 'storage_key' | 'size_bytes'>
export type UploadUpdate = Update<UploadRow>

declare module 'knex/types/tables.js' {
  interface Tables {
    broadcasts: Knex.CompositeTableType<BroadcastRow, BroadcastInsert, BroadcastUpdate>
    feeds: Knex.CompositeTableType<FeedRow, FeedInsert, FeedUpdate>
    media_assets: Knex.CompositeTableType<MediaAssetRow, MediaAssetInsert, MediaAssetUpdate>
    recordings: Knex.CompositeTableType<RecordingRow, RecordingInsert, RecordingUpdate>
    recording_files: Knex.CompositeTableType<RecordingFileRow, RecordingFileInsert, RecordingFileUpdate>
    media_jobs: Knex.CompositeTableType<MediaJobRow, MediaJobInsert, MediaJobUpdate>
    media_events: Knex.CompositeTableType<MediaEventRow, MediaEventInsert, MediaEventUpdate>
    playback_revocations: Knex.CompositeTableType<PlaybackRevocationRow, PlaybackRevocationInsert, PlaybackRevocationUpdate>
    playback_sessions: Knex.CompositeTableType<PlaybackSessionRow, PlaybackSessionInsert, PlaybackSessionUpdate>
    playback_positions: Knex.CompositeTableType<PlaybackPositionRow, PlaybackPositionInsert, PlaybackPositionUpdate>
    audience_samples: Knex.CompositeTableType<AudienceSampleRow, AudienceSampleInsert, AudienceSampleUpdate>
    uploads: Knex.CompositeTableType<UploadRow, UploadInsert, UploadUpdate>
  }
}
