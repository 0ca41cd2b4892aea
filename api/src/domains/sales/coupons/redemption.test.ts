import { coupons, type Coupon, type CouponBatch, type RedeemedCoupon } from '@e-events/shared/contract/sales/coupons.ts'
import { playback } from '@e-events/shared/contract/live/playback.ts'
import { orders, type Checkout, type Order } from '@e-events/shared/contract/sales/orders.ts'
import { productCodes, type AccessCode } from '@e-events/shared/contract/sales/product-codes.ts'
import { sales } from '@e-events/shared/contract/sales/sales.ts'
import { testPayments } from '@e-events/shared/contract/sales/money/test-payments.ts'
import { limits } from '@e-events/shared/limits.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { toJson } from '../../../db/row.ts'
import type { UserRow } from '../../../db/tables/people.ts'
import { codeOf, createOrganizer, session, type Organizer } from '../../../testing/organizer.ts'
import { stampede } from '../../../testing/stampede.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'
import { orderBody } from '../../../testing/valid-requests-sales.ts'

let t: TestApi
let ana: Organizer
beforeAll(async () => {
  t = await createTestApi()
})
// Tests let time pass, and a token with it.
beforeEach(async () => {
  ana = await createOrganizer(t)
})
afterAll(() => t.stop())

/** A show for 10.00 and 21 % tax, in an hour. */
const show = (body: object = {}, status = 'published') =>
  ana.published({ plan: 'paid', price: { netMinor: 1_000, taxBasisPoints: 2_100 }, ...body }, status)
const batch = async (slug: string, body: object = {}): Promise<{ id: string; codes: string[] }> => {
  const as = await t.tokenOf(ana.user)
  const wanted = { quantity: 1, netPriceMinor: 400, taxBasisPoints: 2_100, ...body }
  const { id } = (await t.call(coupons.make, { params: { slug }, body: wanted, as }).expect(201)).body as CouponBatch
  const { items } = (await t.call(coupons.list, { params: { slug, id }, as }).expect(200)).body as { items: Coupon[] }
  return { id, codes: items.map(({ code }) => code) }
}
const one = async (slug: string, body: object = {}): Promise<string> => (await batch(slug, body)).codes[0] ?? ''
/** Logs in again: tests let time pass. */
const login = async (user?: UserRow) => {
  const known = user ?? (await t.factories.user())
  return { user: known, as: await t.tokenOf(known) }
}
const redeem = (code: string, as: string, productSlug?: string) =>
  t.call(coupons.redeem, { body: { code, ...(productSlug === undefined ? {} : { productSlug }) }, as })
const place = (slug: string, as: string, fields: object) => t.call(orders.place, { as, body: orderBody(slug, { ...fields }) })
const pay = (order: Order) =>
  t.call(testPayments.pay, { params: { id: order.paymentUrl?.split('/').at(-1) ?? '' }, body: { card: '4242424242424242' } })
const get = async (id: string, as: string) => (await t.call(orders.get, { as, params: { id } }).expect(200)).body as Order
const watch = async (slug: string, as: string) => t.call(playback.get, { as, params: { slug } })
const withCoupon = 484

