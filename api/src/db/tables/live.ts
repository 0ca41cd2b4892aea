// Written by `node api/src/cli/generate-tables.ts` from the migrated database; a test fails when they differ.
import type { Knex } from 'knex'
import type { Insert, Update } from '../row.ts'

export interface BroadcastRow {
  id: string
  product_id: string
  session_id: string | null
  kind: 'live' | 'rehearsal' | 'meeting'
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
  rehearsal_key: string | null
}
export type BroadcastInsert = Insert<BroadcastRow, 'product_id'>
export type BroadcastUpdate = Update<BroadcastRow>

export interface BroadcastInterruptionRow {
  id: string
  broadcast_id: string
  began_at: Date
  ended_at: Date | null
  node_id: string | null
  changed_node: boolean
}
export type BroadcastInterruptionInsert = Insert<BroadcastInterruptionRow, 'broadcast_id' | 'began_at'>
export type BroadcastInterruptionUpdate = Update<BroadcastInterruptionRow>

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

export interface AudienceSampleRow {
  broadcast_id: string
  sampled_at: Date
  viewer_count: number
  low_latency_count: number
}
export type AudienceSampleInsert = Insert<AudienceSampleRow, 'broadcast_id' | 'sampled_at' | 'viewer_count'>
export type AudienceSampleUpdate = Update<AudienceSampleRow>

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

export interface ViewingRow {
  id: string
  product_id: string
  session_id: string | null
  user_id: string | null
  device_kind: 'phone' | 'tablet' | 'computer' | 'other'
  browser: string
  system: string
  began_at: Date
  reported_at: Date
  sequence: number
  is_over: boolean
  has_started: boolean
  startup_ms: number | null
  live_ms: number
  behind_ms: number
  video_ms: number
  rebuffers: number
  rebuffered_ms: number
  rung_changes: number
  rungs: unknown
  errors: unknown
  watched: string
  places: string
  lesson_id: string | null
  resume_s: number | null
}
export type ViewingInsert = Insert<
  ViewingRow,
  'id' | 'product_id' | 'device_kind' | 'browser' | 'system' | 'began_at' | 'reported_at' | 'sequence'
>
export type ViewingUpdate = Update<ViewingRow>

export interface PlaybackPositionRow {
  user_id: string
  product_id: string
  position_ms: number
  created_at: Date
  updated_at: Date
}
export type PlaybackPositionInsert = Insert<PlaybackPositionRow, 'user_id' | 'product_id' | 'position_ms'>
export type PlaybackPositionUpdate = Update<PlaybackPositionRow>

export interface ChatRoomRow {
  product_id: string
  disabled_at: Date | null
  disabled_by: string | null
  slow_mode_seconds: number
  created_at: Date
  updated_at: Date
  last_change: number
  moderated: boolean | null
  blocked_words: string[]
  pinned_message_id: string | null
}
export type ChatRoomInsert = Insert<ChatRoomRow, 'product_id'>
export type ChatRoomUpdate = Update<ChatRoomRow>

export interface ChatMessageRow {
  id: string
  sequence: number
  product_id: string
  broadcast_id: string | null
  user_id: string
  author_name: string
  text: string
  pending_approval: boolean
  state: 'pending' | 'shown' | 'refused' | 'removed'
  moderated_by: string | null
  moderated_at: Date | null
  sent_at: Date
  client_id: string
  change: number | null
  author_role: 'viewer' | 'moderator' | 'organizer'
  moment: Date
  reply_to: string | null
  file_id: string | null
}
export type ChatMessageInsert = Insert<
  ChatMessageRow,
  'product_id' | 'user_id' | 'author_name' | 'text' | 'client_id' | 'moment',
  'sequence'
>
export type ChatMessageUpdate = Update<ChatMessageRow, 'sequence'>

export interface ChatMuteRow {
  product_id: string
  user_id: string
  muted_by: string | null
  muted_at: Date
  muted_until: Date | null
}
export type ChatMuteInsert = Insert<ChatMuteRow, 'product_id' | 'user_id'>
export type ChatMuteUpdate = Update<ChatMuteRow>

export interface ChatModeratorRow {
  product_id: string
  user_id: string
  added_by: string | null
  added_at: Date
}
export type ChatModeratorInsert = Insert<ChatModeratorRow, 'product_id' | 'user_id'>
export type ChatModeratorUpdate = Update<ChatModeratorRow>

export interface ChatReportRow {
  message_id: string
  user_id: string
  reported_at: Date
  dismissed_at: Date | null
}
export type ChatReportInsert = Insert<ChatReportRow, 'message_id' | 'user_id'>
export type ChatReportUpdate = Update<ChatReportRow>

