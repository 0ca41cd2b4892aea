import { createHmac } from 'node:crypto'
import { orders, type Order } from '@e-events/shared/contract/sales/orders.ts'
import { testPayments } from '@e-events/shared/contract/sales/money/test-payments.ts'
import { tickets } from '@e-events/shared/contract/sales/tickets.ts'
import { limits } from '@e-events/shared/limits.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FactoryProduct } from '../../../../testing/factories.ts'
import { createTestApi, type TestApi } from '../../../../testing/test-api.ts'
import { orderBody } from '../../../../testing/valid-requests-sales.ts'
import type { ProviderPayment } from './payment-provider.ts'

let t: TestApi
beforeAll(async () => {
  t = await createTestApi()
})
afterAll(() => t.stop())

interface Placed {
  order: Order
  paymentId: string
  product: FactoryProduct
  as: string
  userId: string
}

/** An order of 12.10 that waits for its payment. */
async function placed(): Promise<Placed> {
  const product = await t.factories.product({ type: 'vod', plan: 'paid', net_price_minor: 1_000, tax_basis_points: 2_100 })
  const user = await t.factories.user()
  const as = await t.tokenOf(user)
  const order = (await t.call(orders.place, { as, body: orderBody(product.slug) }).expect(201)).body as Order
  return { order, product, as, userId: user.id, paymentId: order.paymentUrl?.split('/').at(-1) ?? '' }
}

const rowOf = async (order: Order) => (await t.database.knex('orders').where({ id: order.id }).first())!
const ticketsFor = ({ userId }: Placed) => t.database.knex('tickets').where({ user_id: userId }).whereNull('revoked_at')
const provider = () => t.api.platform.sales.testProvider!
const { payRefunds, reconciler } = {
  payRefunds: () => t.api.platform.sales.payRefunds(),
  reconciler: () => t.api.platform.sales.reconciler,
}

/** The money arrived at the provider, and nobody was told. */
async function paidInSilence({ paymentId }: Placed): Promise<void> {
  await t.database.knex('test_payments').where({ id: paymentId }).update({ state: 'succeeded' })
}

const news = (paymentId: string, fields: Partial<ProviderPayment> = {}): ProviderPayment => ({
  paymentId,
  status: 'succeeded',
  amountMinor: 1_210,
  currency: 'EUR',
  failure: null,
  ...fields,
})
const noticeOf = (payment: ProviderPayment, id = `te_${crypto.randomUUID()}`) =>
  JSON.stringify({ id, type: `payment.${payment.status}`, at: t.clock.now().toISOString(), payment })
const deliver = (body: string, signature: string, to = 'test') =>
  t.http.post(`/api/payments/notices/${to}`).set('content-type', 'application/json').set('payment-signature', signature).send(body)

/** Sum per account of the ledger, of one order. */
async function balances({ order }: Placed): Promise<Record<string, number>> {
  const { rows } = await t.database.knex.raw<{ rows: { kind: string; sum: string }[] }>(
    `select a.kind, sum(e.amount_minor) as sum from ledger_transactions x join ledger_entries e on e.transaction_id = x.id
     join ledger_accounts a on a.id = e.account_id where x.order_id = ? group by a.kind having sum(e.amount_minor) <> 0`,
    [order.id],
  )
  return Object.fromEntries(rows.map(({ kind, sum }) => [kind, Number(sum)]))
}

