import type { Clock } from '../../../adapters/clock.ts'
import type { Log } from '../../../adapters/log.ts'
import type { Knex } from 'knex'
import type { OrderRepository } from '../orders/repository.ts'
import type { PaymentProvider } from './payment-provider.ts'
import type { SettlePayment } from './settle-payment.ts'

/** A payment of which nothing was heard for this long is asked for: a buyer who comes back asks sooner. */
const quietMs = { created: 60_000, processing: 20_000 }

/**
 * Finds what no notice told: paid orders whose notice was lost, and orders whose time is over. Asking is safe at any
 * moment, because `settle` takes any news.
 */
export function createReconciler(deps: {
  knex: Knex
  orders: OrderRepository
  provider: PaymentProvider | undefined
  settle: SettlePayment
  clock: Clock
  log: Log
}) {
  const { knex, orders, provider, settle, clock } = deps

  /** Brings one order up to date with its provider. */
  async function check(orderId: string): Promise<void> {
    const now = clock.now()
    const order = await knex('orders').where({ id: orderId }).first()
    if (!order) return
    const isLate = order.expires_at !== null && order.expires_at <= now
    // An order that another one replaced while its payment was being opened has one, too.
    const isOver = order.status === 'pending' ? isLate : true
    const payment = await orders.openPayment(knex, orderId)
    if (!payment) return isOver ? settle.close(orderId, 'expired') : undefined
    if (provider?.id !== payment.provider) return
    // A payment that is given in this moment is not closed: the provider decides, and says what it is.
    const { provider_payment_id: id } = payment
    await settle.payment(provider.id, isOver && payment.status === 'created' ? await provider.cancel(id) : await provider.find(id))
    await orders.updatePayment(knex, payment.id, { updated_at: now })
  }

  return {
    check,
    async run(): Promise<void> {
      for (const id of await orders.findStale(clock.now(), quietMs)) {
        try {
          await check(id)
        } catch (error) {
          deps.log.warn({ err: error, orderId: id }, 'an order could not be reconciled yet')
        }
      }
    },
  }
}
