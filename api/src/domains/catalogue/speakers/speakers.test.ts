import { randomUUID } from 'node:crypto'
import { products, type SpeakerRef } from '@e-events/shared/contract/catalogue/products.ts'
import { speakers, type OwnSpeaker, type OwnSpeakerRow } from '@e-events/shared/contract/catalogue/speakers.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UserRow } from '../../../db/tables/people.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

let t: TestApi
let producer: UserRow
let as: string
let other: string
let admin: string
beforeAll(async () => {
  t = await createTestApi()
  producer = await t.factories.producer({ name: 'Eva', surname: 'Ibáñez' })
  as = await t.tokenOf(producer)
  other = await t.tokenOf(await t.factories.producer())
  admin = await t.tokenOf(await t.factories.admin())
})
afterAll(() => t.stop())

interface Refused {
  code?: string
  issues?: { path: string; rule: string; message: string }[]
}
const refusal = (reply: { status: number; body: unknown }) => [reply.status, (reply.body as Refused).code]
const issuesOf = (reply: { body: unknown }) => (reply.body as Refused).issues?.map(({ path, rule }) => `${path} ${rule}`) ?? []
const create = (body: object, token = as) => t.call(speakers.create, { body, as: token })
const made = async (body: object, token = as) => (await create(body, token).expect(201)).body as OwnSpeaker
const change = (id: string, body: object, token = as) => t.call(speakers.update, { params: { id }, body, as: token })
const remove = (id: string, token = as) => t.call(speakers.remove, { params: { id }, as: token })

const links = {
  instagram: 'https://instagram.com/ana',
  facebook: 'https://facebook.com/ana',
  twitter: 'https://x.com/ana',
  youtube: 'https://youtube.com/@ana',
  linkedin: 'https://linkedin.com/in/ana',
}
const picture = async (ownerId: string) => {
  const file = {
    owner_id: ownerId,
    purpose: 'image' as const,
    storage_key: randomUUID(),
    original_name: 'a',
    mime_type: 'image/png',
    size_bytes: 1,
    is_public: true,
  }
  const [row] = await t.database.knex('files').insert(file).returning('id')
  return row?.id ?? ''
}

