import { products } from '@e-events/shared/contract/catalogue/products.ts'
import { categories, type Category, type ManagedCategory } from '@e-events/shared/contract/catalogue/categories.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

let t: TestApi
let as: string
beforeAll(async () => {
  t = await createTestApi()
  as = await t.tokenOf(await t.factories.admin())
})
afterAll(() => t.stop())

const create = (body: object) => t.call(categories.create, { body, as })
const update = (slug: string, body: object) => t.call(categories.update, { params: { slug }, body, as })
const order = (slugs: string[]) => t.call(categories.order, { body: { slugs }, as })
const managed = async () => ((await t.call(categories.listManaged, { as }).expect(200)).body as { items: ManagedCategory[] }).items
const shown = async (query: object = {}) =>
  ((await t.call(categories.list, { query: { language: 'es', ...query } }).expect(200)).body as { items: Category[] }).items
const code = (reply: { status: number; body: unknown }) => [reply.status, (reply.body as { code?: string }).code]

describe('categories [CAT-020]', () => {
  it('refuse what has no title, a slug that is taken, an unknown one and an order of another list', async () => {
    expect(code(await create({ titles: {} }))).toEqual([400, 'VALIDATION_FAILED'])
    expect(code(await create({ titles: { es: null } }))).toEqual([400, 'VALIDATION_FAILED'])
    expect(code(await create({ titles: { es: 'x'.repeat(81) } }))).toEqual([400, 'VALIDATION_FAILED'])
    await create({ titles: { es: 'Música' } }).expect(201)
    expect(code(await create({ slug: 'musica', titles: { es: 'Otra' } }))).toEqual([409, 'SLUG_TAKEN'])
    expect(code(await update('nothing', { hidden: true }))).toEqual([404, 'NOT_FOUND'])
    expect(code(await update('musica', { titles: { es: null, en: null } }))).toEqual([400, 'VALIDATION_FAILED'])
    expect(code(await order(['musica', 'musica']))).toEqual([409, 'EDIT_CONFLICT'])
    expect(code(await order(['musica', 'nothing']))).toEqual([409, 'EDIT_CONFLICT'])
    expect(code(await t.call(categories.remove, { params: { slug: 'nothing' }, as }))).toEqual([404, 'NOT_FOUND'])
    expect(await managed()).toEqual([
      { slug: 'musica', titles: { es: 'Música', en: null, pt: null }, hidden: false, products: 0, published: 0 },
    ])
  })

  it('are made, named in three languages, ordered, hidden and removed; their products stay', async () => {
    await create({ titles: { es: 'Teatro', en: 'Theatre', pt: null } }).expect(201)
    expect((await create({ titles: { en: 'Teatro' }, hidden: true }).expect(201)).body).toMatchObject({ slug: 'teatro-2', hidden: true })
    const product = await t.factories.product()
    const draft = await t.factories.product({ status: 'draft' })
    const rows = await t.database.knex('categories').where({ slug: 'teatro' }).select('id')
    for (const { id } of [product, draft])
      await t.database.knex('product_categories').insert({ product_id: id, category_id: rows[0]?.id ?? '' })

    expect(await shown()).toEqual([{ slug: 'teatro', title: 'Teatro', count: 1 }])
    expect(await shown({ language: 'en' })).toEqual([{ slug: 'teatro', title: 'Theatre', count: 1 }])
    expect((await shown({ empty: 'true' })).map(({ slug }) => slug)).toEqual(['musica', 'teatro'])
    expect(
      ((await order(['teatro', 'teatro-2', 'musica']).expect(200)).body as { items: ManagedCategory[] }).items.map(({ slug }) => slug),
    ).toEqual(['teatro', 'teatro-2', 'musica'])
    expect((await managed())[0]).toEqual({
      slug: 'teatro',
      titles: { es: 'Teatro', en: 'Theatre', pt: null },
      hidden: false,
      products: 2,
      published: 1,
    })
    expect((await update('teatro', { titles: { en: null, pt: 'Teatro de cá' }, hidden: true }).expect(200)).body).toMatchObject({
      titles: { es: 'Teatro', en: null, pt: 'Teatro de cá' },
      hidden: true,
    })
    expect(await shown()).toEqual([])
    const others = await t.database.knex('categories').whereIn('slug', ['musica', 'teatro-2']).orderBy('slug').select('id')
    await t.database
      .knex('product_categories')
      .insert(others.map(({ id }, at) => ({ product_id: product.id, category_id: id, position: at + 1 })))
    await t.call(categories.remove, { params: { slug: 'teatro' }, as }).expect(204)
    expect((await managed()).map(({ slug }) => slug)).toEqual(['teatro-2', 'musica'])
    const card = (await t.call(products.list, { query: {} }).expect(200)).body as { items: { category: string | null }[] }
    expect(card.items.map(({ category }) => category)).toEqual(['Música'])
  })

  it('two of the same name in the same moment both get a place', async () => {
    const replies = await Promise.all(Array.from({ length: 4 }, () => create({ titles: { es: 'Danza' } })))
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    expect(new Set(replies.map(({ body }) => (body as ManagedCategory).slug)).size).toBe(4)
  })
})
