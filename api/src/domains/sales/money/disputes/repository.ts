import type { Knex } from 'knex'
import type { OrderRow, PaymentRow, RefundRow } from '../../../../db/tables/sales.ts'
import type { DisputeRow } from '../../../../db/tables/sales-refunds.ts'
import type { ProviderDispute } from '../payments/payment-provider.ts'

/** The dispute as it is known, made by its first news; its payment is locked. */
export async function saveDispute(
  trx: Knex,
  { payment, dispute, now }: { payment: PaymentRow; dispute: ProviderDispute; now: Date },
): Promise<{ row: DisputeRow; isNew: boolean }> {
  const key = { payment_id: payment.id, provider_dispute_id: dispute.disputeId }
  const made = await trx('disputes')
    .insert({
      ...key,
      status: 'inquiry',
      reason: dispute.reason.slice(0, 100),
      amount_minor: dispute.amountMinor,
      fee_minor: dispute.feeMinor,
      currency: dispute.currency,
      due_at: dispute.evidenceDueAt,
      opened_at: now,
    })
    .onConflict(['payment_id', 'provider_dispute_id'])
    .ignore()
    .returning('id')
  const row = await trx('disputes').where(key).forUpdate().first()
  if (!row) throw new Error('no dispute row')
  return { row, isNew: made.length > 0 }
}

/** The dispute of an order that was not decided yet. */
export function lockRunningDispute(trx: Knex, orderId: string): Promise<DisputeRow | undefined> {
  return trx('disputes')
    .whereIn('payment_id', trx('payments').where({ order_id: orderId }).select('id'))
    .whereIn('status', ['inquiry', 'open'])
    .orderBy('opened_at', 'desc')
    .forUpdate()
    .first()
}

export async function closeDispute(
  trx: Knex,
  id: string,
  { status, now }: { status: 'won' | 'lost' | 'closed'; now: Date },
): Promise<void> {
  await trx('disputes').where({ id }).update({ status, closed_at: now })
}

const ticketsOf = (trx: Knex, orderId: string) =>
  trx('tickets').whereIn('order_item_id', trx('order_items').where({ order_id: orderId }).select('id'))

/** Tickets of an order wait for the end of its dispute; playback ends with them. */
export async function freezeTickets(trx: Knex, orderId: string, now: Date): Promise<{ userId: string; productId: string }[]> {
  const rows = await ticketsOf(trx, orderId)
    .whereNull('revoked_at')
    .update({ revoked_at: now, revoked_reason: 'dispute' })
    .returning(['user_id', 'product_id'])
  return rows.map((row) => ({ userId: row.user_id, productId: row.product_id }))
}

/** They open again, but for whoever got another ticket meanwhile, and for lines that were refunded. */
export async function thawTickets(trx: Knex, orderId: string): Promise<{ userId: string; productId: string }[]> {
  const { rows } = await trx.raw<{ rows: { user_id: string; product_id: string }[] }>(
    `update tickets k set revoked_at = null, revoked_reason = null
     from order_items i
     where i.id = k.order_item_id and i.order_id = ? and k.revoked_reason = 'dispute'
       and i.refunded_minor < i.total_minor + i.buyer_fee_minor + i.support_minor
       and not exists (select 1 from tickets other where other.user_id = k.user_id and other.product_id = k.product_id and other.revoked_at is null)
     returning k.user_id, k.product_id`,
    [orderId],
  )
  return rows.map((row) => ({ userId: row.user_id, productId: row.product_id }))
}

/** Refunds of a sale that the bank has given back by itself. */
export const givenBack = {
  /** Refunds that wait would pay the same money a second time. */
  async cancelPending(trx: Knex, orderId: string, now: Date): Promise<void> {
    await trx('refunds')
      .where({ order_id: orderId })
      .whereIn('status', ['pending', 'processing', 'by_hand'])
      .whereNull('returned_at')
      .update({ status: 'failed', failure_code: 'disputed', updated_at: now })
  },

  async insert(
    trx: Knex,
    refund: { order: OrderRow; payment: PaymentRow; itemId: string; amountMinor: number; now: Date },
  ): Promise<RefundRow> {
    const [row] = await trx('refunds')
      .insert({
        order_id: refund.order.id,
        order_item_id: refund.itemId,
        payment_id: refund.payment.id,
        reason: 'dispute',
        status: 'succeeded',
        amount_minor: refund.amountMinor,
        currency: refund.order.currency,
        succeeded_at: refund.now,
      })
      .returning('*')
    if (!row) throw new Error('no refund row')
    return row
  },
}
