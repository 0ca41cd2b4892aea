import { coupons, type Coupon, type CouponBatch, type RedeemedCoupon } from '@e-events/shared/contract/sales/coupons.ts'
import { orders, type Order } from '@e-events/shared/contract/sales/orders.ts'
import { productCodes, type AccessCode } from '@e-events/shared/contract/sales/product-codes.ts'
import { redeemedCodes, type RedeemedCode } from '@e-events/shared/contract/sales/redeemed-codes.ts'
import { testPayments } from '@e-events/shared/contract/sales/money/test-payments.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { UserRow } from '../../../db/tables/people.ts'
import { createOrganizer, session, type Organizer } from '../../../testing/organizer.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'
import { orderBody } from '../../../testing/valid-requests-sales.ts'

let t: TestApi
let ana: Organizer
beforeAll(async () => {
  t = await createTestApi()
})
beforeEach(async () => {
  ana = await createOrganizer(t)
})
afterAll(() => t.stop())

/** A show for 10.00 and 21 % tax, in an hour. */
const show = (body: object = {}, { by = ana, status = 'published' } = {}) =>
  by.published({ plan: 'paid', price: { netMinor: 1_000, taxBasisPoints: 2_100 }, ...body }, status)
const coupon = async (slug: string, body: object = {}, by = ana): Promise<string> => {
  const wanted = { quantity: 1, netPriceMinor: 0, taxBasisPoints: 2_100, ...body }
  const as = await t.tokenOf(by.user)
  const { id } = (await t.call(coupons.make, { params: { slug }, body: wanted, as }).expect(201)).body as CouponBatch
  const { items } = (await t.call(coupons.list, { params: { slug, id }, as }).expect(200)).body as { items: Coupon[] }
  return items[0]?.code ?? ''
}
const accessCode = async (slug: string): Promise<string> => {
  const made = await t.call(productCodes.generate, { params: { slug }, body: { quantity: 1 }, as: await t.tokenOf(ana.user) }).expect(201)
  return (made.body as { items: AccessCode[] }).items[0]?.code ?? ''
}
const redeem = async (code: string, user: UserRow): Promise<RedeemedCoupon> =>
  (await t.call(coupons.redeem, { body: { code }, as: await t.tokenOf(user) }).expect(200)).body as RedeemedCoupon
const pay = (order: Order) =>
  t.call(testPayments.pay, { params: { id: order.paymentUrl?.split('/').at(-1) ?? '' }, body: { card: '4242424242424242' } }).expect(200)
type Page = { items: RedeemedCode[]; total: number; nextCursor: string | null }
const list = async (query: Record<string, unknown> = {}, by = ana): Promise<Page> =>
  (await t.call(redeemedCodes.list, { as: await t.tokenOf(by.user), query }).expect(200)).body as Page
const codesOf = async (query: Record<string, unknown> = {}) => (await list(query)).items.map(({ code }) => code)

