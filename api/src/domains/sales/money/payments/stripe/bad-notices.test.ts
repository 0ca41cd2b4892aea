import { limits } from '@e-events/shared/limits.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StripeDouble } from '../../../../../../../tests/support/stripe/double.ts'
import { startStripeSite, type StripeSite } from '../../../../../testing/stripe-site.ts'
import type { TestApi } from '../../../../../testing/test-api.ts'

const dayMs = 86_400_000

/** Budgets as they are in production: what a flood writes is a part of the test. */
let site: StripeSite
let t: TestApi
let stripe: StripeDouble
beforeAll(async () => {
  site = await startStripeSite({ RATE_LIMIT_FACTOR: '1' })
  ;({ t, stripe } = site)
})
afterAll(() => site.stop())

const refusals = () => t.database.knex('audit_log').where({ action: 'media_pay.refuse_notice' }).orderBy('at')
const reconciler = () => t.api.platform.sales.reconciler

describe('a forged notice', () => {
  it('answers 400, leaves a row in the audit log with its sender and why, and changes nothing', async () => {
    const one = await site.place()
    stripe.pay(one.paymentId, 'success')
    const event = stripe.told('payment_intent.succeeded', one.paymentId)[0]!
    const body = JSON.stringify(event)
    const [guessed, altered, old] = [
      { signature: stripe.sign(body, { key: 'whsec_guess' }) },
      { body: body.replace('1210', '1'), signature: stripe.sign(body) },
      { signature: stripe.sign(body, { atMs: t.clock.nowMs() - 301_000 }) },
    ]
    for (const forged of [guessed, altered, old]) expect((await site.deliver(event, forged)).status).toBe(400)
    const rows = await refusals()
    expect(rows).toHaveLength(3)
    for (const row of rows) expect(row).toMatchObject({ actor_id: null, subject_type: 'media_pay', subject_id: 'stripe', ip: '127.0.0.1' })
    expect(rows.every(({ request_id: id }) => id !== null)).toBe(true)
    const told = JSON.stringify(rows.map(({ state_after: after }) => after))
    expect(told).toContain('no notice of this service')
    expect(told).not.toContain(event.id)
    expect(await site.rowOf(one)).toMatchObject({ status: 'pending' })
    expect(await t.database.knex('payment_events').where({ event_id: event.id })).toEqual([])
    expect((await site.deliver(event)).status).toBe(204)
    expect(await refusals()).toHaveLength(3)
  })

  it('a hundred of them fill no table, and do not close the door for the true one', async () => {
    const one = await site.place()
    stripe.pay(one.paymentId, 'success')
    const event = stripe.told('payment_intent.succeeded', one.paymentId)[0]!
    const replies = await Promise.all(Array.from({ length: 100 }, () => site.deliver(event, { signature: 't=1,v1=00' })))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([400]))
    expect(await refusals()).toHaveLength(20)
    expect((await site.deliver(event)).status).toBe(204)
    expect(await site.rowOf(one)).toMatchObject({ status: 'paid' })
  })
})

describe('an event that is three days old', () => {
  it('and signed when it is sent again has its effect, once, by what the payment is now', async () => {
    const one = await site.place()
    stripe.pay(one.paymentId, 'declined')
    stripe.pay(one.paymentId, 'success')
    const [refused] = stripe.told('payment_intent.payment_failed', one.paymentId)
    const [given] = stripe.told('payment_intent.succeeded', one.paymentId)
    t.clock.advance(3 * dayMs)
    // The older one of the two arrives last: nothing goes backwards.
    for (const event of [given!, refused!, given!]) expect((await site.deliver(event)).status).toBe(204)
    expect(await site.rowOf(one)).toMatchObject({ status: 'paid' })
    expect(await site.paymentOf(one)).toMatchObject({ status: 'succeeded', failure_code: null })
    expect(await site.ticketsFor(one)).toHaveLength(1)
    expect(await site.bookingsOf(one, 'sale')).toHaveLength(1)
    const [stored] = await t.database.knex('payment_events').where({ event_id: given!.id })
    expect(stored!.occurred_at!.getTime()).toBeLessThan(t.clock.nowMs() - 3 * dayMs + 60_000)
  })

  it('with the signature of that day is refused: it was recorded and is played again', async () => {
    const one = await site.place()
    stripe.pay(one.paymentId, 'success')
    const [event] = stripe.told('payment_intent.succeeded', one.paymentId)
    const signature = stripe.sign(JSON.stringify(event), { atMs: t.clock.nowMs() })
    t.clock.advance(3 * dayMs)
    expect((await site.deliver(event!, { signature })).status).toBe(400)
    expect(await site.rowOf(one)).toMatchObject({ status: 'pending' })
  })

  it('of an order that ended since is served late, or its money goes back where the product is gone', async () => {
    const [late, gone] = [await site.place(), await site.place()]
    t.clock.advance(limits.orderHoldMs + 1_000)
    for (const { paymentId } of [late, gone]) stripe.pay(paymentId, 'success')
    await t.database.knex('orders').whereIn('id', [late.order.id, gone.order.id]).update({ status: 'expired', closed_at: t.clock.now() })
    await t.database.knex('products').where({ id: gone.product.id }).update({ cancelled_at: t.clock.now() })
    t.clock.advance(3 * dayMs)
    for (const { paymentId } of [late, gone]) await site.courier(paymentId)
    await reconciler().run()
    await t.api.platform.sales.payRefunds()
    expect(await site.rowOf(late)).toMatchObject({ status: 'paid', refunded_minor: 0 })
    expect(await site.ticketsFor(late)).toHaveLength(1)
    expect(await site.rowOf(gone)).toMatchObject({ status: 'refunded', refunded_minor: 1_210 })
    expect(await site.ticketsFor(gone)).toEqual([])
    expect([...stripe.refunds.values()].filter(({ payment_intent: of }) => of === gone.paymentId)).toMatchObject([{ amount: 1_210 }])
  })
})
