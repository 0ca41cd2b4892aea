import type { Notification } from '@e-events/shared/contract/engagement/notifications.ts'
import type { Knex } from 'knex'
import { toNotification } from '../notifications/presenter.ts'
import { createNotificationRepository } from '../notifications/repository.ts'

/** Reads the notifications of a batch for these accounts. */
export async function notificationsOfBatch(knex: Knex, batchId: string, userIds: readonly string[]): Promise<Notification[]> {
  return (await createNotificationRepository(knex).ofBatch(batchId, userIds)).map(toNotification)
}