describe('redeemed codes', () => {
  it('begin with POST /coupons/redeem: the price with the coupon, or access at once; then the organizer sees the code [SHOP-018]', async () => {
    const [cheap, free] = [await show(), await show()]
    const [lower, open] = [await coupon(cheap, { netPriceMinor: 400 }), await coupon(free)]
    const viewer = await t.factories.user({ email: 'rui.redeems@example.test' })
    const as = await t.tokenOf(viewer)

    const price = await redeem(lower, viewer)
    expect(price).toMatchObject({ kind: 'price', code: lower, product: { slug: cheap }, price: { gross: { minor: 484 } } })
    // A price that is held for somebody is not redeemed before it is paid.
    expect(await codesOf()).toEqual([])
    const body = orderBody(cheap, { couponCode: lower, expectedTotalMinor: 484 })
    await pay((await t.call(orders.place, { as, body }).expect(201)).body as Order)

    expect(await redeem(open, viewer)).toMatchObject({ kind: 'access', ticket: { state: 'valid', product: { slug: free } } })
    const { items, total } = await list()
    expect(total).toBe(2)
    expect(items).toHaveLength(2)
    const money = (minor: number) => ({ minor, currency: 'EUR' })
    const of = { kind: 'coupon', email: 'rui.redeems@example.test', session: null }
    expect(items).toContainEqual(
      expect.objectContaining({
        ...of,
        code: lower,
        product: { slug: cheap, title: 'Noche de pruebas', type: 'broadcast' },
        price: money(484),
      }),
    )
    expect(items).toContainEqual(expect.objectContaining({ ...of, code: open, price: money(0) }))
    for (const { redeemedAt } of items) expect(Date.parse(redeemedAt)).toBeLessThanOrEqual(t.clock.nowMs())
  })

  it('are coupons, codes of private products and gifts; unused and refused ones are none', async () => {
    const [opened, hidden, given] = [await show(), await show({}, { status: 'private' }), await show()]
    await coupon(opened)
    const date = (await ana.read(opened)).sessions[0]
    const used = await coupon(opened, { sessionId: date?.id })
    const [buyer, reader] = [await t.factories.user(), await t.factories.user({ email: 'eva.reads@example.test' })]
    await redeem(used, reader)
    const access = await accessCode(hidden)
    await redeem(access, reader)
    const wish = { recipientName: 'Eva', recipientEmail: reader.email }
    const placed = await t.call(orders.place, { as: await t.tokenOf(buyer), body: orderBody(given, { gift: wish }) }).expect(201)
    await pay(placed.body as Order)
    const gift = await t.database
      .knex('gifts')
      .whereIn('product_id', t.database.knex('products').where({ slug: given }).select('id'))
      .first('code')
    await redeem(gift?.code ?? '', reader)

    const { items } = await list({ email: 'eva.reads' })
    const shown = items.map(({ kind, code, price, session: at }) => [kind, code, price.minor, at?.id ?? null])
    const expected = [
      ['access', access, 0, null],
      ['coupon', used, 0, date?.id],
      ['gift', gift?.code, 0, null],
    ]
    expect(new Set(shown)).toEqual(new Set(expected))
    expect(await codesOf({ kind: 'gift' })).toEqual([gift?.code])
  })

  it("are one's own products' and nobody else's; an administrator without channels has none [PROD-014]", async () => {
    const other = await createOrganizer(t)
    const viewer = await t.factories.user()
    const [mine, theirs] = [await coupon(await show()), await coupon(await show({}, { by: other }), {}, other)]
    for (const code of [mine, theirs]) await redeem(code, viewer)
    expect([await codesOf(), (await list({}, other)).items.map(({ code }) => code)]).toEqual([[mine], [theirs]])
    const staff = await t.factories.admin()
    const reply = await t.call(redeemedCodes.list, { as: await t.tokenOf(staff) }).expect(200)
    expect(reply.body).toMatchObject({ items: [], total: 0 })
    const file = await t.call(redeemedCodes.export, { as: await t.tokenOf(other.user), query: { format: 'csv' } }).expect(200)
    expect([file.text.includes(theirs), file.text.includes(mine)]).toEqual([true, false])
  })

  it('are narrowed by product, e-mail, code and days, and come in any order and by the page, without a gap', async () => {
    const night = session(t, 7 * 24 * 60)
    const inAWeek = async (title: string) => {
      const slug = await ana.draft({ plan: 'paid', price: { netMinor: 1_000, taxBasisPoints: 2_100 }, title })
      await ana.addSession(slug, night).expect(201)
      await ana.publish(slug).expect(200)
      return slug
    }
    const [fog, eagle, flash] = [
      await coupon(await inAWeek('Niebla 100%')),
      await coupon(await inAWeek('Águila')),
      await coupon(await inAWeek('Relámpagos')),
    ]
    for (const [code, name] of [
      [fog, 'carla'],
      [eagle, 'berta'],
      [flash, 'aldo'],
    ] as const) {
      await redeem(code, await t.factories.user({ email: `${name}.filter@example.test` }))
      t.clock.advance(24 * 3_600_000)
    }
    expect(await codesOf()).toEqual([flash, eagle, fog])
    expect(await codesOf({ sort: 'product', order: 'asc' })).toEqual([eagle, fog, flash])
    expect(await codesOf({ sort: 'email', order: 'asc' })).toEqual([flash, eagle, fog])
    expect(await codesOf({ product: 'aguila' })).toEqual([eagle])
    expect(await codesOf({ product: '100%' })).toEqual([fog])
    expect(await codesOf({ product: '_' })).toEqual([])
    expect(await codesOf({ email: 'ALDO' })).toEqual([flash])
    expect(await codesOf({ search: `relampagos ${flash}` })).toEqual([flash])
    const day = new Date(t.clock.nowMs() - 24 * 3_600_000).toLocaleDateString('en-CA', { timeZone: 'Europe/Madrid' })
    expect(await codesOf({ from: day, to: day })).toEqual([flash])
    expect((await list({ from: day })).total).toBe(1)
    for (const sort of ['redeemedAt', 'product', 'email'] as const) {
      const first = await list({ sort, limit: 2 })
      const rest = await list({ sort, limit: 2, cursor: first.nextCursor })
      expect([...first.items, ...rest.items].map(({ code }) => code)).toEqual(await codesOf({ sort }))
      expect([first.total, rest.nextCursor]).toEqual([3, null])
      const as = await t.tokenOf(ana.user)
      const other = { sort: sort === 'email' ? 'product' : 'email', cursor: first.nextCursor }
      expect((await t.call(redeemedCodes.list, { as, query: other })).status).toBe(400)
    }
  })

  it('become a file of the filtered rows in which nothing is a formula', async () => {
    const code = await coupon(await show({ title: '=HYPERLINK("http://evil")' }))
    const other = await coupon(await show())
    const viewer = await t.factories.user({ email: '+cmd@example.test' })
    for (const one of [code, other]) await redeem(one, viewer)
    const as = await t.tokenOf(ana.user)
    const file = await t
      .call(redeemedCodes.export, { as, query: { format: 'csv', product: 'hyperlink' } })
      .set('accept-language', 'en')
      .expect(200)
    const lines = file.text.trim().split('\r\n')
    expect(lines[0]?.replace('\ufeff', '')).toBe('Code,Kind,Product,Session (UTC),Email,Redeemed (UTC),Price with the code,Currency')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain(`${code},Coupon,"'=HYPERLINK(""http://evil"")",,'+cmd@example.test,`)
    expect(lines[1]).toMatch(/,0,EUR$/)
    const book = await t.call(redeemedCodes.export, { as, query: { format: 'xlsx' } }).expect(200)
    expect(book.headers['content-disposition']).toMatch(/codigos-canjeados-\d{4}-\d\d-\d\d\.xlsx/)
  })
})
