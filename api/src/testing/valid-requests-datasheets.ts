import type { RequestInput, World } from './world.ts'

export const datasheetRequests: Record<string, (world: World) => Promise<RequestInput>> = {
  'GET /datasheets/:slug': async (world) => ({ params: { slug: await datasheet(world) }, query: { language: 'en' } }),
  'GET /datasheets/:slug/pdf': async (world) => ({ params: { slug: await datasheet(world) } }),
  'GET /account/products/:slug/datasheet': async (world) => ({ params: { slug: await datasheet(world) } }),
  'POST /datasheets': async (world) => ({
    body: { productSlug: await sheetProduct(world), title: 'Doce ejercicios', benefits: ['Se aprende a oír'] },
  }),
  'PATCH /datasheets/:slug': async (world) => ({ params: { slug: await datasheet(world) }, body: { version: 1, skills: 'Escuchar' } }),
  'DELETE /datasheets/:slug': async (world) => ({ params: { slug: await datasheet(world, 'draft') } }),
}

async function sheetProduct({ t, owner }: World, status: 'draft' | 'published' = 'draft'): Promise<string> {
  const home = await t.factories.channel({ owner_id: owner.id })
  return (await t.factories.product({ channel_id: home.id, type: 'datasheet', status })).slug
}

async function datasheet(world: World, status: 'draft' | 'published' = 'published'): Promise<string> {
  const slug = await sheetProduct(world, status)
  const { knex } = world.t.database
  const { id } = (await knex('products').where({ slug }).first('id')) ?? { id: '' }
  await knex('datasheets').insert({ product_id: id, title: 'Doce ejercicios', abstract: 'Para oír una canción' })
  return slug
}
