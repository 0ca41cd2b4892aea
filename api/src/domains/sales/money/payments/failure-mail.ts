import type { Knex } from 'knex'
import type { OrderRow } from '../../../../db/tables/sales.ts'
import type { Mailer } from '../../../../mail/mailer.ts'

export type MailFailure = (trx: Knex, order: OrderRow, until: Date) => Promise<void>

/** Tells a buyer that a payment which was on its way did not arrive, in the transaction in which that is known. */
export function createFailureMail(mailer: Pick<Mailer, 'enqueue'>): MailFailure {
  return async (trx, order, until) => {
    const buyer = await trx('users').where({ id: order.user_id }).whereNull('deleted_at').first('email', 'name', 'locale')
    const items = await trx('order_items').where({ order_id: order.id }).orderBy('position').pluck<string[]>('title')
    if (!buyer) return
    await mailer.enqueue(trx, {
      template: 'payment_failed',
      to: buyer.email,
      language: buyer.locale,
      data: {
        name: buyer.name,
        title: items.join(', '),
        amountMinor: order.total_minor,
        currency: order.currency,
        number: order.number,
        orderId: order.id,
        until: until.toISOString(),
        timezone: 'Europe/Madrid',
      },
    })
  }
}
