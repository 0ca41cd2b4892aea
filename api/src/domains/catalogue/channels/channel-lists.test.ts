import { channels, type OwnChannel } from '@e-events/shared/contract/catalogue/channels.ts'
import { limits } from '@e-events/shared/limits.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UserRow } from '../../../db/tables/people.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

let t: TestApi
let eva: UserRow
let evaToken: string
let adminToken: string
beforeAll(async () => {
  t = await createTestApi()
  eva = await t.factories.producer({ name: 'Eva', surname: 'Ibáñez' })
  const luis = await t.factories.producer({ name: 'Luis', surname: 'Mora' })
  evaToken = await t.tokenOf(eva)
  adminToken = await t.tokenOf(await t.factories.admin())
  const hoursAgo = (hours: number) => new Date(t.clock.nowMs() - hours * 3_600_000)
  const make = (slug: string, owner: UserRow, fields: object) => t.factories.channel({ slug, title: slug, owner_id: owner.id, ...fields })
  await make('sala-apolo', eva, { title: 'Sala Apolo', status: 'published', status_changed_at: hoursAgo(1), business_name: 'Níquel S. L.' })
  await make('espera-joven', luis, { status: 'revision', status_changed_at: hoursAgo(2) })
  await make('espera-vieja', eva, { status: 'revision', status_changed_at: hoursAgo(25) })
  await make('borrador', luis, { status: 'draft', status_changed_at: hoursAgo(3) })
  const shop = await make('tienda', luis, { status: 'published', status_changed_at: hoursAgo(4) })
  for (let index = 0; index < 3; index++) await t.factories.product({ channel_id: shop.id, status: index === 0 ? 'draft' : 'published' })
})
afterAll(() => t.stop())

interface Page {
  items: OwnChannel[]
  nextCursor: string | null
  total: number
}
const list = async (query: object, as = adminToken) =>
  (await t.call(channels.listOwn, { query: query as never, as }).expect(200)).body as Page
const slugs = async (query: object, as?: string) => (await list(query, as)).items.map(({ slug }) => slug)

