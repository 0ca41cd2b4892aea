import { restorePlayback, revokePlayback } from '@e-events/shared/node/revocations.ts'
import type { Base, Timer } from '../../base.ts'
import type { ApiRouter, Bind } from '../../http/bind.ts'
import { isEventClosed } from '../catalogue/read/event-facts.ts'
import { isSwitchedOff } from '../catalogue/read/switched-off.ts'
import { findProductAccess } from '../catalogue/read/product-access.ts'
import { createBatchRepository } from './coupons/batch-repository.ts'
import { createCouponBatches } from './coupons/batch-service.ts'
import { createCouponRepository } from './coupons/coupon-repository.ts'
import { createHeldCoupons } from './coupons/held-coupons.ts'
import { createRedeem } from './coupons/redeem.ts'
import { couponRoutes } from './coupons/routes.ts'
import { toSessionRef } from './coupons/batch-presenter.ts'
import { createOnDispute } from './money/disputes/on-dispute.ts'
import { createTellSeller } from './money/disputes/tell-seller.ts'
import { disputeRoutes } from './money/disputes/routes.ts'
import { createGiftRepository } from './gifts/repository.ts'
import { giftRoutes } from './gifts/routes.ts'
import { createGifts } from './gifts/service.ts'
import { createIssueInvoice } from './money/invoices/issue-invoice.ts'
import { createInvoiceRepository } from './money/invoices/repository.ts'
import { createOrderDocuments } from './money/invoices/order-documents.ts'
import { invoiceRoutes } from './money/invoices/routes.ts'
import { eraseCheckouts, forgetCheckouts, noteCheckout } from './opportunities/opened-checkouts.ts'
import { createOpportunityRepository } from './opportunities/repository.ts'
import { opportunityRoutes } from './opportunities/routes.ts'
import { createFollowUp } from './opportunities/service.ts'
import { eraseBuyer } from './orders/erase.ts'
import { createFulfilments } from './orders/fulfil.ts'
import { createOrderCalendar } from './tickets/order-calendar.ts'
import { createOrderLines } from './orders/order-lines.ts'
import { createOrderMail } from './orders/order-mail.ts'
import { createCheckout } from './orders/place-order.ts'
import { createOrderRepository } from './orders/repository.ts'
import { orderRoutes } from './orders/routes.ts'
import { createCheckConnection } from './money/payments/check-connection.ts'
import { createReconciler } from './money/payments/reconcile.ts'
import { createReceiveNotice } from './money/payments/receive-notice.ts'
import { paymentRoutes } from './money/payments/routes.ts'
import { createSavedCards } from './money/payments/saved-cards.ts'
import { createSettlePayment } from './money/payments/settle-payment.ts'
import { createAttemptLimits } from './money/payments/attempt-limits.ts'
import { createFailureMail } from './money/payments/failure-mail.ts'
import { createOpenStep } from './money/payments/open-step.ts'
import { createPaymentProviders, type PaymentAccounts } from './money/payments/providers.ts'
import { createTakeDispute } from './money/payments/take-dispute.ts'
import { createTestProvider } from './money/payments/test-provider.ts'
import { createTestPaymentRepository } from './money/payments/test-repository.ts'
import { createPayoutMail } from './money/payouts/payout-mail.ts'
import { createPayoutRepository } from './money/payouts/repository.ts'
import { fulfilPrepaid } from './money/prepaid/fulfil.ts'
import { prepaidRoutes } from './money/prepaid/routes.ts'
import { createPrepaidHours, type PrepaidSettings } from './money/prepaid/service.ts'
import { createShowPlans } from './money/prepaid/show-plans.ts'
import { payoutRoutes } from './money/payouts/routes.ts'
import { createPayouts } from './money/payouts/service.ts'
import { createCodeRepository } from './product-codes/repository.ts'
import { productCodeRoutes } from './product-codes/routes.ts'
import { createProductCodes } from './product-codes/service.ts'
import { createDecisionMail } from './money/refund-proposals/decision-mail.ts'
import { createGiveBack } from './money/refunds/give-back.ts'
import { createPayRefunds } from './money/refunds/pay-refunds.ts'
import { createProposalRepository } from './money/refund-proposals/repository.ts'
import { createProposals, type ReadProgress } from './money/refund-proposals/service.ts'
import { createTakeReturned, createTellOfReturn } from './money/refunds/take-returned.ts'
import { createRefundMail } from './money/refunds/refund-mail.ts'
import { refundRoutes } from './money/refunds/routes.ts'
import { createRedeemedCodeRepository } from './redeemed-codes/repository.ts'
import { redeemedCodeRoutes } from './redeemed-codes/routes.ts'
import { createSaleRepository } from './sales-table/repository.ts'
import { salesTableRoutes } from './sales-table/routes.ts'
import { createSalesTable } from './sales-table/service.ts'
import { createVatRegister } from '../../adapters/vat-register.ts'
import { createAskRegister } from './money/taxes/ask-register.ts'
import { createTaxLines } from './money/taxes/tax-lines.ts'
import { createTaxRepository } from './money/taxes/repository.ts'
import { taxRoutes } from './money/taxes/routes.ts'
import { createTaxBooks } from './money/taxes/service.ts'
import { shippingRoutes } from './shipping/routes.ts'
import { createShipments } from './shipping/shipments.ts'
import { eraseAddress } from './shipping/repository.ts'
import { stockRoutes } from './stock/routes.ts'
import { createStock } from './stock/stock.ts'
import { createWaitingList, type Notify } from './stock/waiting-list.ts'
import { toTicket } from './tickets/presenter.ts'
import { createMatchBooks } from './money/ledger/match-books.ts'
import { createMatchRepository } from './money/ledger/match-repository.ts'
import { createChargeUsage } from './money/usage-charges/charge-usage.ts'
import { createInvoiceUsage } from './money/usage-charges/invoice-usage.ts'
import { createChargeRepository } from './money/usage-charges/repository.ts'
import { usageRoutes } from './money/usage-charges/routes.ts'
import { createShowUsage } from './money/usage-charges/show-usage.ts'
import { subscriptionRoutes } from './subscriptions/routes.ts'
import type { StoredSubscriptionSettings } from './subscriptions/service.ts'
import { createSubscriptionParts } from './subscriptions/subscriptions.ts'
import { createGrantTickets } from './tickets/grant.ts'
import { createTicketRepository } from './tickets/repository.ts'
import { ticketRoutes } from './tickets/routes.ts'
import { createTickets } from './tickets/service.ts'
import { createTicketMail } from './tickets/ticket-mail.ts'

