import type { Knex } from 'knex'
import type { Clock } from '../../../adapters/clock.ts'
import type { Log } from '../../../adapters/log.ts'
import { refundEntries, unmatchedEntries } from '../ledger/policy.ts'
import { book } from '../ledger/repository.ts'
import type { OrderRepository } from '../orders/repository.ts'
import type { PaymentProvider } from '../payments/payment-provider.ts'
import { soldAmounts } from '../payments/settle-payment.ts'
import { findPending, revokeTickets } from './repository.ts'

/**
 * Gives money back: the provider first, with the refund's id as its key, then order, item, ticket and ledger in one
 * transaction. Whatever ends in between is repeated.
 */
export function createPayRefunds(deps: {
  knex: Knex
  orders: OrderRepository
  provider: PaymentProvider | undefined
  /** Access through this order has ended: playback ends too. */
  onRevoked(userId: string, productId: string): Promise<void>
  clock: Clock
  log: Log
}): () => Promise<void> {
  const { knex, orders, provider, clock } = deps

  async function pay(id: string, paymentId: string): Promise<void> {
    if (!provider) return
    const refund = await knex('refunds').where({ id }).first()
    const payment = await knex('payments').where({ id: paymentId, provider: provider.id }).first()
    if (refund?.status !== 'pending' || !payment) return
    const { amount_minor: amountMinor } = refund
    const { refundId } = await provider.refund({ paymentId: payment.provider_payment_id, amountMinor, key: id })
    const now = clock.now()
    const revoked = await knex.transaction(async (trx) => {
      const order = await orders.lock(trx, refund.order_id)
      const [done] = await trx('refunds')
        .where({ id, status: 'pending' })
        .update({ status: 'succeeded', succeeded_at: now, provider_refund_id: refundId, payment_id: paymentId })
        .returning('id')
      if (!order || !done) return undefined
      const refundedMinor = payment.refunded_minor + amountMinor
      await orders.updatePayment(trx, paymentId, {
        refunded_minor: refundedMinor,
        ...(refundedMinor === payment.amount_minor ? { status: 'refunded' } : {}),
      })
      const item = await orders.soldItem(trx, order.id)
      const isUnmatched = order.status === 'failed'
      if (!isUnmatched && amountMinor !== order.total_minor) throw new Error('a part of an order is not paid out yet')
      await book(trx, {
        kind: 'refund',
        key: `refund:${id}`,
        orderId: order.id,
        refundId: id,
        channelId: item.channel_id,
        currency: refund.currency,
        occurredAt: now,
        entries: isUnmatched ? unmatchedEntries(-amountMinor) : refundEntries(soldAmounts(order, item), refund.reason),
      })
      if (isUnmatched) return undefined
      await orders.update(trx, order.id, { refunded_minor: order.total_minor, status: 'refunded' })
      await trx('order_items')
        .where({ id: item.id })
        .update({ refunded_minor: trx.ref('total_minor') })
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
