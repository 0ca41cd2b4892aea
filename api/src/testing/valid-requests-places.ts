import { randomUUID } from 'node:crypto'
import { toJson } from '../db/row.ts'
import type { RequestInput, World } from './world.ts'

/** Home, entities and pages, and the sections that they are made of. */
export const placeRequests: Record<string, (world: World) => Promise<RequestInput>> = {
  'PUT /config/theme/home': async () => ({ body: { sections: sections() } }),

  'GET /sections/:kind/:key': async (world) => ({ params: await entityPlace(world) }),
  'PUT /sections/:kind/:key/draft': async (world) => ({ params: await entityPlace(world), body: { sections: sections() } }),
  'DELETE /sections/:kind/:key/draft': async (world) => ({ params: await entityPlace(world, 'draft') }),
  'POST /sections/:kind/:key/publish': async (world) => ({ params: await entityPlace(world), body: { sections: sections() } }),
  'POST /sections/:kind/:key/schedule': async (world) => ({
    params: await entityPlace(world),
    body: { sections: sections(), publishAt: new Date(world.t.clock.nowMs() + 3_600_000).toISOString() },
  }),
  'DELETE /sections/:kind/:key/schedule': async (world) => ({ params: await entityPlace(world, 'scheduled') }),
  'GET /sections/:kind/:key/versions': async (world) => ({ params: await entityPlace(world, 'past'), query: { limit: 2 } }),
  'GET /sections/:kind/:key/versions/:number': async (world) => ({ params: { ...(await entityPlace(world, 'past')), number: '1' } }),
  'POST /sections/:kind/:key/versions/:number/restore': async (world) => ({
    params: { ...(await entityPlace(world, 'past')), number: '1' },
  }),
  'POST /sections/:kind/:key/preview': async (world) => ({
    params: await entityPlace(world),
    body: { sections: sections(), language: 'pt' },
  }),
  'GET /sections/:kind/:key/choices/:of': async (world) => ({
    params: { ...(await entityPlace(world)), of: 'product' },
    query: { search: 'rita' },
  }),

  'GET /entities': async () => ({ query: { search: 'acme', limit: 2 } }),
  'GET /manage/entities/export': async () => ({ query: { search: 'acme', format: 'csv' } }),
  'POST /entities': async ({ owner }) => ({ body: { name: 'Acme', memberIds: [owner.id] } }),
  'GET /entities/:slug': async (world) => ({ params: { slug: (await entityPlace(world)).key } }),
  'PATCH /entities/:slug': async (world) => ({ params: { slug: (await entityPlace(world)).key }, body: { name: 'Otro nombre' } }),
  'DELETE /entities/:slug': async (world) => ({ params: { slug: (await entityPlace(world)).key } }),
  'GET /account/entities': async () => ({}),

  'GET /manage/pages/export': async () => ({ query: { sort: 'updatedAt', format: 'xlsx' } }),
  'GET /pages': async () => ({ query: { sort: 'updatedAt', order: 'desc', limit: 2 } }),
  'POST /pages': async () => ({ body: { name: 'Quiénes somos', audience: 'everybody' } }),
  'GET /pages/:slug': async (world) => ({ params: { slug: (await page(world)).slug } }),
  'PATCH /pages/:id': async (world) => ({ params: { id: (await page(world)).id }, body: { isPublished: true } }),
  'DELETE /pages/:id': async (world) => ({ params: { id: (await page(world)).id } }),
}

/** One of each kind that needs nothing else. */
function sections() {
  const texts = (es: string) => ({ es, en: '', pt: '' })
  return [
    { id: 'top', type: 'hero', hidden: false, media: { kind: 'catalogue' }, title: texts(''), subtitle: texts(''), productId: null },
    { id: 'live', type: 'product_slider', hidden: true, title: texts('Ahora'), source: { kind: 'live' } },
    { id: 'words', type: 'static_content', hidden: false, size: 'small', title: texts('Hola'), description: texts(''), url: '/help' },
  ]
}

/** A home page whose entity the owner is a member of, with a version in that state. */
async function entityPlace({ t, owner }: World, state?: 'draft' | 'scheduled' | 'past'): Promise<{ kind: string; key: string }> {
  const { knex } = t.database
  const slug = `entity-${randomUUID()}`
  const [entity] = await knex('entities').insert({ name: 'Acme', slug }).returning('id')
  await knex('entity_members').insert({ entity_id: entity?.id ?? '', user_id: owner.id })
  const now = t.clock.now()
  if (state)
    await knex('section_versions').insert({
      entity_id: entity?.id ?? null,
      number: 1,
      state,
      sections: toJson(sections()),
      saved_at: now,
      publish_at: state === 'scheduled' ? new Date(now.getTime() + 60_000) : null,
      published_at: state === 'past' ? now : null,
    })
  return { kind: 'entity', key: slug }
}

async function page({ t }: World): Promise<{ id: string; slug: string }> {
  const slug = `page-${randomUUID()}`
  const [row] = await t.database.knex('pages').insert({ name: 'Quiénes somos', slug, is_published: true }).returning('id')
  return { id: row?.id ?? '', slug }
}
