import { orders, type Order } from '@e-events/shared/contract/sales/orders.ts'
import { limits } from '@e-events/shared/limits.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { StripeDouble } from '../../../../../../../tests/support/stripe/double.ts'
import { impatience, startStripeSite, tooLateMs, type StripeSite } from '../../../../../testing/stripe-site.ts'
import type { TestApi } from '../../../../../testing/test-api.ts'
import { orderBody } from '../../../../../testing/valid-requests-sales.ts'

let site: StripeSite
let t: TestApi
let stripe: StripeDouble
beforeAll(async () => {
  site = await startStripeSite(impatience)
  ;({ t, stripe } = site)
})
afterEach(() => stripe.setFaults({}))
afterAll(() => site.stop())

const payRefunds = () => t.api.platform.sales.payRefunds()
const reconciler = () => t.api.platform.sales.reconciler

describe('an amount or a currency that does not match', () => {
  it.each([
    ['less', { amount: 1_209 }],
    ['another currency', { currency: 'usd' }],
  ] as const)('%s: no ticket, and the money goes back, once', async (_, lies) => {
    const one = await site.place()
    stripe.setFaults({ lies })
    stripe.pay(one.paymentId, 'success')
    await site.courier(one.paymentId)
    expect(await site.rowOf(one)).toMatchObject({ status: 'failed' })
    expect(await site.ticketsFor(one)).toEqual([])
    await payRefunds()
    await payRefunds()
    const amount = 'amount' in lies ? lies.amount : 1_210
    expect([...stripe.refunds.values()].filter(({ payment_intent: of }) => of === one.paymentId)).toMatchObject([{ amount }])
    expect(await t.database.knex('refunds').where({ order_id: one.order.id })).toMatchObject([
      { status: 'succeeded', amount_minor: amount },
    ])
  })
})

describe('a service that is down or slow', () => {
  it.each(['refused', 'error'] as const)(
    'while an order is placed (%s): a clear refusal, and one payment after the next try',
    async (down) => {
      const product = await t.factories.product({ type: 'vod', plan: 'paid', net_price_minor: 1_000, tax_basis_points: 2_100 })
      const as = await t.tokenOf(await t.factories.user())
      const body = orderBody(product.slug)
      stripe.setFaults({ down })
      const refusal = await t.call(orders.place, { as, body })
      expect([refusal.status, (refusal.body as { code: string }).code]).toEqual([503, 'PAYMENT_SERVICE_DOWN'])
      stripe.setFaults({})
      const order = (await t.call(orders.place, { as, body }).expect(201)).body as Order
      expect(order.paymentUrl).not.toBeNull()
      expect([...stripe.intents.values()].filter(({ metadata }) => metadata['order_id'] === order.id)).toHaveLength(1)
    },
  )

  it('that acts and answers too late makes no second payment: the same key leads to the same one', async () => {
    const product = await t.factories.product({ type: 'vod', plan: 'paid', net_price_minor: 1_000, tax_basis_points: 2_100 })
    const as = await t.tokenOf(await t.factories.user())
    const body = orderBody(product.slug)
    const before = stripe.intents.size
    stripe.setFaults({ answersAfterMs: tooLateMs })
    expect((await t.call(orders.place, { as, body })).status).toBe(503)
    expect(stripe.intents.size).toBe(before + 1)
    stripe.setFaults({})
    const order = (await t.call(orders.place, { as, body }).expect(201)).body as Order
    expect(stripe.intents.size).toBe(before + 1)
    const keys = stripe.requests.filter(({ form }) => form['metadata[order_id]'] === order.id).map(({ idempotencyKey }) => idempotencyKey)
    expect([keys.length > 1, new Set(keys)]).toEqual([true, new Set([`order:${order.id}`])])
    expect(await t.database.knex('payments').where({ order_id: order.id })).toHaveLength(1)
  })

  it('that acts on a refund and answers too late gives back once, even when it has forgotten the key', async () => {
    const one = await site.paid()
    const item = (await t.database.knex('order_items').where({ order_id: one.order.id }).first('id'))!
    await t.database
      .knex('refunds')
      .insert({ order_id: one.order.id, order_item_id: item.id, reason: 'organizer', amount_minor: 1_210, currency: 'EUR' })
    const given = () => [...stripe.refunds.values()].filter(({ payment_intent: of }) => of === one.paymentId)
    // The list is answered in time, the refund and its repetition are not.
    stripe.setFaults({ answersAfterMs: tooLateMs, skipsAnswers: 1 })
    await payRefunds()
    expect(given()).toMatchObject([{ amount: 1_210 }])
    expect(await site.rowOf(one)).toMatchObject({ status: 'paid' })
    stripe.setFaults({ down: 'refused' })
    await payRefunds()
    stripe.setFaults({})
    stripe.forgetKeys()
    await payRefunds()
    await payRefunds()
    expect(given()).toHaveLength(1)
    expect(await site.rowOf(one)).toMatchObject({ status: 'refunded', refunded_minor: 1_210 })
    expect(await site.ticketsFor(one)).toEqual([])
  })

  it('leaves orders that wait as they are, and the reconciler goes on with the others', async () => {
    const one = await site.place()
    stripe.setFaults({ down: 'refused' })
    t.clock.advance(limits.orderHoldMs + 1_000)
    await reconciler().run()
    expect(await site.rowOf(one)).toMatchObject({ status: 'pending' })
    stripe.setFaults({})
    await reconciler().run()
    expect(await site.rowOf(one)).toMatchObject({ status: 'expired' })
  })
})

describe('a disputed payment', () => {
  it('is marked, no refund of it is paid out meanwhile, and one that is won is as before', async () => {
    const one = await site.paid()
    const dispute = stripe.openDispute(one.paymentId)
    const [opened] = stripe.told('charge.dispute.created', one.paymentId)
    await Promise.all([site.deliver(opened!), site.deliver(opened!)])
    expect(await site.paymentOf(one)).toMatchObject({ status: 'disputed' })
    expect(await t.database.knex('payment_events').where({ event_id: opened!.id })).toHaveLength(1)
    stripe.closeDispute(dispute.id, 'won')
    await site.courier(one.paymentId)
    expect(await site.paymentOf(one)).toMatchObject({ status: 'succeeded' })
    // Older news of it take nothing back: the dispute is read as it is now.
    expect((await site.deliver({ ...opened!, id: 'evt_dispute_late' })).status).toBe(204)
    expect(await site.paymentOf(one)).toMatchObject({ status: 'succeeded' })
  })
})
