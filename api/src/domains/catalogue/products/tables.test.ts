import { ownProducts } from '@e-events/shared/contract/catalogue/own-products.ts'
import { products } from '@e-events/shared/contract/catalogue/products.ts'
import { productAdmin, type ManagedProduct } from '@e-events/shared/contract/catalogue/product-admin.ts'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { FactoryProduct } from '../../../testing/factories.ts'
import { createOrganizer, type Organizer } from '../../../testing/organizer.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

let t: TestApi
let ana: Organizer
let bea: Organizer
let staff: string
let alba: FactoryProduct
let brisa: FactoryProduct
let cielo: FactoryProduct
let duna: FactoryProduct

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000)
beforeAll(async () => {
  t = await createTestApi()
  ana = await createOrganizer(t)
  bea = await createOrganizer(t)
  staff = await t.tokenOf(await t.factories.admin())
  await t.database.knex('users').where({ id: bea.user.id }).update({ name: 'Beatriz', surname: 'Ñandú' })
  const make = (title: string, minutes: number, fields: object) =>
    t.factories.product({ title, created_at: inMinutes(minutes), channel_id: ana.channel.id, ...fields }, { sessions: 0 })
  alba = await make('Álba de otoño', -4, { plan: 'paid', net_price_minor: 900 })
  brisa = await make('Brisa', -3, { status: 'draft' })
  cielo = await make('Cielo', -2, { type: 'course', plan: 'paid', net_price_minor: 400 })
  duna = await make('Duna', -1, { channel_id: bea.channel.id, status: 'private' })
  await t.factories.session({ product_id: brisa.id, starts_at: inMinutes(60) })
  await t.factories.session({ product_id: alba.id, starts_at: inMinutes(120) })
  await t.factories.ticket({ product_id: cielo.id })
  await t.factories.ticket({ product_id: cielo.id })
  await t.factories.ticket({ product_id: alba.id })
  await t.factories.ticket({ product_id: alba.id, revoked_at: new Date(), revoked_reason: 'admin' })
  await t.factories.ticket({ product_id: alba.id, revoked_at: new Date(), revoked_reason: 'admin' })
})
afterAll(() => t.stop())

interface Page {
  items: ManagedProduct[]
  nextCursor: string | null
  total: number
}
type Table = typeof productAdmin.list | typeof ownProducts.listOwn
async function read(table: Table, query: Record<string, unknown> = {}, as = staff): Promise<Page> {
  const reply = await t.call(table, { query: { limit: 100, ...query }, as })
  if (reply.status !== 200) throw new Error(`${reply.status} ${reply.text}`)
  return reply.body as Page
}
const titles = async (table: Table, query: Record<string, unknown> = {}, as = staff) =>
  (await read(table, query, as)).items.map(({ title }) => title)
const own = (query: Record<string, unknown> = {}) => titles(ownProducts.listOwn, query, ana.as)
const managed = (query: Record<string, unknown> = {}) => titles(productAdmin.list, query)

describe('the own table', () => {
  it('has the own products alone, the next date first and those without one last', async () => {
    expect(await own()).toEqual(['Brisa', 'Álba de otoño', 'Cielo'])
    expect(await own({ sort: 'nextSession', order: 'desc' })).toEqual(['Álba de otoño', 'Brisa', 'Cielo'])
    expect((await read(ownProducts.listOwn, { limit: 1 }, ana.as)).total).toBe(3)
  })

  it('is sorted by the server in both directions', async () => {
    const both = async (sort: string) => [await own({ sort, order: 'asc' }), await own({ sort, order: 'desc' })]
    const mirrored = (list: string[]) => [list, list.toReversed()]
    expect(await both('title')).toEqual(mirrored(['Álba de otoño', 'Brisa', 'Cielo']))
    expect(await both('createdAt')).toEqual(mirrored(['Álba de otoño', 'Brisa', 'Cielo']))
    expect(await both('price')).toEqual(mirrored(['Brisa', 'Cielo', 'Álba de otoño']))
    // Tickets that were taken back do not count.
    expect(await both('tickets')).toEqual(mirrored(['Brisa', 'Álba de otoño', 'Cielo']))
    expect((await own({ sort: 'publishedAt', order: 'asc' }))[0]).toBe('Brisa')
    await own({ sort: 'updatedAt' })
    expect((await t.call(ownProducts.listOwn, { query: { sort: 'slug' }, as: ana.as })).status).toBe(400)
  })

  it('is narrowed by words, type, status and channel', async () => {
    expect(await own({ q: 'ALBA oto' })).toEqual(['Álba de otoño'])
    expect(await own({ q: 'alba brisa' })).toEqual([])
    expect(await own({ q: '100%_' })).toEqual([])
    await t.database.knex('product_translations').insert({ product_id: cielo.id, language: 'en', title: 'Heaven' })
    expect(await own({ q: 'heav' })).toEqual(['Cielo'])
    expect(await own({ type: 'course' })).toEqual(['Cielo'])
    expect(await own({ status: 'draft' })).toEqual(['Brisa'])
    expect(await own({ channel: bea.channel.slug })).toEqual([])
    expect(await own({ channel: ana.channel.slug, status: 'published', type: 'broadcast' })).toEqual(['Álba de otoño'])
  })

  it('comes page by page in every order, without gaps or repeats, and a cursor belongs to its order', async () => {
    for (const sort of ['nextSession', 'createdAt', 'updatedAt', 'publishedAt', 'title', 'price', 'tickets']) {
      for (const order of ['asc', 'desc']) {
        const seen: string[] = []
        let cursor: string | null = null
        do {
          const query: Record<string, unknown> = { limit: 1, sort, order, ...(cursor === null ? {} : { cursor }) }
          const page: Page = await read(productAdmin.list, query)
          seen.push(...page.items.map(({ title }) => title))
          cursor = page.nextCursor
        } while (cursor !== null)
        expect([sort, order, seen.toSorted()]).toEqual([sort, order, ['Brisa', 'Cielo', 'Duna', 'Álba de otoño']])
        expect(seen).toEqual(await managed({ sort, order }))
      }
    }
    const { nextCursor: cursor } = await read(productAdmin.list, { limit: 1, sort: 'title' })
    expect((await t.call(productAdmin.list, { query: { sort: 'price', cursor }, as: staff })).body).toMatchObject({
      code: 'VALIDATION_FAILED',
    })
  })
})

