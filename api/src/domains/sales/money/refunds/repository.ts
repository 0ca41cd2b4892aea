import type { Knex } from 'knex'
import type { RefundRow } from '../../../../db/tables/sales.ts'

/** A returned refund is counted as given back, although its money waits for a person. */
const waits = `w.status in ('pending', 'processing', 'by_hand') and w.returned_at is null`

/**
 * All that the buyer paid for a line `i` and neither got back nor is about to. A refund without a line gives back all
 * of its order.
 */
export const refundable = `(case when exists (select 1 from refunds w where w.order_id = i.order_id and w.order_item_id is null
    and ${waits}) then 0
  else i.total_minor + i.buyer_fee_minor + i.support_minor - i.refunded_minor - coalesce((
    select sum(w.amount_minor) from refunds w where w.order_item_id = i.id and ${waits}), 0) end)::bigint`

/**
 * Writes a refund of every line that sold a product, with what is left of all that was paid for it, and of its share in
 * bundles; paying it out is the work of the payments. The orders are locked, so that no refund of the same moment is
 * overlooked.
 */
export async function insertRefunds(
  trx: Knex,
  refund: { productId: string; reason: 'organizer' | 'provider'; by: string; dueAt: Date },
): Promise<void> {
  await trx.raw(
    `select o.id from orders o where o.status in ('paid', 'partially_refunded')
       and exists (select 1 from order_items i left join order_item_parts x on x.order_item_id = i.id and x.state = 'included'
         where i.order_id = o.id and (i.product_id = :productId or x.product_id = :productId)) order by o.id for no key update of o`,
    { productId: refund.productId },
  )
  await trx.raw(
    `insert into refunds (order_id, order_item_id, reason, amount_minor, currency, requested_by, due_at)
     select o.id, i.id, :reason, ${refundable}, o.currency, :by, :dueAt
     from order_items i join orders o on o.id = i.order_id
     where i.product_id = :productId and o.status in ('paid', 'partially_refunded') and ${refundable} > 0`,
    { productId: refund.productId, reason: refund.reason, by: refund.by, dueAt: refund.dueAt },
  )
  await insertPartRefunds(trx, refund)
}

/**
 * Writes a refund of the share that a part had in each bundle sold with it: of all that was paid for the line, by the
 * part's own price in it. The last part that was paid for gives back what rounding left.
 */
async function insertPartRefunds(
  trx: Knex,
  refund: { productId: string; reason: 'organizer' | 'provider'; by: string; dueAt: Date },
): Promise<void> {
  await trx.raw(
    `insert into refunds (order_id, order_item_id, part_product_id, reason, amount_minor, currency, requested_by, due_at)
     select s.order_id, s.order_item_id, :productId, :reason, s.amount_minor, s.currency, :by, :dueAt from (
       select i.order_id, i.id as order_item_id, o.currency, case
         when exists (select 1 from order_item_parts y where y.order_item_id = i.id and y.product_id <> x.product_id and y.net_minor + y.tax_minor > 0
           and not exists (select 1 from refunds w where w.order_item_id = i.id and w.part_product_id = y.product_id))
         then least(round((i.total_minor + i.buyer_fee_minor + i.support_minor)::numeric * (x.net_minor + x.tax_minor) / i.total_minor)::bigint,
           ${refundable})
         else ${refundable} end as amount_minor
       from order_item_parts x join order_items i on i.id = x.order_item_id join orders o on o.id = i.order_id
       where x.product_id = :productId and x.state = 'included' and x.net_minor + x.tax_minor > 0 and i.total_minor > 0
         and o.status in ('paid', 'partially_refunded')) s
     where s.amount_minor > 0
     on conflict (order_item_id, part_product_id) do nothing`,
    { productId: refund.productId, reason: refund.reason, by: refund.by, dueAt: refund.dueAt },
  )
}

/**
 * Orders a refund of a line, or of a part of what was paid for it. Undefined where less is left: parts together never
 * give back more than was paid, however many are ordered at once.
 */
export async function insertRefund(
  trx: Knex,
  refund: { orderId: string; itemId: string; amountMinor?: number; reason: RefundRow['reason']; note: string; by: string },
): Promise<string | undefined> {
  const order = await trx('orders').where({ id: refund.orderId }).forUpdate().first('status', 'currency')
  if (order?.status !== 'paid' && order?.status !== 'partially_refunded') return undefined
  const { rows } = await trx.raw<{ rows: { left_minor: number }[] }>(
    `select ${refundable} as left_minor from order_items i where i.id = ? and i.order_id = ?`,
    [refund.itemId, refund.orderId],
  )
  const leftMinor = rows[0]?.left_minor ?? 0
  const amountMinor = refund.amountMinor ?? leftMinor
  if (amountMinor <= 0 || amountMinor > leftMinor) return undefined
  const [row] = await trx('refunds')
    .insert({
      order_id: refund.orderId,
      order_item_id: refund.itemId,
      reason: refund.reason,
      note: refund.note === '' ? null : refund.note,
      amount_minor: amountMinor,
      currency: order.currency,
      requested_by: refund.by,
    })
    .returning('id')
  return row?.id
}

/**
 * Refunds that wait, the most urgent first, each with the payment that is given back. One that could not be paid out
 * waits behind those that nobody tried yet.
 */
export async function findPending(knex: Knex): Promise<{ id: string; payment_id: string }[]> {
  const { rows } = await knex.raw<{ rows: { id: string; payment_id: string }[] }>(
    `select r.id, y.id as payment_id from refunds r
     join payments y on y.order_id = r.order_id and y.status = 'succeeded' and (r.payment_id is null or r.payment_id = y.id)
     where r.status = 'pending'
     order by r.failure_code is not null, case when r.failure_code is null then r.due_at end nulls first,
       case when r.failure_code is null then r.created_at else r.updated_at end limit 100`,
  )
  return rows
}

/** Remembers that a refund could not be paid out; it is tried again. */
export async function noteFailure(knex: Knex, id: string, code: string, now: Date): Promise<void> {
  await knex('refunds').where({ id, status: 'pending' }).update({ failure_code: code, updated_at: now })
}
