import { config, type MediaPay } from '@e-events/shared/contract/settings/config.ts'
import { orders, type Order } from '@e-events/shared/contract/sales/orders.ts'
import { startStripeDouble } from '../../../tests/support/stripe/double.ts'
import type { StripeEvent } from '../../../tests/support/stripe/objects.ts'
import type { FactoryProduct } from './factories.ts'
import { createTestApi, type TestApi } from './test-api.ts'
import { orderBody } from './valid-requests-sales.ts'

export interface PlacedOrder {
  order: Order
  paymentId: string
  product: FactoryProduct
  as: string
  userId: string
}

/** Stores accounts at payment services, as an administrator does on the screen of payments. */
export async function connectAccounts(t: TestApi, { pos = null, provider }: { pos?: unknown; provider?: unknown }): Promise<void> {
  const as = await t.tokenOf(await t.factories.admin())
  const { subscription, monetize, prepaidHourMinor, seller } = (await t.call(config.mediaPay, { as }).expect(200)).body as MediaPay
  const none = { publicKey: '', secretKey: '', signingKey: '' }
  await t
    .call(config.updateMediaPay, { as, body: { pos, provider: provider ?? none, subscription, monetize, prepaidHourMinor, seller } })
    .expect(200)
}

/** An order of 12.10 that waits for its payment. */
export async function placeOrder(t: TestApi, fields: Record<string, unknown> = {}): Promise<PlacedOrder> {
  const product = await t.factories.product({ type: 'vod', plan: 'paid', net_price_minor: 1_000, tax_basis_points: 2_100 })
  const user = await t.factories.user()
  const as = await t.tokenOf(user)
  const order = (await t.call(orders.place, { as, body: orderBody(product.slug, fields) }).expect(201)).body as Order
  const payment = await t.database.knex('payments').where({ order_id: order.id }).first('provider_payment_id')
  return { order, product, as, userId: user.id, paymentId: payment?.provider_payment_id ?? '' }
}

/** For tests of answers that come too late: the api waits for less than the double takes. */
export const impatience = { PAYMENT_TIMEOUT_MS: '1000' }
export const tooLateMs = 1_500

export type StripeSite = Awaited<ReturnType<typeof startStripeSite>>

/** An api that sells through the double of Stripe. */
export async function startStripeSite(env: Record<string, string> = {}) {
  let nowMs = Date.now
  const stripe = await startStripeDouble({ nowMs: () => nowMs() })
  const t = await createTestApi({ env: { STRIPE_API_URL: stripe.url, ...env } })
  nowMs = t.clock.nowMs
  const { knex } = t.database
  await connectAccounts(t, { provider: stripe.keys })
  const delivered = new Set<string>()
  const deliver = (event: StripeEvent, forged?: { body?: string; signature?: string }) =>
    stripe.deliver(event, `${t.url}/api/payments/notices/stripe`, forged)

  /** Delivers everything of a payment that was not delivered yet, in its order. */
  async function courier(paymentId: string): Promise<void> {
    for (const event of stripe.events) {
      const { id, payment_intent: of } = event.data.object as { id: string; payment_intent?: string }
      if (delivered.has(event.id) || (id !== paymentId && of !== paymentId)) continue
      delivered.add(event.id)
      await deliver(event)
    }
  }

  return {
    t,
    stripe,
    deliver,
    courier,
    place: () => placeOrder(t),
    async paid(): Promise<PlacedOrder> {
      const one = await placeOrder(t)
      stripe.pay(one.paymentId, 'success')
      await courier(one.paymentId)
      return one
    },
    rowOf: async ({ order }: PlacedOrder) => only(await knex('orders').where({ id: order.id })),
    paymentOf: async ({ order }: PlacedOrder) => only(await knex('payments').where({ order_id: order.id })),
    ticketsFor: ({ userId }: PlacedOrder) => knex('tickets').where({ user_id: userId }).whereNull('revoked_at'),
    bookingsOf: ({ order }: PlacedOrder, kind: 'sale' | 'fee' | 'refund') =>
      knex('ledger_transactions').where({ order_id: order.id, kind }),
    /** The order as its buyer sees it, who came back from paying. */
    shown: async ({ order, as }: PlacedOrder) => (await t.call(orders.check, { as, params: { id: order.id } }).expect(200)).body as Order,
    /** Sum per account of the ledger, of one order. */
    async balances({ order }: PlacedOrder): Promise<Record<string, number>> {
      const { rows } = await knex.raw<{ rows: { kind: string; sum: string }[] }>(
        `select a.kind, sum(e.amount_minor) as sum from ledger_transactions x join ledger_entries e on e.transaction_id = x.id
         join ledger_accounts a on a.id = e.account_id where x.order_id = ? group by a.kind having sum(e.amount_minor) <> 0`,
        [order.id],
      )
      return Object.fromEntries(rows.map(({ kind, sum }) => [kind, Number(sum)]))
    },
    async stop(): Promise<void> {
      await t.stop()
      await stripe.stop()
    },
  }
}

function only<Row>([row, ...others]: Row[]): Row {
  if (row === undefined || others.length > 0) throw new Error(`${others.length + 1} rows where one was expected`)
  return row
}
