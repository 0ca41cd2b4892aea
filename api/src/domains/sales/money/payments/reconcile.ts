import type { Clock } from '../../../../adapters/clock.ts'
import type { Log } from '../../../../adapters/log.ts'
import type { Knex } from 'knex'
import type { OrderRepository } from '../../orders/repository.ts'
import { cancelPayment, type ReadProviders } from './providers.ts'
import type { SettlePayment } from './settle-payment.ts'

/** A payment of which nothing was heard for this long is asked for: a buyer who comes back asks sooner. */
const quietMs = { created: 60_000, processing: 20_000, fee: 10 * 60_000 }

/**
 * Finds what no notice told: paid orders whose notice was lost, and orders whose time is over. Asking is safe at any
 * moment, because `settle` takes any news.
 */
export function createReconciler(deps: {
  knex: Knex
  orders: OrderRepository
  readProviders: ReadProviders
  settle: SettlePayment
  clock: Clock
  log: Log
}) {
  const { knex, orders, settle, clock } = deps

  /** Brings one order up to date with its provider. */
  async function check(orderId: string): Promise<void> {
    const now = clock.now()
    const order = await knex('orders').where({ id: orderId }).first()
    if (!order) return
    const isLate = order.expires_at !== null && order.expires_at <= now
    // An order that another one replaced while its payment was being opened has one, too.
    const isOver = order.status === 'pending' ? isLate : true
    const payment = (await orders.openPayment(knex, orderId)) ?? (await orders.findWithoutFee(knex, orderId))
    if (!payment) return isOver ? settle.close(orderId, 'expired') : undefined
    const providers = await deps.readProviders()
    // A payment that is given in this moment is not closed: the provider decides, and says what it is.
    const isEnding = isOver && payment.status === 'created'
    const news = isEnding
      ? await cancelPayment(providers, payment)
      : await providers.find(payment.provider)?.find(payment.provider_payment_id)
    if (news) await settle.payment(payment.provider, news)
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
