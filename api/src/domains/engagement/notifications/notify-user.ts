import type { Language } from '@e-events/shared/domain/language.ts'
import type { Knex } from 'knex'
import type { Clock } from '../../../adapters/clock.ts'
import type { Log } from '../../../adapters/log.ts'
import { toJson } from '../../../db/row.ts'
import { toNotification } from './presenter.ts'
import type { AfterCommit } from '../../../events/domain-events.ts'
import type { Mailer } from '../../../mail/mailer.ts'
import { letterWords } from '../../../mail/render.ts'
import type { MailData, MailTemplate } from '../../../mail/templates.ts'
import type { Notices } from '../../../realtime/notices.ts'

export interface Addressee {
  id: string
  email: string
  locale: Language
}
export type NotifyUser = ReturnType<typeof createNotifyUser>

/**
 * Tells one person what happened to something of theirs, in their language: by mail and in the list of notifications,
 * with the same words. Both are written in the transaction of what happened; open tabs hear of it after the commit.
 */
export function createNotifyUser(deps: { mailer: Pick<Mailer, 'enqueue'>; notices: Pick<Notices, 'user'>; clock: Clock; log: Log }) {
  return async function notifyUser<T extends MailTemplate>(
    trx: Knex,
    to: Addressee,
    message: { template: T; data: MailData[T]; payload?: Record<string, unknown> },
  ): Promise<AfterCommit> {
    const { template, data, payload = {} } = message
    await deps.mailer.enqueue(trx, { template, to: to.email, language: to.locale, data })
    const words = letterWords(template, to.locale, data)
    const [row] = await trx('notifications')
      .insert({ user_id: to.id, type: template, ...words, payload: toJson(payload), sent_at: deps.clock.now() })
      .returning('*')
    if (!row) throw new Error('no notification row')
    const notification = toNotification(row)
    return () =>
      deps.notices
        .user({ type: 'notification.new', user: notification.user, payload: { notification } })
        .catch((error: unknown) => deps.log.warn({ err: error }, 'a notification could not be pushed'))
  }
}