describe('redeeming', () => {
  it('an unknown, an invalid and a used code are refused in three ways [SHOP-019] [ERR-014]', async () => {
    const slug = await show()
    const { as } = await login()
    const other = await one(await show())
    const ended = await one(slug, { validUntil: new Date(t.clock.nowMs() + 60_000).toISOString() })
    const { id, codes } = await batch(slug)
    const used = await one(slug, { netPriceMinor: 0 })
    await redeem(used, (await login()).as).expect(200)
    await t.call(coupons.revokeBatch, { params: { slug, id }, as: await t.tokenOf(ana.user) }).expect(200)
    t.clock.advance(61_000)
    const outcome = async (code: string, at?: string) => {
      const reply = await redeem(code, as, at).set('accept-language', 'en')
      return [reply.status, codeOf(reply), (reply.body as { message?: string }).message]
    }
    const invalid = [400, 'COUPON_INVALID', 'Invalid coupon']
    expect(await outcome('ABCDE-FGHJK-MNPQR')).toEqual([404, 'COUPON_NOT_FOUND', 'No coupon found with this code'])
    expect(await outcome(used)).toEqual([409, 'COUPON_REDEEMED', 'Coupon already redeemed'])
    for (const code of ['¿?', "' or 1=1 --", codes[0]!, ended]) expect(await outcome(code)).toEqual(invalid)
    expect(await outcome(other, slug)).toEqual(invalid)
    // At home, where no product is asked for, the same code is good.
    await redeem(other, as).expect(200)
  })

  it('answers the price with coupon, which the order then has, once [SHOP-016]', async () => {
    const slug = await show()
    const code = await one(slug)
    const { user, as } = await login()
    const answer = (await redeem(code, as).expect(200)).body as RedeemedCoupon
    expect(answer).toMatchObject({ kind: 'price', code, product: { slug }, price: { net: { minor: 400 }, gross: { minor: withCoupon } } })
    const shown = (await t.call(orders.checkout, { as, params: { slug }, query: { couponCode: code } }).expect(200)).body as Checkout
    expect([shown.items[0]?.price.netMinor, shown.coupon]).toEqual([400, { code, session: null }])
    expect(codeOf(await place(slug, as, { couponCode: code }))).toBe('PRICE_CHANGED')
    const order = (await place(slug, as, { couponCode: code, expectedTotalMinor: withCoupon }).expect(201)).body as Order
    await pay(order).expect(200)
    expect(await get(order.id, as)).toMatchObject({ status: 'paid', total: { minor: withCoupon } })
    expect(await t.database.knex('tickets').where({ user_id: user.id }).first()).toMatchObject({ source: 'order', revoked_at: null })
    expect(await t.database.knex('coupons').where({ code }).first()).toMatchObject({ redeemed_by: user.id, order_id: order.id })
    for (const again of [as, (await login()).as]) expect(codeOf(await redeem(code, again))).toBe('COUPON_REDEEMED')
  })

  it('gives access at once where the price is 0: an order without payment, which is no sale', async () => {
    const slug = await show()
    const code = await one(slug, { netPriceMinor: 0 })
    const { user, as } = await login()
    const answer = (await redeem(code, as).expect(200)).body as RedeemedCoupon
    expect(answer).toMatchObject({ kind: 'access', ticket: { source: 'coupon', state: 'valid', product: { slug } } })
    expect((await watch(slug, as)).status).toBe(200)
    const { items } = (await t.call(orders.list, { as }).expect(200)).body as { items: Order[] }
    expect(items).toMatchObject([{ status: 'paid', total: { minor: 0 }, items: [{ product: { slug } }], invoices: [] }])
    expect(await t.database.knex('payments').where({ order_id: items[0]!.id })).toEqual([])
    expect(await t.database.knex('ledger_transactions').where({ order_id: items[0]!.id })).toEqual([])
    const sold = await t.call(sales.listOwn, { as: await t.tokenOf(ana.user), query: { email: user.email } }).expect(200)
    expect(sold.body).toMatchObject({ items: [], total: 0 })
    // It is not wasted on somebody who has a ticket.
    expect(codeOf(await redeem(await one(slug, { netPriceMinor: 0 }), as))).toBe('ALREADY_HAS_TICKET')
  })

  it('an access code makes an order of 0 and gives access to that account alone [SHOP-021]', async () => {
    const slug = await show({}, 'private')
    const as = await t.tokenOf(ana.user)
    const made = await t.call(productCodes.generate, { params: { slug }, body: { quantity: 1 }, as }).expect(201)
    const [code] = (made.body as { items: AccessCode[] }).items
    const [who, other] = [await login(), await login()]
    await redeem(code!.code, who.as).expect(200)
    expect([(await watch(slug, who.as)).status, (await watch(slug, other.as)).status]).toEqual([200, 404])
    const row = await t.database.knex('access_codes').where({ id: code!.id }).first()
    expect(row).toMatchObject({ redeemed_by: who.user.id })
    expect(await get(row?.order_id ?? '', who.as)).toMatchObject({ status: 'paid', total: { minor: 0 } })
  })

  it('forgives blanks, case, dashes and letters that look like digits', async () => {
    const slug = await show()
    const { codes } = await batch(slug, { quantity: 4, netPriceMinor: 0 })
    const typed = [
      (code: string) => code.toLowerCase(),
      (code: string) => code.replaceAll('-', ' '),
      (code: string) => `  ${code.replaceAll('-', '')} `,
      (code: string) => code.replaceAll('0', 'o').replaceAll('1', 'l').replaceAll('-', '–'),
    ]
    for (const [index, type] of typed.entries()) await redeem(type(codes[index]!), (await login()).as).expect(200)
  })

  it('is closed while the site takes no coupons, at the checkout as well [SHOP-020]', async () => {
    const slug = await show()
    const code = await one(slug)
    const { as } = await login()
    await t.database.knex('site_config').update({ coupons: false })
    try {
      const refused = await redeem(code, as)
      expect([refused.status, codeOf(refused)]).toEqual([409, 'COUPONS_OFF'])
      expect(codeOf(await place(slug, as, { couponCode: code, expectedTotalMinor: withCoupon }))).toBe('COUPONS_OFF')
      expect(codeOf(await t.call(orders.checkout, { as, params: { slug }, query: { couponCode: code } }))).toBe('COUPONS_OFF')
    } finally {
      await t.database.knex('site_config').update({ coupons: true })
    }
    await redeem(code, as).expect(200)
  })

  it('tells administrators before the switch what it holds up', async () => {
    const admin = await t.tokenOf(await t.factories.admin())
    const impact = async () => (await t.call(coupons.impact, { as: admin }).expect(200)).body as { coupons: number; checkouts: number }
    const before = await impact()
    const slug = await show()
    const { codes } = await batch(slug, { quantity: 3 })
    const { as } = await login()
    await place(slug, as, { couponCode: codes[0]!, expectedTotalMinor: withCoupon }).expect(201)
    expect(await impact()).toMatchObject({ coupons: before.coupons + 3, checkouts: before.checkouts + 1 })
  })

  it.each([0, 400])(
    'of 20 people at the same moment one succeeds, at a price of %s [SHOP-016]',
    { timeout: 60_000 },
    async (netPriceMinor) => {
      const slug = await show()
      const code = await one(slug, { netPriceMinor })
      const people = await Promise.all(Array.from({ length: 20 }, () => login()))
      const race = { lock: `select id from coupons where code = '${code}' for update`, requests: 20 }
      const replies = await stampede(t.database, race, (index) => redeem(code, people[index]!.as))
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(replies.filter((reply) => codeOf(reply) === 'COUPON_REDEEMED')).toHaveLength(19)
    },
  )
})

