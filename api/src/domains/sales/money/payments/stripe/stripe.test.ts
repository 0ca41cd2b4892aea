import { config } from '@e-events/shared/contract/settings/config.ts'
import { orders, type Order } from '@e-events/shared/contract/sales/orders.ts'
import { paying } from '@e-events/shared/contract/sales/money/paying.ts'
import { limits } from '@e-events/shared/limits.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { StripeDouble } from '../../../../../../../tests/support/stripe/double.ts'
import { connectAccounts, startStripeSite, type StripeSite } from '../../../../../testing/stripe-site.ts'
import type { TestApi } from '../../../../../testing/test-api.ts'
import { orderBody } from '../../../../../testing/valid-requests-sales.ts'

let site: StripeSite
let t: TestApi
let stripe: StripeDouble
beforeAll(async () => {
  site = await startStripeSite()
  ;({ t, stripe } = site)
})
afterEach(() => stripe.setFaults({}))
afterAll(() => site.stop())

const reconciler = () => t.api.platform.sales.reconciler

describe('an order at Stripe', () => {
  it('is a payment of the amount, with every method of the account, and leads to our page [CARD-019]', async () => {
    const one = await site.place()
    expect(stripe.intents.get(one.paymentId)).toMatchObject({
      amount: 1_210,
      currency: 'eur',
      automatic_payment_methods: { enabled: true },
      metadata: { order_id: one.order.id },
    })
    expect(one.order.paymentUrl).toBe(`/payments/orders/${one.order.id}`)
    expect((await t.call(paying.open, { as: one.as, params: { id: one.order.id } }).expect(200)).body).toEqual({
      provider: 'stripe',
      publicKey: stripe.keys.publicKey,
      clientSecret: stripe.intents.get(one.paymentId)?.client_secret,
      returnUrl: `/products/${one.product.slug}/checkout?order=${one.order.id}`,
      asksOwner: false,
    })
  })

  it('shows its secret to its buyer alone, and to nobody once it is given', async () => {
    const one = await site.place()
    const params = { id: one.order.id }
    const stranger = await t.tokenOf(await t.factories.admin())
    expect((await t.call(paying.open, { as: stranger, params })).status).toBe(404)
    expect((await t.call(paying.open, { params })).status).toBe(401)
    stripe.pay(one.paymentId, 'success')
    // Nobody told us: asking for the form is enough to learn it.
    expect((await t.call(paying.open, { as: one.as, params })).status).toBe(409)
    expect((await site.rowOf(one)).status).toBe('paid')
    expect((await t.call(paying.open, { as: one.as, params })).status).toBe(409)
  })

  it('keeps the secret key and the signing key from every caller [SHOP-053] [SHOP-054]', async () => {
    const { secretKey, signingKey, publicKey } = stripe.keys
    const viewer = await t.tokenOf(await t.factories.user())
    const producer = await t.tokenOf(await t.factories.producer())
    const admin = await t.tokenOf(await t.factories.admin())
    for (const as of [undefined, viewer, producer, admin])
      for (const endpoint of [config.payments, config.stripe, config.mediaPay]) {
        const { text } = await t.call(endpoint, { as })
        expect(text).not.toContain(secretKey)
        expect(text).not.toContain(signingKey)
      }
    expect((await t.call(config.stripe, { as: viewer }).expect(200)).body).toMatchObject({ publicKey, enabled: true })
    expect((await t.call(config.mediaPay, { as: admin }).expect(200)).body).toMatchObject({
      provider: { publicKey, secretKeySet: true, signingKeySet: true },
    })
    const row = (await t.database.knex('payment_config').first())!
    expect(row.provider_secret_key_encrypted?.includes(secretKey)).toBe(false)
  })

  it('is paid by its notice: ticket, booking, and the fee of the service once [SHOP-053]', async () => {
    const one = await site.paid()
    expect(await site.rowOf(one)).toMatchObject({ status: 'paid' })
    expect(await site.ticketsFor(one)).toHaveLength(1)
    // 1.5 % of 12.10 and 0.25
    expect(await site.paymentOf(one)).toMatchObject({ status: 'succeeded', provider_fee_minor: 43 })
    expect(await site.bookingsOf(one, 'fee')).toHaveLength(1)
    expect(await site.balances(one)).toMatchObject({ provider_clearing: 1_210 - 43, provider_fees: 43 })
  })

  it('takes a fee in another currency, and one that is told later, by the way of the notice or of the reconciler', async () => {
    stripe.setFaults({ settlesIn: { currency: 'usd', perHundred: 110 } })
    const abroad = await site.paid()
    // 13.31 there, of which 0.45 (1.5 % and 0.25) are kept: 0.41 of the payment.
    expect(await site.paymentOf(abroad)).toMatchObject({ provider_fee_minor: 41 })
    stripe.setFaults({ withholdsFees: true })
    const [told, silent] = [await site.paid(), await site.paid()]
    expect(await site.paymentOf(told)).toMatchObject({ status: 'succeeded', provider_fee_minor: null })
    stripe.tellFee(told.paymentId)
    stripe.tellFee(silent.paymentId)
    await site.courier(told.paymentId)
    t.clock.advance(11 * 60_000)
    await reconciler().run()
    for (const one of [told, silent]) {
      expect(await site.paymentOf(one)).toMatchObject({ provider_fee_minor: 43 })
      expect(await site.bookingsOf(one, 'fee')).toHaveLength(1)
    }
  })

  it.each([
    ['declined', 'declined'],
    ['insufficient_funds', 'insufficient_funds'],
  ] as const)('is refused with the reason (%s), leaves no ticket, and can be paid again', async (means, failure) => {
    const one = await site.place()
    stripe.pay(one.paymentId, means)
    await site.courier(one.paymentId)
    expect(await site.shown(one)).toMatchObject({ status: 'pending', failure })
    expect(await site.ticketsFor(one)).toEqual([])
    stripe.pay(one.paymentId, 'success')
    await site.courier(one.paymentId)
    expect(await site.shown(one)).toMatchObject({ status: 'paid', failure: null })
    expect(await site.ticketsFor(one)).toHaveLength(1)
  })

  it('waits while the bank asks its customer, who says no, then yes', async () => {
    const one = await site.place()
    stripe.pay(one.paymentId, 'sca')
    await site.courier(one.paymentId)
    expect(await site.shown(one)).toMatchObject({ status: 'pending', isSettling: false, failure: null })
    stripe.authenticate(one.paymentId, false)
    await site.courier(one.paymentId)
    expect(await site.shown(one)).toMatchObject({ status: 'pending', failure: 'authentication_failed' })
    stripe.pay(one.paymentId, 'sca')
    stripe.authenticate(one.paymentId, true)
    await site.courier(one.paymentId)
    expect(await site.shown(one)).toMatchObject({ status: 'paid' })
  })

  it('that settles later is processed meanwhile, is not charged twice, and completes after days', async () => {
    const one = await site.place()
    stripe.pay(one.paymentId, 'direct_debit')
    await site.courier(one.paymentId)
    expect(await site.shown(one)).toMatchObject({ status: 'pending', isSettling: true })
    stripe.forgetKeys()
    const again = await t.call(orders.place, { as: one.as, body: orderBody(one.product.slug) }).expect(201)
    expect((again.body as Order).id).toBe(one.order.id)
    expect([...stripe.intents.values()].filter(({ metadata }) => metadata['order_id'] === one.order.id)).toHaveLength(1)
    t.clock.advance(3 * 86_400_000)
    await reconciler().run()
    expect(await site.rowOf(one)).toMatchObject({ status: 'pending' })
    stripe.settle(one.paymentId, true)
    await site.courier(one.paymentId)
    expect(await site.rowOf(one)).toMatchObject({ status: 'paid' })
    expect(await site.ticketsFor(one)).toHaveLength(1)
  })

  it('whose bank returns the money later waits for another payment, and ends after its time', async () => {
    const one = await site.place()
    stripe.pay(one.paymentId, 'direct_debit')
    await site.courier(one.paymentId)
    t.clock.advance(3 * 86_400_000)
    stripe.settle(one.paymentId, false)
    await site.courier(one.paymentId)
    expect(await t.database.knex('payments').where({ order_id: one.order.id })).toMatchObject([
      { status: 'created', failure_code: 'other' },
    ])
    expect((await site.rowOf(one)).expires_at!.getTime()).toBeGreaterThan(t.clock.nowMs() + limits.failedDebitHoldMs - 60_000)
    expect(await site.ticketsFor(one)).toEqual([])
    t.clock.advance(limits.failedDebitHoldMs + 1_000)
    await reconciler().run()
    expect(await site.rowOf(one)).toMatchObject({ status: 'expired' })
    expect(stripe.intents.get(one.paymentId)?.status).toBe('canceled')
  })

  it('that is given in the moment in which it ends is paid', async () => {
    const one = await site.place()
    stripe.pay(one.paymentId, 'success')
    t.clock.advance(limits.orderHoldMs + 1_000)
    await reconciler().run()
    expect(await site.rowOf(one)).toMatchObject({ status: 'paid' })
  })
})

