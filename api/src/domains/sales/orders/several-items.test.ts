import { orders, type Order } from '@e-events/shared/contract/sales/orders.ts'
import { sales, type Sale } from '@e-events/shared/contract/sales/sales.ts'
import { testPayments } from '@e-events/shared/contract/sales/money/test-payments.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FactoryProduct } from '../../../testing/factories.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'
import { orderBody } from '../../../testing/valid-requests-sales.ts'

let t: TestApi
beforeAll(async () => {
  t = await createTestApi()
})
afterAll(() => t.stop())

const codeOf = (reply: { body: unknown }) => (reply.body as { code?: string }).code

/** Two films of one channel: 12.10 with the fee paid by the buyer (12.55), and 5.50 at 10 %. */
async function shelf() {
  const owner = await t.factories.user({ roles: ['VIEWER', 'PRODUCER'] })
  const channel = await t.factories.channel({ owner_id: owner.id })
  const film = (fields: Parameters<TestApi['factories']['product']>[0]) =>
    t.factories.product({ type: 'vod', plan: 'paid', channel_id: channel.id, ...fields })
  const first = await film({ net_price_minor: 1_000, tax_basis_points: 2_100, ticket_fee_payer: 'buyer' })
  const second = await film({ net_price_minor: 500, tax_basis_points: 1_000 })
  const buyer = await t.factories.user()
  return { owner, channel, first, second, buyer, as: await t.tokenOf(buyer) }
}

const bodyOf = (products: readonly FactoryProduct[], fields: Record<string, unknown> = {}) =>
  orderBody('', { items: products.map(({ slug }) => ({ productSlug: slug })), supportMinor: 200, expectedTotalMinor: 2_005, ...fields })
const pay = (order: Order) =>
  t.call(testPayments.pay, { params: { id: order.paymentUrl?.split('/').at(-1) ?? '' }, body: { card: '4242424242424242' } }).expect(200)
const get = async (as: string, id: string) => (await t.call(orders.get, { as, params: { id } }).expect(200)).body as Order
const ticketsOf = (userId: string) =>
  t.database.knex('tickets').where({ user_id: userId }).whereNull('revoked_at').pluck<string[]>('product_id')

async function bought() {
  const all = await shelf()
  const order = (await t.call(orders.place, { as: all.as, body: bodyOf([all.first, all.second]) }).expect(201)).body as Order
  await pay(order)
  return { ...all, order: await get(all.as, order.id) }
}

async function salesOf(ownerToken: string): Promise<Sale[]> {
  return ((await t.call(sales.listOwn, { as: ownerToken }).expect(200)).body as { items: Sale[] }).items
}

it('sells two products in one order: one payment, one invoice, a ticket and a booking for each', async () => {
  const { order, buyer, first, second } = await bought()
  expect(order).toMatchObject({ status: 'paid', total: { minor: 2_005 }, ticketFee: { minor: 45 }, support: { minor: 200 } })
  expect(order.items.map(({ title, total }) => [title, total.minor])).toEqual([
    [first.title, 1_210],
    [second.title, 550],
  ])
  expect(order.invoices).toHaveLength(1)
  expect((await ticketsOf(buyer.id)).toSorted()).toEqual([first.id, second.id].toSorted())
  const booked = await t.database.knex('ledger_transactions').where({ order_id: order.id })
  expect(booked.map(({ kind }) => kind)).toEqual(['sale', 'sale'])
})

