import { productAdmin } from '@e-events/shared/contract/catalogue/product-admin.ts'
import { posts } from '@e-events/shared/contract/catalogue/posts.ts'
import { courses } from '@e-events/shared/contract/learning/courses.ts'
import { datasheets } from '@e-events/shared/contract/learning/datasheets.ts'
import { masters } from '@e-events/shared/contract/learning/masters.ts'
import { playback } from '@e-events/shared/contract/live/playback.ts'
import { meets } from '@e-events/shared/contract/meetings/meets.ts'
import { testPayments } from '@e-events/shared/contract/sales/money/test-payments.ts'
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
  post: async ({ slug, as }) => (await t.call(posts.get, { params: { slug }, as })).body,
  course: async ({ slug, as }) => (await t.call(courses.get, { params: { slug }, as })).body,
  master: async ({ slug, as }) => (await t.call(masters.get, { params: { slug }, as })).body,
  datasheet: async ({ slug, as }) => (await t.call(datasheets.get, { params: { slug }, as })).body,
  meet: async ({ slug, as }) => (await t.call(meets.get, { params: { slug }, as })).body,
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
async function buy({ slug, as }: Sold, type: ProductType): Promise<void> {
  const address = { name: 'Eva Ferrer', street: 'Calle Mayor 1', extra: null, postalCode: '28013', city: 'Madrid', region: null }
  const body = orderBody(slug, {
    ...(type === 'physical'
      ? { expectedTotalMinor: 1_210 + 484, shipping: { ...address, country: 'ES', phone: null }, withdrawalWaived: false }
      : {}),
  })
  const order = (await t.call(orders.place, { as, body }).expect(201)).body as Order
  const params = { id: order.paymentUrl?.split('/').at(-1) ?? '' }
  await t.call(testPayments.pay, { params, body: { card: '4242424242424242' } }).expect(200)
}

describe('a product of every type', () => {
  it.each(productTypes)('%s: is made, published, bought and opened by its buyer alone [CAT-093]', async (type) => {
    const slug = await ana.published({
      type,
      plan: 'paid',
      title: `De pago ${type}`,
      price: { netMinor: 1_000, currency: 'EUR', taxBasisPoints: 2_100 },
    })
    const sold = { slug, as: await t.tokenOf(await t.factories.user({ country: 'ES' })) }
    expect(await opened[type](sold)).not.toMatchObject(shown[type])
    await buy(sold, type)
    expect(await opened[type](sold)).toMatchObject(shown[type])
  })

  it.each(productTypes.filter((type) => type !== 'physical'))('%s: is free, redeemed and opened [CAT-093]', async (type) => {
    const slug = await ana.published({ type, title: `Gratis ${type}` })
    const sold = { slug, as: await t.tokenOf(await t.factories.user()) }
    await t.call(tickets.redeem, { params: { slug }, as: sold.as }).expect(201)
    expect(await opened[type](sold)).toMatchObject(shown[type])
  })
})
