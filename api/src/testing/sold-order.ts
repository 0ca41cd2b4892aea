import { orders, type Order } from '@e-events/shared/contract/sales/orders.ts'
import { testPayments } from '@e-events/shared/contract/sales/money/test-payments.ts'
import type { ProductInsert } from '../db/tables/catalogue.ts'
import type { UserRow } from '../db/tables/people.ts'
import type { Fields, FactoryProduct } from './factories.ts'
import type { TestApi } from './test-api.ts'
import { orderBody } from './valid-requests-sales.ts'

export interface SoldOrder {
  order: Order
  buyer: UserRow
  /** Token of the buyer. */
  as: string
  items: string[]
}

/** Amounts of an order in the tests below: 10.00 without tax, so that shares are easy to read. */
export const plainPrice = { plan: 'paid', net_price_minor: 1_000, tax_basis_points: 0 } as const

export async function placeOrder(
  t: TestApi,
  products: readonly Pick<FactoryProduct, 'slug'>[],
  fields: { buyer?: UserRow; expectedTotalMinor: number; supportMinor?: number },
): Promise<SoldOrder> {
  const buyer = fields.buyer ?? (await t.factories.user({ name: 'Lucía', surname: 'Ferrer', country: 'ES' }))
  const as = await t.tokenOf(buyer)
  const { expectedTotalMinor, supportMinor = 0 } = fields
  const body = orderBody('', { items: products.map(({ slug }) => ({ productSlug: slug })), supportMinor, expectedTotalMinor })
  const order = (await t.call(orders.place, { as, body }).expect(201)).body as Order
  const rows = await t.database.knex('order_items').where({ order_id: order.id }).orderBy('position').select('id')
  return { order, buyer, as, items: rows.map(({ id }) => id) }
}

export async function payOrder(t: TestApi, { order }: Pick<SoldOrder, 'order'>, card = '4242424242424242'): Promise<void> {
  await t.call(testPayments.pay, { params: { id: order.paymentUrl?.split('/').at(-1) ?? '' }, body: { card } }).expect(200)
}

/** Somebody buys these products and pays. */
export async function sell(t: TestApi, products: readonly Pick<FactoryProduct, 'slug'>[], fields: Parameters<typeof placeOrder>[2]) {
  const sold = await placeOrder(t, products, fields)
  await payOrder(t, sold)
  return sold
}

/** A product of this channel for 10.00 without tax. */
export function plainProduct(t: TestApi, fields: Fields<ProductInsert> = {}, options: { sessions?: number } = {}): Promise<FactoryProduct> {
  return t.factories.product({ type: 'vod', ...plainPrice, ...fields }, options)
}

/** Sum per account of the ledger, of one order; accounts that are even are left out. */
export async function ledgerOf(t: TestApi, { order }: Pick<SoldOrder, 'order'>): Promise<Record<string, number>> {
  const { rows } = await t.database.knex.raw<{ rows: { kind: string; sum: string }[] }>(
    `select a.kind, sum(e.amount_minor) as sum from ledger_transactions x join ledger_entries e on e.transaction_id = x.id
     join ledger_accounts a on a.id = e.account_id where x.order_id = ? group by a.kind having sum(e.amount_minor) <> 0`,
    [order.id],
  )
  return Object.fromEntries(rows.map(({ kind, sum }) => [kind, Number(sum)]))
}