describe('the door of the notices', () => {
  it('refuses what is forged, changed, unsigned, or signed at another time, and changes nothing', async () => {
    const one = await placed()
    const body = noticeOf(news(one.paymentId))
    const now = t.clock.nowMs()
    const seconds = Math.floor(now / 1000)
    const forged = `t=${seconds},v1=${createHmac('sha256', 'guess').update(`${seconds}.${body}`).digest('hex')}`
    const refused = [
      await deliver(body, forged),
      await deliver(body, ''),
      await deliver(body, `t=${seconds},v1=zz`),
      await deliver(body.replace('1210', '1'), provider().sign(body)),
      await deliver(body, provider().sign(body, now - limits.paymentNoticeAgeMs - 2_000)),
      await deliver(body, provider().sign(body, now + limits.paymentNoticeAgeMs + 2_000)),
    ]
    expect(refused.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 400])
    expect((await deliver(body, provider().sign(body), 'stripe')).status).toBe(404)
    expect((await rowOf(one.order)).status).toBe('pending')
    expect((await deliver(body, provider().sign(body))).status).toBe(204)
    expect((await rowOf(one.order)).status).toBe('paid')
  })

  it('the same notice twice, twenty at once, and twenty different ones of the same payment book once', async () => {
    const one = await placed()
    await paidInSilence(one)
    const same = noticeOf(news(one.paymentId))
    const others = Array.from({ length: 20 }, () => noticeOf(news(one.paymentId)))
    const replies = await Promise.all(
      [...Array.from({ length: 20 }, () => same), ...others].map((body) => deliver(body, provider().sign(body))),
    )
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([204]))
    expect(await ticketsFor(one)).toHaveLength(1)
    expect(await t.database.knex('ledger_transactions').where({ order_id: one.order.id })).toHaveLength(1)
    expect(await t.database.knex('payment_events').where({ event_id: (JSON.parse(same) as { id: string }).id })).toHaveLength(1)
  })

  it('older news that arrive later take nothing back', async () => {
    const one = await placed()
    for (const payment of [
      news(one.paymentId, { status: 'processing' }),
      news(one.paymentId),
      news(one.paymentId, { status: 'processing' }),
      news(one.paymentId, { status: 'open', failure: 'declined' }),
      news(one.paymentId, { status: 'cancelled' }),
      news(one.paymentId, { status: 'failed' }),
    ]) {
      const body = noticeOf(payment)
      await deliver(body, provider().sign(body)).expect(204)
    }
    expect((await rowOf(one.order)).status).toBe('paid')
    expect(await t.database.knex('payments').where({ order_id: one.order.id })).toMatchObject([{ status: 'succeeded' }])
    expect(await ticketsFor(one)).toHaveLength(1)
  })

  it('takes news of a payment that nobody knows without a word', async () => {
    const body = noticeOf(news('tp_unknown'))
    expect((await deliver(body, provider().sign(body))).status).toBe(204)
  })
})

describe('a lost notice', () => {
  it('is found by the reconciler', async () => {
    const one = await placed()
    await paidInSilence(one)
    await reconciler().run()
    expect((await rowOf(one.order)).status).toBe('pending')
    t.clock.advance(61_000)
    await reconciler().run()
    expect((await rowOf(one.order)).status).toBe('paid')
    expect(await ticketsFor(one)).toHaveLength(1)
  })

  it('is found by the buyer who comes back', async () => {
    const one = await placed()
    await paidInSilence(one)
    const reply = await t.call(orders.check, { as: one.as, params: { id: one.order.id } }).expect(200)
    expect(reply.body).toMatchObject({ id: one.order.id, status: 'paid' })
  })

  it('of an order whose payment was opened and not written down is found by placing it again', async () => {
    const one = await placed()
    await t.database.knex('payments').where({ order_id: one.order.id }).delete()
    await paidInSilence(one)
    const again = await t.call(orders.place, { as: one.as, body: orderBody(one.product.slug) }).expect(201)
    expect((again.body as Order).id).toBe(one.order.id)
    t.clock.advance(61_000)
    await reconciler().run()
    expect((await rowOf(one.order)).status).toBe('paid')
  })
})

describe('a payment of an order that is closed', () => {
  it('is closed at its provider, although it was opened a moment too late', async () => {
    const one = await placed()
    await t.database.knex('orders').where({ id: one.order.id }).update({ status: 'cancelled', closed_at: t.clock.now() })
    t.clock.advance(61_000)
    await reconciler().run()
    expect(await t.database.knex('test_payments').where({ id: one.paymentId })).toMatchObject([{ state: 'cancelled' }])
  })
})

