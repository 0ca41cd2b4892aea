// Written by `node api/src/cli/generate-tables.ts` from the migrated database; a test fails when they differ.
import type { Knex } from 'knex'
import type { Insert, Update } from '../row.ts'

export interface ChatRoomRow {
  product_id: string
  disabled_at: Date | null
  disabled_by: string | null
  slow_mode_seconds: number
  created_at: Date
  updated_at: Date
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
}
export type ChatMessageInsert = Insert<ChatMessageRow, 'product_id' | 'user_id' | 'author_name' | 'text', 'sequence'>
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

export interface NotificationBatcheRow {
  id: string
  sender_id: string | null
  audience: 'all' | 'filter' | 'role' | 'users' | 'buyers' | 'system'
  role: 'VIEWER' | 'PRODUCER' | 'ADMIN' | null
  product_id: string | null
  subject: string
  content: string
  sent_at: Date | null
  created_at: Date
  updated_at: Date
  language: 'es' | 'en' | 'pt' | null
  country: string | null
  is_promotional: boolean
  recipient_count: number
}
export type NotificationBatcheInsert = Insert<NotificationBatcheRow, 'audience' | 'subject' | 'content'>
export type NotificationBatcheUpdate = Update<NotificationBatcheRow>

export interface NotificationRow {
  id: string
  sequence: number
  user_id: string
  batch_id: string | null
  type: string
  subject: string
  content: string
  payload: unknown
  sent_at: Date
  read_on: Date | null
}
export type NotificationInsert = Insert<NotificationRow, 'user_id' | 'type' | 'subject', 'sequence'>
export type NotificationUpdate = Update<NotificationRow, 'sequence'>

export interface ProductCommentRow {
  id: string
  product_id: string
  user_id: string
  text: string
  deleted_at: Date | null
  deleted_by: string | null
  created_at: Date
  updated_at: Date
}
export type ProductCommentInsert = Insert<ProductCommentRow, 'product_id' | 'user_id' | 'text'>
export type ProductCommentUpdate = Update<ProductCommentRow>

export interface ChannelFollowRow {
  user_id: string
  channel_id: string
  followed_at: Date
}
export type ChannelFollowInsert = Insert<ChannelFollowRow, 'user_id' | 'channel_id'>
export type ChannelFollowUpdate = Update<ChannelFollowRow>

declare module 'knex/types/tables.js' {
  interface Tables {
    chat_rooms: Knex.CompositeTableType<ChatRoomRow, ChatRoomInsert, ChatRoomUpdate>
    chat_messages: Knex.CompositeTableType<ChatMessageRow, ChatMessageInsert, ChatMessageUpdate>
    chat_mutes: Knex.CompositeTableType<ChatMuteRow, ChatMuteInsert, ChatMuteUpdate>
    notification_batches: Knex.CompositeTableType<NotificationBatcheRow, NotificationBatcheInsert, NotificationBatcheUpdate>
    notifications: Knex.CompositeTableType<NotificationRow, NotificationInsert, NotificationUpdate>
    product_comments: Knex.CompositeTableType<ProductCommentRow, ProductCommentInsert, ProductCommentUpdate>
    channel_follows: Knex.CompositeTableType<ChannelFollowRow, ChannelFollowInsert, ChannelFollowUpdate>
  }
}
