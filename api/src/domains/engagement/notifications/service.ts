import type { UserId } from '@e-events/shared/domain/ids.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { SnackType } from '@e-events/shared/realtime/notifications.ts'
import type { Knex } from 'knex'
import type { Clock } from '../../../adapters/clock.ts'
import type { Log } from '../../../adapters/log.ts'
import { writeAudit, type AuditContext } from '../../../db/audit-log.ts'
import type { NotificationRow } from '../../../db/tables/engagement.ts'
import type { Notices } from '../../../realtime/notices.ts'
import type { Message, NotificationRepository } from './repository.ts'

export type Notifications = ReturnType<typeof createNotifications>

export function createNotifications(deps: {
  knex: Knex
  repository: NotificationRepository
  notices: Pick<Notices, 'system' | 'user' | 'batch'>
  /** @throws DomainError MODULE_INACTIVE */
  assertModule(id: 'notifications'): Promise<void>
  clock: Clock
  log: Log
}) {
  const { knex, repository, notices, clock } = deps
  const service = {
    list: repository.list,

    /** @throws DomainError NOT_FOUND also for somebody else's */
    async read(userId: UserId, id: string): Promise<NotificationRow> {
      const row = await repository.read(userId, id, clock.now())
      if (!row?.read_on) throw new DomainError('NOT_FOUND')
      const payload = { notification: id, readOn: row.read_on.toISOString() }
      await tell(notices.user({ type: 'notification.read', user: userId, payload }))
      return row
    },

    async readAll(userId: UserId): Promise<number> {
      const read = await repository.readAll(userId, clock.now())
      if (read > 0) await tell(notices.user({ type: 'notification.read_all', user: userId, payload: {} }))
      return read
    },

    /** @throws DomainError NOT_FOUND */
    async remove(userId: UserId, id: string): Promise<void> {
      if (!(await repository.remove(userId, id))) throw new DomainError('NOT_FOUND')
      await tell(notices.user({ type: 'notification.removed', user: userId, payload: { notification: id } }))
    },

    /** @throws DomainError MODULE_INACTIVE */
    async countRecipients(message: Pick<Message, 'audience' | 'promotional'>): Promise<number> {
      await deps.assertModule('notifications')
      return repository.countRecipients(message)
    },

    /** @throws DomainError MODULE_INACTIVE, AUDIENCE_EMPTY */
    async send(message: Message, by: AuditContext & { actorId: string }): Promise<{ id: string; recipients: number }> {
      await deps.assertModule('notifications')
      const sent = await knex.transaction(async (trx) => {
        const batch = await repository.send(trx, message, { senderId: by.actorId, now: clock.now() })
        if (!batch) throw new DomainError('AUDIENCE_EMPTY')
        const { audience, subject, promotional } = message
        await writeAudit(trx, {
          ...by,
          action: 'notification.send',
          subject: { type: 'notification_batch', id: batch.id },
          before: null,
          after: { audience, subject, promotional, recipients: batch.recipients },
        })
        return batch
      })
      await tell(notices.batch(sent.id))
      return sent
    },

    /**
     * A message to these accounts alone: nobody gets it where there are none.
     * @throws DomainError MODULE_INACTIVE, AUDIENCE_EMPTY
     */
    async sendTo(
      users: readonly string[],
      message: Omit<Message, 'audience'>,
      by: AuditContext & { actorId: string },
    ): Promise<{ id: string; recipients: number }> {
      if (users.length === 0) throw new DomainError('AUDIENCE_EMPTY')
      const audience = { role: null, language: null, country: null, users: users as UserId[] }
      return service.send({ audience, ...message }, by)
    },

    /** A snackbar on every open page. Nothing of it stays. @throws DomainError MODULE_INACTIVE */
    async snack(snack: { text: string; notificationType: SnackType }, by: AuditContext): Promise<void> {
      await deps.assertModule('notifications')
      await writeAudit(knex, { ...by, action: 'notification.snack', subject: { type: 'site', id: 'site' }, before: null, after: snack })
      await tell(notices.system('snack.notification', { text: snack.text }, snack.notificationType))
    },

    /** @throws DomainError MODULE_INACTIVE */
    async listSent(page: Parameters<typeof repository.listSent>[0]) {
      await deps.assertModule('notifications')
      return repository.listSent(page)
    },
  }
  return service

  /** A tab that misses the push finds the notification in the list. */
  async function tell(work: Promise<void>): Promise<void> {
    await work.catch((error: unknown) => deps.log.warn({ err: error }, 'a notification could not be pushed'))
  }
}
