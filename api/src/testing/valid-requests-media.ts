import { randomUUID } from 'node:crypto'
import { idOf, product, type RequestInput, type World } from './world.ts'

/** Uploads and what is made of them. */
export const mediaRequests: Record<string, (world: World) => Promise<RequestInput>> = {
  'GET /uploads/:id': async (world) => ({ params: { id: await upload(world) } }),
  'GET /products/:slug/media': async (world) => ({ params: { slug: await product(world) } }),
  'GET /products/:slug/captions': async (world) => ({ params: { slug: await product(world) } }),
  'PUT /products/:slug/captions/:language': async (world) => ({
    params: { slug: await product(world), language: 'es' },
    body: { webvtt: 'WEBVTT\n\n00:01.000 --> 00:02.000\nHola\n' },
  }),
  'DELETE /products/:slug/captions/:language': async (world) => {
    const slug = await product(world)
    const product_id = await idOf(world.t.database.knex, slug)
    await world.t.database
      .knex('captions')
      .insert({ product_id, language: 'es', storage_key: `captions/${slug}.vtt`, size_bytes: 1, cues: 1 })
    return { params: { slug, language: 'es' } }
  },
  'GET /products/:slug/trailer': async (world) => ({ params: { slug: await withTrailer(world) } }),
  'POST /products/:slug/media/:purpose/retry': async (world) => ({ params: { slug: await filed(world, 'failed'), purpose: 'video' } }),
  'POST /products/:slug/media/:purpose/cancel': async (world) => ({ params: { slug: await filed(world, 'processing'), purpose: 'video' } }),
  'DELETE /products/:slug/media/:purpose': async (world) => ({ params: { slug: await product(world), purpose: 'trailer' } }),
}

async function upload({ t, owner }: World): Promise<string> {
  const id = randomUUID()
  await t.database.knex('uploads').insert({
    id,
    user_id: owner.id,
    purpose: 'video',
    file_name: 'film.mp4',
    mime_type: 'video/mp4',
    storage_key: `sources/${id}.mp4`,
    size_bytes: 1_000,
  })
  return id
}

async function withTrailer(world: World): Promise<string> {
  const slug = await product(world)
  const { knex } = world.t.database
  const id = randomUUID()
  const product_id = await idOf(knex, slug)
  await knex('media_assets').insert({ id, product_id, kind: 'trailer', state: 'ready', storage_prefix: `vod/${id}`, duration_ms: 1_000 })
  await knex('products').where({ slug }).update({ trailer_asset_id: id })
  return slug
}

/** A product whose video is being made, or could not be. */
async function filed(world: World, state: 'processing' | 'failed'): Promise<string> {
  const slug = await product(world)
  const { knex } = world.t.database
  const id = randomUUID()
  const [file] = await knex('files')
    .insert({ purpose: 'video', storage_key: `sources/${id}.mp4`, original_name: 'film.mp4', mime_type: 'video/mp4', size_bytes: 1_000 })
    .returning('id')
  await knex('media_assets').insert({
    id,
    product_id: await idOf(knex, slug),
    kind: 'vod',
    state,
    storage_prefix: `vod/${id}`,
    source_file_id: file?.id ?? null,
    error_code: state === 'failed' ? 'timeout' : null,
  })
  return slug
}
