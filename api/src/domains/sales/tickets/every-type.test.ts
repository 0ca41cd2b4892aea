import { randomUUID } from 'node:crypto'
import { bundles } from '@e-events/shared/contract/catalogue/bundles.ts'
import { productAdmin } from '@e-events/shared/contract/catalogue/product-admin.ts'
import { posts } from '@e-events/shared/contract/catalogue/posts.ts'
import { courses } from '@e-events/shared/contract/learning/courses.ts'
import { datasheets } from '@e-events/shared/contract/learning/datasheets.ts'
import { masters } from '@e-events/shared/contract/learning/masters.ts'
import { playback } from '@e-events/shared/contract/live/playback.ts'
import { meets } from '@e-events/shared/contract/meetings/meets.ts'
import { testPayments } from '@e-events/shared/contract/sales/money/test-payments.ts'
import { coupons, type Coupon, type CouponBatch } from '@e-events/shared/contract/sales/coupons.ts'
import { productCodes, type AccessCode } from '@e-events/shared/contract/sales/product-codes.ts'
import { sales, type Sale } from '@e-events/shared/contract/sales/sales.ts'
import { orders, type Order } from '@e-events/shared/contract/sales/orders.ts'
import { shipping, type Shipment } from '@e-events/shared/contract/sales/shipping.ts'
import { tickets } from '@e-events/shared/contract/sales/tickets.ts'
import { productTypes, type ProductType } from '@e-events/shared/domain/states.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOrganizer, type Organizer } from '../../../testing/organizer.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'
import { orderBody } from '../../../testing/valid-requests-sales.ts'

let t: TestApi
let ana: Organizer
beforeAll(async () => {
  t = await createTestApi()
  ana = await createOrganizer(t)
  const admin = await createOrganizer(t, { admin: true })
  await t.call(productAdmin.setTypes, { body: { producer: [...productTypes] }, as: admin.as }).expect(200)
  await t.database.knex('site_modules').whereIn('name', ['datasheets', 'meetings']).update({ is_active: true })
  const zone = { name: 'Europa', countries: ['ES'], currency: 'EUR', netMinor: 400, nextNetMinor: 0, taxBasisPoints: 2_100 }
  const body = { zones: [{ ...zone, freeFromMinor: null }] }
  await t.call(shipping.saveZones, { params: { slug: ana.channel.slug }, as: ana.as, body }).expect(200)
})
afterAll(() => t.stop())

interface Sold {
  slug: string
  /** Token of the viewer. */
  as: string
}
/** Opens what a type gives to its buyer. @returns a word for what came, or the code of the refusal */
const opened: Record<ProductType, (sold: Sold) => Promise<unknown>> = {
  vod: played,
  podcast: played,
  live: played,
  broadcast: played,
  post: async ({ slug, as }) => (await t.call(posts.get, { params: { slug }, as })).body as unknown,
  course: async ({ slug, as }) => (await t.call(courses.get, { params: { slug }, as })).body as unknown,
  master: async ({ slug, as }) => (await t.call(masters.get, { params: { slug }, as })).body as unknown,
  datasheet: async ({ slug, as }) => (await t.call(datasheets.get, { params: { slug }, as })).body as unknown,
  meet: async ({ slug, as }) => (await t.call(meets.get, { params: { slug }, as })).body as unknown,
  // Goods are sent by their seller.
  physical: async ({ slug }) => {
    const { items } = (await t.call(shipping.shipments, { as: ana.as }).expect(200)).body as { items: Shipment[] }
    return { shipped: items.filter((shipment) => JSON.stringify(shipment).includes(slug)).length }
  },
}
const shown: Record<ProductType, object> = {
  vod: { state: 'ready' },
  podcast: { state: 'ready' },
  live: { state: 'available_on' },
  broadcast: { state: 'available_on' },
  post: { html: '<p>Hola</p>' },
  course: { hasAccess: true },
  master: { hasAccess: true },
  datasheet: { abstract: 'De qué va' },
  meet: { state: 'waiting' },
  physical: { shipped: 1 },
}

async function played({ slug, as }: Sold): Promise<unknown> {
  return (await t.call(playback.get, { params: { slug }, as })).body
}

/** Places and pays an order: 10.00 and 21 %, and 4.00 of postage for goods. */
async function buy({ slug, as }: Sold, type: ProductType, fields: object = {}): Promise<Order> {
  const address = { name: 'Eva Ferrer', street: 'Calle Mayor 1', extra: null, postalCode: '28013', city: 'Madrid', region: null }
  const body = orderBody(slug, {
    ...(type === 'physical'
      ? { expectedTotalMinor: 1_210 + 484, shipping: { ...address, country: 'ES', phone: null }, withdrawalWaived: false }
      : {}),
    ...fields,
  })
  const order = (await t.call(orders.place, { as, body }).expect(201)).body as Order
  const params = { id: order.paymentUrl?.split('/').at(-1) ?? '' }
  await t.call(testPayments.pay, { params, body: { card: '4242424242424242' } }).expect(200)
  return (await t.call(orders.get, { as, params: { id: order.id } }).expect(200)).body as Order
}

const paid = (type: ProductType, fields: object = {}, status = 'published') =>
  ana.published(
    { type, plan: 'paid', title: `${type} ${randomUUID()}`, price: { netMinor: 1_000, taxBasisPoints: 2_100 }, ...fields },
    status,
  )