export type Sales = ReturnType<typeof createSales>

interface SalesDeps {
  /** The site takes coupons and codes. */
  takesCoupons(): Promise<boolean>
  /** Accounts at payment services, with their keys, and whether the site allows paid content. */
  paymentAccounts(): Promise<PaymentAccounts>
  /** By mail and in the list of notifications. */
  notify: Notify
  subscriptionSettings(): Promise<StoredSubscriptionSettings>
  /** Signs the link that ends the promotions of an account. */
  optOutToken(userId: string): string
  prepaidSettings(): Promise<PrepaidSettings>
  readProgress: ReadProgress
}

/** Access that is given or sold: orders and their payments, tickets and the codes that open them. */
export function createSales(base: Base, deps: SalesDeps) {
  const { takesCoupons, paymentAccounts, notify, subscriptionSettings, optOutToken, prepaidSettings } = deps
  const { env, knex, redis, mailer, rateLimits, events, clock, log } = base
  const codes = createCodeRepository()
  const repository = createTicketRepository(knex)
  const orders = createOrderRepository(knex)
  const taxRepository = createTaxRepository(knex)
  const register = env.VAT_REGISTER_URL === undefined ? undefined : createVatRegister(env.VAT_REGISTER_URL)
  const taxLines = createTaxLines({ repository: taxRepository, askRegister: createAskRegister({ redis, register }), clock })
  const coupons = createCouponRepository()
  const heldCoupons = createHeldCoupons(coupons)
  const mailTicket = createTicketMail(mailer)
  /** Lifts what was revoked: playback tokens of the account work again. */
  const onGranted = (userId: string, productId: string): Promise<void> =>
    restorePlayback(redis, userId, productId).catch((error: unknown) => log.warn({ err: error }, 'could not lift a revocation'))
  const onRevoked = (userId: string, productId: string): Promise<void> =>
    revokePlayback(redis, userId, productId, clock.nowMs()).catch((error: unknown) => log.warn({ err: error }, 'could not revoke playback'))
  const waitingList = createWaitingList({ knex, notify, clock, log })
  const stock = createStock({ offerNext: waitingList.offerNext, clock })
  const lines = createOrderLines({ repository: orders, coupons: heldCoupons, taxes: taxLines, stock, clock })
  const shipments = createShipments({ knex, notify, clock })
  const productCodes = createProductCodes({ knex, repository: codes, clock })
  const batchRepository = createBatchRepository(knex)
  const couponBatches = createCouponBatches({ knex, repository: batchRepository, clock })
  const sessionOf = async (id: string | null) => (id === null ? null : toSessionRef(await batchRepository.session(id)))
  const grants = createGrantTickets({ tickets: repository, stock })
  const giftRepository = createGiftRepository()
  const gifts = createGifts({ knex, repository: giftRepository, grants, mailer, mailTicket, onGranted, clock })
  const redeem = createRedeem({
    knex,
    grants,
    gifts,
    coupons,
    codes,
    orders,
    tickets: repository,
    stock,
    mailTicket,
    rateLimits,
    takesCoupons,
    onGranted,
    clock,
  })
  const tickets = createTickets({
    knex,
    repository,
    findAccess: (slug, userId) => findProductAccess(knex, slug, userId),
    isClosed: async (productId, now) => (await isSwitchedOff(knex, productId)) || isEventClosed(knex, productId, now),
    mailTicket,
    onGranted,
    grants,
    stock,
    clock,
  })
  const invoiceRepository = createInvoiceRepository(knex, {
    name: env.OPERATOR_NAME,
    taxId: env.OPERATOR_TAX_ID,
    address: env.OPERATOR_ADDRESS,
  })
  const invoices = createIssueInvoice({ repository: invoiceRepository })
  const subscriptionParts = createSubscriptionParts(base, orders)
  const fulfilments = {
    ...createFulfilments({ grants, gifts, coupons: heldCoupons }),
    channel_subscription: subscriptionParts.fulfil,
    platform_subscription: subscriptionParts.fulfil,
    prepaid_hours: fulfilPrepaid,
  }
  const calendar = createOrderCalendar({ knex, origin: env.PUBLIC_ORIGIN, clock })
  const documents = createOrderDocuments(invoiceRepository)
  const orderMail = createOrderMail({ knex, mailer, documents, calendar, rateLimits, clock })
  const settle = createSettlePayment({
    knex,
    orders,
    invoices,
    fulfilments,
    mailOrder: orderMail.announce,
    stock,
    mailFailure: createFailureMail(mailer),
    onGranted,
    clock,
  })
  const testProvider = !base.takesPayments
    ? undefined
    : createTestProvider({
        repository: createTestPaymentRepository(knex),
        secret: env.DATA_ENCRYPTION_KEY,
        send: (body, signature) =>
          receive('test', { body, header: () => signature, from: { requestId: null, address: null } }).catch((error: unknown) =>
            log.warn({ err: error }, 'a notice of the test provider was lost'),
          ),
        clock,
      })
  const readProviders = createPaymentProviders({
    accounts: paymentAccounts,
    testProvider,
    origin: env.PUBLIC_ORIGIN,
    production: env.reach === 'production',
    stripe: { apiUrl: env.STRIPE_API_URL, timeoutMs: env.PAYMENT_TIMEOUT_MS, clock },
  })
  const savedCards = createSavedCards({ knex, readProviders })
  const checkout = createCheckout({
    knex,
    repository: orders,
    lines,
    taxes: taxLines,
    coupons: heldCoupons,
    gifts,
    cards: savedCards,
    sessionOf,
    readProviders,
    takesCoupons,
    settle,
    stock,
    clock,
  })
  const reconciler = createReconciler({ knex, orders, readProviders, settle, clock, log })
  const subscriptions = subscriptionParts.connect({ readProviders, settle, taxes: taxLines, settings: subscriptionSettings })
  const giveBack = createGiveBack({ orders, invoices, mailRefund: createRefundMail(mailer), releaseItems: stock.releaseItems })
  const tellSeller = createTellSeller({ notify })
  const onDispute = createOnDispute({ orders, giveBack, onFrozen: onRevoked, onThawed: onGranted, tellSeller })
  const takeDispute = createTakeDispute({ knex, orders, onDispute, clock })
  const tellOfReturn = createTellOfReturn({ notify })
  const takeReturned = createTakeReturned({ knex, orders, tellOfReturn, clock })
  const payRefunds = createPayRefunds({ knex, orders, readProviders, giveBack, tellOfReturn, onRevoked, clock, log })
  const saleRepository = createSaleRepository(knex)
  const redeemedRepository = createRedeemedCodeRepository(knex)
  const opportunityRepository = createOpportunityRepository(knex)
  const followUp = createFollowUp({ knex, repository: opportunityRepository, mailer, optOutToken, clock })
  async function figures(ownerId: string) {
    const [tickets, codes, opportunities] = await Promise.all([
      saleRepository.countTickets(ownerId),
      redeemedRepository.count(ownerId),
      opportunityRepository.count(ownerId, clock.now()),
    ])
    return { tickets, codes, opportunities }
  }
  const salesTable = createSalesTable({ knex, repository: saleRepository, paidByHand: payRefunds.paidByHand })
  const proposals = createProposals({
    knex,
    repository: createProposalRepository(knex),
    mailDecision: createDecisionMail(mailer),
    readProgress: deps.readProgress,
    clock,
  })

  const checkConnection = createCheckConnection({ knex, readProviders, clock })
  const prepaidHours = createPrepaidHours({ knex, orders, taxes: taxLines, readProviders, settings: prepaidSettings, clock })
  const plans = createShowPlans({ knex, clock })
  const attempts = createAttemptLimits({ knex, rateLimits })
  const openStep = createOpenStep({
    orders,
    readProviders,
    attempts,
    check: reconciler.check,
    returnPathOf: async (orderId) => (await subscriptionParts.returnPathOf(orderId)) ?? prepaidHours.returnPathOf(orderId),
  })

  const payouts = createPayouts({ knex, repository: createPayoutRepository(knex), mailPayout: createPayoutMail(mailer), clock })
  const chargeRepository = createChargeRepository(knex)
  const chargeUsage = createChargeUsage({ knex, repository: chargeRepository, clock })
  const invoiceUsage = createInvoiceUsage({ knex, invoices: invoiceRepository, taxes: taxLines, clock })
  const matches = createMatchRepository(knex)
  const matchBooks = createMatchBooks({ repository: matches, providers: async () => (await readProviders()).all, clock, log })
  const { PAYOUT_IBAN: payoutIban, PAYOUT_BIC: bic, OPERATOR_NAME: name } = env
  const debtor = payoutIban === undefined || name === undefined ? undefined : { name, iban: payoutIban, bic }

  const receive = createReceiveNotice({ knex, readProviders, settle, takeDispute, takeReturned, attempts, rateLimits })

  events.subscribe('event.changed', ({ changeId }) => knex.transaction((trx) => coupons.moveSession(trx, changeId)))
  events.subscribe('account.ended', ({ trx, userId }) => waitingList.leaveAll(trx, userId))
  events.subscribe('account.erased', async ({ trx, user, pseudonym }) => {
    await eraseBuyer(trx, user.id, pseudonym, clock.now())
    await giftRepository.erase(trx, user.id, pseudonym)
    await eraseAddress(trx, user.id)
    await eraseCheckouts(trx, user.id)
    await prepaidHours.erase(trx, user.id)
    const forgetCards = await savedCards.erase(trx, user.id)
    const leave = await waitingList.leaveAll(trx, user.id)
    return async () => {
      await leave()
      await forgetCards().catch((error: unknown) => log.warn({ err: error }, 'a provider was not told that a card is gone'))
    }
  })
  const timers: Timer[] = [
    { name: 'test payments', periodMs: 2_000, run: async () => testProvider?.settleDue() },
    { name: 'unsettled payments', periodMs: 10_000, run: reconciler.run },
    { name: 'prepaid minutes', periodMs: 10_000, run: plans.takeMinutes },
    { name: 'usage charges', periodMs: 30_000, run: chargeUsage },
    { name: 'invoices of usage', periodMs: 60_000, run: invoiceUsage },
    { name: 'match with providers', periodMs: 600_000, run: matchBooks.run },
    { name: 'gifts', periodMs: 30_000, run: gifts.deliverDue },
    { name: 'refunds', periodMs: 5_000, run: payRefunds },
    { name: 'held stock', periodMs: 5_000, run: () => stock.sweep(knex) },
    { name: 'old checkouts', periodMs: 3_600_000, run: () => forgetCheckouts(knex, clock.now()) },
    { name: 'waiting lists', periodMs: 5_000, run: waitingList.run },
    ...subscriptions.timers,
  ]
  return {
    timers,
    testProvider,
    reconciler,
    payRefunds,
    gifts,
    chargeUsage,
    invoiceUsage,
    plans,
    matchBooks,
    stock,
    waitingList,
    renewals: subscriptions.renewals,
    routes(router: ApiRouter, bind: Bind): void {
      productCodeRoutes(router, bind, { productCodes, clock })
      couponRoutes(router, bind, {
        batches: couponBatches,
        redeem,
        ticketOf: async (id, language) => toTicket(await tickets.get(id, language, clock.now()), clock.now()),
        sessionOf,
        impact: () => coupons.impact(knex, clock.now()),
        clock,
      })
      redeemedCodeRoutes(router, bind, { repository: redeemedRepository, clock })
      opportunityRoutes(router, bind, { repository: opportunityRepository, followUp, clock })
      ticketRoutes(router, bind, { tickets, clock })
      const { get } = orderRoutes(router, bind, {
        checkout,
        noteCheckout: (userId, productId) => noteCheckout(knex, { userId, productId, now: clock.now() }),
        repository: orders,
        check: reconciler.check,
        resend: orderMail.resend,
        calendar,
        assertMayPay: attempts.assertMayPay,
      })
      subscriptionRoutes(router, bind, { service: subscriptions.service, knex, order: get, clock })
      giftRoutes(router, bind, { gifts })
      invoiceRoutes(router, bind, { repository: invoiceRepository })
      disputeRoutes(router, bind, { knex })
      refundRoutes(router, bind, { proposals, knex, clock })
      salesTableRoutes(router, bind, { table: salesTable, figures, clock })
      paymentRoutes(router, bind, { testProvider, openStep, checkConnection, savedCards, receive })
      stockRoutes(router, bind, { knex, waitingList })
      shippingRoutes(router, bind, { knex, shipments })
      taxRoutes(router, bind, { books: createTaxBooks({ knex, repository: taxRepository, clock }) })
      payoutRoutes(router, bind, { payouts, invoices: invoiceRepository, debtor, matches, clock })
      usageRoutes(router, bind, { showUsage: createShowUsage({ knex, repository: chargeRepository, clock }), plans })
      prepaidRoutes(router, bind, { hours: prepaidHours, order: get })
    },
  }
}
