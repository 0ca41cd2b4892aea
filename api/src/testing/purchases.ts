import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import type { UserRow } from '../db/tables/people.ts'
import type { FactoryProduct } from './factories.ts'
import { plainProduct } from './sold-order.ts'
import type { TestApi } from './test-api.ts'
import { orderBody } from './valid-requests-sales.ts'

/** The same numbers for the same seed (mulberry32). */
export function createRandom(start: number): (below: number) => number {
  let state = start >>> 0
  return (below) => {
    state = (state + 0x6d_2b_79_f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below)
  }
}

export interface Purchase {
  films: FactoryProduct[]
  buyer: UserRow
  couponCode: string | undefined
  as: string
  body: ReturnType<typeof orderBody>
}

/** A limited product has three; a coupon, which one product alone can have, makes the price 6.00. */
export async function startPurchase(
  t: TestApi,
  { channelId, lines, isLimited, hasCoupon }: { channelId: string; lines: number; isLimited: boolean; hasCoupon: boolean },
): Promise<Purchase> {
  const films: FactoryProduct[] = []
  for (let index = 0; index < lines; index++)
    films.push(await plainProduct(t, { channel_id: channelId, stock: isLimited && index === 0 ? 3 : null }))
  const buyer = await t.factories.user()
  const items = films.map(({ slug }) => ({ productSlug: slug }))
  const couponCode = hasCoupon && lines === 1 ? await coupon(t, films[0]?.id ?? '') : undefined
  const price = couponCode === undefined ? { expectedTotalMinor: lines * 1_000 } : { couponCode, expectedTotalMinor: 600 }
  return { films, buyer, couponCode, as: await t.tokenOf(buyer), body: orderBody('', { items, ...price }) }
}

async function coupon(t: TestApi, productId: string): Promise<string> {
  const { knex } = t.database
  const batch = { product_id: productId, name: 'Half', quantity: 1, net_price_minor: 600, tax_basis_points: 0, currency: 'EUR' }
  const [made] = await knex('coupon_batches').insert(batch).returning('id')
  const code = `K${randomBytes(5).toString('hex')}`.toUpperCase()
  await knex('coupons').insert({ batch_id: made?.id ?? '', code })
  return code
}

/** Asks once for the refund of the first line of a paid order, and pays out what waits. */
export async function refundFirstLine(t: TestApi, { buyer }: Purchase): Promise<void> {
  const { knex } = t.database
  const { rows } = await knex.raw<{ rows: { id: string; order_id: string; total_minor: number }[] }>(
    `select i.id, i.order_id, i.total_minor from order_items i join orders o on o.id = i.order_id where o.user_id = ? and o.status = 'paid' order by i.position`,
    [buyer.id],
  )
  const [row] = rows
  if (row && !(await knex('refunds').where({ order_id: row.order_id }).first('id')))
    await knex('refunds').insert({
      order_id: row.order_id,
      order_item_id: row.id,
      reason: 'organizer',
      amount_minor: row.total_minor,
      currency: 'EUR',
    })
  return t.api.platform.sales.payRefunds().catch(() => undefined)
}

/** An order in the books of the payment service. */
export interface ServiceBooks {
  payments: number
  isPaid: boolean
  refundedMinor: number
}

/** Books of the platform and of the payment service tell the same story, once. */
export async function assertWhole(
  t: TestApi,
  { buyer, films, couponCode }: Purchase,
  told: { story: string; booksOf(orderId: string): Promise<ServiceBooks> },
): Promise<void> {
  const { knex } = t.database
  const { story } = told
  const placed = await knex('orders').where({ user_id: buyer.id })
  expect(placed.length, story).toBeLessThanOrEqual(1)
  const [order] = placed
  const limited = films[0]?.id ?? ''
  const taken = (await knex('stock_levels').where({ product_id: limited }).first('taken'))?.taken ?? 0
  const redeemed = knex('coupons')
    .where({ code: couponCode ?? '' })
    .whereNotNull('redeemed_at')
  const isRedeemed = (await redeemed).length === 1
  if (!order) return expect([taken, isRedeemed], story).toEqual([0, false])
  const { payments, isPaid, refundedMinor } = await told.booksOf(order.id)
  expect(payments, story).toBeLessThanOrEqual(1)
  expect(order.paid_at !== null, `${story}: paid if and only if the provider says so`).toBe(isPaid)
  const given = knex('payments').where({ order_id: order.id }).whereIn('status', ['succeeded', 'refunded'])
  expect(await given, story).toHaveLength(isPaid ? 1 : 0)
  const items = await knex('order_items').where({ order_id: order.id })
  const refunds = await knex('refunds').where({ order_id: order.id, status: 'succeeded' })
  const refunded = refunds.reduce((sum, { amount_minor: minor }) => sum + minor, 0)
  const ofItems = items.reduce((sum, item) => sum + item.refunded_minor, 0)
  expect([refundedMinor, order.refunded_minor, ofItems], story).toEqual([refunded, refunded, refunded])
  const open = items.filter((item) => item.refunded_minor === 0).length
  // The first line is the limited one, and the one that is given back.
  const isKept = isPaid && items.every(({ position, refunded_minor: minor }) => position !== 0 || minor === 0)
  if (isPaid) expect(taken, `${story}: what is taken of the limited product`).toBe(films[0]?.stock !== null && isKept ? 1 : 0)
  expect(isRedeemed, `${story}: a coupon is used if and only if its order is paid and kept`).toBe(couponCode !== undefined && isKept)
  expect(await knex('tickets').where({ user_id: buyer.id }).whereNull('revoked_at'), story).toHaveLength(isPaid ? open : 0)
  expect(await knex('tickets').where({ user_id: buyer.id }), story).toHaveLength(isPaid ? items.length : 0)
  const bookings = (kind: 'sale' | 'refund') => knex('ledger_transactions').where({ order_id: order.id, kind })
  expect(await bookings('sale'), story).toHaveLength(isPaid ? items.length : 0)
  expect(await bookings('refund'), story).toHaveLength(refunds.length)
  expect(await knex('invoices').where({ order_id: order.id, kind: 'invoice' }), story).toHaveLength(isPaid ? 1 : 0)
  expect(await knex('invoices').where({ order_id: order.id, kind: 'credit_note' }), story).toHaveLength(refunds.length)
}
