import { orders, type Checkout, type Order } from '@e-events/shared/contract/sales/orders.ts'
import { shipping, type ShippingAddress } from '@e-events/shared/contract/sales/shipping.ts'
import { stock } from '@e-events/shared/contract/sales/stock.ts'
import { testPayments } from '@e-events/shared/contract/sales/money/test-payments.ts'
import { products, type ProductDetail } from '@e-events/shared/contract/catalogue/products.ts'
import { limits } from '@e-events/shared/limits.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stampede } from '../../../testing/stampede.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'
import { orderBody } from '../../../testing/valid-requests-sales.ts'

let t: TestApi
beforeAll(async () => {
  t = await createTestApi()
})
afterAll(() => t.stop())

/** Buyers of the last one; `npm test` runs fewer than the 500 of the promise. */
const crowdSize = Number(process.env['STOCK_CROWD'] ?? 60)
const success = '4242424242424242'
const codeOf = (reply: { body: unknown }) => (reply.body as { code?: string }).code
const address: ShippingAddress = {
  name: 'Lucía Ferrer',
  street: 'Calle Mayor 3',
  extra: null,
  postalCode: '28013',
  city: 'Madrid',
  region: null,
  country: 'ES',
  phone: null,
}
const zone = { name: 'Península', countries: ['ES'], currency: 'EUR', nextNetMinor: 100, taxBasisPoints: 2_100, freeFromMinor: null }

/** A film for 12.10 with so many tickets. */
const film = (left: number | null, fields: Parameters<TestApi['factories']['product']>[0] = {}) =>
  t.factories.product({ type: 'vod', plan: 'paid', net_price_minor: 1_000, tax_basis_points: 2_100, stock: left, ...fields })

/** A channel that sends to Spain for 4.84, and its record for 12.10. */
async function recordShop(left: number | null) {
  const owner = await t.factories.user({ roles: ['VIEWER', 'PRODUCER'] })
  const channel = await t.factories.channel({ owner_id: owner.id })
  const as = await t.tokenOf(owner)
  await t.call(shipping.saveZones, { params: { slug: channel.slug }, as, body: { zones: [{ ...zone, netMinor: 400 }] } }).expect(200)
  const record = await film(left, { type: 'physical', channel_id: channel.id })
  const show = await film(null, { channel_id: channel.id })
  return { as, channel, record, show }
}

async function buyer() {
  const user = await t.factories.user()
  const as = await t.tokenOf(user)
  const place = (slug: string, fields: Record<string, unknown> = {}) => t.call(orders.place, { as, body: orderBody(slug, fields) })
  return {
    user,
    as,
    place,
    placed: async (slug: string, fields: Record<string, unknown> = {}) => (await place(slug, fields).expect(201)).body as Order,
    get: async (id: string) => (await t.call(orders.get, { as, params: { id } }).expect(200)).body as Order,
    page: async (slug: string) => (await t.call(products.get, { as, params: { slug } }).expect(200)).body as ProductDetail,
    checkout: async (slug: string, query: Record<string, unknown> = {}) =>
      (await t.call(orders.checkout, { as, params: { slug }, query }).expect(200)).body as Checkout,
    join: (slug: string) => t.call(stock.join, { as, params: { slug } }).expect(200),
  }
}
const pay = (order: Order) =>
  t.call(testPayments.pay, { params: { id: order.paymentUrl?.split('/').at(-1) ?? '' }, body: { card: success } }).expect(200)
const goods = (slug: string, quantity: number) => ({ items: [{ productSlug: slug, quantity }], shipping: address, withdrawalWaived: false })
const sweep = () => t.api.platform.sales.stock.sweep(t.database.knex)
const refunds = (order: Order) => t.database.knex('refunds').where({ order_id: order.id }).select('order_item_id', 'amount_minor')

async function taken(productId: string): Promise<number> {
  const level = await t.database.knex('stock_levels').where({ product_id: productId }).first('taken')
  const held = await t.database.knex('stock_holds').where({ product_id: productId }).sum<{ sum: string | null }[]>('quantity as sum')
  expect(level?.taken ?? 0).toBe(Number(held[0]?.sum ?? 0))
  return level?.taken ?? 0
}
async function expire(order: Order): Promise<void> {
  await t.database.knex('orders').where({ id: order.id }).update({ expires_at: t.clock.now() })
}