describe('the table of staff', () => {
  it('has the products of all owners with whose they are, the newest first [ADM-002]', async () => {
    const page = await read(productAdmin.list)
    expect([page.items.map(({ title }) => title), page.total]).toEqual([['Duna', 'Cielo', 'Brisa', 'Álba de otoño'], 4])
    expect(page.items[0]).toMatchObject({
      owner: { id: bea.user.id, name: 'Beatriz Ñandú', email: bea.user.email },
      channel: { slug: bea.channel.slug },
      status: 'private',
    })
    expect(await managed({ status: 'draft' })).toEqual(['Brisa'])
    expect((await t.call(productAdmin.list, { as: ana.as })).status).toBe(403)
  })

  it('is searched by owner and channel too, which the own table is not', async () => {
    expect(await managed({ q: 'nandu' })).toEqual(['Duna'])
    expect(await managed({ q: bea.user.email.slice(0, 12) })).toEqual(['Duna'])
    expect(await own({ q: ana.user.email.slice(0, 12) })).toEqual([])
  })

  it('one product of anybody is read and changed like an own one [ADM-004]', async () => {
    const params = { slug: duna.slug }
    expect((await t.call(ownProducts.getOwn, { params, as: staff }).expect(200)).body).toMatchObject({ title: 'Duna' })
    await t.call(ownProducts.update, { params, body: { director: 'Pilar Miró' }, as: staff }).expect(200)
    expect((await t.call(ownProducts.getOwn, { params, as: bea.as }).expect(200)).body).toMatchObject({ director: 'Pilar Miró' })
    await t.call(ownProducts.update, { params, body: { director: 'Ana Mariscal' }, as: bea.as }).expect(200)
    // Acts of staff upon products of others are in the audit log; the owner's own work is not.
    expect(await t.database.knex('audit_log').where({ subject_id: duna.id })).toMatchObject([
      { action: 'product.update', state_before: { director: null }, state_after: { director: 'Pilar Miró' } },
    ])
  })

  it('staff makes a product of any type in anybody’s channel [ADM-003]', async () => {
    const imageId = (await t.factories.picture()).id
    const body = { channelSlug: bea.channel.slug, title: 'Encargo', type: 'datasheet', plan: 'free', imageId, speakerIds: [bea.speakerId] }
    const made = await t.call(ownProducts.create, { body, as: staff }).expect(201)
    expect(made.body).toMatchObject({ type: 'datasheet', status: 'draft', channel: { slug: bea.channel.slug } })
    await t.call(ownProducts.remove, { params: { slug: 'encargo' }, as: bea.as }).expect(204)
  })
})

