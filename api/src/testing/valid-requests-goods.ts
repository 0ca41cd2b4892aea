import { toJson } from '../db/row.ts'
import { channel, product, type RequestInput, type World } from './world.ts'

const address = {
  name: 'Lucía Ferrer',
  street: 'Calle Mayor 3',
  extra: null,
  postalCode: '28013',
  city: 'Madrid',
  region: null,
  country: 'ES',
  phone: null,
}
const zone = {
  name: 'Península',
  countries: ['ES', 'PT'],
  currency: 'EUR',
  netMinor: 400,
  nextNetMinor: 100,
  taxBasisPoints: 2_100,
  freeFromMinor: 5_000,
}

async function soldOut({ t, owner }: World): Promise<string> {
  const home = await t.factories.channel({ owner_id: owner.id })
  return (await t.factories.product({ channel_id: home.id, stock: 0 })).slug
}

/** A record of the owner's channel. */
async function physical({ t, owner }: World) {
  const home = await t.factories.channel({ owner_id: owner.id })
  return t.factories.product({ channel_id: home.id, type: 'physical', plan: 'paid', net_price_minor: 1_000 })
}

/** Goods of a paid order of the viewer, which wait for their seller. */
async function shipment(world: World): Promise<string> {
  const { knex } = world.t.database
  const { id: productId, channel_id: channelId, title } = await physical(world)
  const money = { net_minor: 1_000, tax_minor: 210, total_minor: 1_210 }
  const [order] = await knex('orders')
    .insert({
      ...money,
      user_id: world.viewer.id,
      email: world.viewer.email,
      status: 'paid',
      terms_accepted_at: world.t.clock.now(),
      paid_at: world.t.clock.now(),
      shipping: toJson(address),
    })
    .returning('id')
  const orderId = order?.id ?? ''
  const item = {
    kind: 'physical',
    product_id: productId,
    channel_id: channelId,
    title,
    unit_net_minor: 1_000,
    tax_basis_points: 2_100,
  } as const
  await knex('order_items').insert({ ...money, ...item, order_id: orderId })
  await knex('shipments').insert({ order_id: orderId, channel_id: channelId })
  return orderId
}

export const goodsRequests: Record<string, (world: World) => Promise<RequestInput>> = {
  'GET /account/products/:slug/stock': async (world) => ({ params: { slug: await soldOut(world) } }),
  'GET /products/:slug/waiting-list': async (world) => ({ params: { slug: await product(world) } }),
  'POST /products/:slug/waiting-list': async (world) => ({ params: { slug: await soldOut(world) } }),
  'DELETE /products/:slug/waiting-list': async (world) => ({ params: { slug: await soldOut(world) } }),
  'GET /products/:slug/shipping': async (world) => ({ params: { slug: (await physical(world)).slug } }),
  'GET /channels/:slug/shipping': async (world) => ({ params: { slug: await channel(world) } }),
  'PUT /channels/:slug/shipping': async (world) => ({ params: { slug: await channel(world) }, body: { zones: [zone] } }),
  'GET /producer/shipments': async (world) => ((await shipment(world)) === '' ? {} : { query: { state: 'waiting', limit: 2 } }),
  'POST /producer/shipments/:id/state': async (world) => ({
    params: { id: await shipment(world) },
    body: { state: 'sent', carrier: 'Correos', trackingCode: 'PQ4F6', trackingUrl: 'https://carrier.example/PQ4F6' },
  }),
}
