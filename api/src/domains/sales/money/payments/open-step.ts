import type { PaymentStep } from '@e-events/shared/contract/sales/money/paying.ts'
import { paths } from '@e-events/shared/domain/addresses.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { OrderRepository } from '../../orders/repository.ts'
import type { AttemptLimits } from './attempt-limits.ts'
import type { ReadProviders } from './providers.ts'

/** Answers what the page needs on which a buyer pays. */
export function createOpenStep(deps: {
  orders: OrderRepository
  readProviders: ReadProviders
  attempts: AttemptLimits
  /** Asks the provider about an order. */
  check(orderId: string): Promise<void>
  /** Where the buyer of a subscription comes back to; undefined for other orders. */
  returnPathOf(orderId: string): Promise<string | undefined>
}) {
  /**
   * @throws DomainError NOT_FOUND, STATE_CONFLICT for an order that waits for no payment, PAYMENTS_OFF, and as
   * `assertMayPay`
   */
  return async (orderId: string, by: { userId: string; address: string }): Promise<PaymentStep> => {
    const order = await deps.orders.get(orderId, by.userId)
    if (!order) throw new DomainError('NOT_FOUND')
    const { payment } = order
    if (order.status !== 'pending' || payment?.status !== 'created') throw new DomainError('STATE_CONFLICT')
    await deps.attempts.assertMayPay(by)
    const provider = (await deps.readProviders()).find(payment.provider)
    if (!provider) throw new DomainError('PAYMENTS_OFF')
    const slug = order.items[0]?.slug ?? null
    const subscribed = await deps.returnPathOf(orderId)
    const step = await provider.step({
      paymentId: payment.provider_payment_id,
      amountMinor: order.total_minor,
      returnUrl: subscribed ?? (slug === null ? paths.myOrders : paths.order(slug, order.id)),
    })
    if (step) return step
    // It was given, and nobody told us: the page of the order says so.
    await deps.check(orderId)
    throw new DomainError('STATE_CONFLICT')
  }
}
