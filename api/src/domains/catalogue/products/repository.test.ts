import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { createFactories } from '../../../testing/factories.ts'
import { readEvent } from '../read/event-facts.ts'
import { createProductRepository, type ProductFilter } from './repository.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const acquisitions = () => vi.spyOn(database.knex.client as { acquireConnection(): Promise<unknown> }, 'acquireConnection')
const everything: ProductFilter = {
  language: 'es',
  now: new Date(),
  type: undefined,
  channel: undefined,
  category: undefined,
  speaker: undefined,
  group: undefined,
  q: undefined,
  after: undefined,
  limit: 100,
}

it('reads the pages that strangers ask for at the same moment by one statement', async () => {
  const { knex } = database
  const factories = createFactories(knex)
  const [first, second] = [await factories.product(), await factories.product()]
  const repository = createProductRepository(knex)
  const acquired = acquisitions()
  const page = (slug: string) => repository.findDetail(slug, { language: 'es', now: new Date(), userId: null, code: null })

  const pages = await Promise.all([page(second.slug), page('nowhere'), page(first.slug), page(second.slug)])
  expect(pages.map((each) => each?.id)).toEqual([second.id, undefined, first.id, second.id])
  expect(acquired).toHaveBeenCalledTimes(1)
})

it('reads lists of the same filters that are asked for at the same moment by one statement, each its own', async () => {
  const { knex } = database
  const factories = createFactories(knex)
  const [one, other] = [await factories.channel(), await factories.channel()]
  const inMinutes = (minutes: number) => new Date(Date.UTC(2026, 0, 1, 0, minutes))
  const make = (channelId: string, title: string, minutes: number) =>
    factories.product({ channel_id: channelId, title, published_at: inMinutes(minutes) })
  for (const [index, title] of ['uno', 'dos', 'tres'].entries()) {
    await make(one.id, title, index)
    await make(other.id, `otro ${title}`, index)
  }
  const repository = createProductRepository(knex)
  const acquired = acquisitions()
  acquired.mockClear()
  const list = async (filter: Partial<ProductFilter>) => await repository.list({ ...everything, ...filter })
  const of = async (slug: string, limit: number) => (await list({ channel: slug, limit })).map(({ title }) => title)

  const [first, second, third] = await Promise.all([of(one.slug, 2), of(other.slug, 5), of('nowhere', 5)])
  expect({ first, second, third }).toEqual({ first: ['tres', 'dos'], second: ['otro tres', 'otro dos', 'otro uno'], third: [] })
  expect(acquired).toHaveBeenCalledTimes(1)

  const lastOf = async (slug: string, limit: number) => {
    const row = (await list({ channel: slug, limit })).at(-1)
    return { channel: slug, after: [String(row?.sort_at), String(row?.id)] as const }
  }
  const [afterOne, afterTwo] = [await lastOf(one.slug, 1), await lastOf(other.slug, 2)]
  acquired.mockClear()
  const pages = await Promise.all([list(afterOne), list(afterTwo)])
  expect(pages.map((rows) => rows.map(({ title }) => title))).toEqual([['dos', 'uno'], ['otro uno']])
  expect(acquired).toHaveBeenCalledTimes(1)
})

it('reads at most eight lists by one statement, the same one as often as it is asked for, and lists by words one by one', async () => {
  const { knex } = database
  const channel = await createFactories(knex).channel()
  const { id } = await createFactories(knex).product({ channel_id: channel.id, title: 'Vela' })
  const repository = createProductRepository(knex)
  const acquired = acquisitions()
  const idsOf = async (count: number, filter: Partial<ProductFilter>) => {
    acquired.mockClear()
    const ask = () => repository.list({ ...everything, channel: channel.slug, ...filter })
    const lists = await Promise.all(Array.from({ length: count }, ask))
    return { ids: lists.map((rows) => rows.map((row) => row.id)), statements: acquired.mock.calls.length }
  }

  expect(await idsOf(9, {})).toEqual({ ids: Array.from({ length: 9 }, () => [id]), statements: 2 })
  expect(await idsOf(2, { q: 'vela' })).toEqual({ ids: [[id], [id]], statements: 2 })
})

it('says of a product with many dates what it says of one with few, from some of them', async () => {
  const { knex } = database
  const factories = createFactories(knex)
  const channel = await factories.channel()
  const product = await factories.product({ channel_id: channel.id }, { sessions: 0 })
  const addDate = (day: number) => factories.session({ product_id: product.id, starts_at: new Date(Date.now() + (day + 0.5) * 86_400_000) })
  const read = async () => {
    const [row] = await createProductRepository(knex).list({ ...everything, now: new Date(), channel: channel.slug })
    return { isMany: await hasMany(), dates: row?.event_dates.length, next: row && readEvent(row, new Date())?.date?.startsAtMs }
  }
  const hasMany = async () => (await knex('products').where({ id: product.id }).first('has_many_dates'))?.has_many_dates

  for (const day of [-7, -6, -5, -4, -3, -2, -1]) await addDate(day)
  const next = (await addDate(3)).starts_at.getTime()
  expect(await read()).toEqual({ isMany: false, dates: 8, next })
  await addDate(-8)
  // The next one and the last one.
  expect(await read()).toEqual({ isMany: true, dates: 2, next })
})

it('reads the dates of products with many by one more statement, each its own', async () => {
  const { knex } = database
  const factories = createFactories(knex)
  const channel = await factories.channel()
  const make = async (title: string, { inDays, isMany }: { inDays: number; isMany: boolean }) => {
    const product = await factories.product({ channel_id: channel.id, title }, { sessions: 0 })
    const date = await factories.session({ product_id: product.id, starts_at: new Date(Date.now() + inDays * 86_400_000) })
    await knex('products').where({ id: product.id }).update({ has_many_dates: isMany })
    return { title, next: date.starts_at.getTime() }
  }
  const made = [
    await make('uno', { inDays: 1, isMany: true }),
    await make('dos', { inDays: 2, isMany: false }),
    await make('tres', { inDays: 3, isMany: true }),
  ]
  const acquired = acquisitions()
  acquired.mockClear()
  const rows = await createProductRepository(knex).list({ ...everything, now: new Date(), channel: channel.slug })
  const said = rows.map((row) => ({ title: row.title, next: readEvent(row, new Date())?.date?.startsAtMs }))
  expect(said).toEqual(made.toReversed())
  expect(acquired).toHaveBeenCalledTimes(2)
})
