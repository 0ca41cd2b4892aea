import type { Knex } from 'knex'
import type { Clock } from '../../../../adapters/clock.ts'
import type { OrderRow, PaymentRow } from '../../../../db/tables/sales.ts'
import type { OrderRepository } from '../../orders/repository.ts'
import { storeNotice } from './payment-events.ts'
import type { DisputeNotice, ProviderDispute } from './payment-provider.ts'

/**
 * A dispute with what it is about. Runs in the transaction in which its notice is stored, once per notice; answers its
 * work for the time after the commit.
 */
export type OnDispute = (
  trx: Knex,
  news: { dispute: ProviderDispute; order: OrderRow; payment: PaymentRow; now: Date },
) => Promise<(() => Promise<void>) | undefined>

/**
 * A payment that its buyer disputes is marked, and no refund of it is paid out meanwhile: the bank may take the money
 * back by itself. The sale itself is decided by `onDispute`.
 */
export function createTakeDispute(deps: { knex: Knex; orders: OrderRepository; onDispute: OnDispute; clock: Clock }) {
  const { knex, orders, clock } = deps
  return async (notice: DisputeNotice): Promise<void> => {
    const afterwards = await knex.transaction(async (trx) => {
      const now = clock.now()
      if (!(await storeNotice(trx, notice, now))) return undefined
      const { dispute } = notice
      const found = await orders.lockPayment(trx, notice.provider, dispute.paymentId)
      if (!found) return undefined
      const isDisputed = dispute.status === 'open' || dispute.status === 'review' || dispute.status === 'lost'
      const [from, to] = isDisputed ? (['succeeded', 'disputed'] as const) : (['disputed', 'succeeded'] as const)
      if (found.payment.status === from) await orders.updatePayment(trx, found.payment.id, { status: to })
      return deps.onDispute(trx, { dispute, ...found, now })
    })
    await afterwards?.()
  }
}
