import { account } from '@e-events/shared/contract/people/account.ts'
import { pages, type PageRowView } from '@e-events/shared/contract/storefront/pages.ts'
import { sections } from '@e-events/shared/contract/storefront/sections.ts'
import type { SectionPage } from '@e-events/shared/contract/storefront/shown-sections.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

let t: TestApi
let admin: string
beforeAll(async () => {
  t = await createTestApi()
  admin = await t.tokenOf(await t.factories.admin())
})
afterAll(() => t.stop())

const create = (body: object) => t.call(pages.create, { body, as: admin })
const made = async (body: object) => (await create(body).expect(201)).body as PageRowView
const update = (id: string, body: object) => t.call(pages.update, { params: { id }, body, as: admin })
const get = (slug: string, as?: string) => t.call(pages.get, { params: { slug }, as })
const lastAudit = async () => t.database.knex('audit_log').orderBy('sequence', 'desc').first()

describe('pages', () => {
  it('are refused without a name, with a slug that is taken, no slug at all, or the name of something that is built', async () => {
    await made({ name: 'Prensa', slug: 'press' })
    for (const [body, status, code] of [
      [{}, 400, 'VALIDATION_FAILED'],
      [{ name: ' ' }, 400, 'VALIDATION_FAILED'],
      [{ name: 'x'.repeat(121) }, 400, 'VALIDATION_FAILED'],
      [{ name: 'Prensa', slug: 'Prensa!' }, 400, 'VALIDATION_FAILED'],
      [{ name: 'Prensa', slug: 'press' }, 409, 'SLUG_TAKEN'],
      [{ name: 'Organizadores', slug: 'producers' }, 409, 'SLUG_TAKEN'],
      [{ name: 'Nueva', slug: 'new' }, 409, 'SLUG_TAKEN'],
    ] as const) {
      const reply = await create(body)
      expect([body, reply.status, (reply.body as { code: string }).code]).toEqual([body, status, code])
    }
    expect((await made({ name: 'Producers' })).slug).not.toBe('producers')
  })

  it('have a name and a slug, made of the name unless it is given [CAT-083]', async () => {
    const page = await made({ name: 'Quiénes somos' })
    expect(page).toMatchObject({ name: 'Quiénes somos', slug: 'quienes-somos', isPublished: false, audience: 'everybody' })
    expect((await made({ name: 'Quiénes somos' })).slug).toBe('quienes-somos-2')
    expect(await lastAudit()).toMatchObject({ action: 'page.create', subject_type: 'page' })
    await update(page.id, { isPublished: true }).expect(200)
    expect((await get('quienes-somos').expect(200)).body).toEqual({ name: 'Quiénes somos', slug: 'quienes-somos', sections: [] })
  })

  it('are absent to everybody but administrators until they are published, and when they are taken back; they have sections [CAT-003] [CAT-084]', async () => {
    const page = await made({ name: 'Aviso' })
    const viewer = await t.tokenOf(await t.factories.user())
    const texts = (es: string) => ({ es, en: '', pt: '' })
    const section = { id: 'a', type: 'static_content', hidden: false, size: 'large', title: texts('Hola'), description: texts(''), url: '' }
    const at = { kind: 'page', key: page.id }
    await t.call(sections.publish, { params: at, body: { sections: [section] }, as: admin }).expect(200)
    for (const as of [undefined, viewer]) expect((await get(page.slug, as)).status).toBe(404)
    expect((await get(page.slug, admin)).status).toBe(200)
    await update(page.id, { isPublished: true }).expect(200)
    for (const as of [undefined, viewer])
      expect(((await get(page.slug, as).expect(200)).body as SectionPage).sections).toMatchObject([
        { type: 'static_content', title: 'Hola' },
      ])
    await update(page.id, { isPublished: false }).expect(200)
    expect((await get(page.slug)).status).toBe(404)
    expect((await get('no-such-page')).status).toBe(404)
  })

  it('for journalists are absent to everybody who is not marked as one [ID-045]', async () => {
    const page = await made({ name: 'Sala de prensa', audience: 'journalists' })
    await update(page.id, { isPublished: true }).expect(200)
    const [viewer, journalist] = [await t.factories.user(), await t.factories.user({ is_journalist: true })]
    const status = async (as?: string) => (await get(page.slug, as)).status
    expect([await status(), await status(await t.tokenOf(viewer)), await status(await t.tokenOf(journalist)), await status(admin)]).toEqual(
      [404, 404, 200, 200],
    )
    // The menu of an account leads there by this word.
    const marked = async (token: string) =>
      ((await t.call(account.me, { as: token }).expect(200)).body as { journalist: boolean }).journalist
    expect([await marked(await t.tokenOf(viewer)), await marked(await t.tokenOf(journalist))]).toEqual([false, true])
  })

  it('answer at the addresses that they had before, until somebody else takes one', async () => {
    const page = await made({ name: 'Antes' })
    await update(page.id, { isPublished: true, slug: 'luego' }).expect(200)
    await update(page.id, { slug: 'ahora' }).expect(200)
    for (const slug of ['antes', 'luego', 'ahora']) expect((await get(slug).expect(200)).body).toMatchObject({ slug: 'ahora' })
    expect((await update(page.id, { slug: 'press' })).body).toMatchObject({ code: 'SLUG_TAKEN' })
    await update(page.id, { slug: 'antes' }).expect(200)
    for (const slug of ['antes', 'luego', 'ahora']) expect((await get(slug).expect(200)).body).toMatchObject({ slug: 'antes' })
    await made({ name: 'Otra', slug: 'luego' })
    expect((await get('luego', admin).expect(200)).body).toMatchObject({ name: 'Otra' })
  })

  it('are listed with what waits in them, in pages of a stable order [ADM-016]', async () => {
    await t.database.knex('pages').delete()
    for (const name of ['Uno', 'Dos', 'Tres']) await made({ name })
    const [one] = await t.database.knex('pages').where({ name: 'Uno' })
    const at = { kind: 'page', key: one?.id ?? '' }
    await t.call(sections.saveDraft, { params: at, body: { sections: [] }, as: admin }).expect(200)
    const list = async (query: object) =>
      (await t.call(pages.list, { query: { ...query }, as: admin }).expect(200)).body as {
        items: PageRowView[]
        nextCursor: string | null
        total: number
      }
    const first = await list({ limit: 2 })
    expect([first.items.map(({ name }) => name), first.total]).toEqual([['Dos', 'Tres'], 3])
    const rest = await list({ limit: 2, cursor: first.nextCursor })
    expect(rest.items.map(({ name, hasDraft }) => [name, hasDraft])).toEqual([['Uno', true]])
    expect((await list({ sort: 'updatedAt', order: 'desc' })).items.map(({ name }) => name)).toEqual(['Tres', 'Dos', 'Uno'])
    expect((await list({ search: 'TRÉS' })).items.map(({ name }) => name)).toEqual(['Tres'])
    expect((await t.call(pages.list, { query: { sort: 'updatedAt', cursor: first.nextCursor }, as: admin })).status).toBe(400)
  })

  it('are deleted with their versions, and their addresses lead nowhere', async () => {
    const page = await made({ name: 'Fugaz' })
    await update(page.id, { isPublished: true, slug: 'fugaz-2' }).expect(200)
    await t.call(sections.publish, { params: { kind: 'page', key: page.id }, body: { sections: [] }, as: admin }).expect(200)
    await t.call(pages.delete, { params: { id: page.id }, as: admin }).expect(204)
    for (const slug of ['fugaz', 'fugaz-2']) expect((await get(slug)).status).toBe(404)
    expect((await t.call(pages.delete, { params: { id: page.id }, as: admin })).status).toBe(404)
    expect(await t.database.knex('section_versions').where({ page_id: page.id })).toEqual([])
  })
})