describe('a payment after the end of its order', () => {
  it('completes the order while the product can be had', async () => {
    const one = await placed()
    t.clock.advance(limits.orderHoldMs + 1_000)
    await reconciler().run()
    expect((await rowOf(one.order)).status).toBe('expired')
    const body = noticeOf(news(one.paymentId))
    await deliver(body, provider().sign(body)).expect(204)
    expect((await rowOf(one.order)).status).toBe('paid')
    expect(await ticketsFor(one)).toHaveLength(1)
  })

  it.each([
    [
      'the product was cancelled meanwhile',
      async ({ product }: Placed) => t.database.knex('products').where({ id: product.id }).update({ cancelled_at: new Date() }),
    ],
    [
      'the account got its ticket another way',
      ({ product, userId }: Placed) => t.factories.ticket({ product_id: product.id, user_id: userId }),
    ],
  ] as const)('refunds itself where %s: all of it, once, and the ledger is even', async (_, meanwhile) => {
    const one = await placed()
    await meanwhile(one)
    await t.call(testPayments.pay, { params: { id: one.paymentId }, body: { card: '4242424242424242' } }).expect(200)
    const before = (await ticketsFor(one)).length
    await Promise.all([payRefunds(), payRefunds()])
    await payRefunds()
    expect(await rowOf(one.order)).toMatchObject({ status: 'refunded', refunded_minor: 1_210 })
    expect(await t.database.knex('test_payments').where({ id: one.paymentId })).toMatchObject([{ refunded_minor: 1_210 }])
    expect(await balances(one)).toEqual({})
    expect(await ticketsFor(one)).toHaveLength(before)
  })
})

describe('an amount or a currency that does not match', () => {
  it('of an order that ended before: the money goes back, and the order stays ended', async () => {
    const one = await placed()
    t.clock.advance(limits.orderHoldMs + 1_000)
    await reconciler().run()
    await t.database.knex('test_payments').where({ id: one.paymentId }).update({ state: 'succeeded', amount_minor: 900 })
    const body = noticeOf(news(one.paymentId, { amountMinor: 900 }))
    await deliver(body, provider().sign(body)).expect(204)
    await payRefunds()
    expect((await rowOf(one.order)).status).toBe('expired')
    expect(await t.database.knex('test_payments').where({ id: one.paymentId })).toMatchObject([{ refunded_minor: 900 }])
    expect(await t.database.knex('refunds').where({ order_id: one.order.id })).toMatchObject([{ status: 'succeeded', amount_minor: 900 }])
    expect(await balances(one)).toEqual({})
  })

  it.each<[string, Partial<ProviderPayment>]>([
    ['less', { amountMinor: 1_209 }],
    ['more', { amountMinor: 1_211 }],
    ['another currency', { currency: 'USD' }],
  ])('%s: no ticket, and the money goes back', async (_, fields) => {
    const one = await placed()
    await t.database
      .knex('test_payments')
      .where({ id: one.paymentId })
      .update({ state: 'succeeded', amount_minor: fields.amountMinor ?? 1_210 })
    const body = noticeOf(news(one.paymentId, fields))
    await deliver(body, provider().sign(body)).expect(204)
    expect((await rowOf(one.order)).status).toBe('failed')
    expect(await ticketsFor(one)).toEqual([])
    await payRefunds()
    expect(await t.database.knex('refunds').where({ order_id: one.order.id })).toMatchObject([
      { status: 'succeeded', amount_minor: fields.amountMinor ?? 1_210 },
    ])
    expect(await balances(one)).toEqual({})
  })
})

