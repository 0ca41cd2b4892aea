import { sales, type Sale } from '@e-events/shared/contract/sales/sales.ts'
import { paying } from '@e-events/shared/contract/sales/money/paying.ts'
import { limits } from '@e-events/shared/limits.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { StripeDouble } from '../../../../../../../tests/support/stripe/double.ts'
import type { UserRow } from '../../../../../db/tables/people.ts'
import { mailsTo } from '../../../../../testing/mails.ts'
import { impatience, startStripeSite, tooLateMs, type PlacedOrder, type StripeSite } from '../../../../../testing/stripe-site.ts'
import type { TestApi } from '../../../../../testing/test-api.ts'

let site: StripeSite
let t: TestApi
let stripe: StripeDouble
let staff: UserRow
beforeAll(async () => {
  site = await startStripeSite(impatience)
  ;({ t, stripe } = site)
  staff = await t.factories.admin()
})
afterEach(() => stripe.setFaults({}))
afterAll(() => site.stop())

const admin = () => t.tokenOf(staff)
const payRefunds = () => t.api.platform.sales.payRefunds()
const itemOf = async ({ order }: PlacedOrder) => (await t.database.knex('order_items').where({ order_id: order.id }).first('id'))!.id
const refundsOf = ({ order }: PlacedOrder) => t.database.knex('refunds').where({ order_id: order.id }).orderBy('created_at')
const given = ({ paymentId }: PlacedOrder) => [...stripe.refunds.values()].filter(({ payment_intent: of }) => of === paymentId)
async function refund(one: PlacedOrder, amountMinor?: number) {
  const id = await itemOf(one)
  const body = { reason: 'organizer' as const, ...(amountMinor === undefined ? {} : { lines: [{ id, amountMinor }] }) }
  const reply = await t.call(sales.refund, { as: await admin(), params: { id }, body })
  await payRefunds()
  return reply
}
const saleOf = async (one: PlacedOrder) => {
  const query = { search: String(one.order.number) }
  const { items } = (await t.call(sales.list, { as: await admin(), query }).expect(200)).body as { items: Sale[] }
  return items.find(({ number }) => number === one.order.number)
}
const markPaid = async (one: PlacedOrder) => t.call(sales.paidByHand, { as: await admin(), params: { id: await itemOf(one) } })
const tell = async (refundId: string, type = 'refund.failed') => {
  const [event] = stripe.told(type, refundId)
  return site.deliver(event!)
}
const mailsOfReturn = async (number: number) =>
  (await mailsTo(t, staff.email)).filter(({ subject, text }) => subject.includes('reembolso') && text.includes(`pedido ${number}:`))

describe('a refund of a part by Stripe', () => {
  it('gives back each part once, and never more than was paid [SHOP-033]', async () => {
    const one = await site.paid()
    expect((await refund(one, 500)).status).toBe(201)
    expect((await refund(one, 211)).status).toBe(201)
    expect((await refund(one, 500)).status).toBe(409)
    expect(given(one).map(({ amount }) => amount)).toEqual([500, 211])
    expect(await site.rowOf(one)).toMatchObject({ status: 'partially_refunded', refunded_minor: 711 })
    expect(await site.paymentOf(one)).toMatchObject({ status: 'succeeded', refunded_minor: 711 })
    expect(await site.ticketsFor(one)).toHaveLength(1)
    expect((await refund(one)).status).toBe(201)
    expect(given(one).map(({ amount }) => amount)).toEqual([500, 211, 499])
    expect(await site.rowOf(one)).toMatchObject({ status: 'refunded' })
    expect(await site.paymentOf(one)).toMatchObject({ status: 'refunded', refunded_minor: 1_210 })
    expect(await site.ticketsFor(one)).toEqual([])
    expect((await site.balances(one))['provider_clearing']).toBe(-43)
  })
})

