import { readProgress } from '../../../domains/learning/students/service.ts'
import { shippingAddressSchema, type ShippingAddress } from '@e-events/shared/contract/sales/shipping.ts'
import type { GiftWish } from '@e-events/shared/contract/sales/gifts.ts'
import type { TestCard } from '@e-events/shared/contract/sales/money/test-payments.ts'
import { breakDownLines } from '@e-events/shared/domain/pricing.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { Knex } from 'knex'
import type { Clock } from '../../../adapters/clock.ts'
import type { Log } from '../../../adapters/log.ts'
import { createCouponRepository } from '../../../domains/sales/coupons/coupon-repository.ts'
import { createHeldCoupons } from '../../../domains/sales/coupons/held-coupons.ts'
import { createGiftRepository } from '../../../domains/sales/gifts/repository.ts'
import { createGifts } from '../../../domains/sales/gifts/service.ts'
import { createOnDispute } from '../../../domains/sales/money/disputes/on-dispute.ts'
import { createIssueInvoice } from '../../../domains/sales/money/invoices/issue-invoice.ts'
import { createInvoiceRepository } from '../../../domains/sales/money/invoices/repository.ts'
import { isDisputeNotice, isRefundNotice } from '../../../domains/sales/money/payments/payment-provider.ts'
import { createPaymentProviders } from '../../../domains/sales/money/payments/providers.ts'
import { createSavedCards } from '../../../domains/sales/money/payments/saved-cards.ts'
import { createSettlePayment } from '../../../domains/sales/money/payments/settle-payment.ts'
import { createTakeDispute } from '../../../domains/sales/money/payments/take-dispute.ts'
import { createTestProvider } from '../../../domains/sales/money/payments/test-provider.ts'
import { createTestPaymentRepository } from '../../../domains/sales/money/payments/test-repository.ts'
import { createProposalRepository } from '../../../domains/sales/money/refund-proposals/repository.ts'
import { createProposals } from '../../../domains/sales/money/refund-proposals/service.ts'
import { createGiveBack } from '../../../domains/sales/money/refunds/give-back.ts'
import { createPayRefunds } from '../../../domains/sales/money/refunds/pay-refunds.ts'
import { insertRefund } from '../../../domains/sales/money/refunds/repository.ts'
import { createTaxRepository } from '../../../domains/sales/money/taxes/repository.ts'
import { createTaxLines } from '../../../domains/sales/money/taxes/tax-lines.ts'
import { createFulfilments } from '../../../domains/sales/orders/fulfil.ts'
import { createOrderLines } from '../../../domains/sales/orders/order-lines.ts'
import { createCheckout } from '../../../domains/sales/orders/place-order.ts'
import { createOrderRepository } from '../../../domains/sales/orders/repository.ts'
import { createShipments } from '../../../domains/sales/shipping/shipments.ts'
import { createStock } from '../../../domains/sales/stock/stock.ts'
import { createWaitingList } from '../../../domains/sales/stock/waiting-list.ts'
import { createSubscriptionParts } from '../../../domains/sales/subscriptions/subscriptions.ts'
import { createGrantTickets } from '../../../domains/sales/tickets/grant.ts'
import { createTicketRepository } from '../../../domains/sales/tickets/repository.ts'
import { createTickets } from '../../../domains/sales/tickets/service.ts'
import { findProductAccess } from '../../../domains/catalogue/read/product-access.ts'
import { createEvents } from '../../../events/domain-events.ts'

export interface DemoOrder {
  /** The order is placed once. */
  key: string
  buyerId: string
  /** Products and how many of each; the first one leads. */
  items: readonly (readonly [slug: string, quantity: number])[]
  supportMinor?: number
  couponCode?: string
  gift?: GiftWish
  address?: ShippingAddress
}

const paysAtOnce: TestCard = '4242424242424242'
const nothing = (): Promise<void> => Promise.resolve()
/** Something that could not be done is a fault of the seed. */
const loud = {
  warn: (facts: { err: unknown }) => {
    throw facts.err
  },
} as unknown as Log

export type Till = ReturnType<typeof createTill>

/**
 * Sales at a moment in the past, through the services that serve every sale, paid at the test provider. Only mails are
 * left out, and playback that was never taken back.
 */
