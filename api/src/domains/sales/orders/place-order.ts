import type { Language } from '@e-events/shared/domain/language.ts'
import { paths } from '@e-events/shared/domain/addresses.ts'
import { breakDownOrder } from '@e-events/shared/domain/pricing.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import { limits } from '@e-events/shared/limits.ts'
import type { Knex } from 'knex'
import type { Clock } from '../../../adapters/clock.ts'
import type { OrderRow } from '../../../db/tables/sales.ts'
import { isEventClosed } from '../../catalogue/read/event-facts.ts'
import { findProductAccess } from '../../catalogue/read/product-access.ts'
import type { PaymentProvider } from '../payments/payment-provider.ts'
import type { SettlePayment } from '../payments/settle-payment.ts'
import { assertMayBuy, billingOf, priceOf } from './policy.ts'
import type { BuyerRow, OfferedRow, OrderRepository } from './repository.ts'

export interface WantedOrder {
  productSlug: string
  supportMinor: number
  expectedTotalMinor: number
  idempotencyKey: string
}

export type Checkout = ReturnType<typeof createCheckout>

/** Orders before their payment: what is offered, to whom, and for how much. */
export function createCheckout(deps: {
  knex: Knex
  repository: OrderRepository
  /** Undefined where the installation takes no payments. */
  provider: PaymentProvider | undefined
  /** The site allows paid content. */
  mayCharge(): Promise<boolean>
  settle: SettlePayment
  clock: Clock
}) {
  const { knex, repository, provider, settle, clock } = deps

  async function offered(db: Knex, slug: string, by: { userId: string; language: Language }): Promise<OfferedRow> {
    const now = clock.now()
    const [product, access] = [await repository.findOffered(db, slug, by.language, now), await findProductAccess(db, slug, by.userId)]
    if (!product || !access) throw new DomainError('NOT_FOUND')
    assertMayBuy(product, access, now)
    if (await isEventClosed(db, access.id, now)) throw new DomainError('NOT_PURCHASABLE')
    return product
  }

  async function assertOpen(): Promise<PaymentProvider> {
    if (!provider || !(await deps.mayCharge())) throw new DomainError('PAYMENTS_OFF')
    return provider
  }

  return {
    /** @throws DomainError as `place`, but for PRICE_CHANGED and PAYMENT_PENDING */
    async show(slug: string, by: { userId: string; language: Language }) {
      const { isTest } = await assertOpen()
      const buyer = await repository.findBuyer(by.userId)
      const product = await offered(knex, slug, by)
      return { product, price: priceOf(product), billing: billingOf(buyer), email: buyer.email, isTest }
    },

    /**
     * Orders a product and opens its payment. Repeating it is safe at every point: the key names the order, and the
     * order names its payment.
     * @throws DomainError NOT_FOUND, ALREADY_HAS_TICKET, SUBSCRIPTION_REQUIRED, SALE_NOT_OPEN, NOT_PURCHASABLE,
     * PAYMENTS_OFF, PRICE_CHANGED, PAYMENT_PENDING
     */
    async place(wanted: WantedOrder, by: { userId: string; language: Language }): Promise<string> {
      const service = await assertOpen()
      const buyer = await repository.findBuyer(by.userId)
      // An order of another amount makes room first; two tabs may do so at the same moment.
      for (let attempt = 0; attempt < 3; attempt++) {
        const outcome = await knex.transaction((trx) => placeIn(trx, wanted, { buyer, language: by.language }))
        if ('order' in outcome) {
          await openPayment(outcome.order, wanted.productSlug, outcome.title, service)
          return outcome.order.id
        }
        await makeRoom(outcome.inTheWay, service)
      }
      throw new DomainError('PAYMENT_PENDING')
    },
  }

  async function placeIn(
    trx: Knex,
    wanted: WantedOrder,
    { buyer, language }: { buyer: BuyerRow; language: Language },
  ): Promise<{ order: OrderRow; title: string } | { inTheWay: OrderRow }> {
    await repository.lockBuyer(trx, buyer.id)
    const again = await repository.findByKey(trx, buyer.id, wanted.idempotencyKey)
    if (again) return { order: again, title: (await repository.soldItem(trx, again.id)).title }
    const product = await offered(trx, wanted.productSlug, { userId: buyer.id, language })
    const breakdown = breakDownOrder(priceOf(product), wanted.supportMinor)
    if (breakdown.totalMinor !== wanted.expectedTotalMinor) throw new DomainError('PRICE_CHANGED')
    const now = clock.now()
    const expiresAt = new Date(now.getTime() + limits.orderHoldMs)
    const open = await repository.findOpen(trx, buyer.id, product.id)
    if (open) {
      const isSame = open.total_minor === breakdown.totalMinor && open.support_minor === breakdown.supportMinor
      if (!isSame) return { inTheWay: open }
      await repository.update(trx, open.id, { expires_at: expiresAt })
      return { order: open, title: product.title }
    }
    const order = await repository.insert(trx, {
      buyer,
      product,
      breakdown,
      billing: billingOf(buyer),
      idempotencyKey: wanted.idempotencyKey,
      acceptedAt: now,
      expiresAt,
    })
    return { order, title: product.title }
  }

  async function openPayment(order: OrderRow, slug: string, title: string, service: PaymentProvider): Promise<void> {
    if (order.status !== 'pending') return
    const started = await service.start({
      orderId: order.id,
      amountMinor: order.total_minor,
      currency: order.currency,
      description: title,
      returnUrl: paths.order(slug, order.id),
      cancelUrl: paths.checkout(slug),
    })
    await repository.insertPayment(order, service.id, started.paymentId)
  }

  /** @throws DomainError PAYMENT_PENDING while the payment of the other order is being settled */
  async function makeRoom(order: OrderRow, service: PaymentProvider): Promise<void> {
    const payment = await repository.openPayment(knex, order.id)
    if (payment) {
      const state = await service.cancel(payment.provider_payment_id)
      if (state.status === 'processing') throw new DomainError('PAYMENT_PENDING')
      // It may have been paid in the other tab a moment ago.
      await settle.payment(service.id, state)
      return
    }
    await settle.close(order.id, 'cancelled')
  }
}
