import type { Knex } from 'knex'
import type { Clock } from '../../../../adapters/clock.ts'
import type { Log } from '../../../../adapters/log.ts'
import type { OrderRow, PaymentRow, RefundRow } from '../../../../db/tables/sales.ts'
import { unmatchedEntries } from '../ledger/policy.ts'
import { book } from '../ledger/repository.ts'
import type { OrderRepository } from '../../orders/repository.ts'
import type { ReadProviders } from '../payments/providers.ts'
import type { GiveBack } from './give-back.ts'
import { findPending, noteFailure } from './repository.ts'
import { payReturned, type TellOfReturn } from './take-returned.ts'

export type PayRefunds = (() => Promise<void>) & { paidByHand(itemId: string): Promise<boolean> }

/**
 * Gives money back: the provider first, with the refund's id as its key, then order, item, ticket and ledger in one
 * transaction. Whatever ends in between is repeated.
 */
export function createPayRefunds(deps: {
  knex: Knex
  orders: OrderRepository
  readProviders: ReadProviders
  giveBack: GiveBack
  tellOfReturn: TellOfReturn
  /** Access through this order has ended: playback ends too. */
  onRevoked(userId: string, productId: string): Promise<void>
  clock: Clock
  log: Log
}): PayRefunds {
  const { knex, orders, giveBack, clock } = deps

  async function pay(id: string, paymentId: string): Promise<void> {
    const refund = await knex('refunds').where({ id }).first()
    const payment = await knex('payments').where({ id: paymentId }).first()
    if (refund?.status !== 'pending' || payment?.status !== 'succeeded') return
    const provider = (await deps.readProviders()).find(payment.provider)
    if (!provider) return
    const sale = await knex('orders').where({ id: refund.order_id }).first()
    // Judged before the money leaves: afterwards it could not be booked.
    if (!sale || (isSale(sale) && !(await giveBack.isCovered(knex, refund)))) throw new Error('more would be given back than was paid')
    const { currency, amount_minor: amountMinor } = refund
    const paid = await provider.refund({ paymentId: payment.provider_payment_id, amountMinor, currency, key: id })
    if (paid === 'by_hand' || paid === 'failed') return leaveToPerson(refund, { payment, hasFailed: paid === 'failed' })
    await complete(refund, { payment, refundId: paid.refundId })
  }

  /** Nothing is booked until somebody paid it out. */
  async function leaveToPerson(refund: RefundRow, { payment, hasFailed }: { payment: PaymentRow; hasFailed: boolean }): Promise<void> {
    const afterwards = await knex.transaction(async (trx) => {
      const [left] = await trx('refunds')
        .where({ id: refund.id, status: 'pending' })
        .update({ status: 'by_hand', payment_id: payment.id, failure_code: hasFailed ? 'returned' : null })
        .returning('*')
      return left && hasFailed ? deps.tellOfReturn(trx, left) : undefined
    })
    await afterwards?.()
  }

  /** Books a refund whose money has left. False where it is booked already. */
  async function complete(refund: RefundRow, { payment, refundId }: { payment: PaymentRow; refundId: string }): Promise<boolean> {
    const now = clock.now()
    let isDone = false
    const given = await knex.transaction(async (trx) => {
      const locked = await orders.lockPayment(trx, payment.provider, payment.provider_payment_id)
      const [done] = await trx('refunds')
        .where({ id: refund.id })
        .whereIn('status', ['pending', 'by_hand'])
        .update({ status: 'succeeded', succeeded_at: now, provider_refund_id: refundId, payment_id: payment.id, failure_code: null })
        .returning('*')
      if (!locked || !done) return undefined
      isDone = true
      const { order } = locked
      const refundedMinor = locked.payment.refunded_minor + refund.amount_minor
      await orders.updatePayment(trx, payment.id, {
        refunded_minor: refundedMinor,
        ...(refundedMinor === locked.payment.amount_minor ? { status: 'refunded' } : {}),
      })
      if (isSale(order)) return giveBack.book(trx, { order, refund: done, now })
      await bookUnmatched(trx, done, now)
      return undefined
    })
    for (const { userId, productId } of given?.taken ?? []) await deps.onRevoked(userId, productId)
    await given?.afterwards()
    return isDone
  }

  /** Money that matched no order was never booked as a sale, whatever became of the order. */
  async function bookUnmatched(trx: Knex, refund: RefundRow, now: Date): Promise<void> {
    await book(trx, {
      kind: 'refund',
      key: `refund:${refund.id}`,
      orderId: refund.order_id,
      refundId: refund.id,
      channelId: null,
      currency: refund.currency,
      occurredAt: now,
      entries: unmatchedEntries(-refund.amount_minor),
    })
  }

  /** A person paid out what the provider could not. False where nothing of this line waits for one. */
  async function paidByHand(itemId: string): Promise<boolean> {
    const item = await knex('order_items').where({ id: itemId }).first('order_id')
    if (!item) return false
    const waiting = await knex('refunds')
      .where({ order_id: item.order_id, status: 'by_hand' })
      .where((line) => void line.where({ order_item_id: itemId }).orWhereNull('order_item_id'))
    let paid = 0
    for (const refund of waiting) {
      const payment = await knex('payments')
        .where({ id: refund.payment_id ?? '' })
        .first()
      const isPaid =
        refund.returned_at === null
          ? payment !== undefined && (await complete(refund, { payment, refundId: `hand:${refund.id}` }))
          : await knex.transaction((trx) => payReturned(trx, refund, clock.now()))
      if (isPaid) paid += 1
    }
    return paid > 0
  }

  const run = async () => {
    for (const { id, payment_id: paymentId } of await findPending(knex)) {
      try {
        await pay(id, paymentId)
      } catch (error) {
        deps.log.warn({ err: error, refundId: id }, 'a refund could not be paid out yet')
        await noteFailure(knex, id, 'not_paid_out', clock.now()).catch(() => undefined)
      }
    }
  }
  return Object.assign(run, { paidByHand })
}

const isSale = ({ paid_at: paidAt }: Pick<OrderRow, 'paid_at'>): boolean => paidAt !== null