describe('a refund that the bank sends back', () => {
  it('waits to be paid by hand, is told to administrators once, and is booked when somebody paid it', async () => {
    const one = await site.paid()
    await refund(one)
    const [made] = given(one)
    const invoices = await t.database.knex('invoices').where({ order_id: one.order.id })
    expect((await site.balances(one))['provider_clearing']).toBe(-43)
    stripe.returnRefund(made!.id)
    const replies = await Promise.all([tell(made!.id), tell(made!.id), tell(made!.id)])
    expect(replies.map(({ status }) => status)).toEqual([204, 204, 204])
    expect(await refundsOf(one)).toMatchObject([
      { status: 'by_hand', failure_code: 'returned:lost_or_stolen_card', returned_at: expect.any(Date) as Date, succeeded_at: null },
    ])
    // The money is back, and owed; what the buyer had is not.
    expect(await site.balances(one)).toMatchObject({ provider_clearing: 1_210 - 43, refunds_payable: -1_210 })
    expect(await site.ticketsFor(one)).toEqual([])
    expect(await site.rowOf(one)).toMatchObject({ status: 'refunded', refunded_minor: 1_210 })
    expect(await saleOf(one)).toMatchObject({ refund: { status: 'by_hand', isReturned: true }, refundable: { minor: 0 } })
    expect(await mailsOfReturn(one.order.number)).toHaveLength(1)
    // Nothing of it is paid out by itself.
    await payRefunds()
    expect(given(one)).toHaveLength(1)

    const marks = await Promise.all([markPaid(one), markPaid(one)])
    expect(marks.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await refundsOf(one)).toMatchObject([{ status: 'succeeded', failure_code: null }])
    expect(await site.balances(one)).toMatchObject({ provider_clearing: -43 })
    expect((await site.balances(one))['refunds_payable']).toBeUndefined()
    expect(await t.database.knex('invoices').where({ order_id: one.order.id })).toHaveLength(invoices.length)
    expect((await tell(made!.id)).status).toBe(204)
    expect(await refundsOf(one)).toMatchObject([{ status: 'succeeded' }])
  })

  it('of a part leaves the rest of the line to be refunded', async () => {
    const one = await site.paid()
    await refund(one, 500)
    const [made] = given(one)
    stripe.returnRefund(made!.id)
    await tell(made!.id)
    expect(await saleOf(one)).toMatchObject({ refundable: { minor: 710 } })
    expect((await refund(one, 711)).status).toBe(409)
    expect((await refund(one, 710)).status).toBe(201)
    expect(given(one).map(({ amount }) => amount)).toEqual([500, 710])
    expect((await markPaid(one)).status).toBe(200)
    expect((await site.balances(one))['provider_clearing']).toBe(-43)
  })

  it('before its booking was written waits for a person with nothing booked, and is booked as a whole when paid', async () => {
    const one = await site.paid()
    const id = await itemOf(one)
    await t.call(sales.refund, { as: await admin(), params: { id }, body: { reason: 'organizer' } }).expect(201)
    // The service acts, its answer is lost, and the bank refuses meanwhile.
    stripe.setFaults({ answersAfterMs: tooLateMs, skipsAnswers: 1 })
    await payRefunds()
    stripe.setFaults({})
    const [made] = given(one)
    stripe.returnRefund(made!.id)
    expect((await tell(made!.id)).status).toBe(204)
    await payRefunds()
    expect(given(one)).toHaveLength(1)
    expect(await refundsOf(one)).toMatchObject([{ status: 'by_hand', failure_code: 'returned', returned_at: null }])
    expect(await site.rowOf(one)).toMatchObject({ status: 'paid' })
    expect(await mailsOfReturn(one.order.number)).toHaveLength(1)
    expect((await markPaid(one)).status).toBe(200)
    expect(await site.rowOf(one)).toMatchObject({ status: 'refunded' })
    expect((await site.balances(one))['provider_clearing']).toBe(-43)
  })

  it('is read from the service: news of one that arrived, of another account, or forged, change nothing', async () => {
    const one = await site.paid()
    await refund(one)
    const [made] = given(one)
    const template = stripe.events.at(-1)!
    const lie = { ...template, id: 'evt_lie', type: 'refund.failed', data: { object: { ...made, status: 'failed' } } }
    expect((await site.deliver(lie)).status).toBe(204)
    expect(await refundsOf(one)).toMatchObject([{ status: 'succeeded' }])
    const foreign = { ...template, id: 'evt_foreign', type: 'refund.failed', data: { object: { id: 're_of_somebody_else' } } }
    expect((await site.deliver(foreign)).status).toBe(204)
    stripe.returnRefund(made!.id)
    const [event] = stripe.told('refund.failed', made!.id)
    expect((await site.deliver(event!, { signature: 't=1,v1=00' })).status).toBe(400)
    expect(await refundsOf(one)).toMatchObject([{ status: 'succeeded' }])
  })
})

describe('a direct debit that the bank returns', () => {
  it('is told to its buyer once, with a day to pay another way, which then completes the order', async () => {
    const one = await site.place()
    stripe.pay(one.paymentId, 'direct_debit')
    await site.courier(one.paymentId)
    const { email } = (await t.database.knex('users').where({ id: one.userId }).first('email'))!
    expect(await mailsTo(t, email)).toEqual([])
    t.clock.advance(3 * 86_400_000)
    stripe.settle(one.paymentId, false)
    const [event] = stripe.told('payment_intent.payment_failed', one.paymentId)
    await Promise.all([site.deliver(event!), site.deliver({ ...event!, id: 'evt_again' })])
    await t.api.platform.sales.reconciler.check(one.order.id)
    const [mail, ...others] = await mailsTo(t, email)
    expect(others).toEqual([])
    expect(mail).toMatchObject({ subject: 'Tu pago no ha llegado' })
    expect(mail?.text).toContain('12,10')
    expect(mail?.text).toContain(`/payments/orders/${one.order.id}`)
    expect((await site.rowOf(one)).expires_at!.getTime()).toBeGreaterThan(t.clock.nowMs() + limits.failedDebitHoldMs - 60_000)
    const as = await t.tokenOf((await t.database.knex('users').where({ id: one.userId }).first())!)
    expect((await t.call(paying.open, { as, params: { id: one.order.id } })).status).toBe(200)
    stripe.pay(one.paymentId, 'success')
    await site.courier(one.paymentId)
    expect(await site.rowOf(one)).toMatchObject({ status: 'paid' })
    expect((await mailsTo(t, email)).filter(({ subject }) => subject === 'Tu pago no ha llegado')).toHaveLength(1)
  })

  it('a card that is refused at once is told on the page alone', async () => {
    const one = await site.place()
    stripe.pay(one.paymentId, 'declined')
    await site.courier(one.paymentId)
    const { email } = (await t.database.knex('users').where({ id: one.userId }).first('email'))!
    expect(await mailsTo(t, email)).toEqual([])
  })
})
