import type { Knex } from 'knex'

/**
 * Writes a refund of everything that was paid for a product and not given back yet; paying it out is the work of the
 * payments.
 */
export async function insertRefunds(
  trx: Knex,
  refund: { productId: string; reason: 'organizer' | 'provider'; by: string; dueAt: Date },
): Promise<void> {
  await trx.raw(
    `insert into refunds (order_id, order_item_id, reason, amount_minor, currency, requested_by, due_at)
     select o.id, i.id, :reason, i.total_minor - i.refunded_minor, o.currency, :by, :dueAt
     from order_items i join orders o on o.id = i.order_id
     where i.product_id = :productId and o.status in ('paid', 'partially_refunded') and i.total_minor > i.refunded_minor
       and not exists (select 1 from refunds r where r.order_item_id = i.id and r.status <> 'failed')`,
    { productId: refund.productId, reason: refund.reason, by: refund.by, dueAt: refund.dueAt },
  )
}
