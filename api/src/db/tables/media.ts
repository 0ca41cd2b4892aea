// Written by `node api/src/cli/generate-tables.ts` from the migrated database; a test fails when they differ.
import type { Knex } from 'knex'
import type { Insert, Update } from '../row.ts'

export interface CaptionRow {
  product_id: string
  language: string
  storage_key: string
  size_bytes: number
  cues: number
  changed_at: Date
}
export type CaptionInsert = Insert<CaptionRow, 'product_id' | 'language' | 'storage_key' | 'size_bytes' | 'cues'>
export type CaptionUpdate = Update<CaptionRow>

export interface FileRow {
  id: string
  owner_id: string | null
  purpose: 'avatar' | 'image' | 'video' | 'audio' | 'document' | 'resource' | 'invoice' | 'report' | 'banner' | 'art'
  storage_key: string
  original_name: string
  mime_type: string
  size_bytes: number
  sha256: string | null
  width: number | null
  height: number | null
  is_public: boolean
  deleted_at: Date | null
  created_at: Date
  updated_at: Date
  placeholder: string | null
}
export type FileInsert = Insert<FileRow, 'purpose' | 'storage_key' | 'original_name' | 'mime_type' | 'size_bytes'>
export type FileUpdate = Update<FileRow>

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
    captions: Knex.CompositeTableType<CaptionRow, CaptionInsert, CaptionUpdate>
    files: Knex.CompositeTableType<FileRow, FileInsert, FileUpdate>
    media_assets: Knex.CompositeTableType<MediaAssetRow, MediaAssetInsert, MediaAssetUpdate>
    media_jobs: Knex.CompositeTableType<MediaJobRow, MediaJobInsert, MediaJobUpdate>
    uploads: Knex.CompositeTableType<UploadRow, UploadInsert, UploadUpdate>
  }
}