describe('speakers', () => {
  it('are refused to viewers, without a name, with a taken slug, a strange address or somebody else’s picture [CAT-044]', async () => {
    const viewer = await t.factories.user()
    expect((await create({ name: 'Ana' }, await t.tokenOf(viewer))).status).toBe(403)
    expect(issuesOf(await create({ name: ' ' }))).toEqual(['body.name too_small'])
    expect(issuesOf(await create({ name: 'x'.repeat(121) }))).toEqual(['body.name too_big'])
    expect(issuesOf(await create({ name: 'Ana', links: { ...links, youtube: 'javascript:alert(1)' } }))).toContain(
      'body.links.youtube invalid_format',
    )
    expect(issuesOf(await create({ name: 'Ana', imageId: await picture(viewer.id) }))).toEqual(['body.imageId unknown_image'])
    const { slug } = await made({ name: 'Ya Está' })
    expect(refusal(await create({ name: 'Otra', slug }))).toEqual([409, 'SLUG_TAKEN'])
    expect(refusal(await create({ name: 'Otra', slug: 'new' }))).toEqual([409, 'SLUG_TAKEN'])
  })

  it('keep the picture that staff chose when their owner saves them, and take no other one of a stranger', async () => {
    const { id } = await made({ name: 'Con Foto' })
    const stranger = (await t.factories.producer()).id
    const [chosen, other] = [await picture(stranger), await picture(stranger)]
    expect(issuesOf(await change(id, { imageId: chosen }))).toEqual(['body.imageId unknown_image'])
    expect((await change(id, { imageId: chosen }, await t.tokenOf(await t.factories.admin()))).status).toBe(200)
    expect((await change(id, { imageId: chosen, title: 'Directora' })).status).toBe(200)
    expect(issuesOf(await change(id, { imageId: other }))).toEqual(['body.imageId unknown_image'])
  })

  it('have ten fields, which everybody reads [CAT-007] [CAT-085] [ID-041]', async () => {
    const imageId = await picture(producer.id)
    const body = { name: 'Ana Níquel', title: 'Directora', bio: 'Nació en Cádiz.', imageId, links }
    const speaker = await made(body)
    expect(speaker).toMatchObject({ ...body, slug: 'ana-niquel', usedBy: [], products: 0, allowed: { edit: true, delete: true } })
    // Nothing names it yet: strangers and other organizers do not find it, its owner and staff do.
    const seenBy = async (token?: string) => (await t.call(speakers.get, { params: { slug: 'ana-niquel' }, as: token })).status
    expect([await seenBy(), await seenBy(other), await seenBy(as), await seenBy(admin)]).toEqual([404, 404, 200, 200])
    const listed = async () =>
      ((await t.call(speakers.list, { query: { q: 'níquel' } }).expect(200)).body as { items: SpeakerRef[] }).items.map(({ id }) => id)
    expect(await listed()).toEqual([])
    const named = await t.factories.product()
    await t.database.knex('product_speakers').insert({ product_id: named.id, speaker_id: speaker.id })
    expect(await listed()).toEqual([speaker.id])
    const shown = await t.call(speakers.get, { params: { slug: 'ana-niquel' } })
    expect(shown.body).toEqual({
      id: speaker.id,
      slug: 'ana-niquel',
      name: 'Ana Níquel',
      title: 'Directora',
      bio: 'Nació en Cádiz.',
      imageUrl: `/api/files/${imageId}`,
      links,
    })
    expect((await made({ name: 'Ana Níquel' })).slug).toBe('ana-niquel-2')
    expect((await t.call(speakers.get, { params: { slug: 'nobody' } })).status).toBe(404)
  })

  it('are changed by their owner and administrators; to others they do not exist [ADM-042] [PROD-012]', async () => {
    const { id } = await made({ name: 'Blas' })
    const getOwn = (token: string) => t.call(speakers.getOwn, { params: { id }, as: token })
    expect([(await getOwn(other)).status, (await change(id, { name: 'Yo' }, other)).status, (await remove(id, other)).status]).toEqual([
      404, 404, 404,
    ])
    expect((await change(id, { name: 'Blas Cano', bio: 'Hola', links })).body).toMatchObject({
      name: 'Blas Cano',
      bio: 'Hola',
      links,
      slug: 'blas',
    })
    expect((await change(id, { title: 'Chelista', slug: 'blas-cano' }, admin)).body).toMatchObject({
      title: 'Chelista',
      slug: 'blas-cano',
      name: 'Blas Cano',
    })
    expect(refusal(await change(id, { slug: 'ana-niquel' }))).toEqual([409, 'SLUG_TAKEN'])
    expect((await getOwn(admin)).body).toMatchObject({ owner: { name: 'Eva Ibáñez' } })
    const entries = await t.database.knex('audit_log').where({ subject_id: id }).orderBy('at')
    expect(entries.map(({ action }) => action)).toEqual(['speaker.update', 'speaker.update'])
  })

  it('are found at the addresses that they had, until somebody else has them', async () => {
    const { id } = await made({ name: 'Dora' })
    const at = async (slug: string) => (await t.call(speakers.get, { params: { slug }, as: admin })).body as { id?: string; slug?: string }
    await change(id, { slug: 'dora-mar' })
    await change(id, { slug: 'dora-sol' })
    for (const slug of ['dora', 'dora-mar', 'dora-sol']) expect(await at(slug)).toMatchObject({ id, slug: 'dora-sol' })
    // Back again: no address leads in a circle.
    await change(id, { slug: 'dora' })
    for (const slug of ['dora', 'dora-mar', 'dora-sol']) expect(await at(slug)).toMatchObject({ id, slug: 'dora' })
    const named = await t.factories.product()
    await t.database.knex('product_speakers').insert({ product_id: named.id, speaker_id: id })
    const head = await fetch(`${t.url}/api/page-head`, { headers: { 'x-page-uri': '/speakers/dora-mar' } })
    expect(await head.text()).toContain('/speakers/dora"')
    const namesake = await made({ name: 'Dora Mar' })
    expect([namesake.slug, (await at('dora-mar')).id]).toEqual(['dora-mar', namesake.id])
    expect((await remove(id)).status).toBe(409)
    await t.database.knex('product_speakers').where({ speaker_id: id }).delete()
    expect((await remove(id)).status).toBe(204)
    expect((await t.call(speakers.get, { params: { slug: 'dora-sol' }, as: admin })).status).toBe(404)
  })

  it('cannot be deleted while a product names them, and the answer says which [CAT-048] [ERR-033] [ADM-042]', async () => {
    const { id, slug } = await made({ name: 'Clara' })
    const channel = await t.factories.channel({ owner_id: producer.id })
    const [gala, feria] = [
      await t.factories.product({ channel_id: channel.id, title: 'Gala', status: 'draft' }),
      await t.factories.product({ channel_id: channel.id, title: 'Feria' }),
    ]
    await t.database.knex('product_speakers').insert({ product_id: gala.id, speaker_id: id })
    const [section] = await t.database
      .knex('session_sections')
      .insert({
        session_id: feria.sessions[0]?.id ?? '',
        title: 'Apertura',
        starts_at: feria.sessions[0]?.starts_at ?? new Date(),
        ends_at: feria.sessions[0]?.ends_at ?? new Date(),
      })
      .returning('id')
    await t.database.knex('session_section_speakers').insert({ section_id: section?.id ?? '', speaker_id: id })

    for (const token of [as, admin]) {
      const refused = await remove(id, token)
      expect(refusal(refused)).toEqual([409, 'SPEAKER_IN_USE'])
      expect((refused.body as Refused).issues).toEqual([
        { path: `products.${feria.slug}`, rule: 'used_by', message: 'Feria' },
        { path: `products.${gala.slug}`, rule: 'used_by', message: 'Gala' },
      ])
    }
    const mine = (await t.call(speakers.getOwn, { params: { id }, as })).body as OwnSpeaker
    expect(mine).toMatchObject({
      products: 2,
      allowed: { delete: false },
      usedBy: [{ slug: feria.slug, title: 'Feria', channelSlug: channel.slug }, { slug: gala.slug }],
    })
    expect((await t.call(speakers.get, { params: { slug }, as })).status).toBe(200)

    await t.database.knex('session_section_speakers').where({ speaker_id: id }).delete()
    await t.database.knex('product_speakers').where({ speaker_id: id }).delete()
    expect((await remove(id)).status).toBe(204)
    expect((await t.call(speakers.get, { params: { slug }, as })).status).toBe(404)
    expect((await remove(id)).status).toBe(404)
    expect(await t.database.knex('audit_log').where({ subject_id: id, action: 'speaker.remove' }).first()).toMatchObject({
      actor_id: producer.id,
    })
  })

  it('show the published products that name them [CAT-007]', async () => {
    const { id, slug } = await made({ name: 'Dalia' })
    const channel = await t.factories.channel({ owner_id: producer.id })
    const [shown, draft] = [
      await t.factories.product({ channel_id: channel.id }),
      await t.factories.product({ channel_id: channel.id, status: 'draft' }),
    ]
    await t.database.knex('product_speakers').insert([shown, draft].map((product) => ({ product_id: product.id, speaker_id: id })))
    const list = (await t.call(products.list, { query: { speaker: slug } })).body as { items: { slug: string }[] }
    expect(list.items.map((item) => item.slug)).toEqual([shown.slug])
  })
})

