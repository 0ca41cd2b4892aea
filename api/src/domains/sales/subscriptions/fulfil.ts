import type { Knex } from 'knex'
import type { Fulfil } from '../orders/fulfil.ts'
import type { SoldItem } from '../orders/repository.ts'
import type { OrderRow, SubscriptionOrderRow, SubscriptionRow } from '../../../db/tables/sales.ts'
import { periodEnd } from '@e-events/shared/domain/subscriptions.ts'
import { accessUntil, dueAfterPayment, renewedUntil } from './policy.ts'
import type { SubscriptionRepository } from './repository.ts'
import type { MailSubscription } from './subscription-mail.ts'

/**
 * A paid order begins a subscription or adds a period to one, in the transaction of its settlement. An order is paid
 * once, and a period is added once: what is paid beside that goes back.
 */
export function createFulfilSubscription({ repository, mail }: { repository: SubscriptionRepository; mail: MailSubscription }): Fulfil {
  return async (trx, { order, item, now }) => {
    const link = await repository.findLink(trx, order.id)
    if (!link) return 'unfulfillable'
    const method = await repository.savedMethod(trx, order.id)
    const paid = {
      net_minor: item.net_minor,
      tax_basis_points: item.tax_basis_points,
      total_minor: item.total_minor,
      ...(method?.saved_method ? { provider: method.provider, method: method.saved_method, method_label: method.method_label } : {}),
    }
    const { subscription_id: id } = link
    const isPaid = id === null ? await begin(trx, { order, item, link, paid, now }) : await renew(trx, { id, order, link, paid, now })
    if (!isPaid) return 'unfulfillable'
    // Playback that was taken back when an earlier one ended works again.
    const opened = isPaid === 'opened' ? await repository.listOpened(trx, order.user_id, item.channel_id) : []
    return opened.map((productId) => ({ userId: order.user_id, productId }))
  }

  /** False where nothing is owed for the money. */
  type Outcome = 'opened' | 'renewed' | false
  type Paid = Pick<SubscriptionRow, 'net_minor' | 'tax_basis_points' | 'total_minor'>

  async function begin(
    trx: Knex,
    { order, item, link, paid, now }: { order: OrderRow; item: SoldItem; link: SubscriptionOrderRow; paid: Paid; now: Date },
  ): Promise<Outcome> {
    await repository.endOver(trx, order.user_id, item.channel_id, now)
    if (await repository.findRunning(trx, order.user_id, item.channel_id, now)) return false
    const until = periodEnd(now, link.period)
    const subscription = await repository.insert(trx, {
      ...paid,
      user_id: order.user_id,
      channel_id: item.channel_id,
      kind: link.kind,
      period: link.period,
      currency: order.currency,
      subscribed_at: now,
      valid_until: until,
      anchor_day: now.getUTCDate(),
      due_at: dueAfterPayment(link.kind, until),
    })
    await repository.nameSubscription(trx, order.id, subscription.id)
    await mail(trx, subscription, { event: 'started' })
    return 'opened'
  }

  async function renew(
    trx: Knex,
    { id, order, link, paid, now }: { id: string; order: OrderRow; link: SubscriptionOrderRow; paid: Paid; now: Date },
  ): Promise<Outcome> {
    const before = await repository.lock(trx, id)
    if (!before || before.periods_paid + 1 !== link.sequence) return false
    if (before.end_reason === 'refund' || before.end_reason === 'account') return false
    const isOver = accessUntil(before) <= now
    // It ended, and its payment came after all: unless another one took its place.
    if (isOver && (await repository.findRunning(trx, order.user_id, before.channel_id, now))) return false
    if (isOver) await repository.endOver(trx, order.user_id, before.channel_id, now)
    const { validUntil, anchorDay } = renewedUntil(before, now)
    // A charge that crossed a cancellation pays one more period, and no further one.
    const stays = before.status === 'cancelled' && before.end_reason === 'subscriber'
    await repository.update(trx, id, {
      ...paid,
      valid_until: validUntil,
      anchor_day: anchorDay,
      periods_paid: link.sequence,
      grace_until: null,
      failed_attempts: 0,
      asked_at: null,
      asked_total_minor: null,
      agreed_total_minor: null,
      ...(stays ? {} : { status: 'subscribed', cancelled_at: null, end_reason: null, due_at: dueAfterPayment(before.kind, validUntil) }),
    })
    const after = await repository.lock(trx, id)
    if (after) await mail(trx, after, { event: 'renewed' })
    return isOver ? 'opened' : 'renewed'
  }
}