describe('while somebody pays', () => {
  it('nobody else may take the coupon; when the order has expired it is free again', async () => {
    const slug = await show()
    const code = await one(slug)
    const [first, second] = [await login(), await login()]
    await place(slug, first.as, { couponCode: code, expectedTotalMinor: withCoupon }).expect(201)
    expect(codeOf(await redeem(code, second.as))).toBe('COUPON_REDEEMED')
    expect(codeOf(await place(slug, second.as, { couponCode: code, expectedTotalMinor: withCoupon }))).toBe('COUPON_REDEEMED')
    // Its holder may come back to it.
    await redeem(code, first.as).expect(200)
    t.clock.advance(limits.orderHoldMs + 1_000)
    await redeem(code, (await login(second.user)).as).expect(200)
    expect(codeOf(await redeem(code, (await login(first.user)).as))).toBe('COUPON_REDEEMED')
  })

  it('a late payment whose coupon went to somebody else goes back by itself', async () => {
    const slug = await show()
    const code = await one(slug)
    const [late, quick] = [await login(), await login()]
    const lateOrder = (await place(slug, late.as, { couponCode: code, expectedTotalMinor: withCoupon }).expect(201)).body as Order
    t.clock.advance(limits.orderHoldMs + 1_000)
    const { as } = await login(quick.user)
    await redeem(code, as).expect(200)
    const order = (await place(slug, as, { couponCode: code, expectedTotalMinor: withCoupon }).expect(201)).body as Order
    await pay(order).expect(200)
    await pay(lateOrder).expect(200)
    expect(await t.database.knex('refunds').where({ order_id: lateOrder.id })).toMatchObject([{ amount_minor: withCoupon }])
    expect(await t.database.knex('tickets').where({ user_id: late.user.id })).toEqual([])
    expect(await t.database.knex('coupons').where({ code }).first()).toMatchObject({ redeemed_by: quick.user.id, order_id: order.id })
  })

  it('a late payment is fulfilled where nobody else took the coupon, and a revoked one keeps its promise', async () => {
    const slug = await show()
    const { id, codes } = await batch(slug)
    const { user, as } = await login()
    const order = (await place(slug, as, { couponCode: codes[0]!, expectedTotalMinor: withCoupon }).expect(201)).body as Order
    await t.call(coupons.revokeBatch, { params: { slug, id }, as: await t.tokenOf(ana.user) }).expect(200)
    t.clock.advance(limits.orderHoldMs + 1_000)
    await pay(order).expect(200)
    expect(await t.database.knex('tickets').where({ user_id: user.id })).toHaveLength(1)
    expect(await t.database.knex('refunds').where({ order_id: order.id })).toEqual([])
  })

  it('comes back with its money when the whole line is refunded, and not when it has ended or a part is kept', async () => {
    const slug = await show()
    const { as } = await login()
    const staff = await t.tokenOf(await t.factories.admin())
    const buyWith = async (couponCode: string) => {
      await redeem(couponCode, as).expect(200)
      const order = (await place(slug, as, { couponCode, expectedTotalMinor: withCoupon }).expect(201)).body as Order
      await pay(order)
      return order
    }
    const refund = async ({ id: orderId }: Order, amountMinor?: number) => {
      const item = await t.database.knex('order_items').where({ order_id: orderId }).first('id')
      const id = item?.id ?? ''
      const lines = amountMinor === undefined ? undefined : [{ id, amountMinor }]
      await t.call(sales.refund, { as: staff, params: { id }, body: { reason: 'organizer', ...(lines && { lines }) } }).expect(201)
      await t.api.platform.sales.payRefunds()
    }
    const code = await one(slug)
    const stateOf = async (text: string) => {
      const row = await t.database.knex('coupons').where({ code: text }).first()
      return [row?.redeemed_at === null, row?.order_id === null]
    }
    const first = await buyWith(code)
    expect(codeOf(await redeem(code, (await login()).as))).toBe('COUPON_REDEEMED')
    await refund(first, 100)
    expect(await stateOf(code)).toEqual([false, false])
    await refund(first)
    expect(await stateOf(code)).toEqual([true, true])
    // The same coupon, paid and given back again, but after its end.
    const ending = await one(slug, { validUntil: new Date(t.clock.nowMs() + 60_000).toISOString() })
    await buyWith(code)
    expect(codeOf(await redeem(code, (await login()).as))).toBe('COUPON_REDEEMED')
    const other = await login()
    await redeem(ending, other.as).expect(200)
    const late = (await place(slug, other.as, { couponCode: ending, expectedTotalMinor: withCoupon }).expect(201)).body as Order
    await pay(late)
    t.clock.advance(61_000)
    await refund(late)
    expect(await stateOf(ending)).toEqual([false, false])
  })

  it('a coupon made for another currency than the product has now buys nothing', async () => {
    const slug = await show()
    const code = await one(slug)
    await t.database.knex('products').where({ slug }).update({ currency: 'JPY' })
    const { as } = await login()
    const reply = await redeem(code, as)
    expect([reply.status, codeOf(reply)]).toEqual([400, 'COUPON_INVALID'])
    expect(codeOf(await place(slug, as, { couponCode: code, expectedTotalMinor: 484 }))).toBe('COUPON_INVALID')
  })

  it('a coupon opens a private product, which strangers cannot order', async () => {
    const slug = await show({}, 'private')
    const code = await one(slug)
    const { as } = await login()
    expect((await place(slug, as, { expectedTotalMinor: 1_210 })).status).toBe(404)
    const order = (await place(slug, as, { couponCode: code, expectedTotalMinor: withCoupon }).expect(201)).body as Order
    await pay(order).expect(200)
    expect((await watch(slug, as)).status).toBe(200)
  })

  it('a price of 0 is redeemed, not ordered, and an offer below the coupon is the price', async () => {
    const slug = await show()
    const { as } = await login()
    expect(codeOf(await place(slug, as, { couponCode: await one(slug, { netPriceMinor: 0 }), expectedTotalMinor: 0 }))).toBe(
      'COUPON_INVALID',
    )
    const code = await one(slug, { netPriceMinor: 1_000, taxBasisPoints: 1_000 })
    expect((await redeem(code, as).expect(200)).body).toMatchObject({ price: { net: { minor: 1_000 }, gross: { minor: 1_210 } } })
  })
})