export interface ChatQuestionRow {
  id: string
  product_id: string
  user_id: string
  client_id: string
  author_name: string
  author_role: 'viewer' | 'moderator' | 'organizer'
  text: string
  moment: Date
  asked_at: Date
  state: 'pending' | 'open' | 'answered' | 'dismissed'
  votes: number
  revision: number
  answered_moment: Date | null
  settled_by: string | null
  settled_at: Date | null
}
export type ChatQuestionInsert = Insert<
  ChatQuestionRow,
  'product_id' | 'user_id' | 'client_id' | 'author_name' | 'author_role' | 'text' | 'moment' | 'asked_at' | 'state'
>
export type ChatQuestionUpdate = Update<ChatQuestionRow>

export interface ChatQuestionVoteRow {
  question_id: string
  user_id: string
  voted_at: Date
}
export type ChatQuestionVoteInsert = Insert<ChatQuestionVoteRow, 'question_id' | 'user_id' | 'voted_at'>
export type ChatQuestionVoteUpdate = Update<ChatQuestionVoteRow>

export interface ChatPollRow {
  id: string
  product_id: string
  question: string
  answers: string[]
  votes: number[]
  revision: number
  moment: Date
  opened_at: Date
  opened_by: string | null
  closed_at: Date | null
  closed_by: string | null
}
export type ChatPollInsert = Insert<ChatPollRow, 'product_id' | 'question' | 'answers' | 'votes' | 'moment' | 'opened_at'>
export type ChatPollUpdate = Update<ChatPollRow>

export interface ChatPollVoteRow {
  poll_id: string
  user_id: string
  answer: number
  voted_at: Date
}
export type ChatPollVoteInsert = Insert<ChatPollVoteRow, 'poll_id' | 'user_id' | 'answer' | 'voted_at'>
export type ChatPollVoteUpdate = Update<ChatPollVoteRow>

export interface ProblemReportRow {
  id: string
  product_id: string
  user_id: string
  category: 'no_picture' | 'no_sound' | 'stutters' | 'out_of_step' | 'other'
  body: string
  picture: unknown
  evidence: unknown
  reported_at: Date
  handled_at: Date | null
  handled_by: string | null
}
export type ProblemReportInsert = Insert<ProblemReportRow, 'product_id' | 'user_id' | 'category' | 'body' | 'evidence'>
export type ProblemReportUpdate = Update<ProblemReportRow>

declare module 'knex/types/tables.js' {
  interface Tables {
    broadcasts: Knex.CompositeTableType<BroadcastRow, BroadcastInsert, BroadcastUpdate>
    broadcast_interruptions: Knex.CompositeTableType<BroadcastInterruptionRow, BroadcastInterruptionInsert, BroadcastInterruptionUpdate>
    feeds: Knex.CompositeTableType<FeedRow, FeedInsert, FeedUpdate>
    recordings: Knex.CompositeTableType<RecordingRow, RecordingInsert, RecordingUpdate>
    recording_files: Knex.CompositeTableType<RecordingFileRow, RecordingFileInsert, RecordingFileUpdate>
    media_events: Knex.CompositeTableType<MediaEventRow, MediaEventInsert, MediaEventUpdate>
    audience_samples: Knex.CompositeTableType<AudienceSampleRow, AudienceSampleInsert, AudienceSampleUpdate>
    playback_revocations: Knex.CompositeTableType<PlaybackRevocationRow, PlaybackRevocationInsert, PlaybackRevocationUpdate>
    playback_sessions: Knex.CompositeTableType<PlaybackSessionRow, PlaybackSessionInsert, PlaybackSessionUpdate>
    viewings: Knex.CompositeTableType<ViewingRow, ViewingInsert, ViewingUpdate>
    playback_positions: Knex.CompositeTableType<PlaybackPositionRow, PlaybackPositionInsert, PlaybackPositionUpdate>
    chat_rooms: Knex.CompositeTableType<ChatRoomRow, ChatRoomInsert, ChatRoomUpdate>
    chat_messages: Knex.CompositeTableType<ChatMessageRow, ChatMessageInsert, ChatMessageUpdate>
    chat_mutes: Knex.CompositeTableType<ChatMuteRow, ChatMuteInsert, ChatMuteUpdate>
    chat_moderators: Knex.CompositeTableType<ChatModeratorRow, ChatModeratorInsert, ChatModeratorUpdate>
    chat_reports: Knex.CompositeTableType<ChatReportRow, ChatReportInsert, ChatReportUpdate>
    chat_questions: Knex.CompositeTableType<ChatQuestionRow, ChatQuestionInsert, ChatQuestionUpdate>
    chat_question_votes: Knex.CompositeTableType<ChatQuestionVoteRow, ChatQuestionVoteInsert, ChatQuestionVoteUpdate>
    chat_polls: Knex.CompositeTableType<ChatPollRow, ChatPollInsert, ChatPollUpdate>
    chat_poll_votes: Knex.CompositeTableType<ChatPollVoteRow, ChatPollVoteInsert, ChatPollVoteUpdate>
    problem_reports: Knex.CompositeTableType<ProblemReportRow, ProblemReportInsert, ProblemReportUpdate>
  }
}