describe('an order', () => {
  it('holds what it takes until its time is over, and the checkout says so to others', async () => {
    const [ana, bo] = [await buyer(), await buyer()]
    const show = await film(1)
    const order = await ana.placed(show.slug)
    expect(Date.parse(order.expiresAt ?? '') - t.clock.nowMs()).toBeGreaterThan(limits.orderHoldMs - 60_000)
    expect(await bo.page(show.slug)).toMatchObject({ saleState: 'sold_out' })
    expect(codeOf(await bo.place(show.slug).expect(409))).toBe('SOLD_OUT')
    expect(codeOf(await t.call(orders.checkout, { as: bo.as, params: { slug: show.slug } }).expect(409))).toBe('SOLD_OUT')
    // The same press again leads to the same order, and takes nothing more.
    expect((await ana.placed(show.slug)).id).toBe(order.id)
    await expire(order)
    await sweep()
    expect(await taken(show.id)).toBe(0)
    await bo.placed(show.slug)
  })

  it('keeps what was paid for, and gives it back with the refund', async () => {
    const ana = await buyer()
    const show = await film(2)
    const order = await ana.placed(show.slug)
    await pay(order)
    await expire(order)
    await sweep()
    expect(await taken(show.id)).toBe(1)
    await t.database.knex('refunds').insert({ order_id: order.id, reason: 'withdrawal', amount_minor: order.total.minor, currency: 'EUR' })
    await t.api.platform.sales.payRefunds()
    expect((await ana.get(order.id)).status).toBe('refunded')
    await sweep()
    expect(await taken(show.id)).toBe(0)
  })

  it('that is paid after its time is served if something is left, else refunds itself', async () => {
    const [ana, bo, eva] = [await buyer(), await buyer(), await buyer()]
    const show = await film(1)
    const late = await ana.placed(show.slug)
    await expire(late)
    await sweep()
    await pay(late)
    expect((await ana.get(late.id)).status).toBe('paid')
    expect((await ana.page(show.slug)).owned).toBe(true)

    const other = await film(1)
    const tooLate = await bo.placed(other.slug)
    await expire(tooLate)
    await sweep()
    await pay(await eva.placed(other.slug))
    await pay(tooLate)
    expect(await refunds(tooLate)).toMatchObject([{ amount_minor: tooLate.total.minor }])
    expect((await bo.page(other.slug)).owned).toBe(false)
    expect(await taken(other.id)).toBe(1)
  })

  it(`sells the last one once to ${crowdSize} who buy it at the same moment`, { timeout: 240_000 }, async () => {
    const show = await film(1)
    await t.database.knex('stock_levels').insert({ product_id: show.id })
    const crowd = await Promise.all(Array.from({ length: crowdSize }, buyer))
    const replies = await stampede(
      t.database,
      { lock: `select 1 from stock_levels where product_id = '${show.id}' for update`, requests: crowd.length },
      (index) => crowd[index]!.place(show.slug),
    )
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(new Set(replies.filter(({ status }) => status !== 201).map(codeOf))).toEqual(new Set(['SOLD_OUT']))
    expect(await taken(show.id)).toBe(1)
    expect(await t.database.knex('order_items').where({ product_id: show.id })).toHaveLength(1)
  })
})

describe('the offer of a waiting list', () => {
  it('becomes an order of its holder, also where it ends while they pay', async () => {
    const [ana, bo] = [await buyer(), await buyer()]
    const show = await film(0)
    await ana.join(show.slug)
    await bo.join(show.slug)
    await t.database.knex('products').where({ id: show.id }).update({ stock: 1 })
    await t.api.platform.sales.waitingList.run()
    const order = await ana.placed(show.slug)
    await t.database.knex('waiting_list_entries').where({ user_id: ana.user.id }).update({ offer_ends_at: t.clock.now() })
    await t.api.platform.sales.waitingList.run()
    await pay(order)
    expect((await ana.page(show.slug)).owned).toBe(true)
    expect(codeOf(await bo.place(show.slug).expect(409))).toBe('SOLD_OUT')
    expect(await taken(show.id)).toBe(1)
  })

  it('goes on where its order is not paid', async () => {
    const [ana, bo] = [await buyer(), await buyer()]
    const show = await film(0)
    await ana.join(show.slug)
    await bo.join(show.slug)
    await t.database.knex('products').where({ id: show.id }).update({ stock: 1 })
    await t.api.platform.sales.waitingList.run()
    await expire(await ana.placed(show.slug))
    await sweep()
    await bo.placed(show.slug)
    expect(await taken(show.id)).toBe(1)
  })
})