describe('notices of Stripe', () => {
  it('the same one a hundred times at once books once [SHOP-053]', async () => {
    const one = await site.place()
    stripe.pay(one.paymentId, 'success')
    const [event] = stripe.told('payment_intent.succeeded', one.paymentId)
    const replies = await Promise.all(Array.from({ length: 100 }, () => site.deliver(event!)))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([204]))
    expect(await site.ticketsFor(one)).toHaveLength(1)
    expect(await site.bookingsOf(one, 'sale')).toHaveLength(1)
    expect(await site.bookingsOf(one, 'fee')).toHaveLength(1)
    expect(await t.database.knex('payment_events').where({ event_id: event!.id })).toHaveLength(1)
  })

  it('in reversed order have the same end, and old ones take nothing back', async () => {
    const one = await site.place()
    stripe.pay(one.paymentId, 'declined')
    stripe.pay(one.paymentId, 'sca')
    stripe.authenticate(one.paymentId, true)
    const all = stripe.events.filter(({ data }) => {
      const { id, payment_intent: of } = data.object as { id: string; payment_intent?: string }
      return id === one.paymentId || of === one.paymentId
    })
    expect(all.length).toBeGreaterThan(4)
    for (const event of all.toReversed()) expect((await site.deliver(event)).status).toBe(204)
    expect(await site.rowOf(one)).toMatchObject({ status: 'paid' })
    expect(await site.paymentOf(one)).toMatchObject({ status: 'succeeded', failure_code: null })
    expect(await site.bookingsOf(one, 'sale')).toHaveLength(1)
  })

  it('that never come are found by the reconciler, and by the buyer who comes back', async () => {
    const [lost, back] = [await site.place(), await site.place()]
    for (const { paymentId } of [lost, back]) stripe.pay(paymentId, 'success')
    expect(await site.shown(back)).toMatchObject({ status: 'paid' })
    expect(await site.rowOf(lost)).toMatchObject({ status: 'pending' })
    t.clock.advance(61_000)
    await reconciler().run()
    expect(await site.rowOf(lost)).toMatchObject({ status: 'paid' })
  })

  it('that are old, altered, of another key, or unsigned answer 400 and change nothing [SHOP-053] [CARD-019]', async () => {
    const one = await site.place()
    stripe.pay(one.paymentId, 'success')
    const event = stripe.told('payment_intent.succeeded', one.paymentId)[0]!
    const body = JSON.stringify(event)
    const now = t.clock.nowMs()
    const refused = [
      await site.deliver(event, { signature: stripe.sign(body, { atMs: now - 301_000 }) }),
      await site.deliver(event, { body: body.replace('1210', '1'), signature: stripe.sign(body) }),
      await site.deliver(event, { signature: stripe.sign(body, { key: 'whsec_guess' }) }),
      await site.deliver(event, { signature: '' }),
      await site.deliver(event, { signature: `t=${Math.floor(now / 1000)},v1=zz` }),
    ]
    expect(refused.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400])
    expect(await site.rowOf(one)).toMatchObject({ status: 'pending' })
    expect(await t.database.knex('payment_events').where({ event_id: event.id })).toEqual([])
    expect((await site.deliver(event, { signature: stripe.sign(body, { atMs: now - 295_000 }) })).status).toBe(204)
    expect(await site.rowOf(one)).toMatchObject({ status: 'paid' })
  })

  it('of other things, and of payments that nobody knows, are taken without a word', async () => {
    const one = await site.place()
    const template = stripe.told('payment_intent.created', one.paymentId)[0]!
    for (const [id, type, object] of [
      ['evt_other_1', 'customer.created', { id: 'cus_1', object: 'customer' }],
      ['evt_other_2', 'payment_intent.succeeded', { id: 'pi_of_somebody_else', object: 'payment_intent' }],
      ['evt_other_3', 'charge.dispute.created', { id: 'du_of_somebody_else', object: 'dispute' }],
      ['evt_other_4', 'some.thing.new', {}],
    ] as const) {
      expect((await site.deliver({ ...template, id, type, data: { object } })).status).toBe(204)
      expect(await t.database.knex('payment_events').where({ event_id: id })).toEqual([])
    }
    expect(await site.rowOf(one)).toMatchObject({ status: 'pending' })
  })

  it('are sent again when the service cannot be asked: nothing is stored, nothing is lost', async () => {
    const one = await site.place()
    stripe.pay(one.paymentId, 'success')
    const event = stripe.told('payment_intent.succeeded', one.paymentId)[0]!
    stripe.setFaults({ down: 'error' })
    expect((await site.deliver(event)).status).toBe(503)
    expect(await t.database.knex('payment_events').where({ event_id: event.id })).toEqual([])
    stripe.setFaults({})
    expect((await site.deliver(event)).status).toBe(204)
    expect(await site.rowOf(one)).toMatchObject({ status: 'paid' })
  })
})

describe('the account', () => {
  it('counts from the moment in which it is stored, and payments of before go on when it sells no more', async () => {
    const one = await site.place()
    await connectAccounts(t, { provider: { publicKey: '', secretKey: '', signingKey: '' } })
    const other = await site.place()
    expect(other.order.paymentUrl).toMatch(/^\/payments\/test\//)
    stripe.pay(one.paymentId, 'success')
    await site.courier(one.paymentId)
    expect(await site.rowOf(one)).toMatchObject({ status: 'paid' })
    await connectAccounts(t, { provider: { ...stripe.keys, publicKey: stripe.keys.publicKey } })
    expect((await site.place()).order.paymentUrl).toMatch(/^\/payments\/orders\//)
  })
})