describe('what is open now', () => {
  const open = () => titles(productAdmin.listOpen, { sort: 'title', order: 'asc' })
  const set = (id: string, fields: object) => t.database.knex('products').where({ id }).update(fields)

  it('is what can be got: no draft, nothing called off, outside its sale, sold out, run out or without a date to come', async () => {
    // Duna is private and has no date; Brisa is a draft.
    expect(await open()).toEqual(['Álba de otoño', 'Cielo'])
    await t.factories.session({ product_id: duna.id, starts_at: inMinutes(30) })
    expect(await open()).toEqual(['Álba de otoño', 'Cielo', 'Duna'])
    const hidden = async (fields: object) => {
      await set(cielo.id, fields)
      const shown = await open()
      await set(cielo.id, { cancelled_at: null, sale_starts_at: null, sale_ends_at: null, expires_at: null })
      return !shown.includes('Cielo')
    }
    for (const fields of [
      { cancelled_at: new Date() },
      { sale_starts_at: inMinutes(5) },
      { sale_ends_at: inMinutes(-5) },
      { expires_at: inMinutes(-5) },
    ])
      expect(await hidden(fields), JSON.stringify(fields)).toBe(true)
    expect(await hidden({ sale_starts_at: inMinutes(-5), sale_ends_at: inMinutes(5) })).toBe(false)
    await t.database.knex('channels').where({ id: bea.channel.id }).update({ status: 'deactivated' })
    expect(await open()).toEqual(['Álba de otoño', 'Cielo'])
    await t.database.knex('channels').where({ id: bea.channel.id }).update({ status: 'published' })
  })
})

describe('files', () => {
  const file = async (endpoint: typeof productAdmin.export | typeof ownProducts.exportOwn, query: object, as: string) => {
    const reply = await t
      .call(endpoint, { query: { format: 'csv', ...query }, as })
      .buffer(true)
      .expect(200)
    return { name: reply.get('content-disposition') ?? '', lines: reply.text.replace('\ufeff', '').trim().split('\r\n') }
  }
  const column = (lines: string[], title: string) => {
    const at = lines[0]!.split(',').indexOf(title)
    return lines.slice(1).map((line) => line.split(',')[at])
  }

  it('hold exactly what the filter shows, in its order and in the reader’s language; whose it is only for staff', async () => {
    const query = { sort: 'title', order: 'asc', status: 'published' }
    const csv = await file(productAdmin.export, { ...query, language: 'en' }, staff)
    expect(csv.name).toMatch(/products-\d{4}-\d{2}-\d{2}\.csv/)
    expect(column(csv.lines, 'Title')).toEqual(await managed({ ...query, language: 'en' }))
    expect(column(csv.lines, 'Title')).toEqual(['Álba de otoño', 'Heaven'])
    expect(column(csv.lines, 'Type')).toEqual(['Live broadcast', 'Course'])
    expect(column(csv.lines, 'Price with tax')).toEqual(['10.89', '4.84'])
    expect(csv.lines[0]).toContain("Organizer's e-mail")
    const mine = await file(ownProducts.exportOwn, { sort: 'title', order: 'asc' }, ana.as)
    expect(column(mine.lines, 'Título')).toEqual(await own({ sort: 'title', order: 'asc' }))
    expect(mine.lines[0]).not.toContain('organizador')
    expect(column((await file(productAdmin.exportOpen, { sort: 'title', order: 'asc' }, staff)).lines, 'Título')).not.toContain('Brisa')
  })

  it('a workbook is one too', async () => {
    const reply = await t
      .call(productAdmin.export, { query: { format: 'xlsx' }, as: staff })
      .buffer(true)
      .expect(200)
    expect(reply.get('content-type')).toContain('spreadsheetml')
  })
})

describe('reading', () => {
  const statements = async (work: () => Promise<unknown>) => {
    const counted = vi.spyOn(pg.Client.prototype, 'query')
    try {
      await work()
      return counted.mock.calls.length
    } finally {
      counted.mockRestore()
    }
  }

  it('takes as many statements for hundred products as for one', async () => {
    await t.database.knex.raw(
      `insert into products (channel_id, type, title, slug) select ?, 'course', 'Curso ' || n, 'curso-' || n from generate_series(1, 100) n`,
      [ana.channel.id],
    )
    const cost = (table: Table, limit: number, as: string) => statements(() => read(table, { limit }, as))
    const one = await cost(productAdmin.list, 1, staff)
    expect(one).toBeGreaterThan(1)
    expect(await cost(productAdmin.list, 100, staff)).toBe(one)
    expect(await cost(ownProducts.listOwn, 100, ana.as)).toBe(await cost(ownProducts.listOwn, 1, ana.as))
  })

  it('of a page takes as many for one that is full as for one that is bare', async () => {
    const bare = await t.factories.product({ bundle_state: 'active' })
    const full = await t.factories.product({ bundle_state: 'active', channel_id: ana.channel.id }, { sessions: 20 })
    const { knex } = t.database
    for (let position = 0; position < 10; position++) {
      const [item, speaker] = [await t.factories.product(), await t.factories.speaker()]
      await knex('bundle_items').insert({ bundle_id: full.id, product_id: item.id, position })
      await knex('product_speakers').insert({ product_id: full.id, speaker_id: speaker.id, position })
    }
    const cost = (slug: string) => statements(() => t.call(products.get, { params: { slug } }).expect(200))
    expect(await cost(full.slug)).toBe(await cost(bare.slug))
    const own = (slug: string) => statements(() => t.call(ownProducts.getOwn, { params: { slug }, as: staff }).expect(200))
    expect(await own(full.slug)).toBe(await own(bare.slug))
  })
})