describe('the refund of a cancelled product', () => {
  const refunded = async (reason: 'organizer' | 'provider') => {
    const one = await placed()
    await t.call(testPayments.pay, { params: { id: one.paymentId }, body: { card: '4242424242424242' } }).expect(200)
    await t.database.knex('refunds').insert({
      order_id: one.order.id,
      order_item_id: (await t.database.knex('order_items').where({ order_id: one.order.id }).first())!.id,
      reason,
      amount_minor: 1_210,
      currency: 'EUR',
    })
    await payRefunds()
    return one
  }

  it('of a part of an order moves no money: it could not be booked', async () => {
    const one = await placed()
    await t.call(testPayments.pay, { params: { id: one.paymentId }, body: { card: '4242424242424242' } }).expect(200)
    const [part] = await t.database
      .knex('refunds')
      .insert({ order_id: one.order.id, reason: 'organizer', amount_minor: 100, currency: 'EUR' })
      .returning('id')
    await payRefunds()
    expect(await t.database.knex('test_payments').where({ id: one.paymentId })).toMatchObject([{ refunded_minor: 0 }])
    await t.database.knex('refunds').where({ id: part!.id }).delete()
  })

  it('is borne by the organizer who cancels; the platform keeps its fees, and the ticket ends [SHOP-033]', async () => {
    const one = await refunded('organizer')
    expect(await balances(one)).toEqual({ organizer_payable: 135, platform_revenue: -135 })
    expect(await ticketsFor(one)).toEqual([])
    expect((await t.call(tickets.list, { as: one.as })).body).toMatchObject({ items: [{ state: 'revoked' }] })
  })

  it('is borne by the platform where the fault is its own; the organizer keeps the full amount [SHOP-034] [SHOP-035]', async () => {
    expect(await balances(await refunded('provider'))).toEqual({ organizer_payable: -1_000, losses: 1_000 })
  })
})

describe('a process that ends in the middle', () => {
  /** Ends the work of a process at a moment: the statement that matches this text fails. */
  const killedAt = async (table: string, work: () => Promise<unknown>) => {
    const { knex } = t.database
    await knex.raw(`create function pg_temp_kill() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$`)
    await knex.raw(`create trigger kill before insert or update on ${table} for each row execute function pg_temp_kill()`)
    try {
      await work()
    } finally {
      await knex.raw(`drop trigger kill on ${table}; drop function pg_temp_kill()`)
    }
  }

  it.each(['payments', 'orders', 'tickets', 'ledger_transactions', 'ledger_entries', 'outbox', 'payment_events'])(
    'while it writes %s: nothing of the payment is booked, and the reconciler completes it',
    async (table) => {
      const one = await placed()
      await killedAt(table, async () => {
        await t.call(testPayments.pay, { params: { id: one.paymentId }, body: { card: '4242424242424242' } })
      })
      expect((await rowOf(one.order)).status).toBe('pending')
      expect(await ticketsFor(one)).toEqual([])
      expect(await balances(one)).toEqual({})
      t.clock.advance(61_000)
      await reconciler().run()
      expect((await rowOf(one.order)).status).toBe('paid')
      expect(await ticketsFor(one)).toHaveLength(1)
    },
  )

  it.each(['orders', 'order_items', 'test_payments', 'payments'])(
    'while the order is placed, at %s: placing it again leads to one order and one payment',
    async (table) => {
      const product = await t.factories.product({ type: 'vod', plan: 'paid', net_price_minor: 1_000, tax_basis_points: 2_100 })
      const user = await t.factories.user()
      const as = await t.tokenOf(user)
      const body = orderBody(product.slug)
      await killedAt(table, async () => expect((await t.call(orders.place, { as, body })).status).toBe(500))
      const order = (await t.call(orders.place, { as, body }).expect(201)).body as Order
      expect(order.paymentUrl).not.toBeNull()
      expect(await t.database.knex('orders').where({ user_id: user.id })).toHaveLength(1)
      expect(await t.database.knex('payments').where({ order_id: order.id })).toHaveLength(1)
      expect(await t.database.knex('test_payments').where({ reference: order.id })).toHaveLength(1)
    },
  )
})
