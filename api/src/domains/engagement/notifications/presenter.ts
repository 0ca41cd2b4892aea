import type { Notification } from '@e-events/shared/contract/engagement/notifications.ts'
import type { NotificationRow } from '../../../db/tables/engagement.ts'
import type { SentRow } from './repository.ts'

export function toNotification(row: NotificationRow): Notification {
  return {
    id: row.id,
    type: row.type,
    user: row.user_id as Notification['user'],
    subject: row.subject,
    content: row.content,
    payload: row.payload as Notification['payload'],
    timestamp: row.sent_at.toISOString(),
    readOn: row.read_on?.toISOString() ?? null,
  }
}

export function toSent(row: SentRow) {
  return {
    id: row.id,
    subject: row.subject,
    content: row.content,
    sentAt: row.sent_at.toISOString(),
    recipients: row.recipient_count,
    read: row.read_count,
    sender: row.sender,
  }
}
