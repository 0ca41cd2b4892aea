import { listedProductSchema } from '@e-events/shared/contract/catalogue/products.ts'
import { languages } from '@e-events/shared/domain/language.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { prepared } from '../../../db/knex.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { createFactories, type Factories } from '../../../testing/factories.ts'
import {
  listedProductColumns,
  productCardColumns,
  productCardJoins,
  toListedProduct,
  toProductCard,
  type ListedProductRow,
  type ProductCardRow,
} from './product-card.ts'

let database: TestDatabase
let factories: Factories
beforeAll(async () => {
  database = await createTestDatabase()
  factories = createFactories(database.knex)
})
afterAll(() => database.drop())

const day = 24 * 60 * 60_000
const inDays = (days: number) => new Date(Date.now() + days * day)

it('a card in a list is the one that stands by itself, with less, whatever a product has', async () => {
  const { knex } = database
  const owner = await factories.producer()
  const picture = async () => (await factories.picture({ owner_id: owner.id })).id
  const channel_id = (await factories.channel({ owner_id: owner.id, logo_file_id: await picture() })).id
  const prices = [1, 49, 1_000, 12_345, 99_999_999]
  const rates = [0, 400, 1_000, 2_100, 10_000]
  for (const [index, net_price_minor] of prices.entries()) {
    const tax_basis_points = rates[index] ?? 0
    await factories.product({ channel_id, plan: 'paid', net_price_minor, tax_basis_points })
    const offer = { offer_net_minor: Math.ceil(net_price_minor * 0.8), offer_tax_basis_points: tax_basis_points }
    for (const [from, to] of [
      [-1, 1],
      [1, 2],
      [-2, -1],
    ] as const)
      await factories.product({
        channel_id,
        plan: 'paid',
        net_price_minor,
        tax_basis_points,
        ...offer,
        offer_starts_at: inDays(from),
        offer_ends_at: inDays(to),
      })
  }
  await factories.product({ channel_id }, { sessions: 3 })
  await factories.product({
    channel_id,
    type: 'vod',
    labels: ['Nuevo', 'a "b" \\ c'],
    group_name: 'Ciclo',
    image_file_id: await picture(),
    hero_file_id: await picture(),
  })
  const onAir = await factories.product({ channel_id })
  await factories.broadcast({ product_id: onAir.id })
  await knex('broadcasts').update({ viewer_count: 12 })
  const video = await factories.product({ channel_id, type: 'vod' })
  const asset = await factories.asset({ product_id: video.id, duration_ms: 61_234 })
  await knex('products').where({ id: video.id }).update({ media_asset_id: asset.id })
  const spoken = await factories.product({ channel_id, language: 'pt', title: 'Título «ç»\nde dois' })
  await knex('product_translations').insert({ product_id: spoken.id, language: 'en', title: 'In English', short_description: 'Short' })
  const [category] = await knex('categories').insert({ slug: 'musica' }).returning('id')
  await knex('category_translations').insert([
    { category_id: category!.id, language: 'es', title: 'Música' },
    { category_id: category!.id, language: 'en', title: 'Music' },
  ])
  await knex('product_categories').insert({ product_id: spoken.id, category_id: category!.id })

  const now = new Date()
  for (const language of languages) {
    const cards = `select ${productCardColumns} from products p ${productCardJoins} order by p.created_at, p.id`
    const rows = await prepared<ProductCardRow>(knex, `cards-${language}`, cards, [language, now])
    const listed = cards.replace(productCardColumns, listedProductColumns)
    const few = await prepared<ListedProductRow>(knex, `listed-${language}`, listed, [language, now])
    expect(few.map((card) => listedProductSchema.parse(toListedProduct(card)))).toEqual(
      rows.map((card) => listedProductSchema.parse(toProductCard(card))),
    )
    expect(rows.length).toBeGreaterThan(20)
  }
})
