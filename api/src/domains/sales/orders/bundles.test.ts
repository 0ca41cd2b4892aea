import { bundles } from '@e-events/shared/contract/catalogue/bundles.ts'
import { products, type ProductDetail } from '@e-events/shared/contract/catalogue/products.ts'
import { playback } from '@e-events/shared/contract/live/playback.ts'
import { coupons } from '@e-events/shared/contract/sales/coupons.ts'
import { orders, type Checkout, type Order } from '@e-events/shared/contract/sales/orders.ts'
import { sales, type Sale } from '@e-events/shared/contract/sales/sales.ts'
import { testPayments } from '@e-events/shared/contract/sales/money/test-payments.ts'
import type { ErrorBody } from '@e-events/shared/errors.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FactoryProduct } from '../../../testing/factories.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'
import { orderBody } from '../../../testing/valid-requests-sales.ts'

let t: TestApi
beforeAll(async () => {
  t = await createTestApi()
})
afterAll(() => t.stop())

const codeOf = (reply: { body: unknown }) => (reply.body as { code?: string }).code

/** Four films of 10.00, and a bundle of them for 24.00, all at 21 %: 29.04. */
async function shelf() {
  const owner = await t.factories.producer()
  const channel = await t.factories.channel({ owner_id: owner.id })
  const film = (fields: Parameters<TestApi['factories']['product']>[0]) =>
    t.factories.product({ type: 'vod', plan: 'paid', tax_basis_points: 2_100, channel_id: channel.id, ...fields })
  const parts: FactoryProduct[] = []
  for (let index = 0; index < 4; index++) parts.push(await film({ net_price_minor: 1_000 }))
  const bundle = await film({ net_price_minor: 2_400, bundle_state: 'active' })
  for (const [position, { id }] of parts.entries())
    await t.database.knex('bundle_items').insert({ bundle_id: bundle.id, product_id: id, position })
  const buyer = await t.factories.user()
  return { owner, ownerToken: await t.tokenOf(owner), parts, bundle, buyer, as: await t.tokenOf(buyer) }
}
const own = (userId: string, ...parts: FactoryProduct[]) =>
  t.database.knex('tickets').insert(parts.map(({ id }) => ({ user_id: userId, product_id: id, source: 'free' as const })))
const place = (as: string, product: FactoryProduct, totalMinor: number, fields: object = {}) =>
  t.call(orders.place, { as, body: orderBody(product.slug, { expectedTotalMinor: totalMinor, ...fields }) })
const pay = (order: Order) =>
  t.call(testPayments.pay, { params: { id: order.paymentUrl?.split('/').at(-1) ?? '' }, body: { card: '4242424242424242' } }).expect(200)
const get = async (as: string, id: string) => (await t.call(orders.get, { as, params: { id } }).expect(200)).body as Order
async function buy(as: string, product: FactoryProduct, totalMinor: number): Promise<Order> {
  const order = (await place(as, product, totalMinor).expect(201)).body as Order
  await pay(order)
  return get(as, order.id)
}
const ticketsOf = async (userId: string) =>
  (await t.database.knex('tickets').where({ user_id: userId }).whereNull('revoked_at').pluck<string[]>('product_id')).toSorted()
const ids = (...made: FactoryProduct[]) => made.map(({ id }) => id).toSorted()
const pageOf = async (as: string, slug: string) => (await t.call(products.get, { params: { slug }, as }).expect(200)).body as ProductDetail

