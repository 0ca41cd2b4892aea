import { restorePlayback, revokePlayback } from '@e-events/shared/node/revocations.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { Base, Timer } from '../../base.ts'
import type { ApiRouter, Bind } from '../../http/bind.ts'
import { isEventClosed } from '../catalogue/read/event-facts.ts'
import { findProductAccess } from '../catalogue/read/product-access.ts'
import { createBatchRepository } from './coupons/batch-repository.ts'
import { createCouponBatches } from './coupons/batch-service.ts'
import { couponRoutes } from './coupons/routes.ts'
import { createIssueInvoice } from './invoices/issue-invoice.ts'
import { createInvoiceRepository } from './invoices/repository.ts'
import { invoiceRoutes } from './invoices/routes.ts'
import { eraseBuyer } from './orders/erase.ts'
import { createFulfilments } from './orders/fulfil.ts'
import { createOrderLines } from './orders/order-lines.ts'
import { createCheckout } from './orders/place-order.ts'
import { createOrderRepository } from './orders/repository.ts'
import { orderRoutes } from './orders/routes.ts'
import { createReconciler } from './payments/reconcile.ts'
import { paymentRoutes } from './payments/routes.ts'
import { createSettlePayment } from './payments/settle-payment.ts'
import type { PaymentProvider } from './payments/payment-provider.ts'
import { createTestProvider } from './payments/test-provider.ts'
import { createTestPaymentRepository } from './payments/test-repository.ts'
import { createRedeemCode } from './product-codes/redeem-code.ts'
import { createCodeRepository } from './product-codes/repository.ts'
import { productCodeRoutes } from './product-codes/routes.ts'
import { createProductCodes } from './product-codes/service.ts'
import { createPayRefunds } from './refunds/pay-refunds.ts'
import { createRefundMail } from './refunds/refund-mail.ts'
import { createSaleRepository } from './sales-table/repository.ts'
import { salesTableRoutes } from './sales-table/routes.ts'
import { createSalesTable } from './sales-table/service.ts'
import { createTicketRepository } from './tickets/repository.ts'
import { ticketRoutes } from './tickets/routes.ts'
import { createTickets } from './tickets/service.ts'
import { createTicketMail } from './tickets/ticket-mail.ts'

export type Sales = ReturnType<typeof createSales>

interface SalesDeps {
  /** The site takes coupons and codes. */
  takesCoupons(): Promise<boolean>
  /** The site allows paid content. */
  mayCharge(): Promise<boolean>
}

/** Access that is given or sold: orders and their payments, tickets and the codes that open them. */
export function createSales(base: Base, { takesCoupons, mayCharge }: SalesDeps) {
  const { env, knex, redis, mailer, rateLimits, events, clock, log } = base
  const codes = createCodeRepository()
  const repository = createTicketRepository(knex)
  const orders = createOrderRepository(knex)
  const lines = createOrderLines({ repository: orders, clock })
  const mailTicket = createTicketMail(mailer)
  /** Lifts what was revoked: playback tokens of the account work again. */
  const onGranted = (userId: string, productId: string): Promise<void> =>
    restorePlayback(redis, userId, productId).catch((error: unknown) => log.warn({ err: error }, 'could not lift a revocation'))
  const onRevoked = (userId: string, productId: string): Promise<void> =>
    revokePlayback(redis, userId, productId, clock.nowMs()).catch((error: unknown) => log.warn({ err: error }, 'could not revoke playback'))
  const productCodes = createProductCodes({ knex, repository: codes, clock })
  const couponBatches = createCouponBatches({ knex, repository: createBatchRepository(knex), clock })
  const redeemCode = createRedeemCode({ knex, codes, tickets: repository, mailTicket, rateLimits, takesCoupons, onGranted, clock })
  const tickets = createTickets({
    knex,
    repository,
    findAccess: (slug, userId) => findProductAccess(knex, slug, userId),
    isClosed: (productId, now) => isEventClosed(knex, productId, now),
    mailTicket,
    onGranted,
    clock,
  })
  const invoiceRepository = createInvoiceRepository(knex)
  const invoices = createIssueInvoice({ repository: invoiceRepository })
  const fulfilments = createFulfilments({ tickets: repository, mailTicket })
  const settle = createSettlePayment({ knex, orders, invoices, fulfilments, onGranted, clock })
  const testProvider = !base.takesPayments
    ? undefined
    : createTestProvider({
        repository: createTestPaymentRepository(knex),
        secret: env.DATA_ENCRYPTION_KEY,
        send: (body, signature) =>
          receive('test', body, signature).catch((error: unknown) => log.warn({ err: error }, 'a notice of the test provider was lost')),
        clock,
      })
  const provider: PaymentProvider | undefined = testProvider
  const checkout = createCheckout({ knex, repository: orders, lines, provider, mayCharge, settle, clock })
  const reconciler = createReconciler({ knex, orders, provider, settle, clock, log })
  const salesTable = createSalesTable({ knex, repository: createSaleRepository(knex) })
  const payRefunds = createPayRefunds({ knex, orders, provider, invoices, mailRefund: createRefundMail(mailer), onRevoked, clock, log })

  async function receive(id: string, body: string, signature: string): Promise<void> {
    if (provider?.id !== id) throw new DomainError('NOT_FOUND')
    await settle.notice(provider.readNotice(body, signature))
  }

  events.subscribe('account.erased', ({ trx, user, pseudonym }) => eraseBuyer(trx, user.id, pseudonym, clock.now()))
  const timers: Timer[] = [
    { name: 'test payments', periodMs: 2_000, run: async () => testProvider?.settleDue() },
    { name: 'unsettled payments', periodMs: 10_000, run: reconciler.run },
    { name: 'refunds', periodMs: 5_000, run: payRefunds },
  ]
  return {
    timers,
    testProvider,
    reconciler,
    payRefunds,
    routes(router: ApiRouter, bind: Bind): void {
      productCodeRoutes(router, bind, { productCodes, clock })
      couponRoutes(router, bind, { batches: couponBatches, clock })
      ticketRoutes(router, bind, { tickets, redeemCode, clock })
      orderRoutes(router, bind, {
        checkout,
        repository: orders,
        check: reconciler.check,
        urlOf: ({ provider_payment_id: id }) => provider?.urlOf(id) ?? '',
      })
      invoiceRoutes(router, bind, { repository: invoiceRepository })
      salesTableRoutes(router, bind, { table: salesTable, clock })
      paymentRoutes(router, bind, { testProvider, receive })
    },
  }
}
