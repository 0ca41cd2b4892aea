import type { Knex } from 'knex'
import type { OrderRow } from '../../../../db/tables/sales.ts'
import type { DisputeRow } from '../../../../db/tables/sales-refunds.ts'
import type { AfterCommit } from '../../../../events/domain-events.ts'
import type { Notify } from '../../stock/waiting-list.ts'

/** Tells the seller of an order that its buyer disputes it; nobody where the platform itself sold it. */
export type TellSeller = (trx: Knex, dispute: DisputeRow, order: Pick<OrderRow, 'id' | 'number'>) => Promise<AfterCommit | undefined>

export function createTellSeller({ notify }: { notify: Notify }): TellSeller {
  return async (trx, dispute, order) => {
    const seller = await trx('order_items as i')
      .join('channels as c', 'c.id', 'i.channel_id')
      .join('users as u', 'u.id', 'c.owner_id')
      .where('i.order_id', order.id)
      .whereNull('u.deleted_at')
      .orderBy('i.position')
      .first<{ id: string; email: string; name: string; locale: 'es' | 'en' | 'pt'; title: string } | undefined>(
        'u.id',
        trx.raw('u.email::text as email'),
        'u.name',
        'u.locale',
        'i.title',
      )
    if (!seller) return undefined
    const { name, title } = seller
    const { amount_minor: amountMinor, currency } = dispute
    const until = dispute.due_at?.toISOString() ?? null
    const data = { name, title, number: order.number, amountMinor, currency, until, timezone: 'Europe/Madrid' }
    return notify(trx, seller, { template: 'sale_disputed', data, payload: { number: order.number } })
  }
}