describe('a bundle that cannot be bought', () => {
  it('is one that is not active: its page and the checkout say the same [SHOP-058]', async () => {
    const { bundle, as, ownerToken } = await shelf()
    expect((await pageOf(as, bundle.slug)).allowed.buy).toBe(true)
    await t.call(bundles.deactivate, { params: { slug: bundle.slug }, as: ownerToken }).expect(200)
    expect((await pageOf(as, bundle.slug)).allowed.buy).toBe(false)
    expect(codeOf(await t.call(orders.checkout, { params: { slug: bundle.slug }, as }))).toBe('NOT_PURCHASABLE')
    expect(codeOf(await place(as, bundle, 2_904))).toBe('NOT_PURCHASABLE')
  })

  it('is one whose parts are all owned', async () => {
    const { bundle, parts, buyer, as } = await shelf()
    await own(buyer.id, ...parts)
    expect((await pageOf(as, bundle.slug)).allowed.buy).toBe(false)
    expect(codeOf(await place(as, bundle, 0))).toBe('ALREADY_HAS_TICKET')
  })

  it('is one beside a product that comes with it, in the same order', async () => {
    const { bundle, parts, as } = await shelf()
    const items = [{ productSlug: bundle.slug }, { productSlug: parts[0]?.slug }]
    expect(codeOf(await place(as, bundle, 2_904 + 1_210, { items }))).toBe('ONE_PER_ACCOUNT')
  })

  it.each([
    ['es', 'Agotado: «', /ha cambiado.* Agotado: «/],
    ['en', 'Sold out: «', /changed.* Sold out: «/],
    ['pt', 'Esgotado: «', /mudou.* Esgotado: «/],
  ])('names the part that is sold out, in %s', async (language, all, some) => {
    const { bundle, parts, as } = await shelf()
    const limit = (ids: string[]) => t.database.knex('products').whereIn('id', ids).update({ stock: 0 })
    await limit([parts[1]!.id])
    const changed = (await place(as, bundle, 2_904).set('accept-language', language)).body as ErrorBody
    expect(changed).toMatchObject({ code: 'PRICE_CHANGED', soldOut: [parts[1]!.title] })
    expect(changed.message).toMatch(some)
    expect(changed.message).toContain(parts[1]!.title)
    // Without it the others are sold at their share of the price.
    expect((await place(as, bundle, 2_178)).status).toBe(201)
    await limit(parts.map(({ id }) => id))
    for (const reply of [
      await place(as, bundle, 2_904).set('accept-language', language),
      await t.call(orders.checkout, { params: { slug: bundle.slug }, as }).set('accept-language', language),
    ]) {
      const body = reply.body as ErrorBody
      expect(body).toMatchObject({ code: 'SOLD_OUT', soldOut: parts.map(({ title }) => title) })
      expect(body.message).toContain(all)
    }
  })

  it('names the product of several that is sold out, and that of a price that changed for another reason names none', async () => {
    const { bundle, parts, as, owner } = await shelf()
    const [channel] = await t.database.knex('channels').where({ owner_id: owner.id }).pluck<string[]>('id')
    const book = await t.factories.product({ type: 'vod', plan: 'paid', channel_id: channel!, net_price_minor: 500, stock: 0 })
    const items = [{ productSlug: bundle.slug }, { productSlug: book.slug }]
    const both = (await place(as, bundle, 3_509, { items })).body as ErrorBody
    expect(both).toMatchObject({ code: 'SOLD_OUT', soldOut: [book.title] })
    const other = (await place(as, parts[0]!, 1)).body as ErrorBody
    expect(other.code).toBe('PRICE_CHANGED')
    expect(other.soldOut).toBeUndefined()
  })

  it('is one whose price is another by now, because the buyer got a part meanwhile', async () => {
    const { bundle, parts, buyer, as } = await shelf()
    await own(buyer.id, parts[0]!)
    expect(codeOf(await place(as, bundle, 2_904))).toBe('PRICE_CHANGED')
  })
})

