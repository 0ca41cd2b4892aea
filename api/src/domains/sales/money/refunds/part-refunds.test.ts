import { ownProducts } from '@e-events/shared/contract/catalogue/own-products.ts'
import { playback } from '@e-events/shared/contract/live/playback.ts'
import { orders, type Checkout, type Order } from '@e-events/shared/contract/sales/orders.ts'
import { refunds, type RefundRun } from '@e-events/shared/contract/sales/money/refunds.ts'
import { testPayments } from '@e-events/shared/contract/sales/money/test-payments.ts'
import { breakDownLines } from '@e-events/shared/domain/pricing.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FactoryProduct } from '../../../../testing/factories.ts'
import { mailsTo } from '../../../../testing/mails.ts'
import { createTestApi, type TestApi } from '../../../../testing/test-api.ts'
import { orderBody } from '../../../../testing/valid-requests-sales.ts'

let t: TestApi
beforeAll(async () => {
  t = await createTestApi()
})
afterAll(() => t.stop())

interface CreditLine {
  title: string
  net_minor: number
  tax_minor: number
  total_minor: number
}
type Fields = Parameters<TestApi['factories']['product']>[0]

/** A bundle of shows and films at these net prices; the first `shows` of them take place. */
async function shelf(prices: readonly number[], { shows = prices.length, ...fields }: Fields & { shows?: number } = {}) {
  const owner = await t.factories.producer()
  const channel = await t.factories.channel({ owner_id: owner.id })
  const make = (more: Fields, dates = 0) =>
    t.factories.product({ plan: 'paid', tax_basis_points: 2_100, channel_id: channel.id, ...more }, { sessions: dates })
  const parts: FactoryProduct[] = []
  for (const [index, net_price_minor] of prices.entries())
    parts.push(await make({ type: index < shows ? 'live' : 'vod', net_price_minor }, index < shows ? 1 : 0))
  const bundle = await make({
    type: 'vod',
    net_price_minor: prices.reduce((sum, price) => sum + price, 0),
    ...fields,
    bundle_state: 'active',
  })
  for (const [position, { id }] of parts.entries())
    await t.database.knex('bundle_items').insert({ bundle_id: bundle.id, product_id: id, position })
  const buyer = await t.factories.user()
  return { owner, ownerToken: await t.tokenOf(owner), parts, bundle, buyer, as: await t.tokenOf(buyer) }
}
type Shelf = Awaited<ReturnType<typeof shelf>>

async function buy({ bundle, as }: Shelf, supportMinor = 0): Promise<Order> {
  const { items, currency } = (await t.call(orders.checkout, { params: { slug: bundle.slug }, as }).expect(200)).body as Checkout
  const lines = items.map(({ kind, quantity, price }) => ({ kind, quantity, currency, ...price }))
  const { totalMinor } = breakDownLines(lines, supportMinor)
  const body = orderBody(bundle.slug, { expectedTotalMinor: totalMinor, supportMinor })
  const order = (await t.call(orders.place, { as, body }).expect(201)).body as Order
  const id = order.paymentUrl?.split('/').at(-1) ?? ''
  await t.call(testPayments.pay, { params: { id }, body: { card: '4242424242424242' } }).expect(200)
  return order
}
const cancel = (of: Shelf, part: FactoryProduct) =>
  t.call(ownProducts.cancel, { params: { slug: part.slug }, body: {}, as: of.ownerToken }).expect(200)
const pay = () => t.api.platform.sales.payRefunds()
const stateOf = async ({ as }: Shelf, { id }: Order) => {
  const { status, refunded, total } = (await t.call(orders.get, { as, params: { id } }).expect(200)).body as Order
  return { status, refundedMinor: refunded.minor, totalMinor: total.minor }
}
const holds = async ({ buyer }: Shelf) =>
  (await t.database.knex('tickets').where({ user_id: buyer.id }).whereNull('revoked_at').pluck<string[]>('product_id')).toSorted()
const ids = (...made: FactoryProduct[]) => made.map(({ id }) => id).toSorted()
const dueOf = (order: Order) => t.database.knex('refunds').where({ order_id: order.id }).orderBy('created_at')

/** Every booking of the order adds up to zero, and so do the accounts together. */
async function expectEven(order: Order): Promise<void> {
  const { rows } = await t.database.knex.raw<{ rows: { sum: string }[] }>(
    `select sum(e.amount_minor) as sum from ledger_transactions x join ledger_entries e on e.transaction_id = x.id
     where x.order_id = ? group by rollup (x.id)`,
    [order.id],
  )
  expect(rows.length).toBeGreaterThan(1)
  expect(rows.every(({ sum }) => Number(sum) === 0)).toBe(true)
}
const creditNotes = async (order: Order) =>
  t.database
    .knex('invoices as v')
    .join('invoice_lines as l', 'l.invoice_id', 'v.id')
    .where({ 'v.order_id': order.id, 'v.kind': 'credit_note' })
    .orderBy('v.number')
    .select<CreditLine[]>('l.title', 'l.net_minor', 'l.tax_minor', 'l.total_minor')

