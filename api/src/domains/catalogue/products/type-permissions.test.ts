import { ownProducts, type OwnProductDetail } from '@e-events/shared/contract/catalogue/own-products.ts'
import { productAdmin } from '@e-events/shared/contract/catalogue/product-admin.ts'
import { productTypes } from '@e-events/shared/domain/states.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeOf, createOrganizer, type Organizer } from '../../../testing/organizer.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

let t: TestApi
let ana: Organizer
let staff: Organizer
beforeAll(async () => {
  t = await createTestApi()
  ana = await createOrganizer(t)
  staff = await createOrganizer(t, { admin: true })
})
afterAll(() => t.stop())

const types = async (as: string) => (await t.call(productAdmin.types, { as }).expect(200)).body as { producer: string[]; mine: string[] }
const allow = (producer: string[]) => t.call(productAdmin.setTypes, { body: { producer }, as: staff.as }).expect(200)

describe('what organizers may make', () => {
  it('is live, broadcasts, courses and masters at first; staff makes everything [CAT-090]', async () => {
    const first = ['live', 'broadcast', 'course', 'master']
    expect(await types(ana.as)).toEqual({ producer: first, mine: first })
    expect(await types(staff.as)).toEqual({ producer: first, mine: [...productTypes] })
    for (const type of productTypes) {
      const reply = await ana.create({ type, title: `De ana ${type}` })
      expect([type, reply.status, codeOf(reply)]).toEqual(first.includes(type) ? [type, 201, undefined] : [type, 409, 'TYPE_NOT_AVAILABLE'])
      expect((await staff.create({ type, title: `De la casa ${type}` })).status, type).toBe(201)
    }
    const draft = await ana.draft()
    expect(codeOf(await ana.change(draft, { type: 'physical' }))).toBe('TYPE_NOT_AVAILABLE')
  })

  it('is the video of a lesson too, wherever courses are: it plays there, and has no page of its own [CAT-090]', async () => {
    const made = await ana.create({ type: 'course', title: 'Con lecciones' }).expect(201)
    const { slug, channel } = made.body as { slug: string; channel: { slug: string } }
    const video = { type: 'vod' as const, plan: 'free' as const, channelSlug: channel.slug, language: 'es' as const, title: 'Lección uno' }
    const begin = (lessonOf?: string) => t.call(ownProducts.begin, { body: { ...video, ...(lessonOf ? { lessonOf } : {}) }, as: ana.as })
    expect(codeOf(await begin())).toBe('TYPE_NOT_AVAILABLE')
    expect(codeOf(await begin('nobody-s-course'))).toBe('NOT_FOUND')
    const draft = (await begin(slug).expect(201)).body as { slug: string }
    const publish = await t.call(ownProducts.update, { params: { slug: draft.slug }, body: { status: 'published' }, as: ana.as })
    expect(codeOf(publish)).toBe('TYPE_NOT_AVAILABLE')
  })

  it('is widened and narrowed by staff without a release, and every change is in the audit log [CAT-092]', async () => {
    await t.call(productAdmin.setTypes, { body: { producer: ['vod'] }, as: ana.as }).expect(403)
    // Going live is never taken away; the order is that of the types.
    expect((await allow(['vod', 'vod', 'physical'])).body).toMatchObject({ producer: ['vod', 'live', 'broadcast', 'physical'] })
    await ana.create({ type: 'vod', title: 'Ahora sí' }).expect(201)
    expect(codeOf(await ana.create({ type: 'course', title: 'Ya no' }))).toBe('TYPE_NOT_AVAILABLE')
    await allow(['course', 'master'])
    const [entry] = await t.database.knex('audit_log').where({ subject_id: 'product_types' }).orderBy('at', 'desc')
    expect(entry).toMatchObject({
      actor_id: staff.user.id,
      action: 'config.update',
      state_before: { producerProductTypes: ['vod', 'live', 'broadcast', 'physical'] },
      state_after: { producerProductTypes: ['live', 'broadcast', 'course', 'master'] },
    })
  })

  it.each([
    ['datasheet', 'datasheets'],
    ['meet', 'meetings'],
  ] as const)('is a %s while its module is on and the setting holds it [LRN-038]', async (type, name) => {
    const modules = t.database.knex('site_modules').where({ name })
    const makes = async () => ((await types(ana.as)).mine.includes(type) ? 201 : 409)
    const expectAll = async (status: number, title: string) => {
      expect([await makes(), (await ana.create({ type, title })).status]).toEqual([status, status])
    }
    await modules.clone().update({ is_active: true })
    await expectAll(409, `Sin permiso: ${type}`)
    await allow(['course', 'master', type])
    await expectAll(201, `Con permiso: ${type}`)
    await modules.clone().update({ is_active: false })
    await expectAll(409, `Sin el módulo: ${type}`)
    await modules.clone().update({ is_active: true })
    await allow(['course', 'master'])
  })

  it('what exists stays as it is, and may still be changed and published', async () => {
    await allow(['vod', 'course', 'master'])
    const slug = await ana.draft({ type: 'vod', title: 'Empezado', url: 'https://vimeo.com/76979871' })
    await allow(['course', 'master'])
    await ana.change(slug, { type: 'vod', title: 'Empezado y cambiado' }).expect(200)
    expect((await ana.publish(slug).expect(200)).body).toMatchObject({ status: 'published' })
  })
})

describe('nothing is counted out', () => {
  it('the 201st product and the 51st channel of one organizer are made like the first [CAT-101]', async () => {
    const many = await createOrganizer(t)
    const { knex } = t.database
    await knex.raw(
      `insert into channels (owner_id, title, slug, status, approved_at) select ?, 'Canal ' || n, 'canal-' || n, 'published', now() from generate_series(1, 49) n`,
      [many.user.id],
    )
    await knex.raw(
      `insert into products (channel_id, type, title, slug) select ?, 'broadcast', 'Producto ' || n, 'producto-' || n from generate_series(1, 200) n`,
      [many.channel.id],
    )
    const made = (await many.create({ title: 'El que hace 201' }).expect(201)).body as OwnProductDetail
    expect(made.slug).toBe('el-que-hace-201')
    const { channels } = await import('@e-events/shared/contract/catalogue/channels.ts')
    await t.call(channels.create, { body: { title: 'El que hace 51' }, as: many.as }).expect(201)
    const list = await t.call(ownProducts.listOwn, { query: { limit: 1 }, as: many.as }).expect(200)
    expect(list.body).toMatchObject({ total: 201 })
  })
})
