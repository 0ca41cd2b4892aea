import { dearestAnywhere } from '@e-events/shared/domain/currencies.ts'
import { coupons, type Coupon, type CouponBatch } from '@e-events/shared/contract/sales/coupons.ts'
import { product, type RequestInput, type World } from './world.ts'

export const couponBody = { quantity: 2, netPriceMinor: 0, taxBasisPoints: 2_100 }

/** Coupons of a free product of the owner, which give access at once. */
async function batch(world: World): Promise<{ slug: string; id: string }> {
  const { t, owner } = world
  const slug = await product(world)
  const as = await t.tokenOf(owner)
  const reply = await t.call(coupons.make, { params: { slug }, body: couponBody, as }).expect(201)
  return { slug, id: (reply.body as CouponBatch).id }
}

async function coupon(world: World): Promise<{ slug: string; id: string; codeId: string; code: string }> {
  const params = await batch(world)
  const reply = await world.t.call(coupons.list, { params, as: await world.t.tokenOf(world.owner) }).expect(200)
  const [row] = (reply.body as { items: Coupon[] }).items
  return { ...params, codeId: row?.id ?? '', code: row?.code ?? '' }
}

export const couponRequests: Record<string, (world: World) => Promise<RequestInput>> = {
  'POST /coupons/redeem': async (world) => ({ body: { code: (await coupon(world)).code } }),
  'GET /producer/redeemed-codes': async (world) => {
    const { code } = await coupon(world)
    await world.t.call(coupons.redeem, { body: { code }, as: await world.t.tokenOf(world.viewer) }).expect(200)
    return { query: { limit: 2, kind: 'coupon' } }
  },
  'GET /producer/redeemed-codes/export': async () => ({ query: { format: 'csv' } }),
  'GET /coupons/impact': async () => ({}),
  'POST /products/:slug/coupons': async (world) => {
    const slug = await product(world)
    // Every price that the contract allows lies below this one.
    await world.t.database.knex('products').where({ slug }).update({ plan: 'paid', net_price_minor: dearestAnywhere })
    return { params: { slug }, body: { ...couponBody, name: 'Press' } }
  },
  'GET /products/:slug/coupons': async (world) => ({ params: { slug: (await batch(world)).slug }, query: { limit: 2 } }),
  'GET /products/:slug/coupons/:id/codes': async (world) => ({ params: await batch(world), query: { limit: 2, state: 'unused' } }),
  'GET /products/:slug/coupons/:id/export': async (world) => ({ params: await batch(world), query: { format: 'csv' } }),
  'POST /products/:slug/coupons/:id/revoke': async (world) => ({ params: await batch(world) }),
  'POST /products/:slug/coupons/:id/codes/:codeId/revoke': async (world) => {
    const { slug, id, codeId } = await coupon(world)
    return { params: { slug, id, codeId } }
  },
}
