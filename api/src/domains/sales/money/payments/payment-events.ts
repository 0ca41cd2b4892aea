import type { Knex } from 'knex'
import { toJson } from '../../../../db/row.ts'
import type { DisputeNotice, PaymentNotice, RefundNotice } from './payment-provider.ts'

/** Stores a notice by its id, in the transaction of its effect. False for one that was stored before. */
export async function storeNotice(
  trx: Knex,
  notice: Omit<PaymentNotice, 'payment' | 'isRefusal'> | Omit<DisputeNotice, 'dispute'> | Omit<RefundNotice, 'refund'>,
  now: Date,
): Promise<boolean> {
  const stored = await trx('payment_events')
    .insert({
      provider: notice.provider,
      event_id: notice.eventId,
      type: notice.type,
      payload: toJson(notice.payload),
      occurred_at: notice.occurredAt,
      processed_at: now,
    })
    .onConflict(['provider', 'event_id'])
    .ignore()
    .returning('id')
  return stored.length > 0
}
