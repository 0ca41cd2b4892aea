import { randomUUID } from 'node:crypto'
import { entities, type EntityRowView } from '@e-events/shared/contract/storefront/entities.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

let t: TestApi
let admin: string
beforeAll(async () => {
  t = await createTestApi()
  admin = await t.tokenOf(await t.factories.admin())
})
afterAll(() => t.stop())

const create = (body: object) => t.call(entities.create, { body, as: admin })
const made = async (body: object) => (await create(body).expect(201)).body as EntityRowView
const update = (slug: string, body: object) => t.call(entities.update, { params: { slug }, body, as: admin })
const get = (slug: string) => t.call(entities.get, { params: { slug } })

describe('entities', () => {
  it('are refused with a slug that exists, or a member who is no organizer', async () => {
    const viewer = await t.factories.user()
    await made({ name: 'Casa', slug: 'casa' })
    expect((await create({ name: 'Otra', slug: 'casa' })).body).toMatchObject({ code: 'SLUG_TAKEN' })
    expect((await create({ name: '' })).status).toBe(400)
    for (const id of [viewer.id, randomUUID()])
      expect((await create({ name: 'Otra', memberIds: [id] })).body).toMatchObject({
        code: 'VALIDATION_FAILED',
        issues: [{ path: 'body.memberIds.0', rule: 'organizer' }],
      })
    const other = await made({ name: 'Otra' })
    expect((await update(other.slug, { slug: 'casa' })).body).toMatchObject({ code: 'SLUG_TAKEN' })
  })

  it('have a name, a slug made of it, and members who may edit their home [CAT-081] [CAT-082]', async () => {
    const member = await t.factories.producer({ name: 'Marta', surname: 'Mar' })
    const acme = await made({ name: 'Acme', memberIds: [member.id] })
    expect(acme).toMatchObject({ name: 'Acme', slug: 'acme', members: [{ id: member.id, name: 'Marta Mar', email: member.email }] })
    expect((await get('acme').expect(200)).body).toEqual({ name: 'Acme', slug: 'acme', sections: [] })
    const own = async (as: string) => ((await t.call(entities.listOwn, { as }).expect(200)).body as { items: object[] }).items
    expect(await own(await t.tokenOf(member))).toEqual([{ name: 'Acme', slug: 'acme' }])
    expect(await own(await t.tokenOf(await t.factories.producer()))).toEqual([])
    expect(await own(admin)).toContainEqual({ name: 'Acme', slug: 'acme' })
  })

  it('are renamed, and the former address leads to the new one [CAT-002]', async () => {
    const { id } = await made({ name: 'Faro' })
    const member = await t.factories.producer()
    const renamed = (await update('faro', { name: 'Boya', slug: 'boya', memberIds: [member.id] }).expect(200)).body as EntityRowView
    expect([renamed.id, renamed.name, renamed.members.map((one) => one.id)]).toEqual([id, 'Boya', [member.id]])
    for (const slug of ['faro', 'boya']) expect((await get(slug).expect(200)).body).toMatchObject({ name: 'Boya', slug: 'boya' })
    expect((await get('marea')).status).toBe(404)
    const entry = await t.database.knex('audit_log').where({ action: 'entity.update', subject_id: id }).first()
    expect(entry).toMatchObject({ state_before: { name: 'Faro' }, state_after: { name: 'Boya' } })
  })

  it('are listed with their members and deleted', async () => {
    await t.database.knex('entities').delete()
    const member = await t.factories.producer()
    await made({ name: 'B', memberIds: [member.id] })
    await made({ name: 'A' })
    const list = async () =>
      (await t.call(entities.list, { query: { limit: 1 }, as: admin }).expect(200)).body as {
        items: EntityRowView[]
        nextCursor: string
        total: number
      }
    const first = await list()
    expect([first.total, first.items.map(({ name }) => name)]).toEqual([2, ['A']])
    const next = await t.call(entities.list, { query: { limit: 1, cursor: first.nextCursor }, as: admin }).expect(200)
    expect((next.body as { items: EntityRowView[] }).items).toMatchObject([{ name: 'B', members: [{ id: member.id }] }])
    await t.call(entities.delete, { params: { slug: 'b' }, as: admin }).expect(204)
    expect((await t.call(entities.delete, { params: { slug: 'b' }, as: admin })).status).toBe(404)
    expect((await list()).total).toBe(1)
  })
})

describe('the file of the table', () => {
  it('names the members of each, as a workbook too', async () => {
    const member = await t.factories.producer({ name: 'Uxía', surname: 'Mar' })
    await made({ name: 'Faro', memberIds: [member.id] })
    await made({ name: 'Farola' })
    const file = (query: object) => t.call(entities.export, { query: { search: 'faro', format: 'csv', ...query }, as: admin }).expect(200)
    const lines = (await file({})).text.trim().split('\r\n').slice(1)
    expect(lines.map((line) => line.split(',').slice(1, 4))).toEqual([
      ['Faro', '/store/faro', `Uxía Mar <${member.email}>`],
      ['Farola', '/store/farola', ''],
    ])
    expect((await file({ format: 'xlsx' })).headers['content-disposition']).toMatch(/entidades-.*\.xlsx/)
  })
})