const viewer = async () => {
  const user = await t.factories.user({ country: 'ES' })
  return { user, as: await t.tokenOf(user) }
}
const redeem = (code: string, as: string) => t.call(coupons.redeem, { body: { code }, as }).expect(200)
const access = productTypes.filter((type) => type !== 'physical')

describe('a product of every type', () => {
  it.each(productTypes)('%s: is made, published, bought and opened by its buyer alone [CAT-093]', async (type) => {
    const sold = { slug: await paid(type), as: (await viewer()).as }
    expect(await opened[type](sold)).not.toMatchObject(shown[type])
    await buy(sold, type)
    expect(await opened[type](sold)).toMatchObject(shown[type])
  })

  it.each(access)('%s: is free, redeemed and opened [CAT-093]', async (type) => {
    const sold = { slug: await ana.published({ type, title: `Gratis ${type}` }), as: (await viewer()).as }
    await t.call(tickets.redeem, { params: { slug: sold.slug }, as: sold.as }).expect(201)
    expect(await opened[type](sold)).toMatchObject(shown[type])
  })

  it.each(access)('%s: is closed again by its refund', async (type) => {
    const sold = { slug: await paid(type), as: (await viewer()).as }
    const { number } = await buy(sold, type)
    const { items } = (await t.call(sales.listOwn, { as: ana.as, query: { search: String(number) } }).expect(200)).body as { items: Sale[] }
    const sale = items.find((one) => one.number === number)
    await t.call(sales.refund, { as: ana.as, params: { id: sale?.id ?? '' }, body: {} }).expect(201)
    await t.api.platform.sales.payRefunds()
    expect(await opened[type](sold)).not.toMatchObject(shown[type])
  })
})

describe('access to every type', () => {
  it.each(access)('%s: is given by a gift', async (type) => {
    const [slug, giver, friend] = [await paid(type), await viewer(), await viewer()]
    const gift = { recipientName: 'Rui', recipientEmail: friend.user.email }
    const order = await buy({ slug, as: giver.as }, type, { gift })
    await redeem(order.items[0]?.gift?.code ?? '', friend.as)
    expect(await opened[type]({ slug, as: friend.as })).toMatchObject(shown[type])
    expect(await opened[type]({ slug, as: giver.as })).not.toMatchObject(shown[type])
  })

  it.each(access)('%s: is given by a coupon that pays all of it', async (type) => {
    const sold = { slug: await paid(type), as: (await viewer()).as }
    const body = { quantity: 1, netPriceMinor: 0, taxBasisPoints: 2_100 }
    const params = { slug: sold.slug }
    const { id } = (await t.call(coupons.make, { params, body, as: ana.as }).expect(201)).body as CouponBatch
    const { items } = (await t.call(coupons.list, { params: { ...params, id }, as: ana.as }).expect(200)).body as { items: Coupon[] }
    await redeem(items[0]?.code ?? '', sold.as)
    expect(await opened[type](sold)).toMatchObject(shown[type])
  })

  it.each(access)('%s: is given by the code of a private one', async (type) => {
    const sold = { slug: await paid(type, {}, 'private'), as: (await viewer()).as }
    const reply = await t.call(productCodes.generate, { params: { slug: sold.slug }, body: { quantity: 1 }, as: ana.as }).expect(201)
    await redeem((reply.body as { items: AccessCode[] }).items[0]?.code ?? '', sold.as)
    expect(await opened[type](sold)).toMatchObject(shown[type])
  })

  it('is given to all of a bundle, of every type, by one order', async () => {
    const parts = await Promise.all(access.map(async (type) => ({ type, slug: await paid(type) })))
    const ids = await Promise.all(parts.map(async ({ slug }) => (await ana.read(slug)).id))
    const slug = await paid('vod', { bundleProductIds: ids })
    await t.call(bundles.activate, { params: { slug }, as: ana.as }).expect(200)
    const { as } = await viewer()
    await buy({ slug, as }, 'vod')
    for (const part of parts)
      expect([part.type, await opened[part.type]({ slug: part.slug, as })]).toMatchObject([part.type, shown[part.type]])
  })

  it.each(['channel', 'platform'] as const)('is given by a subscription to the %s, and ends with it', async (of) => {
    const parts = await Promise.all(
      access.map(async (type) => ({ type, slug: await paid(type, of === 'channel' ? { subscriptionOnly: true } : {}) })),
    )
    const { user, as } = await viewer()
    const channels = t.database.knex('channels').where({ id: ana.channel.id })
    await channels.clone().update({ in_platform_subscription: of === 'platform' })
    const validUntil = new Date(t.clock.nowMs() + 86_400_000)
    await t.database.knex('subscriptions').insert({
      user_id: user.id,
      channel_id: of === 'channel' ? ana.channel.id : null,
      status: 'cancelled',
      cancelled_at: t.clock.now(),
      end_reason: 'subscriber',
      valid_until: validUntil,
      net_minor: 500,
      tax_basis_points: 2_100,
      total_minor: 605,
      currency: 'EUR',
    })
    for (const { type, slug } of parts) expect([type, await opened[type]({ slug, as })]).toMatchObject([type, shown[type]])
    await t.database.knex('subscriptions').where({ user_id: user.id }).update({ valid_until: t.clock.now() })
    for (const { type, slug } of parts) expect([type, await opened[type]({ slug, as })]).not.toMatchObject([type, shown[type]])
  })
})
