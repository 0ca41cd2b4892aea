import type { Knex } from 'knex'
import type { Clock } from '../../../adapters/clock.ts'
import type { Log } from '../../../adapters/log.ts'
import type { OrderRow, PaymentRow, RefundRow } from '../../../db/tables/sales.ts'
import { paidFor, refundEntries, soldAmounts, unmatchedEntries } from '../ledger/policy.ts'
import { book } from '../ledger/repository.ts'
import type { IssueInvoice } from '../invoices/issue-invoice.ts'
import type { OrderRepository, SoldItem } from '../orders/repository.ts'
import type { ReadProviders } from '../payments/providers.ts'
import type { MailRefund } from './refund-mail.ts'
import { findPending, revokeTickets } from './repository.ts'

/**
 * Gives money back: the provider first, with the refund's id as its key, then order, item, ticket and ledger in one
 * transaction. Whatever ends in between is repeated.
 */
export function createPayRefunds(deps: {
  knex: Knex
  orders: OrderRepository
  readProviders: ReadProviders
  invoices: IssueInvoice
  mailRefund: MailRefund
  /** Access through this order has ended: playback ends too. */
  onRevoked(userId: string, productId: string): Promise<void>
  clock: Clock
  log: Log
}): () => Promise<void> {
  const { knex, orders, clock } = deps

  async function pay(id: string, paymentId: string): Promise<void> {
    const refund = await knex('refunds').where({ id }).first()
    const payment = await knex('payments').where({ id: paymentId }).first()
    if (refund?.status !== 'pending' || payment?.status !== 'succeeded') return
    const provider = (await deps.readProviders()).find(payment.provider)
    if (!provider) return
    const sale = await knex('orders').where({ id: refund.order_id }).first()
    const { amount_minor: amountMinor } = refund
    // Judged before the money leaves: afterwards it could not be booked.
    if (!sale || (isSale(sale) && amountMinor !== sumOf(await refundedItems(knex, refund))))
      throw new Error('a part of a line is not paid out yet')
    const { currency } = refund
    const paid = await provider.refund({ paymentId: payment.provider_payment_id, amountMinor, currency, key: id })
    if (paid === 'by_hand')
      return void (await knex('refunds').where({ id, status: 'pending' }).update({ status: 'by_hand', payment_id: payment.id }))
    await complete(refund, { payment, refundId: paid.refundId })
  }

  /** Books a refund whose money has left. */
  async function complete(refund: RefundRow, { payment, refundId }: { payment: PaymentRow; refundId: string }): Promise<void> {
    const { id, amount_minor: amountMinor } = refund
    const now = clock.now()
    const revoked = await knex.transaction(async (trx) => {
      const locked = await orders.lockPayment(trx, payment.provider, payment.provider_payment_id)
      const items = await refundedItems(trx, refund)
      const [done] = await trx('refunds')
        .where({ id })
        .whereIn('status', ['pending', 'by_hand'])
        .update({ status: 'succeeded', succeeded_at: now, provider_refund_id: refundId, payment_id: payment.id })
        .returning('id')
      if (!locked || !done) return []
      const { order } = locked
      const refundedMinor = locked.payment.refunded_minor + amountMinor
      await orders.updatePayment(trx, payment.id, {
        refunded_minor: refundedMinor,
        ...(refundedMinor === locked.payment.amount_minor ? { status: 'refunded' } : {}),
      })
      const booking = { kind: 'refund', orderId: order.id, refundId: id, currency: refund.currency, occurredAt: now } as const
      if (!isSale(order)) {
        await book(trx, { ...booking, key: `refund:${id}`, channelId: null, entries: unmatchedEntries(-amountMinor) })
        return []
      }
      for (const item of items) {
        await book(trx, {
          ...booking,
          key: `refund:${id}:${item.id}`,
          itemId: item.id,
          channelId: item.channel_id,
          entries: refundEntries(soldAmounts(item), refund.reason),
        })
        await trx('order_items')
          .where({ id: item.id })
          .update({ refunded_minor: paidFor(item) })
      }
      const all = order.refunded_minor + amountMinor
      await orders.update(trx, order.id, { refunded_minor: all, status: all === order.total_minor ? 'refunded' : 'partially_refunded' })
      await deps.invoices.forRefund(trx, order, { refundId: id, items, now })
      await deps.mailRefund(trx, order, { title: items.map(({ title }) => title).join(', '), amountMinor })
      const products = []
      for (const item of items)
        for (const productId of await revokeTickets(trx, item.id, now)) products.push({ userId: order.user_id, productId })
      return products
    })
    for (const { userId, productId } of revoked) await deps.onRevoked(userId, productId)
  }

  /** Lines that a refund gives back: the one that it names, or all that are left. */
  async function refundedItems(db: Knex, refund: RefundRow): Promise<SoldItem[]> {
    const items = await orders.items(db, refund.order_id)
    const isMeant = (item: SoldItem) => (refund.order_item_id === null ? item.refunded_minor === 0 : item.id === refund.order_item_id)
    return items.filter(isMeant)
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

const sumOf = (items: readonly SoldItem[]): number => items.reduce((sum, item) => sum + paidFor(item) - item.refunded_minor, 0)

/** Money that matched no order was never booked as a sale, whatever became of the order. */
const isSale = ({ paid_at: paidAt }: Pick<OrderRow, 'paid_at'>): boolean => paidAt !== null
