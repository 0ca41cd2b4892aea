import type { Base } from '../../base.ts'
import type { ApiRouter, Bind } from '../../http/bind.ts'
import type { Notices } from '../../realtime/notices.ts'
import { createNotificationRepository } from './notifications/repository.ts'
import { notificationRoutes } from './notifications/routes.ts'
import { createNotifications } from './notifications/service.ts'
import { createNotifyUser } from './notifications/notify-user.ts'

export type Engagement = ReturnType<typeof createEngagement>

interface EngagementDeps {
  notices: Notices
  /** @throws DomainError MODULE_INACTIVE */
  assertModule(id: 'notifications'): Promise<void>
}

/** Messages of the platform and its staff to accounts. */
export function createEngagement({ knex, mailer, events, clock, log }: Base, { notices, assertModule }: EngagementDeps) {
  const notifications = createNotifications({ knex, repository: createNotificationRepository(knex), notices, assertModule, clock, log })
  events.subscribe('account.erased', async ({ trx, user, pseudonym }) => {
    await trx('emails').where({ user_id: user.id }).update({ recipient: pseudonym })
    await trx('leads').where({ email: user.email }).delete()
  })
  return {
    /** Writes a mail and a notification to one account, in its language. */
    notifyUser: createNotifyUser({ mailer, notices, clock, log }),
    routes(router: ApiRouter, bind: Bind): void {
      notificationRoutes(router, bind, { notifications })
    },
  }
}