describe('lists of channels', () => {
  it('an organizer’s holds the own ones, an administrator’s all [PROD-003] [ADM-011]', async () => {
    expect(await slugs({}, evaToken)).toEqual(['espera-vieja', 'sala-apolo'])
    expect((await list({}, evaToken)).total).toBe(2)
    expect((await list({})).total).toBe(5)
  })

  it('begins with what waits for staff, the oldest request first, and then the latest changes [ADM-011]', async () => {
    expect(await slugs({})).toEqual(['espera-vieja', 'espera-joven', 'sala-apolo', 'borrador', 'tienda'])
  })

  it('marks a request overdue at 24 hours by the clock, not before [CAT-072] [LIM-045]', async () => {
    // A token lives fifteen minutes of the same clock: every look is a log-in of its own.
    const staff = await t.factories.admin()
    const look = async (query: object) => (await list(query, await t.tokenOf(staff))).items
    const isOverdue = async () =>
      Object.fromEntries((await look({ status: 'revision' })).map(({ slug, review }) => [slug, review?.overdue]))
    expect(await isOverdue()).toEqual({ 'espera-vieja': true, 'espera-joven': false })
    const waits = (await look({ search: 'espera-joven' }))[0]?.review
    expect(Date.parse(waits?.dueAt ?? '') - Date.parse(waits?.requestedAt ?? '')).toBe(limits.channelReviewMs)
    expect((await look({ search: 'apolo' }))[0]?.review).toBeNull()
    try {
      t.clock.advance(22 * 3_600_000 - 60_000)
      expect(await isOverdue()).toEqual({ 'espera-vieja': true, 'espera-joven': false })
      expect((await look({ overdue: 'true' })).map(({ slug }) => slug)).toEqual(['espera-vieja'])
      t.clock.advance(60_000)
      expect(await isOverdue()).toEqual({ 'espera-vieja': true, 'espera-joven': true })
      expect((await look({ overdue: 'true' })).map(({ slug }) => slug)).toEqual(['espera-vieja', 'espera-joven'])
      expect((await look({ overdue: 'false' })).map(({ slug }) => slug)).not.toContain('espera-joven')
    } finally {
      t.clock.advance(-22 * 3_600_000)
    }
  })

  it('narrows by title, owner, business name and state, without accents and without wildcards [ADM-073] [PROD-034]', async () => {
    expect(await slugs({ search: 'apolo' })).toEqual(['sala-apolo'])
    expect(await slugs({ search: 'ibanez' })).toEqual(['espera-vieja', 'sala-apolo'])
    // The owner's own name would find all of theirs.
    expect(await slugs({ search: 'ibanez' }, evaToken)).toEqual([])
    expect(await slugs({ search: 'NIQUEL' })).toEqual(['sala-apolo'])
    expect(await slugs({ search: 'ibáñez sala' })).toEqual(['sala-apolo'])
    expect(await slugs({ search: '%' })).toEqual([])
    expect(await slugs({ status: 'published', sort: 'title' })).toEqual(['sala-apolo', 'tienda'])
    expect((await list({ status: 'banned' })).total).toBe(0)
  })

  it.each([
    ['title', ['borrador', 'espera-joven', 'espera-vieja', 'sala-apolo', 'tienda']],
    ['owner', ['espera-vieja', 'sala-apolo']],
    ['status', ['borrador', 'sala-apolo']],
    ['products', ['tienda']],
    ['createdAt', ['sala-apolo', 'espera-joven']],
    ['attention', ['espera-vieja', 'espera-joven', 'sala-apolo', 'borrador', 'tienda']],
  ])('is sorted by %s, both ways, and pages hold each once [PROD-034]', async (sort, first) => {
    for (const order of ['asc', 'desc'] as const) {
      const whole = await slugs({ sort, order, limit: 100 })
      if (order === 'asc' && sort !== 'products' && sort !== 'owner') expect(whole[0]).toBe(first[0])
      if (order === 'desc' && sort === 'products') expect(whole[0]).toBe('tienda')
      if (order === 'asc' && sort === 'owner') expect(new Set(whole.slice(0, 2))).toEqual(new Set(first))
      const paged: string[] = []
      let cursor: string | null = null
      do {
        const page: Page = await list({ sort, order, limit: 2, ...(cursor ? { cursor } : {}) })
        paged.push(...page.items.map(({ slug }) => slug))
        cursor = page.nextCursor
      } while (cursor)
      expect(paged).toEqual(whole)
    }
  })

  it('refuses a cursor of another order and nonsense', async () => {
    const { nextCursor } = await list({ sort: 'title', limit: 2 })
    for (const query of [{ sort: 'owner', cursor: nextCursor }, { cursor: 'nonsense' }, { sort: 'secret' }, { status: 'odd' }])
      expect((await t.call(channels.listOwn, { query, as: adminToken })).status).toBe(400)
  })

  it('leaves as a file with exactly what the filter leaves [PROD-034]', async () => {
    const csv = await t.call(channels.exportOwn, { query: { format: 'csv', sort: 'title', search: 'espera' }, as: adminToken })
    expect(csv.headers['content-disposition']).toMatch(/canales-\d{4}-\d\d-\d\d\.csv/)
    const lines = csv.text.trim().split('\r\n')
    expect(lines).toHaveLength(3)
    expect(lines[1]).toContain('espera-joven')
    expect(lines[1]).toContain('En revisión')
    const mine = await t.call(channels.exportOwn, { query: { format: 'csv' }, as: evaToken })
    expect(mine.text.trim().split('\r\n')).toHaveLength(3)
    const workbook = await t.call(channels.exportOwn, { query: { format: 'xlsx' }, as: adminToken }).responseType('blob')
    expect((workbook.body as Buffer).subarray(0, 2).toString()).toBe('PK')
  })
})

describe('the public list', () => {
  it('finds words without accents and holds published ones only [ID-041]', async () => {
    const find = async (query: object) =>
      ((await t.call(channels.list, { query: query as never }).expect(200)).body as Page).items.map(({ slug }) => slug)
    expect(await find({})).toEqual(['sala-apolo', 'tienda'])
    expect(await find({ q: 'ÁPOL' })).toEqual(['sala-apolo'])
    expect(await find({ q: 'espera' })).toEqual([])
    expect(await find({ q: `o'dd \\ % _` })).toEqual([])
    const first = (await t.call(channels.list, { query: { limit: 1 } })).body as Page
    expect(await find({ limit: 1, cursor: first.nextCursor })).toEqual(['tienda'])
  })
})