describe('the file of the table', () => {
  const file = async (query: object, language = 'es') =>
    (
      await t
        .call(pages.export, { query: { format: 'csv', ...query }, as: admin })
        .set('accept-language', language)
        .expect(200)
    ).text

  it('has the columns of the screen and exactly what the filter leaves, in its order and in the language of whoever asks', async () => {
    for (const name of ['Zoco', 'Zorra', 'Zafiro']) await made({ name, audience: name === 'Zoco' ? 'journalists' : 'everybody' })
    const [head = '', ...lines] = (await file({ search: 'zo', order: 'desc' })).trim().split('\r\n')
    expect(head.replace('\ufeff', '')).toBe('Identificador,Nombre,Dirección,Publicada,Para,Borrador,Creada (UTC),Última modificación (UTC)')
    expect(lines.map((line) => line.split(',').slice(1, 6))).toEqual([
      ['Zorra', '/page/zorra', 'No', 'Todo el mundo', 'No'],
      ['Zoco', '/page/zoco', 'No', 'Prensa', 'No'],
    ])
    expect(await file({ search: 'zafiro' }, 'en')).toContain('Identifier,Name,Address,Published')
    await t.call(pages.export, { query: { format: 'pdf' }, as: admin }).expect(400)
  })

  it('has all of them, however many there are', async () => {
    await t.database.knex.raw(
      `insert into pages (name, slug) select 'Serie ' || lpad(n::text, 4, '0'), 'serie-' || n from generate_series(1, 1203) n`,
    )
    const lines = (await file({ search: 'serie' })).trim().split('\r\n').slice(1)
    expect([lines.length, new Set(lines).size]).toEqual([1203, 1203])
    expect(lines.map((line) => line.split(',')[1])).toEqual(lines.map((_, index) => `Serie ${String(index + 1).padStart(4, '0')}`))
  })
})