describe('lists of speakers', () => {
  interface Page<Item> {
    items: Item[]
    nextCursor: string | null
    total: number
  }
  let eva: string
  beforeAll(async () => {
    eva = await t.tokenOf(await t.factories.producer({ name: 'Zoe', surname: 'Única' }))
    for (const [name, title] of [
      ['Álvaro Paz', 'Pianista'],
      ['Bea Sol', 'Actriz'],
      ['Carlos Ruiz', 'Pianista'],
    ])
      await made({ name, title }, eva)
    const bea = (await list({ search: 'bea' })).items[0]
    const product = await t.factories.product()
    await t.database.knex('product_speakers').insert({ product_id: product.id, speaker_id: bea?.id ?? '' })
  })
  const list = async (query: object, token = eva) =>
    (await t.call(speakers.listOwn, { query: query as never, as: token }).expect(200)).body as Page<OwnSpeakerRow>
  const names = async (query: object, token?: string) => (await list(query, token)).items.map(({ name }) => name)

  it('hold the own ones; an administrator’s hold everybody’s, and find them by owner [PROD-011] [ADM-034]', async () => {
    expect(await names({})).toEqual(['Álvaro Paz', 'Bea Sol', 'Carlos Ruiz'])
    expect((await list({}, admin)).total).toBeGreaterThan(3)
    expect(await names({ search: 'unica' }, admin)).toEqual(['Álvaro Paz', 'Bea Sol', 'Carlos Ruiz'])
    // Her own name would find all of hers.
    expect(await names({ search: 'unica' })).toEqual([])
  })

  it('are narrowed and sorted, and pages hold each once', async () => {
    expect(await names({ search: 'PIANISTA alvaro' })).toEqual(['Álvaro Paz'])
    expect([await names({ used: 'true' }), (await list({ used: 'false' })).total]).toEqual([['Bea Sol'], 2])
    expect((await names({ sort: 'products', order: 'desc' }))[0]).toBe('Bea Sol')
    for (const sort of ['name', 'title', 'products', 'createdAt'])
      for (const order of ['asc', 'desc']) {
        const paged: string[] = []
        let cursor: string | null = null
        do {
          const page: Page<OwnSpeakerRow> = await list({ sort, order, limit: 1, ...(cursor ? { cursor } : {}) })
          paged.push(...page.items.map(({ name }) => name))
          cursor = page.nextCursor
        } while (cursor)
        expect(paged).toEqual(await names({ sort, order }))
      }
    const { nextCursor } = await list({ sort: 'name', limit: 1 })
    expect((await t.call(speakers.listOwn, { query: { sort: 'title', cursor: nextCursor }, as: eva })).status).toBe(400)
  })

  it('leave as a file', async () => {
    const csv = await t.call(speakers.exportOwn, { query: { format: 'csv', search: 'bea' }, as: eva })
    expect(csv.text.trim().split('\r\n')).toHaveLength(2)
    expect(csv.text).toContain('Bea Sol,Actriz,bea-sol,1')
  })

  it('are public by name, without accents, page by page', async () => {
    const product = await t.factories.product()
    const pianists = (await list({ search: 'pianista' })).items.map(({ id }) => ({ product_id: product.id, speaker_id: id }))
    await t.database.knex('product_speakers').insert(pianists)
    const find = async (query: object) => (await t.call(speakers.list, { query: query as never }).expect(200)).body as Page<SpeakerRef>
    expect((await find({ q: 'alvaro' })).items.map(({ name }) => name)).toEqual(['Álvaro Paz'])
    expect((await find({ q: 'pian' })).items.map(({ name }) => name)).toEqual(['Álvaro Paz', 'Carlos Ruiz'])
    const first = await find({ q: 'pian', limit: 1 })
    expect((await find({ q: 'pian', limit: 1, cursor: first.nextCursor })).items.map(({ name }) => name)).toEqual(['Carlos Ruiz'])
    expect((await find({ q: '%' })).items).toEqual([])
  })
})
