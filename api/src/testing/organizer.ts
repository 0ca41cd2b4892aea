import { ownProducts, type OwnProductDetail } from '@e-events/shared/contract/catalogue/own-products.ts'
import { needsOf } from '@e-events/shared/domain/product-rules.ts'
import { products, type ProductDetail } from '@e-events/shared/contract/catalogue/products.ts'
import type { ProductType } from '@e-events/shared/domain/states.ts'
import { toJson } from '../db/row.ts'
import type { ChannelInsert } from '../db/tables/catalogue.ts'
import type { UserRow } from '../db/tables/people.ts'
import type { Fields } from './factories.ts'
import type { TestApi } from './test-api.ts'

export type Organizer = Awaited<ReturnType<typeof createOrganizer>>

/** Somebody who makes products over HTTP: an account with a published channel, a picture and a speaker. */
export async function createOrganizer(t: TestApi, options: { admin?: boolean; channel?: Fields<ChannelInsert> } = {}) {
  const user: UserRow = options.admin ? await t.factories.admin() : await t.factories.producer()
  const as = await t.tokenOf(user)
  const channel = await t.factories.channel({ owner_id: user.id, ...options.channel })
  const imageId = (await t.factories.picture({ owner_id: user.id })).id
  const speakerId = (await t.factories.speaker({ owner_id: user.id })).id

  /** Minimum that the form sends. */
  const smallest = {
    channelSlug: channel.slug,
    title: 'Noche de pruebas',
    type: 'broadcast',
    plan: 'free',
    imageId,
    speakerIds: [speakerId],
  }
  const create = (body: object = {}, token: string = as) => t.call(ownProducts.create, { body: { ...smallest, ...body }, as: token })
  const change = (slug: string, body: object) => t.call(ownProducts.update, { params: { slug }, body, as })
  const publish = (slug: string, status = 'published') => t.call(ownProducts.publish, { params: { slug }, body: { status }, as })
  const addSession = (slug: string, body: object = session(t, 60)) => t.call(ownProducts.addSession, { params: { slug }, body, as })
  const read = async (slug: string, query: Record<string, unknown> = {}) =>
    (await t.call(ownProducts.getOwn, { params: { slug }, query, as }).expect(200)).body as OwnProductDetail
  const draft = async (body: object = {}) => ((await create(body).expect(201)).body as OwnProductDetail).slug
  /** Gives a draft what its type is nothing without; a show is in an hour. */
  const fill = async (slug: string): Promise<void> => {
    const { id, type } = await read(slug)
    for (const need of needsOf[type])
      if (need === 'session') await addSession(slug).expect(201)
      else await fillContent(t, { id, type, channelId: channel.id })
  }
  const published = async (body: object = {}, status = 'published') => {
    const slug = await draft(body)
    await fill(slug)
    await publish(slug, status).expect(200)
    return slug
  }
  return { user, as, channel, imageId, speakerId, create, change, publish, addSession, read, draft, fill, published }
}

/** Makes content that has no form yet, or that a transcoder makes. */
async function fillContent(t: TestApi, { id, type, channelId }: { id: string; type: ProductType; channelId: string }): Promise<void> {
  const { knex } = t.database
  if (type === 'post') {
    await knex('product_posts').insert({
      product_id: id,
      language: 'es',
      document: toJson({}),
      html: '<p>Hola</p>',
      words: 1,
      reading_minutes: 1,
    })
  } else if (type === 'course') {
    const [module] = await knex('course_modules').insert({ product_id: id, title: 'Primero', position: 0 }).returning('id')
    await knex('lessons').insert({ module_id: module?.id ?? '', title: 'Empezar', position: 0 })
  } else if (type === 'master') {
    const course = await t.factories.product({ type: 'course', channel_id: channelId }, { sessions: 0 })
    await knex('master_courses').insert({ master_id: id, course_id: course.id, position: 0 })
  } else if (type === 'datasheet') {
    await knex('datasheets').insert({ product_id: id, title: 'Ficha', abstract: 'De qué va' })
  } else {
    const asset = await t.factories.asset({ product_id: id, kind: type === 'podcast' ? 'audio' : 'vod' })
    await knex('products').where({ id }).update({ media_asset_id: asset.id })
  }
}

/** Dates of a session that begins in so many minutes, to the minute. */
export function session(t: TestApi, minutes: number, length = 90): { startsAt: string; endsAt: string } {
  const startsAtMs = Math.ceil(t.clock.nowMs() / 60_000) * 60_000 + minutes * 60_000
  return { startsAt: new Date(startsAtMs).toISOString(), endsAt: new Date(startsAtMs + length * 60_000).toISOString() }
}

export async function page(
  t: TestApi,
  slug: string,
  reader: { as?: string; query?: Record<string, unknown> } = {},
): Promise<ProductDetail> {
  const reply = await t.call(products.get, { params: { slug }, query: reader.query ?? {}, as: reader.as })
  if (reply.status !== 200) throw new Error(`the page of ${slug} answered ${reply.status} ${reply.text}`)
  return reply.body as ProductDetail
}

export const codeOf = (reply: { body: unknown }): string | undefined => (reply.body as { code?: string }).code
/** Where and why a body was refused. */
export const issuesOf = (reply: { body: unknown }): string[] =>
  ((reply.body as { issues?: { path: string; rule: string }[] }).issues ?? []).map(({ path, rule }) => `${path} ${rule}`)
