import { eventTimeZone } from '@e-events/shared/domain/session-time.ts'
import type { Knex } from 'knex'
import type { SubscriptionRow } from '../../../db/tables/sales.ts'
import type { Mailer } from '../../../mail/mailer.ts'
import type { MailData } from '../../../mail/templates.ts'
import type { SubscriptionRepository } from './repository.ts'

export type SubscriptionNews =
  | { event: 'started' | 'renewed' | 'cancelled' | 'ended' }
  | { event: 'failed'; retryAt: Date; accessUntil: Date }
  | { event: 'price'; totalMinor: number; from: Date }

export type MailSubscription = (trx: Knex, subscription: SubscriptionRow, news: SubscriptionNews) => Promise<void>

/** Tells a subscriber what became of a subscription, in the transaction of the change. Erased accounts get no mail. */
export function createSubscriptionMail(
  repository: Pick<SubscriptionRepository, 'findSubscriber' | 'findChannel'>,
  mailer: Pick<Mailer, 'enqueue'>,
): MailSubscription {
  return async (trx, subscription, news) => {
    const subscriber = await repository.findSubscriber(trx, subscription.user_id)
    if (!subscriber || subscriber.deleted_at !== null) return
    const channel = subscription.channel_id === null ? undefined : await repository.findChannel(trx, { id: subscription.channel_id })
    const shared = {
      name: subscriber.name,
      channel: channel?.title ?? null,
      totalMinor: subscription.total_minor,
      currency: subscription.currency,
      period: subscription.period,
      isRenewed: subscription.status === 'subscribed' && subscription.kind === 'periodic',
      until: subscription.valid_until.toISOString(),
      timezone: eventTimeZone,
    } satisfies Partial<MailData['subscription_started']>
    const to = { to: subscriber.email, language: subscriber.locale }
    switch (news.event) {
      case 'failed':
        return mailer.enqueue(trx, {
          ...to,
          template: 'subscription_failed',
          data: { ...shared, retryAt: news.retryAt.toISOString(), accessUntil: news.accessUntil.toISOString() },
        })
      case 'price':
        return mailer.enqueue(trx, {
          ...to,
          template: 'subscription_price',
          data: { ...shared, newTotalMinor: news.totalMinor, newAt: news.from.toISOString() },
        })
      case 'ended':
      case 'cancelled':
        return mailer.enqueue(trx, {
          ...to,
          template: 'subscription_ended',
          data: { ...shared, endReason: subscription.end_reason ?? 'subscriber' },
        })
      default:
        return mailer.enqueue(trx, { ...to, template: `subscription_${news.event}`, data: shared })
    }
  }
}
