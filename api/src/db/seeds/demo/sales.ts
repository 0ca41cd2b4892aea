import { createHash } from 'node:crypto'
import type { Clock } from '../../../adapters/clock.ts'
import type { Log } from '../../../adapters/log.ts'
import { breakDownLines, isSold } from '@e-events/shared/domain/pricing.ts'
import type { Knex } from 'knex'
import { createCouponRepository } from '../../../domains/sales/coupons/coupon-repository.ts'
import { createHeldCoupons } from '../../../domains/sales/coupons/held-coupons.ts'
import { createIssueInvoice } from '../../../domains/sales/money/invoices/issue-invoice.ts'
import { createInvoiceRepository } from '../../../domains/sales/money/invoices/repository.ts'
import { createFulfilments } from '../../../domains/sales/orders/fulfil.ts'
import { billingOf, priceOf } from '../../../domains/sales/orders/policy.ts'
import { createOrderRepository } from '../../../domains/sales/orders/repository.ts'
import { createSettlePayment } from '../../../domains/sales/money/payments/settle-payment.ts'
import { createTestPaymentRepository } from '../../../domains/sales/money/payments/test-repository.ts'
import { createPaymentProviders } from '../../../domains/sales/money/payments/providers.ts'
import { createTestProvider } from '../../../domains/sales/money/payments/test-provider.ts'
import { createGiveBack } from '../../../domains/sales/money/refunds/give-back.ts'
import { createPayRefunds } from '../../../domains/sales/money/refunds/pay-refunds.ts'
import { insertRefund } from '../../../domains/sales/money/refunds/repository.ts'
import { createTaxLines } from '../../../domains/sales/money/taxes/tax-lines.ts'
import { createTaxRepository } from '../../../domains/sales/money/taxes/repository.ts'
import { createStock } from '../../../domains/sales/stock/stock.ts'
import { createGrantTickets } from '../../../domains/sales/tickets/grant.ts'
import { createTicketRepository } from '../../../domains/sales/tickets/repository.ts'
import { demoUserIds } from './accounts.ts'
import { demoProducts } from './catalogue.ts'
import { demoId } from './ids.ts'

const dayMs = 86_400_000
const days = 90
/** Name, surname, country, tax id. */
const buyers = [
  ['Nuria', 'Pastor', 'ES', '12345678Z'],
  ['Rui', 'Tavares', 'PT', null],
  ['Camila', 'Ríos', 'MX', null],
  ['Iker', 'Etxeberria', 'ES', null],
  ['Greta', 'Lindner', 'DE', null],
  ['Tomás', 'Aguirre', 'AR', null],
  ['Beatriz', 'Fonseca', 'PT', '501442600'],
  ['Pau', 'Serra', 'ES', null],
  ['Marina', 'Couto', 'BR', null],
  ['Elena', 'Duarte', 'ES', null],
  ['Oskar', 'Nowak', 'PL', null],
  ['Valeria', 'Quispe', 'PE', null],
] as const
interface Refund {
  reason: 'organizer' | 'provider'
  note: string
}
/** The latest sale of each of these was given back. */
const refunds: Readonly<Record<string, Refund>> = {
  'ultimo-tren-a-valdeniebla': { reason: 'organizer', note: 'Lo compró dos veces con cuentas distintas.' },
  'duende-de-sal': { reason: 'provider', note: 'Corte de red en el centro de datos.' },
}
const refundAfterMs = 40 * 60_000
const supports = [0, 0, 200, 0, 500, 0, 0]

/**
 * Sells for the last ninety days, through the same settlement, invoices and refunds as every sale; only mails are left
 * out. Each installation is filled once; the demo's viewer has two orders of these.
 */
export async function seedSales(knex: Knex, now: Date): Promise<number> {
  const planned = plannedSales(now)
  const keys = planned.map(({ key }) => key)
  const known = new Set(await knex('orders').whereIn('idempotency_key', keys).pluck<(string | null)[]>('idempotency_key'))
  const missing = planned.filter(({ key }) => !known.has(key))
  if (missing.length === 0) return 0
  await seedBuyers(knex, now)
  let sold = 0
  for (const sale of missing) if (await sell(knex, sale)) sold += 1
  return sold
}

interface PlannedSale {
  key: string
  buyerId: string
  slug: string
  at: Date
  supportMinor: number
  refund: Refund | undefined
}

const buyerId = (index: number): string => demoId(`user/buyer-${index}`)

/** More of them lately than three months ago, at the hours at which people buy. */
function plannedSales(now: Date): PlannedSale[] {
  const slugs = demoProducts
    .filter(({ type, netMinor }) => netMinor !== undefined && type !== 'physical' && isSold({ type, isBundle: false }))
    .map(({ slug }) => slug)
  const pairs = buyers.flatMap((_, buyer) => slugs.map((slug, product) => ({ buyer, slug, order: (buyer * 5 + product * 7) % 97 })))
  const count = Math.min(72, pairs.length)
  const sales = pairs
    .toSorted((a, b) => a.order - b.order || a.buyer - b.buyer)
    .slice(0, count)
    .map(({ buyer, slug }, index) => {
      const age = days * (1 - index / count) ** 1.6
      const minute = (index * 137) % 600
      const at = new Date(Math.floor((now.getTime() - age * dayMs) / dayMs) * dayMs + (10 * 60 + minute) * 60_000)
      return {
        key: demoId(`order/${index}`),
        buyerId: buyerId(buyer),
        slug,
        at: at < now ? at : new Date(now.getTime() - (count - index) * 60_000),
        supportMinor: supports[index % supports.length] ?? 0,
        refund: undefined as Refund | undefined,
      }
    })
  for (const [slug, refund] of Object.entries(refunds)) {
    const last = sales.findLast((sale) => sale.slug === slug)
    if (last) last.refund = refund
  }
  const own = (name: string, slug: string, ageDays: number, refund?: Refund): PlannedSale => ({
    key: demoId(`order/${name}`),
    buyerId: demoUserIds.viewer,
    slug,
    at: new Date(now.getTime() - ageDays * dayMs),
    supportMinor: 0,
    refund,
  })
  return [
    ...sales,
    own('viewer-post', 'cuaderno-de-gira', 21),
    own('viewer-show', 'opera-de-bolsillo', 9, { reason: 'organizer', note: 'No puede asistir.' }),
  ]
}

