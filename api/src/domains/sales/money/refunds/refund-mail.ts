import type { Knex } from 'knex'
import type { OrderRow } from '../../../../db/tables/sales.ts'
import type { Mailer } from '../../../../mail/mailer.ts'

export type MailRefund = (trx: Knex, order: OrderRow, refund: { title: string; amountMinor: number; hasEnded: boolean }) => Promise<void>

/** Tells a buyer that the money is on its way back, in the transaction of the refund. Erased accounts get no mail. */
export function createRefundMail(mailer: Pick<Mailer, 'enqueue'>): MailRefund {
  return async (trx, order, { title, amountMinor, hasEnded }) => {
    const buyer = await trx('users').where({ id: order.user_id }).whereNull('deleted_at').first('email', 'name', 'locale')
    if (!buyer) return
    await mailer.enqueue(trx, {
      template: 'refund',
      to: buyer.email,
      language: buyer.locale,
      data: { name: buyer.name, title, amountMinor, hasEnded, currency: order.currency, number: order.number },
    })
  }
}