export function createTill(knex: Knex, at: Date) {
  const clock: Clock = { nowMs: () => at.getTime(), now: () => at }
  const mailer = { enqueue: nothing, send: nothing, attach: nothing }
  const notify = () => Promise.resolve(nothing)
  const orders = createOrderRepository(knex)
  const taxes = createTaxLines({ repository: createTaxRepository(knex), askRegister: () => Promise.resolve('unreachable'), clock })
  const coupons = createHeldCoupons(createCouponRepository())
  const waitingList = createWaitingList({ knex, notify, clock, log: loud })
  const stock = createStock({ offerNext: waitingList.offerNext, clock })
  const ticketRepository = createTicketRepository(knex)
  const grants = createGrantTickets({ tickets: ticketRepository, stock })
  const gifts = createGifts({ knex, repository: createGiftRepository(), grants, mailer, mailTicket: nothing, onGranted: nothing, clock })
  const invoices = createIssueInvoice({ repository: createInvoiceRepository(knex) })
  const subscribing = createSubscriptionParts({ knex, mailer, clock, log: loud, events: createEvents() }, orders)
  const settle = createSettlePayment({
    knex,
    orders,
    invoices,
    fulfilments: {
      ...createFulfilments({ grants, gifts, coupons }),
      channel_subscription: subscribing.fulfil,
    },
    mailOrder: nothing,
    stock,
    mailFailure: nothing,
    onGranted: nothing,
    clock,
  })
  const giveBack = createGiveBack({ orders, invoices, mailRefund: nothing, releaseItems: stock.releaseItems })
  const takeDispute = createTakeDispute({
    knex,
    orders,
    onDispute: createOnDispute({ orders, giveBack, onFrozen: nothing, onThawed: nothing, tellSeller: () => Promise.resolve(undefined) }),
    clock,
  })
  const testProvider = createTestProvider({
    repository: createTestPaymentRepository(knex),
    secret: 'demo',
    async send(body, signature) {
      const notice = await testProvider.readNotice(body, () => signature)
      if (!notice) return
      if (isDisputeNotice(notice)) await takeDispute(notice)
      else if (!isRefundNotice(notice)) await settle.notice(notice)
    },
    clock,
  })
  const readProviders = createPaymentProviders({
    accounts: () => Promise.resolve({ mayCharge: true, stripe: null, pos: null }),
    testProvider,
    origin: '',
    production: false,
    stripe: { apiUrl: '', timeoutMs: 0, clock },
  })
  const checkout = createCheckout({
    knex,
    repository: orders,
    lines: createOrderLines({ repository: orders, coupons, taxes, stock, clock }),
    taxes,
    coupons,
    gifts,
    cards: createSavedCards({ knex, readProviders }),
    sessionOf: () => Promise.resolve(null),
    readProviders,
    takesCoupons: () => Promise.resolve(true),
    settle,
    stock,
    clock,
  })
  const subscriptions = subscribing.connect({
    readProviders,
    taxes,
    settle,
    settings: () => Promise.resolve({ allowsChannels: true, platform: null }),
  })
  const payRefunds = createPayRefunds({
    knex,
    orders,
    readProviders,
    giveBack,
    tellOfReturn: async () => nothing,
    onRevoked: nothing,
    clock,
    log: loud,
  })

  async function pay(orderId: string, card: TestCard = paysAtOnce): Promise<void> {
    await knex('orders').where({ id: orderId }).update({ created_at: at })
    const payment = await orders.openPayment(knex, orderId)
    if (payment) await testProvider.pay(payment.provider_payment_id, card)
  }

  return {
    waitingList,
    gifts,
    shipments: createShipments({ knex, notify, clock }),
    proposals: createProposals({ knex, repository: createProposalRepository(knex), mailDecision: nothing, readProgress, clock }),
    tickets: createTickets({
      knex,
      repository: ticketRepository,
      findAccess: (slug, userId) => findProductAccess(knex, slug, userId),
      isClosed: () => Promise.resolve(false),
      onGranted: nothing,
      mailTicket: nothing,
      grants,
      stock,
      clock,
    }),
    renewals: subscriptions.renewals,
    subscriptions: subscriptions.service,

    /** Answers the paid order; undefined where somebody changed the demo so that it cannot be had. */
    async sell({ key, buyerId, items, supportMinor = 0, couponCode, gift, address }: DemoOrder): Promise<string | undefined> {
      const wanted = items.map(([productSlug, quantity]) => ({ productSlug, quantity }))
      const by = { userId: buyerId, language: 'es', region: null } as const
      try {
        const shown = await checkout.show(wanted[0]?.productSlug ?? '', {
          ...by,
          couponCode,
          basket: wanted,
          country: address?.country,
          isGift: gift !== undefined,
        })
        const priced = shown.lines.map(({ kind, quantity, price }) => ({ kind, quantity, ...price }))
        const orderId = await checkout.place(
          {
            items: wanted,
            gift,
            couponCode,
            supportMinor,
            expectedTotalMinor: breakDownLines(priced, supportMinor).totalMinor,
            idempotencyKey: key,
            withdrawalWaived: true,
            shipping: address && shippingAddressSchema.parse(address),
          },
          by,
        )
        await pay(orderId)
        return orderId
      } catch (error) {
        if (error instanceof DomainError) return undefined
        throw error
      }
    },

    async subscribe(channelSlug: string, { key, buyerId, card }: { key: string; buyerId: string; card?: TestCard }): Promise<void> {
      const { offer } = await subscriptions.service.show(channelSlug, undefined, null)
      if (!offer) return
      const wanted = { expectedTotalMinor: offer.totalMinor, idempotencyKey: key }
      await pay(await subscriptions.service.subscribe(channelSlug, wanted, { userId: buyerId, language: 'es', region: null }), card)
    },

    async giveBack(orderId: string, refund: { reason: 'organizer' | 'provider'; note: string; by: string }): Promise<void> {
      const [item] = await orders.items(knex, orderId)
      await knex.transaction((trx) => insertRefund(trx, { orderId, itemId: item?.id ?? '', ...refund }))
      await knex('refunds').where({ order_id: orderId }).update({ created_at: at })
      await payRefunds()
    },

    async codeOfGift(orderId: string): Promise<string | undefined> {
      const gift = await knex('gifts as g')
        .join('order_items as i', 'i.id', 'g.order_item_id')
        .where('i.order_id', orderId)
        .first<{ code: string | null } | undefined>('g.code')
      return gift?.code ?? undefined
    },

    /** Its buyer contests the payment at the bank. */
    async dispute(orderId: string): Promise<void> {
      const payment = await knex('payments').where({ order_id: orderId, status: 'succeeded' }).first('provider_payment_id')
      if (payment) await testProvider.dispute(payment.provider_payment_id, 'open')
    },
  }
}
