import { randomBytes } from 'node:crypto'
import { channel, idOf, product, session, speaker, type RequestInput, type World } from './world.ts'

/** Products, their dates, codes and tables. */
export const productRequests: Record<string, (world: World) => Promise<RequestInput>> = {
  'GET /products': async () => ({ query: { limit: 2, type: 'broadcast' } }),
  'GET /products/:slug': async (world) => ({ params: { slug: await product(world) } }),
  'GET /products/:slug/related': async (world) => ({ params: { slug: await product(world) } }),
  'GET /saved-products': async () => ({}),
  'GET /products/:slug/saved': async (world) => ({ params: { slug: await product(world) } }),
  'PUT /products/:slug/saved': async (world) => ({ params: { slug: await product(world) }, body: { isSaved: true } }),
  'GET /account/products': async () => ({ query: { limit: 2 } }),
  'GET /account/products/export': async () => ({ query: { format: 'csv', status: 'draft' } }),
  'GET /manage/products': async () => ({ query: { limit: 2, q: 'rita', sort: 'title', order: 'asc' } }),
  'GET /manage/products/export': async () => ({ query: { format: 'csv', status: 'draft' } }),
  'GET /manage/productsopen': async () => ({ query: { limit: 2, type: 'broadcast' } }),
  'GET /manage/productsopen/export': async () => ({ query: { format: 'csv', type: 'course' } }),
  'GET /config/product-types': async () => ({}),
  // The first set-up stays as other requests need it.
  'PUT /config/product-types': async () => ({ body: { producer: ['live', 'broadcast', 'course', 'master'] } }),
  'GET /account/products/:slug': async (world) => ({ params: { slug: await product(world) } }),
  'POST /products': async (world) => ({
    body: {
      channelSlug: await channel(world),
      title: 'Nuevo',
      type: 'broadcast',
      plan: 'free',
      imageId: (await world.t.factories.picture({ owner_id: world.owner.id })).id,
      speakerIds: [(await world.t.factories.speaker({ owner_id: world.owner.id })).id],
    },
  }),
  'POST /account/products': async (world) => ({
    body: { channelSlug: await channel(world), title: 'Empezado', type: 'broadcast', plan: 'free' },
  }),
  'PATCH /products/:slug': async (world) => ({ params: { slug: await product(world, { status: 'draft' }) }, body: { title: 'Otro' } }),
  'PUT /products/:slug/translations/:language': async (world) => ({
    params: { slug: await product(world), language: 'en' },
    body: { title: 'Another' },
  }),
  'POST /products/:slug/sessions': async (world) => ({ params: { slug: await product(world) }, body: session(world, 600) }),
  'POST /products/:slug/publish': async (world) => ({ params: { slug: await complete(world) }, body: {} }),
  'POST /products/:slug/bundle/activate': async (world) => ({ params: { slug: await bundle(world, 'inactive') } }),
  'POST /products/:slug/bundle/deactivate': async (world) => ({ params: { slug: await bundle(world, 'active') } }),
  'DELETE /products/:slug': async (world) => ({ params: { slug: await product(world, { status: 'draft' }) } }),
  'DELETE /products/:slug/translations/:language': async (world) => ({ params: { slug: await product(world), language: 'pt' } }),
  'PUT /products/:slug/metadata': async (world) => ({
    params: { slug: await product(world) },
    body: { metadata: [{ key: 'Sala', value: 'Grande', exportable: true }] },
  }),
  'PATCH /products/:slug/sessions/:sessionId': async (world) => ({
    params: await dated(world, { status: 'draft' }),
    body: session(world, 600),
  }),
  'DELETE /products/:slug/sessions/:sessionId': async (world) => ({ params: await dated(world, { status: 'draft' }) }),
  'POST /products/:slug/sessions/:sessionId/reschedule': async (world) => ({ params: await dated(world), body: session(world, 600) }),
  'POST /products/:slug/cancel': async (world) => ({ params: { slug: await product(world) }, body: { note: 'Lo sentimos' } }),
  'POST /recordings/:id/vod': async (world) => ({ params: { id: await recording(world) } }),
  'POST /products/:slug/codes': async (world) => ({
    params: { slug: await product(world, { status: 'private' }) },
    body: { quantity: 2, label: 'Prensa' },
  }),
  'GET /products/:slug/codes': async (world) => ({ params: { slug: await product(world) }, query: { limit: 2, state: 'unused' } }),
  'GET /products/:slug/codes/export': async (world) => ({ params: { slug: await product(world) }, query: { format: 'csv' } }),
  'POST /products/:slug/codes/:id/revoke': async (world) => {
    const { slug, id } = await code(world)
    return { params: { slug, id } }
  },
}

/** A bundle of two films. */
async function bundle(world: World, state: 'active' | 'inactive'): Promise<string> {
  const { id: channelId } = await world.t.factories.channel({ owner_id: world.owner.id })
  const film = () => world.t.factories.product({ channel_id: channelId, type: 'vod' })
  const made = await world.t.factories.product({ channel_id: channelId, type: 'vod', bundle_state: state })
  for (const position of [0, 1])
    await world.t.database.knex('bundle_items').insert({ bundle_id: made.id, product_id: (await film()).id, position })
  return made.slug
}

/** A draft that lacks nothing to be published. */
async function complete(world: World): Promise<string> {
  const { t, owner } = world
  const slug = await product(world, { status: 'draft' })
  const { knex } = t.database
  const picture = await t.factories.picture({ owner_id: owner.id })
  await knex('products').where({ slug }).update({ image_file_id: picture.id })
  await knex('product_speakers').insert({ product_id: await idOf(knex, slug), speaker_id: await speaker(world) })
  return slug
}

async function dated(world: World, fields: { status?: 'draft' } = {}): Promise<{ slug: string; sessionId: string }> {
  const slug = await product(world, fields)
  const { knex } = world.t.database
  const row = await knex('product_sessions')
    .where({ product_id: await idOf(knex, slug) })
    .first('id')
  return { slug, sessionId: row?.id ?? '' }
}

/** A finished show with its folder. */
async function recording(world: World): Promise<string> {
  const slug = await product(world)
  const { factories, database } = world.t
  const productId = await idOf(database.knex, slug)
  const broadcast = await factories.broadcast({ product_id: productId, state: 'ended' })
  const feed = await factories.feed({ broadcast_id: broadcast.id, state: 'ended' })
  await factories.asset({ feed_id: feed.id, kind: 'recording', state: 'ready', duration_ms: 60_000 })
  const [row] = await database
    .knex('recordings')
    .insert({ broadcast_id: broadcast.id, product_id: productId, state: 'ready' })
    .returning('id')
  return row?.id ?? ''
}

async function code(world: World): Promise<{ slug: string; id: string; code: string }> {
  const slug = await product(world, { status: 'private' })
  const { knex } = world.t.database
  const text = `TEST-${randomBytes(8).toString('hex')}`
  const [row] = await knex('access_codes')
    .insert({ product_id: await idOf(knex, slug), code: text })
    .returning('id')
  return { slug, id: row?.id ?? '', code: text }
}
