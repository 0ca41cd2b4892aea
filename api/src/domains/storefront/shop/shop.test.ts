import type { ListedProduct } from '@e-events/shared/contract/catalogue/products.ts'
import { shop } from '@e-events/shared/contract/storefront/shop.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

let t: TestApi
beforeAll(async () => {
  t = await createTestApi()
})
afterAll(() => t.stop())

const list = async (query: Record<string, unknown> = {}) =>
  (await t.call(shop.list, { query }).expect(200)).body as { items: ListedProduct[]; nextCursor: string | null }
const slugs = async (query: Record<string, unknown> = {}) => (await list(query)).items.map(({ slug }) => slug)
const hours = (count: number) => new Date(t.clock.nowMs() + count * 3_600_000)
const paid = (slug: string, net: number, fields: Parameters<TestApi['factories']['product']>[0] = {}) =>
  t.factories.product({ slug, type: 'vod', plan: 'paid', net_price_minor: net, ...fields })

describe('the shop [CAT-024]', () => {
  it('refuses an order, a price and a cursor that are none', async () => {
    for (const query of [{ sort: 'best' }, { minPrice: -1 }, { maxPrice: 'much' }, { type: 'concert' }, { cursor: 'W10' }])
      await t.call(shop.list, { query }).expect(400)
  })

  it('holds what may be got now and nothing else [SHOP-002]', async () => {
    const { factories } = t
    await paid('on-sale', 1_000)
    await factories.product({ slug: 'free', type: 'vod' })
    await factories.product({ slug: 'next-week' })
    await paid('draft', 1_000, { status: 'draft' })
    await paid('private', 1_000, { status: 'private' })
    await paid('cancelled', 1_000, { cancelled_at: new Date() })
    await paid('not-yet', 1_000, { sale_starts_at: hours(1) })
    await paid('over', 1_000, { sale_starts_at: hours(-2), sale_ends_at: hours(-1) })
    await paid('expired', 1_000, { expires_at: hours(-1) })
    await paid('gone', 1_000, { type: 'physical', stock: 0 })
    await paid('inactive-bundle', 1_000, { bundle_state: 'inactive' })
    await paid('subscribers', 1_000, { subscription_only: true })
    await paid('hidden-channel', 1_000, { channel_id: (await factories.channel({ status: 'draft' })).id })
    const past = await factories.product({ slug: 'past' }, { sessions: 0 })
    await factories.session({ product_id: past.id, starts_at: hours(-5), ends_at: hours(-4) })
    expect((await slugs()).sort()).toEqual(['free', 'next-week', 'on-sale'])
  })

  it('is filtered by type, plan, category, language and what the buyer pays', async () => {
    await paid('offer', 1_000, { offer_net_minor: 800, offer_tax_basis_points: 2_100, offer_starts_at: hours(-1), offer_ends_at: hours(1) })
    const book = await paid('book', 2_000, { type: 'physical', stock: 3, language: 'en' })
    const [category] = await t.database.knex('categories').insert({ slug: 'libros' }).returning('id')
    await t.database.knex('product_categories').insert({ product_id: book.id, category_id: category?.id ?? '' })
    expect(await slugs({ type: 'physical' })).toEqual(['book'])
    expect((await slugs({ plan: 'free' })).sort()).toEqual(['free', 'next-week'])
    expect(await slugs({ category: 'libros' })).toEqual(['book'])
    expect(await slugs({ spoken: 'en' })).toEqual(['book'])
    await paid('pack', 5_000, { bundle_state: 'active' })
    expect(await slugs({ type: 'bundle' })).toEqual(['pack'])
    await t.database.knex('products').where({ slug: 'pack' }).update({ bundle_state: 'inactive' })
    expect(await slugs({ type: 'bundle' })).toEqual([])
    // 8.00 and 21% are 9.68, at the boundary.
    expect(await slugs({ plan: 'paid', maxPrice: 968 })).toEqual(['offer'])
    expect(await slugs({ plan: 'paid', maxPrice: 967 })).toEqual([])
    expect(await slugs({ minPrice: 2_420 })).toEqual(['book'])
    expect(await slugs({ minPrice: 2_421 })).toEqual([])
  })

  it.each([
    ['cheapest', ['offer', 'on-sale', 'book']],
    ['dearest', ['book', 'on-sale', 'offer']],
    ['newest', ['book', 'offer', 'on-sale']],
  ])('in order: %s, page by page', async (sort, expected) => {
    const found: string[] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<typeof list>> = await list({ sort, plan: 'paid', limit: 1, ...(cursor === null ? {} : { cursor }) })
      found.push(...page.items.map(({ slug }) => slug))
      cursor = page.nextCursor
    } while (cursor !== null)
    expect(found).toEqual(expected)
  })

  it('soonest first, what has no date last', async () => {
    expect((await slugs({ sort: 'soonest' }))[0]).toBe('next-week')
    const first = await list({ sort: 'soonest', limit: 2 })
    expect(first.nextCursor).not.toBeNull()
    await t.call(shop.list, { query: { sort: 'cheapest', cursor: first.nextCursor } }).expect(400)
  })
})