describe('a bundle that is bought', () => {
  it('gives access to every product in it [SHOP-057]', async () => {
    const { bundle, parts, buyer, as } = await shelf()
    const order = await buy(as, bundle, 2_904)
    expect(order).toMatchObject({ status: 'paid', items: [{ kind: 'bundle', total: { minor: 2_904 } }] })
    expect(await ticketsOf(buyer.id)).toEqual(ids(bundle, ...parts))
    const through = await t.database.knex('tickets').where({ user_id: buyer.id, through_product_id: bundle.id })
    expect(through.map(({ product_id: id }) => id).toSorted()).toEqual(ids(...parts))
    for (const { slug } of parts) await t.call(playback.get, { params: { slug }, as }).expect(200)
  })

  it('keeps every access of earlier buyers after it was deactivated [SHOP-058]', async () => {
    const { bundle, parts, as, ownerToken } = await shelf()
    await buy(as, bundle, 2_904)
    await t.call(bundles.deactivate, { params: { slug: bundle.slug }, as: ownerToken }).expect(200)
    for (const { slug } of parts) expect((await pageOf(as, slug)).owned).toBe(true)
  })

  it('costs less who owns 2 of 4: told before paying, one line of the invoice for each of the others [SHOP-059]', async () => {
    const { bundle, parts, buyer, as } = await shelf()
    await own(buyer.id, parts[1]!, parts[2]!)
    const told = (await t.call(orders.checkout, { params: { slug: bundle.slug }, as }).expect(200)).body as Checkout
    expect(told.items[0]?.price.netMinor).toBe(1_200)
    expect(told.items[0]?.parts.map(({ state, net }) => `${state} ${net.minor}`)).toEqual([
      'included 600',
      'owned 0',
      'owned 0',
      'included 600',
    ])
    const order = await buy(as, bundle, 1_452)
    const lines = await t.database
      .knex('invoice_lines as l')
      .join('invoices as v', 'v.id', 'l.invoice_id')
      .where({ 'v.order_id': order.id })
      .orderBy('l.position')
      .select('l.title', 'l.net_minor', 'l.tax_minor')
    expect(lines).toEqual([
      { title: `${bundle.title}: ${parts[0]?.title}`, net_minor: 600, tax_minor: 126 },
      { title: `${bundle.title}: ${parts[3]?.title}`, net_minor: 600, tax_minor: 126 },
    ])
    // The owned ones stay what they were.
    const kept = await t.database.knex('tickets').where({ user_id: buyer.id, source: 'free' }).whereNull('revoked_at')
    expect(kept.map(({ product_id: id }) => id).toSorted()).toEqual(ids(parts[1]!, parts[2]!))
  })

  it('goes back whole where a part was bought elsewhere before the payment came: nothing is charged twice', async () => {
    const { bundle, parts, buyer, as } = await shelf()
    const order = (await place(as, bundle, 2_904).expect(201)).body as Order
    await buy(as, parts[0]!, 1_210)
    await pay(order)
    await t.api.platform.sales.payRefunds()
    expect(await get(as, order.id)).toMatchObject({ status: 'refunded', refunded: { minor: 2_904 } })
    expect(await ticketsOf(buyer.id)).toEqual(ids(parts[0]!))
  })

  it('ends by its refund with the tickets that came with it, and no others', async () => {
    const { bundle, parts, buyer, as, ownerToken } = await shelf()
    const single = await buy(as, parts[0]!, 1_210)
    const order = await buy(as, bundle, 2_178)
    expect(await ticketsOf(buyer.id)).toEqual(ids(bundle, ...parts))
    const rows = ((await t.call(sales.listOwn, { as: ownerToken }).expect(200)).body as { items: Sale[] }).items
    const sold = rows.find(({ number }) => number === order.number)
    await t.call(sales.refund, { as: ownerToken, params: { id: sold?.id ?? '' }, body: {} }).expect(201)
    await t.api.platform.sales.payRefunds()
    expect(await get(as, order.id)).toMatchObject({ status: 'refunded' })
    expect(await get(as, single.id)).toMatchObject({ status: 'paid' })
    expect(await ticketsOf(buyer.id)).toEqual(ids(parts[0]!))
    const [note] = await t.database.knex('invoices').where({ order_id: order.id, kind: 'credit_note' })
    expect(note).toMatchObject({ total_minor: -2_178 })
  })
})

describe('a bundle that is given, opened by a code or free', () => {
  it('gives the parts that the account lacks, and what it owned stays when it is refunded', async () => {
    const { bundle, parts, as, ownerToken } = await shelf()
    const wish = { recipientName: 'Rui', recipientEmail: 'rui@correo.example' }
    const order = (await place(as, bundle, 2_904, { gift: wish }).expect(201)).body as Order
    await pay(order)
    const friend = await t.factories.user()
    const friendToken = await t.tokenOf(friend)
    await own(friend.id, parts[0]!)
    const { code } = (await get(as, order.id)).items[0]?.gift ?? {}
    await t.call(coupons.redeem, { as: friendToken, body: { code } }).expect(200)
    expect(await ticketsOf(friend.id)).toEqual(ids(bundle, ...parts))
    const rows = ((await t.call(sales.listOwn, { as: ownerToken }).expect(200)).body as { items: Sale[] }).items
    await t.call(sales.refund, { as: ownerToken, params: { id: rows[0]?.id ?? '' }, body: {} }).expect(201)
    await t.api.platform.sales.payRefunds()
    expect(await ticketsOf(friend.id)).toEqual(ids(parts[0]!))
  })

  it('opens every part by one access code', async () => {
    const { bundle, parts, buyer, as } = await shelf()
    const code = 'ABCDE-FGHJK-MNPQR'
    await t.database.knex('access_codes').insert({ product_id: bundle.id, code })
    await t.call(coupons.redeem, { as, body: { code } }).expect(200)
    expect(await ticketsOf(buyer.id)).toEqual(ids(bundle, ...parts))
  })
})

