import type { Knex } from 'knex'
import type { SoldItem } from '../orders/repository.ts'
import { createSubscriptionRepository } from './repository.ts'

/** The money of a period went back: what it paid for ends with it. An earlier period is over anyway. */
export async function endRefunded(
  trx: Knex,
  { userId, item, now }: { userId: string; item: SoldItem; now: Date },
): Promise<{ userId: string; productId: string }[]> {
  const repository = createSubscriptionRepository(trx)
  const subscription = await repository.lockPaidBy(trx, item.id)
  if (!subscription || subscription.valid_until <= now) return []
  await repository.update(trx, subscription.id, {
    status: 'cancelled',
    cancelled_at: now,
    end_reason: 'refund',
    valid_until: now,
    grace_until: null,
    due_at: null,
  })
  await repository.expireOrders(trx, subscription.id, now)
  const opened = await repository.listOpened(trx, userId, subscription.channel_id)
  return opened.map((productId) => ({ userId, productId }))
}