async function seedBuyers(knex: Knex, now: Date): Promise<void> {
  await knex('users')
    .insert(
      buyers.map(([name, surname, country, taxId], index) => ({
        id: buyerId(index),
        email: `${name}.${surname}`.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase() + '@e-events.example',
        email_verified_at: now,
        roles: ['VIEWER' as const],
        name,
        surname,
        country,
        billing_nif: taxId,
        locale:
          country === 'PT' || country === 'BR' ? ('pt' as const) : country === 'DE' || country === 'PL' ? ('en' as const) : ('es' as const),
        time_zone: 'Europe/Madrid',
        privacy_accepted_at: now,
      })),
    )
    .onConflict()
    .ignore()
}

/** False where the product is not there any more. */
async function sell(knex: Knex, sale: PlannedSale): Promise<boolean> {
  const clock: Clock = { nowMs: () => sale.at.getTime(), now: () => sale.at }
  const orders = createOrderRepository(knex)
  const invoices = createIssueInvoice({ repository: createInvoiceRepository(knex) })
  const books = createTestPaymentRepository(knex)
  const product = await orders.findOffered(knex, sale.slug, 'es', sale.at)
  if (!product) return false
  const buyer = await orders.findBuyer(sale.buyerId)
  const taxes = createTaxLines({ repository: createTaxRepository(knex), askRegister: () => Promise.resolve('unreachable') })
  const taxBuyer = await taxes.buyerOf(buyer, null)
  if (!taxBuyer) throw new Error('a buyer of the demo has no country')
  const untaxed = { kind: 'access', product, quantity: 1, price: priceOf(product) } as const
  const [line = untaxed] = await taxes.apply(knex, [untaxed], { buyer: taxBuyer, now: sale.at })
  const breakdown = breakDownLines([{ kind: line.kind, quantity: line.quantity, ...line.price }], sale.supportMinor)
  const order = await knex.transaction((trx) =>
    orders.insert(trx, {
      buyer,
      lines: [line],
      breakdown,
      billing: billingOf(buyer),
      taxBuyer,
      idempotencyKey: sale.key,
      isWaived: true,
      shipping: undefined,
      acceptedAt: sale.at,
      expiresAt: sale.at,
    }),
  )
  await knex('orders').where({ id: order.id }).update({ created_at: sale.at })
  const paymentId = `tp_${createHash('sha256').update(order.id).digest('hex').slice(0, 32)}`
  const { currency, total_minor: amountMinor } = order
  await books.start({
    id: paymentId,
    reference: order.id,
    amount_minor: amountMinor,
    currency,
    description: product.title,
    state: 'succeeded',
    return_url: '/mystuff/orders',
    cancel_url: '/mystuff/orders',
  })
  await orders.insertPayment(order, 'test', paymentId)
  const settle = createSettlePayment({
    knex,
    orders,
    invoices,
    fulfilments: createFulfilments({
      grants: createGrantTickets({ tickets: createTicketRepository(knex) }),
      gifts: { pay: () => Promise.resolve(false) },
      coupons: createHeldCoupons(createCouponRepository()),
      mailTicket: () => Promise.resolve(),
    }),
    stock: createStock({ offerNext: async () => () => Promise.resolve(), clock }),
    onGranted: () => Promise.resolve(),
    clock,
  })
  await settle.payment('test', { paymentId, status: 'succeeded', amountMinor, currency, failure: null })
  if (sale.refund) await giveBack(knex, { orderId: order.id, refund: sale.refund, at: new Date(sale.at.getTime() + refundAfterMs) })
  return true
}

async function giveBack(knex: Knex, { orderId, refund, at }: { orderId: string; refund: Refund; at: Date }): Promise<void> {
  const clock: Clock = { nowMs: () => at.getTime(), now: () => at }
  const item = await knex('order_items').where({ order_id: orderId }).first('id')
  await knex.transaction((trx) => insertRefund(trx, { orderId, itemId: item?.id ?? '', ...refund, by: demoUserIds.admin }))
  await knex('refunds').where({ order_id: orderId }).update({ created_at: at })
  const orders = createOrderRepository(knex)
  const invoices = createIssueInvoice({ repository: createInvoiceRepository(knex) })
  const payRefunds = createPayRefunds({
    knex,
    orders,
    readProviders: createPaymentProviders({
      accounts: () => Promise.resolve({ stripe: null, pos: null }),
      testProvider: createTestProvider({
        repository: createTestPaymentRepository(knex),
        secret: 'demo',
        send: () => Promise.resolve(),
        clock,
      }),
      origin: '',
      stripe: { apiUrl: '', timeoutMs: 0, clock },
    }),
    giveBack: createGiveBack({
      orders,
      invoices,
      mailRefund: () => Promise.resolve(),
      releaseItems: () => Promise.resolve(() => Promise.resolve()),
    }),
    onRevoked: () => Promise.resolve(),
    clock,
    log: loud,
  })
  await payRefunds()
}

/** A refund that could not be paid out is a fault of the seed. */
const loud = {
  warn: (facts: { err: unknown }) => {
    throw facts.err
  },
} as unknown as Log
