import type { Knex } from 'knex'

/** All that the buyer paid for a line `i` and did not get back. */
const left = '(i.total_minor + i.buyer_fee_minor + i.support_minor - i.refunded_minor)'

/**
 * Writes a refund of every line that sold a product, with all that was paid for it; paying it out is the work of the
 * payments.
 */
export async function insertRefunds(
  trx: Knex,
  refund: { productId: string; reason: 'organizer' | 'provider'; by: string; dueAt: Date },
): Promise<void> {
  await trx.raw(
    `insert into refunds (order_id, order_item_id, reason, amount_minor, currency, requested_by, due_at)
     select o.id, i.id, :reason, ${left}, o.currency, :by, :dueAt
     from order_items i join orders o on o.id = i.order_id
     where i.product_id = :productId and o.status in ('paid', 'partially_refunded') and ${left} > 0
       and not exists (select 1 from refunds r where r.order_item_id = i.id and r.status <> 'failed')`,
    { productId: refund.productId, reason: refund.reason, by: refund.by, dueAt: refund.dueAt },
  )
}

/** Refund of all that was paid for one sale. False where it was refunded before, or is being refunded. */
export async function insertRefund(
  trx: Knex,
  refund: { orderId: string; itemId: string; reason: 'organizer' | 'provider' | 'viewer'; note: string; by: string },
): Promise<boolean> {
  const order = await trx('orders').where({ id: refund.orderId }).forUpdate().first('status', 'currency')
  if (order?.status !== 'paid' && order?.status !== 'partially_refunded') return false
  const { rows } = await trx.raw<{ rows: { left_minor: string }[] }>(
    `select ${left} as left_minor from order_items i where i.id = ? and i.refunded_minor = 0
     and not exists (select 1 from refunds r where r.order_id = i.order_id and (r.order_item_id is null or r.order_item_id = i.id) and r.status <> 'failed')`,
    [refund.itemId],
  )
  const amountMinor = Number(rows[0]?.left_minor ?? 0)
  if (amountMinor <= 0) return false
  await trx('refunds').insert({
    order_id: refund.orderId,
    order_item_id: refund.itemId,
    reason: refund.reason,
    note: refund.note === '' ? null : refund.note,
    amount_minor: amountMinor,
    currency: order.currency,
    requested_by: refund.by,
  })
  return true
}

/** Refunds that wait, the most urgent first, each with the payment that is given back. */
export async function findPending(knex: Knex): Promise<{ id: string; payment_id: string }[]> {
  const { rows } = await knex.raw<{ rows: { id: string; payment_id: string }[] }>(
    `select r.id, y.id as payment_id from refunds r
     join payments y on y.order_id = r.order_id and y.status = 'succeeded' and (r.payment_id is null or r.payment_id = y.id)
     where r.status = 'pending' order by r.due_at nulls first, r.created_at limit 100`,
  )
  return rows
}

/** Access that was bought ends with its refund. Answers the products that it was to. */
export async function revokeTickets(trx: Knex, orderItemId: string, now: Date): Promise<string[]> {
  const rows = await trx('tickets')
    .where({ order_item_id: orderItemId })
    .whereNull('revoked_at')
    .update({ revoked_at: now, revoked_reason: 'refund' })
    .returning('product_id')
  return rows.map(({ product_id: productId }) => productId)
}
