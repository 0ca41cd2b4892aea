import type { Knex } from 'knex'
import { createBatchRepository } from '../../../domains/sales/coupons/batch-repository.ts'
import { makeCode } from '../../../domains/sales/product-codes/code-text.ts'
import { demoUserIds } from './accounts.ts'
import { productIdOf } from './catalogue.ts'
import { demoId } from './ids.ts'
import { buyerId } from './sales.ts'
import { createTill } from './till.ts'

/** A coupon to try, as `npm start` prints it. */
export interface DemoCoupon {
  code: string
  title: string
  path: string
  isFree: boolean
}

const dayMs = 86_400_000
const slug = 'cartas-a-un-faro'
const batches = [
  { key: 'free', name: 'Invitaciones de estreno', netMinor: 0, quantity: 25 },
  { key: 'half', name: 'A mitad de precio', netMinor: 164, quantity: 25 },
]
/** They have paid with the coupon of half the price, so many days ago. */
const redeemed = [
  { buyer: 9, ageDays: 8 },
  { buyer: 11, ageDays: 3 },
]

/** Makes coupons of the film that plays at once, and answers one of each batch that nobody has used. */
export async function seedCoupons(knex: Knex, now: Date): Promise<DemoCoupon[]> {
  const product = await knex('products')
    .where({ id: productIdOf(slug) })
    .first('id', 'title', 'slug', 'currency', 'tax_basis_points', 'net_price_minor')
  if (!product) return []
  const repository = createBatchRepository(knex)
  const offered: DemoCoupon[] = []
  for (const { key, name, netMinor, quantity } of batches) {
    const id = demoId(`coupon-batch/${key}`)
    if (!(await repository.find(knex, product.id, id)))
      await knex.transaction(async (trx) => {
        const made = new Date(now.getTime() - 12 * dayMs)
        await repository.insert(trx, {
          id,
          product_id: product.id,
          created_by: demoUserIds.organizer,
          name,
          quantity,
          net_price_minor: netMinor,
          tax_basis_points: product.tax_basis_points,
          currency: product.currency,
          created_at: made,
        })
        await repository.insertCodes(trx, id, Array.from({ length: quantity }, makeCode), made)
      })
    if (netMinor > 0) await redeemSome(knex, id, now)
    const code = await unusedCode(knex, id)
    if (code !== undefined) offered.push({ code, title: product.title, path: `/products/${product.slug}`, isFree: netMinor === 0 })
  }
  return offered
}

async function redeemSome(knex: Knex, batchId: string, now: Date): Promise<void> {
  const keyOf = (buyer: number) => demoId(`order/coupon-${buyer}`)
  const known = new Set(
    await knex('orders')
      .whereIn(
        'idempotency_key',
        redeemed.map(({ buyer }) => keyOf(buyer)),
      )
      .pluck<(string | null)[]>('idempotency_key'),
  )
  for (const { buyer, ageDays } of redeemed) {
    const couponCode = known.has(keyOf(buyer)) ? undefined : await unusedCode(knex, batchId)
    if (couponCode === undefined) continue
    const till = createTill(knex, new Date(now.getTime() - ageDays * dayMs))
    await till.sell({ key: keyOf(buyer), buyerId: buyerId(buyer), items: [[slug, 1]], couponCode })
  }
}

async function unusedCode(knex: Knex, batchId: string): Promise<string | undefined> {
  const coupon = await knex('coupons')
    .where({ batch_id: batchId, redeemed_at: null, revoked_at: null, reserved_by: null })
    .orderBy('code')
    .first('code')
  return coupon?.code
}
