import type { ChatMessage, ChatModerator, ChatMute, ChatRoom, ChatSettings } from '@e-events/shared/contract/live/chat.ts'
import type { UserId } from '@e-events/shared/domain/ids.ts'
import type { MessageRow, ModeratorRow, MuteRow, RoomRow } from './repository.ts'
import { isBehind } from './policy.ts'

/** Nobody but the store keeps the words of a removed message. */
export function toChatMessage(row: MessageRow): ChatMessage {
  const isGone = row.state === 'removed' || row.state === 'refused'
  return {
    id: row.id,
    clientId: row.client_id,
    change: row.change,
    product: row.slug,
    user: row.user_id as UserId,
    name: row.author_name,
    role: row.author_role,
    text: isGone ? '' : row.text,
    ...(isGone || row.file_name === null ? {} : { file: { name: row.file_name, sizeBytes: row.file_bytes ?? 0 } }),
    timestamp: row.sent_at.toISOString(),
    moment: row.moment.toISOString(),
    isBehind: isBehind(row.moment, row.sent_at),
    replyTo:
      row.reply_id === null || row.reply_state !== 'shown' || isGone
        ? null
        : { id: row.reply_id, name: row.reply_name ?? '', text: (row.reply_text ?? '').slice(0, 120) },
    pendingApproval: row.pending_approval,
    state: row.state,
  }
}

export function toChatRoom(room: RoomRow, pinned: MessageRow | undefined, isSiteModerated: boolean): ChatRoom {
  return {
    isEnabled: room.disabled_at === null,
    isModerated: room.moderated ?? isSiteModerated,
    slowModeSec: room.slow_mode_seconds,
    pinned: pinned?.state === 'shown' ? toChatMessage(pinned) : null,
  }
}

export const toChatSettings = (room: RoomRow): ChatSettings => ({
  isEnabled: room.disabled_at === null,
  moderation: room.moderated === null ? 'site' : room.moderated ? 'on' : 'off',
  slowModeSec: room.slow_mode_seconds,
  blockedWords: room.blocked_words,
})

export const toMute = (row: MuteRow): ChatMute => ({
  user: row.user_id as UserId,
  name: row.name,
  mutedAt: row.muted_at.toISOString(),
  until: row.muted_until?.toISOString() ?? null,
})

export const toModerator = (row: ModeratorRow): ChatModerator => ({
  user: row.user_id as UserId,
  name: row.name,
  email: row.email,
  addedAt: row.added_at.toISOString(),
})
