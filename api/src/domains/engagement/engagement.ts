import type { Base, Timer } from '../../base.ts'
import type { ApiRouter, Bind } from '../../http/bind.ts'
import type { Notices } from '../../realtime/notices.ts'
import { createNotificationRepository } from './notifications/repository.ts'
import { notificationRoutes } from './notifications/routes.ts'
import { createNotifications } from './notifications/service.ts'
import { createNotifyUser } from './notifications/notify-user.ts'
import { createReminderRepository } from './reminders/repository.ts'
import { reminderRoutes } from './reminders/routes.ts'
import { createReminders } from './reminders/service.ts'

export type Engagement = ReturnType<typeof createEngagement>

interface EngagementDeps {
  notices: Notices
  /** @throws DomainError MODULE_INACTIVE */
  assertModule(id: 'notifications'): Promise<void>
  /** The secret half of the link that ends the reminders of an account. */
  reminderOptOut(userId: string): string
}

/** Messages of the platform and its staff to accounts. */
export function createEngagement({ knex, mailer, events, clock, log }: Base, { notices, assertModule, reminderOptOut }: EngagementDeps) {
  const notifications = createNotifications({ knex, repository: createNotificationRepository(knex), notices, assertModule, clock, log })
  const notifyUser = createNotifyUser({ mailer, notices, clock, log })
  const repository = createReminderRepository()
  const reminders = createReminders({ knex, repository, notifyUser, optOutToken: reminderOptOut, clock })
  const timers: Timer[] = [{ name: 'reminders', periodMs: 20_000, run: reminders.sendDue }]
  events.subscribe('account.erased', async ({ trx, user, pseudonym }) => {
    await trx('emails').where({ user_id: user.id }).update({ recipient: pseudonym })
    await trx('reminder_wishes').where({ user_id: user.id }).delete()
    await trx('sent_reminders').where({ user_id: user.id }).delete()
    await trx('leads').where({ email: user.email }).delete()
  })
  return {
    /** Writes a mail and a notification to one account, in its language. */
    notifyUser,
    messageUsers: notifications.sendTo,
    reminders,
    timers,
    routes(router: ApiRouter, bind: Bind): void {
      notificationRoutes(router, bind, { notifications })
      reminderRoutes(router, bind, { reminders })
    },
  }
}