it('gives one line back and leaves the other: access, credit note, table and ledger follow', async () => {
  const { order, owner, as, buyer, second } = await bought()
  const ownerToken = await t.tokenOf(owner)
  const rows = await salesOf(ownerToken)
  expect(rows.map(({ amount, support, mine }) => `${amount.minor} ${support.minor} ${mine.minor}`).toSorted()).toEqual([
    '1255 200 1110',
    '550 0 410',
  ])
  const line = rows.find(({ amount }) => amount.minor === 1_255)!
  await t.call(sales.refund, { as: ownerToken, params: { id: line.id }, body: {} }).expect(201)
  expect(codeOf(await t.call(sales.refund, { as: ownerToken, params: { id: line.id }, body: {} }))).toBe('STATE_CONFLICT')
  await t.api.platform.sales.payRefunds()
  const after = await get(as, order.id)
  expect(after).toMatchObject({ status: 'partially_refunded', refunded: { minor: 1_455 } })
  expect(after.invoices.map(({ kind }) => kind)).toEqual(['invoice', 'credit_note'])
  const [note] = await t.database.knex('invoices').where({ order_id: order.id, kind: 'credit_note' })
  expect(note).toMatchObject({ total_minor: -1_455, tax_minor: -210 })
  expect(await ticketsOf(buyer.id)).toEqual([second.id])
  // The organizer bears it and the platform keeps its fees.
  const states = (await salesOf(ownerToken)).map(({ status, mine }) => `${status} ${mine.minor}`)
  expect(states.toSorted()).toEqual(['paid 410', `refunded ${1_110 - 1_245}`])
  // The other line can still be given back, and then all is.
  const rest = (await salesOf(ownerToken)).find(({ status }) => status === 'paid')!
  await t.call(sales.refund, { as: ownerToken, params: { id: rest.id }, body: {} }).expect(201)
  await t.api.platform.sales.payRefunds()
  expect(await get(as, order.id)).toMatchObject({ status: 'refunded', refunded: { minor: 2_005 } })
  expect(await ticketsOf(buyer.id)).toEqual([])
  const { rows: sums } = await t.database.knex.raw<{ rows: { sum: string }[] }>(
    `select sum(e.amount_minor) as sum from ledger_entries e join ledger_accounts a on a.id = e.account_id
     join ledger_transactions x on x.id = e.transaction_id where x.order_id = ? and a.kind = 'provider_clearing'`,
    [order.id],
  )
  expect(Number(sums[0]?.sum)).toBe(0)
})

it('refunds the line alone that cannot be had any more when the money comes', async () => {
  const { as, first, second, buyer } = await shelf()
  const order = (await t.call(orders.place, { as, body: bodyOf([first, second]) }).expect(201)).body as Order
  await t.factories.ticket({ user_id: buyer.id, product_id: second.id })
  await pay(order)
  await t.api.platform.sales.payRefunds()
  expect(await get(as, order.id)).toMatchObject({ status: 'partially_refunded', refunded: { minor: 550 } })
  expect((await ticketsOf(buyer.id)).toSorted()).toEqual([first.id, second.id].toSorted())
})

it('refuses several sellers, several of what is had once, the same one twice, none, and too many', async () => {
  const { as, first, second } = await shelf()
  const foreign = await t.factories.product({ type: 'vod', plan: 'paid', net_price_minor: 500 })
  const place = (items: unknown) => t.call(orders.place, { as, body: bodyOf([], { items }) })
  expect(codeOf(await place([{ productSlug: first.slug }, { productSlug: foreign.slug }]))).toBe('SEVERAL_SELLERS')
  expect(codeOf(await place([{ productSlug: first.slug, quantity: 2 }]))).toBe('ONE_PER_ACCOUNT')
  for (const items of [
    [],
    [{ productSlug: first.slug }, { productSlug: first.slug }],
    [{ productSlug: second.slug, quantity: 0 }],
    Array.from({ length: 21 }, (_, index) => ({ productSlug: `${first.slug}-${index}` })),
  ])
    expect((await place(items)).status).toBe(400)
})

it('answers the open order of the same items again, and replaces one of other items', async () => {
  const { as, first, second } = await shelf()
  const place = async (products: FactoryProduct[], expectedTotalMinor: number) =>
    (await t.call(orders.place, { as, body: bodyOf(products, { expectedTotalMinor }) }).expect(201)).body as Order
  const both = await place([first, second], 2_005)
  expect((await place([second, first], 2_005)).id).toBe(both.id)
  const one = await place([first], 1_455)
  expect(one.id).not.toBe(both.id)
  expect((await get(as, both.id)).status).toBe('cancelled')
})