describe('an event that comes with a bundle and is called off', () => {
  it('gives back its share of the price, and the other parts keep their access', async () => {
    // 24.00 for three parts of 20.00, 10.00 and 10.00: a half and two quarters, at 21 %.
    const of = await shelf([2_000, 1_000, 1_000], { shows: 2, net_price_minor: 2_400 })
    const order = await buy(of)
    const [show, second, film] = of.parts as [FactoryProduct, FactoryProduct, FactoryProduct]
    await cancel(of, show)
    expect(await dueOf(order)).toMatchObject([{ amount_minor: 1_452, part_product_id: show.id, reason: 'organizer', status: 'pending' }])
    const runs = ((await t.call(refunds.runsOwn, { as: of.ownerToken }).expect(200)).body as { items: RefundRun[] }).items
    expect(runs).toMatchObject([{ product: { slug: show.slug }, total: 1, done: 0 }])
    // Until the money has left, nothing ends.
    expect(await holds(of)).toEqual(ids(of.bundle, ...of.parts))
    await pay()
    expect(await stateOf(of, order)).toMatchObject({ status: 'partially_refunded', refundedMinor: 1_452 })
    expect(await holds(of)).toEqual(ids(of.bundle, second, film))
    await t.call(playback.get, { params: { slug: film.slug }, as: of.as }).expect(200)
    expect(await creditNotes(order)).toEqual([
      { title: `${of.bundle.title}: ${show.title}`, net_minor: -1_200, tax_minor: -252, total_minor: -1_452 },
    ])
    const mail = (await mailsTo(t, of.buyer.email)).find(({ text }) => text.includes(show.title) && text.includes('14,52'))
    expect(mail?.text).toContain(`${of.bundle.title}: ${show.title}`)
    await expectEven(order)
    const { items } = (await t.call(orders.get, { as: of.as, params: { id: order.id } }).expect(200)).body as Order
    expect(items[0]?.parts.map(({ isRefunded }) => isRefunded ?? false)).toEqual([true, false, false])
    // Another run finds nothing to pay.
    await pay()
    expect(await stateOf(of, order)).toMatchObject({ refundedMinor: 1_452 })
  })

  it('goes on where a process ended: the provider is asked again with the same key, and nothing leaves twice', async () => {
    const of = await shelf([1_000, 1_000])
    const order = await buy(of)
    await cancel(of, of.parts[0]!)
    const [refund] = await dueOf(order)
    // The money has left, the transaction that books it has not begun.
    await t.database.knex.raw(`create function fail_once() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$`)
    await t.database.knex.raw('create trigger fail_once before insert on invoices for each row execute function fail_once()')
    await pay()
    expect(await stateOf(of, order)).toMatchObject({ status: 'paid', refundedMinor: 0 })
    await t.database.knex.raw('drop trigger fail_once on invoices; drop function fail_once()')
    await pay()
    expect(await stateOf(of, order)).toMatchObject({ status: 'partially_refunded', refundedMinor: refund?.amount_minor })
    expect(await dueOf(order)).toMatchObject([{ status: 'succeeded' }])
    expect(await creditNotes(order)).toHaveLength(1)
    await expectEven(order)
  })

  it('gives nothing back for a part that the buyer owned before, and no more than is left of the line', async () => {
    const of = await shelf([1_000, 1_000, 1_000])
    const [owned, first, second] = of.parts as [FactoryProduct, FactoryProduct, FactoryProduct]
    await t.database.knex('tickets').insert({ user_id: of.buyer.id, product_id: owned.id, source: 'free' })
    const order = await buy(of)
    await cancel(of, owned)
    expect(await dueOf(order)).toEqual([])
    const [item] = await t.database.knex('order_items').where({ order_id: order.id })
    const [payment] = await t.database.knex('payments').where({ order_id: order.id })
    await t.database.knex('refunds').insert({
      order_id: order.id,
      order_item_id: item!.id,
      payment_id: payment!.id,
      reason: 'viewer',
      amount_minor: item!.total_minor - 500,
      currency: 'EUR',
    })
    await Promise.all([cancel(of, first), cancel(of, second)])
    await pay()
    expect(await stateOf(of, order)).toMatchObject({ status: 'refunded', refundedMinor: item!.total_minor })
    expect(await holds(of)).toEqual(ids(owned))
    await expectEven(order)
  })

  it('gives all of it back, to the cent, once every part is called off: whatever they cost, in any order', async () => {
    let seed = 20_261_125
    const random = (below: number) => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
      return Math.floor((seed / 2 ** 32) * below)
    }
    for (let round = 0; round < 8; round++) {
      const prices = Array.from({ length: 2 + random(4) }, () => 100 + random(3_000))
      const of = await shelf(prices, {
        net_price_minor: 300 + random(5_000),
        ticket_fee_payer: random(2) === 0 ? 'buyer' : 'organizer',
      })
      const order = await buy(of, random(2) === 0 ? 0 : 100 + random(400))
      const left = [...of.parts]
      let last = 0
      while (left.length > 0) {
        const [part] = left.splice(random(left.length), 1)
        await cancel(of, part!)
        await pay()
        await expectEven(order)
        const now = await stateOf(of, order)
        expect(now.refundedMinor, `${prices.join(' ')}: more each time`).toBeGreaterThan(last)
        expect(now.status).toBe(left.length === 0 ? 'refunded' : 'partially_refunded')
        expect(await holds(of)).toEqual(left.length === 0 ? [] : ids(of.bundle, ...left))
        last = now.refundedMinor
      }
      const { totalMinor } = await stateOf(of, order)
      expect(last).toBe(totalMinor)
      const back = (await creditNotes(order)).reduce((sum, line) => sum + line.total_minor, 0)
      expect(back).toBe(-totalMinor)
    }
  })
})