describe('goods', () => {
  it('need an address that they are sent to, and what they cost to send', async () => {
    const { record } = await recordShop(5)
    const ana = await buyer()
    const total = 2_420 + 605
    expect(codeOf(await ana.place(record.slug, { ...goods(record.slug, 2), shipping: undefined }).expect(400))).toBe('ADDRESS_REQUIRED')
    const abroad = { ...address, country: 'US' }
    expect(codeOf(await ana.place(record.slug, { ...goods(record.slug, 2), shipping: abroad }).expect(409))).toBe('NOT_SHIPPED_THERE')
    expect(codeOf(await ana.place(record.slug, { ...goods(record.slug, 2), expectedTotalMinor: 2_420 }).expect(409))).toBe('PRICE_CHANGED')
    expect(codeOf(await ana.place(record.slug, { ...goods(record.slug, 6), expectedTotalMinor: 8_349 }).expect(409))).toBe('SOLD_OUT')
    const order = await ana.placed(record.slug, { ...goods(record.slug, 2), expectedTotalMinor: total })
    expect(order.items).toMatchObject([
      { kind: 'physical', quantity: 2, total: { minor: 2_420 } },
      { kind: 'shipping', title: 'Península', total: { minor: 605 } },
    ])
    expect(await taken(record.id)).toBe(2)
    // Nothing of the right of withdrawal ends with goods.
    expect((await t.database.knex('orders').where({ id: order.id }).first())?.withdrawal_waived_at).toBeNull()
    expect((await ana.checkout(record.slug)).shipping).toEqual({ address, country: 'ES', isSentThere: true })
  })

  it('are paid, packed, sent and delivered, give no access, and may be bought again [CAT-087] [SHOP-010]', async () => {
    const { as, record } = await recordShop(5)
    const ana = await buyer()
    const body = { ...goods(record.slug, 1), expectedTotalMinor: 1_210 + 484 }
    const order = await ana.placed(record.slug, body)
    await pay(order)
    expect((await ana.get(order.id)).shipment).toMatchObject({ state: 'waiting' })
    const move = (fields: Record<string, unknown>) =>
      t.call(shipping.moveShipment, { as, params: { id: order.id }, body: fields }).expect(200)
    await move({ state: 'packed' })
    await move({ state: 'sent', carrier: 'Correos', trackingUrl: 'https://carrier.example/1' })
    expect((await ana.get(order.id)).shipment).toMatchObject({ state: 'sent', trackingUrl: 'https://carrier.example/1' })
    await move({ state: 'delivered' })
    expect(await ana.page(record.slug)).toMatchObject({ owned: false, allowed: { watch: false, buy: true } })
    const again = await ana.placed(record.slug, body)
    expect(again.id).not.toBe(order.id)
    await pay(again)
    expect((await ana.get(again.id)).status).toBe('paid')
    expect(await taken(record.id)).toBe(2)
  })

  it('and access are one order with one payment and one invoice, and only the digital part is waived', async () => {
    const { record, show } = await recordShop(5)
    const ana = await buyer()
    const items = [
      { productSlug: show.slug, quantity: 1 },
      { productSlug: record.slug, quantity: 2 },
    ]
    const seen = await ana.checkout(show.slug, { basket: `${record.slug}:2`, country: 'ES' })
    expect(seen.items.map(({ kind, quantity }) => `${kind} ${quantity}`)).toEqual(['access 1', 'physical 2', 'shipping 1'])
    expect(seen.extras.map(({ product }) => product.slug)).toEqual([record.slug])
    const expectedTotalMinor = 1_210 + 2_420 + 605
    const body = { items, shipping: address, expectedTotalMinor }
    expect(codeOf(await ana.place(show.slug, { ...body, withdrawalWaived: false }).expect(400))).toBe('WAIVER_REQUIRED')
    const order = await ana.placed(show.slug, body)
    await pay(order)
    const paid = await ana.get(order.id)
    expect(paid).toMatchObject({ status: 'paid', shipment: { state: 'waiting' } })
    expect(paid.invoices).toHaveLength(1)
    expect((await ana.page(show.slug)).owned).toBe(true)
  })

  it('that are sold out after the hold refund themselves with their postage; the access stays', async () => {
    const { record, show } = await recordShop(1)
    const [ana, bo] = [await buyer(), await buyer()]
    const items = [{ productSlug: show.slug }, { productSlug: record.slug }]
    const order = await ana.placed(show.slug, { items, shipping: address, expectedTotalMinor: 1_210 + 1_210 + 484 })
    await expire(order)
    await sweep()
    await pay(await bo.placed(record.slug, { ...goods(record.slug, 1), expectedTotalMinor: 1_694 }))
    await pay(order)
    expect((await refunds(order)).map(({ amount_minor: minor }) => minor).toSorted((a, b) => b - a)).toEqual([1_210, 484])
    expect(await ana.get(order.id)).toMatchObject({ status: 'paid', shipment: null })
    expect((await ana.page(show.slug)).owned).toBe(true)
  })

  it('that are refunded before they are sent come back to the stock; those on their way do not', async () => {
    const { as, record } = await recordShop(5)
    const ana = await buyer()
    const body = { ...goods(record.slug, 1), expectedTotalMinor: 1_694 }
    const refund = (order: Order) =>
      t.database.knex('refunds').insert({ order_id: order.id, reason: 'withdrawal', amount_minor: order.total.minor, currency: 'EUR' })
    const first = await ana.placed(record.slug, body)
    await pay(first)
    const second = await ana.placed(record.slug, body)
    await pay(second)
    await t.call(shipping.moveShipment, { as, params: { id: second.id }, body: { state: 'sent', carrier: 'Correos' } }).expect(200)
    for (const order of [first, second]) await refund(order)
    await t.api.platform.sales.payRefunds()
    await sweep()
    expect(await ana.get(first.id)).toMatchObject({ status: 'refunded', shipment: { state: 'cancelled' } })
    expect(await ana.get(second.id)).toMatchObject({ status: 'refunded', shipment: { state: 'sent' } })
    expect(await taken(record.id)).toBe(1)
  })
})