describe('a coupon of one session', () => {
  it('limits the ticket to its day: earlier and later sessions are refused [SHOP-010]', async () => {
    const slug = await show()
    const { id } = await ana.read(slug)
    await ana.addSession(slug, session(t, 3 * 24 * 60)).expect(201)
    await ana.addSession(slug, session(t, 6 * 24 * 60)).expect(201)
    const [, second] = (await ana.read(slug)).sessions
    const code = await one(slug, { sessionId: second!.id, netPriceMinor: 0 })
    const { user, as } = await login()
    expect((await redeem(code, as).expect(200)).body).toMatchObject({ kind: 'access' })
    // The first session is today; the ticket waits for its own.
    const early = await watch(slug, as)
    expect([early.status, codeOf(early)]).toEqual([409, 'TICKET_OF_SESSION'])
    t.clock.advance(Date.parse(second!.startsAt) - t.clock.nowMs())
    expect((await watch(slug, (await login(user)).as)).status).toBe(200)
    t.clock.advance(3 * 24 * 3_600_000)
    const later = await login(user)
    expect(codeOf(await watch(slug, later.as))).toBe('TICKET_REQUIRED')
    // Another ticket may follow the one that ended.
    await place(slug, later.as, { expectedTotalMinor: 1_210 }).expect(201)
    expect(await t.database.knex('tickets').where({ product_id: id, user_id: user.id }).first()).toMatchObject({ session_id: second!.id })
  })

  it('is over with its session, and follows one that is moved', async () => {
    const slug = await show()
    await ana.addSession(slug, session(t, 24 * 60)).expect(201)
    const [first] = (await ana.read(slug)).sessions
    const { codes } = await batch(slug, { sessionId: first!.id, quantity: 2, netPriceMinor: 0 })
    const { as, user } = await login()
    await redeem(codes[0]!, as).expect(200)
    const { id } = await ana.read(slug)
    const moved = await t.factories.session({
      product_id: id,
      starts_at: new Date(t.clock.nowMs() + 50 * 3_600_000),
      rescheduled_from_id: first!.id,
    })
    await t.database.knex('product_sessions').where({ id: first!.id }).update({ state: 'rescheduled', state_changed_at: t.clock.now() })
    const [change] = await t.database
      .knex('event_changes')
      .insert({ product_id: id, session_id: first!.id, new_session_id: moved.id, kind: 'rescheduled', reason: 'organizer' })
      .returning('id')
    const message = { topic: 'event.changed', payload: toJson({ changeId: change!.id }) }
    await t.database.knex('outbox').insert([
      { ...message, dedupe_key: 'first' },
      { ...message, dedupe_key: 'second' },
    ])
    for (let times = 0; times < 2; times++) await t.api.platform.outbox.deliver('notices')
    expect(await t.database.knex('tickets').where({ user_id: user.id }).pluck('session_id')).toEqual([moved.id])
    t.clock.advance(Date.parse(first!.endsAt) + 1_000 - t.clock.nowMs())
    await redeem(codes[1]!, (await login()).as).expect(200)
  })
})
