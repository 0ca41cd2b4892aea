import type { Knex } from 'knex'
import { createBatchRepository } from '../../../domains/sales/coupons/batch-repository.ts'
import { makeCode } from '../../../domains/sales/product-codes/code-text.ts'
import { demoUserIds } from './accounts.ts'
import { productIdOf } from './catalogue.ts'
import { demoId } from './ids.ts'
import { buyerId, type DemoAct } from './sales.ts'
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

/** Makes coupons of a film that plays at once. */
export async function seedCoupons(knex: Knex, now: Date): Promise<void> {
  const product = await findProduct(knex)
  if (!product) return
  const repository = createBatchRepository(knex)
  const made = new Date(now.getTime() - 12 * dayMs)
  for (const { key, name, netMinor, quantity } of batches) {
    const id = batchId(key)
    if (await repository.find(knex, product.id, id)) continue
    await knex.transaction(async (trx) => {
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
  }
}

export const actsOfCoupons = (knex: Knex, now: Date): DemoAct[] =>
  redeemed.map(({ buyer, ageDays }) => {
    const key = demoId(`order/coupon-${buyer}`)
    const at = new Date(now.getTime() - ageDays * dayMs)
    return {
      key,
      at,
      async run() {
        const couponCode = await unusedCode(knex, batchId('half'))
        if (couponCode !== undefined) await createTill(knex, at).sell({ key, buyerId: buyerId(buyer), items: [[slug, 1]], couponCode })
      },
    }
  })

/** One of each batch that nobody has used. */
export async function couponsToTry(knex: Knex): Promise<DemoCoupon[]> {
  const product = await findProduct(knex)
  if (!product) return []
  const offered: DemoCoupon[] = []
  for (const { key, netMinor } of batches) {
    const code = await unusedCode(knex, batchId(key))
    if (code !== undefined) offered.push({ code, title: product.title, path: `/products/${product.slug}`, isFree: netMinor === 0 })
  }
  return offered
}

const batchId = (key: string): string => demoId(`coupon-batch/${key}`)

function findProduct(knex: Knex) {
  return knex('products')
    .where({ id: productIdOf(slug) })
    .first('id', 'title', 'slug', 'currency', 'tax_basis_points')
}

async function unusedCode(knex: Knex, batchId: string): Promise<string | undefined> {
  const coupon = await knex('coupons')
    .where({ batch_id: batchId, redeemed_at: null, revoked_at: null, reserved_by: null })
    .orderBy('code')
    .first('code')
  return coupon?.code
}