describe('a part of a limited number', () => {
  const limit = (part: FactoryProduct, stock: number) => t.database.knex('products').where({ id: part.id }).update({ stock })
  const takenOf = async (part: FactoryProduct) =>
    (await t.database.knex('stock_levels').where({ product_id: part.id }).first('taken'))?.taken ?? 0
  const otherBuyer = async () => {
    const user = await t.factories.user()
    return { user, as: await t.tokenOf(user) }
  }

  it('is held with the bundle while it is paid for, and the same order stays as it was', async () => {
    const { bundle, parts, as } = await shelf()
    await limit(parts[0]!, 1)
    const order = (await place(as, bundle, 2_904).expect(201)).body as Order
    expect(await takenOf(parts[0]!)).toBe(1)
    // Its last piece is this buyer's: the checkout and a second press say the same.
    const told = (await t.call(orders.checkout, { params: { slug: bundle.slug }, as }).expect(200)).body as Checkout
    expect(told.items[0]?.parts.map(({ state }) => state)).toEqual(['included', 'included', 'included', 'included'])
    expect(((await place(as, bundle, 2_904).expect(201)).body as Order).id).toBe(order.id)
    // For others it is sold out, by itself and in the bundle.
    const other = await otherBuyer()
    expect(codeOf(await place(other.as, parts[0]!, 1_210))).toBe('SOLD_OUT')
    expect((await place(other.as, bundle, 2_904)).body).toMatchObject({ code: 'PRICE_CHANGED', soldOut: [parts[0]!.title] })
    expect((await place(other.as, bundle, 2_178)).status).toBe(201)
    await pay(order)
    expect((await get(as, order.id)).status).toBe('paid')
    expect(await takenOf(parts[0]!)).toBe(1)
  })

  it('is sold once to whoever wants the last one at the same moment, in the bundle or by itself', async () => {
    const { bundle, parts } = await shelf()
    await limit(parts[0]!, 1)
    await limit(parts[1]!, 1)
    const crowd = await Promise.all(Array.from({ length: 12 }, otherBuyer))
    const replies = await Promise.all(
      crowd.map(({ as }, index) => (index % 3 === 0 ? place(as, bundle, 2_904) : place(as, parts[index % 2]!, 1_210))),
    )
    const won = replies.filter(({ status }) => status === 201)
    const isBundle = won.some((reply) => (reply.body as Order).items[0]?.kind === 'bundle')
    expect(won).toHaveLength(isBundle ? 1 : 2)
    for (const reply of replies) if (reply.status !== 201) expect(['SOLD_OUT', 'PRICE_CHANGED']).toContain(codeOf(reply))
    expect([await takenOf(parts[0]!), await takenOf(parts[1]!)]).toEqual([1, 1])
  })

  it('is free again when the order ends, and when the bundle is refunded', async () => {
    const { bundle, parts, as, ownerToken } = await shelf()
    await limit(parts[0]!, 1)
    const unpaid = (await place(as, bundle, 2_904).expect(201)).body as Order
    await t.database
      .knex('orders')
      .where({ id: unpaid.id })
      .update({ expires_at: new Date(t.clock.nowMs() - 1_000) })
    await t.api.platform.sales.reconciler.run()
    await t.api.platform.sales.stock.sweep(t.database.knex)
    expect(await takenOf(parts[0]!)).toBe(0)
    const order = await buy(as, bundle, 2_904)
    expect(await takenOf(parts[0]!)).toBe(1)
    const [row] = await t.database.knex('order_items').where({ order_id: order.id }).select('id')
    await t.call(sales.refund, { as: ownerToken, params: { id: row!.id }, body: {} }).expect(201)
    await t.api.platform.sales.payRefunds()
    expect(await takenOf(parts[0]!)).toBe(0)
  })

  it('that somebody else got before a late payment sends the whole line back', async () => {
    const { bundle, parts, as } = await shelf()
    await limit(parts[0]!, 1)
    const late = (await place(as, bundle, 2_904).expect(201)).body as Order
    await t.database
      .knex('orders')
      .where({ id: late.id })
      .update({ expires_at: new Date(t.clock.nowMs() - 1_000) })
    await t.api.platform.sales.stock.sweep(t.database.knex)
    const other = await otherBuyer()
    await buy(other.as, parts[0]!, 1_210)
    await pay(late)
    await t.api.platform.sales.payRefunds()
    expect((await get(as, late.id)).status).toBe('refunded')
    expect(await takenOf(parts[0]!)).toBe(1)
  })

  it('comes with a code while some are left, and is counted there as well', async () => {
    const { bundle, parts, as, buyer } = await shelf()
    await limit(parts[0]!, 1)
    await t.database.knex('access_codes').insert([
      { product_id: bundle.id, code: 'ABCDE-FGHJK-MNPQS' },
      { product_id: bundle.id, code: 'ABCDE-FGHJK-MNPQT' },
    ])
    await t.call(coupons.redeem, { as, body: { code: 'ABCDE-FGHJK-MNPQS' } }).expect(200)
    expect(await ticketsOf(buyer.id)).toEqual(ids(bundle, ...parts))
    expect(await takenOf(parts[0]!)).toBe(1)
    const other = await otherBuyer()
    await t.call(coupons.redeem, { as: other.as, body: { code: 'ABCDE-FGHJK-MNPQT' } }).expect(200)
    expect(await ticketsOf(other.user.id)).toEqual(ids(bundle, ...parts.slice(1)))
    expect(await takenOf(parts[0]!)).toBe(1)
  })
})
