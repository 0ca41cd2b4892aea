import type { Knex } from 'knex'
import type { Clock } from '../../../adapters/clock.ts'
import type { Log } from '../../../adapters/log.ts'
import type { OrderRow } from '../../../db/tables/sales.ts'
import { refundEntries, unmatchedEntries } from '../ledger/policy.ts'
import { book } from '../ledger/repository.ts'
import type { IssueInvoice } from '../invoices/issue-invoice.ts'
import type { OrderRepository } from '../orders/repository.ts'
import type { PaymentProvider } from '../payments/payment-provider.ts'
import { soldAmounts } from '../payments/settle-payment.ts'
import type { MailRefund } from './refund-mail.ts'
import { findPending, revokeTickets } from './repository.ts'

/**
 * Gives money back: the provider first, with the refund's id as its key, then order, item, ticket and ledger in one
 * transaction. Whatever ends in between is repeated.
 */
export function createPayRefunds(deps: {
  knex: Knex
  orders: OrderRepository
  provider: PaymentProvider | undefined
  invoices: IssueInvoice
  mailRefund: MailRefund
  /** Access through this order has ended: playback ends too. */
  onRevoked(userId: string, productId: string): Promise<void>
  clock: Clock
  log: Log
}): () => Promise<void> {
  const { knex, orders, provider, clock } = deps

  async function pay(id: string, paymentId: string): Promise<void> {
    const refund = await knex('refunds').where({ id }).first()
    const payment = await knex('payments').where({ id: paymentId }).first()
    if (refund?.status !== 'pending' || payment?.status !== 'succeeded' || provider?.id !== payment.provider) return
    const sale = await knex('orders').where({ id: refund.order_id }).first()
    const { amount_minor: amountMinor } = refund
    // Judged before the money leaves: afterwards it could not be booked.
    if (!sale || (isSale(sale) && amountMinor !== sale.total_minor)) throw new Error('a part of an order is not paid out yet')
    const { refundId } = await provider.refund({ paymentId: payment.provider_payment_id, amountMinor, key: id })
    const now = clock.now()
    const revoked = await knex.transaction(async (trx) => {
      const locked = await orders.lockPayment(trx, payment.provider, payment.provider_payment_id)
      const [done] = await trx('refunds')
        .where({ id, status: 'pending' })
        .update({ status: 'succeeded', succeeded_at: now, provider_refund_id: refundId, payment_id: paymentId })
        .returning('id')
      if (!locked || !done) return undefined
      const { order } = locked
      const refundedMinor = locked.payment.refunded_minor + amountMinor
      await orders.updatePayment(trx, paymentId, {
        refunded_minor: refundedMinor,
        ...(refundedMinor === locked.payment.amount_minor ? { status: 'refunded' } : {}),
      })
      const item = await orders.soldItem(trx, order.id)
      await book(trx, {
        kind: 'refund',
        key: `refund:${id}`,
        orderId: order.id,
        refundId: id,
        channelId: item.channel_id,
        currency: refund.currency,
        occurredAt: now,
        entries: isSale(order) ? refundEntries(soldAmounts(order, item), refund.reason) : unmatchedEntries(-amountMinor),
      })
      if (!isSale(order)) return undefined
      await orders.update(trx, order.id, { refunded_minor: order.total_minor, status: 'refunded' })
      await trx('order_items')
        .where({ id: item.id })
        .update({ refunded_minor: trx.ref('total_minor') })
      await deps.invoices.forRefund(trx, order, { refundId: id, channelId: item.channel_id, now })
      await deps.mailRefund(trx, order, item.title)
      return (await revokeTickets(trx, item.id, now)) ? { userId: order.user_id, productId: item.product_id ?? '' } : undefined
    })
    if (revoked) await deps.onRevoked(revoked.userId, revoked.productId)
  }

  return async () => {
    for (const { id, payment_id: paymentId } of await findPending(knex)) {
      try {
        await pay(id, paymentId)
      } catch (error) {
        deps.log.warn({ err: error, refundId: id }, 'a refund could not be paid out yet')
      }
    }
  }
}

/** Money that matched no order was never booked as a sale, whatever became of the order. */
const isSale = ({ paid_at: paidAt }: Pick<OrderRow, 'paid_at'>): boolean => paidAt !== null
