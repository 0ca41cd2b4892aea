import type { Language } from '@e-events/shared/domain/language.ts'
import type { ProductType } from '@e-events/shared/domain/states.ts'
import type { Knex } from 'knex'
import { violatedConstraint } from '../../db/errors.ts'
import { prepared } from '../../db/knex.ts'
import type { ProductInsert, ProductRow, ProductUpdate } from '../../db/tables/catalogue.ts'
import type { ChannelRow } from '../../db/tables/channels.ts'
import { productCardColumns, productCardJoins, productIsListed, productText, type ProductCardRow } from '../../read/product-card.ts'
import { toSlug } from '../../read/slug.ts'
import { detailColumns, ownColumns, type OwnProductRow, type ProductDetailRow } from './rows.ts'

export type ProductRepository = ReturnType<typeof createProductRepository>
export type ListedCardRow = ProductCardRow & { sort_at: string }

export interface ProductFilter {
  language: Language
  now: Date
  type: ProductType | undefined
  channel: string | undefined
  q: string | undefined
  after: readonly [publishedAt: string, id: string] | undefined
  limit: number
}

export interface OwnFilter {
  language: Language
  now: Date
  /** Undefined: everybody's. */
  ownerId: string | undefined
  type: ProductType | undefined
  channel: string | undefined
  after: readonly [sortAt: string, createdAt: string, id: string] | undefined
  limit: number
}

/** Microseconds, so that rows of one millisecond keep their order across pages; 'infinity' has no digits, so a far date stands in. */
const sortable = (expression: string) => `to_char((${expression}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
const nextStart = `coalesce(upcoming.starts_at, timestamptz '9999-01-01 00:00:00Z')`

export function createProductRepository(knex: Knex) {
  return {
    async list(filter: ProductFilter): Promise<ListedCardRow[]> {
      const values: unknown[] = [filter.language, filter.now]
      const conditions = [productIsListed]
      const names: string[] = []
      const add = (name: string, condition: (parameter: (value: unknown) => string) => string) => {
        names.push(name)
        conditions.push(condition((value) => `$${values.push(value)}`))
      }
      const { type, channel, q, after } = filter
      if (type !== undefined) add('type', (value) => `p.type = ${value(type)}`)
      if (channel !== undefined) add('channel', (value) => `c.slug = ${value(channel)}`)
      if (q !== undefined) {
        add('q', (value) => {
          const words = `(nullif(plainto_tsquery('simple', plain_text(${value(q)}))::text, '') || ':*')::tsquery`
          return `(p.search_vector @@ ${words} or exists (select 1 from product_translations t where t.product_id = p.id and t.search_vector @@ ${words.replace(/\$\d+/, `$${values.length}`)}))`
        })
      }
      if (after !== undefined)
        add('after', (value) => `(p.published_at, p.id) < (${value(after[0])}::timestamptz, ${value(after[1])}::uuid)`)
      values.push(filter.limit)
      return prepared<ListedCardRow>(
        knex,
        `product-list-${names.join('-')}`,
        `select ${productCardColumns}, ${sortable('p.published_at')} as sort_at from products p ${productCardJoins}
         where ${conditions.join(' and ')} order by p.published_at desc, p.id desc limit $${values.length}`,
        values,
      )
    },

    async findDetail(
      slug: string,
      viewer: { language: Language; now: Date; userId: string | null },
    ): Promise<ProductDetailRow | undefined> {
      const [row] = await prepared<ProductDetailRow>(
        knex,
        'product-detail',
        `select ${productCardColumns}, ${ownColumns}, ${detailColumns}, ${productText.description} as description, '' as sort_at, '' as created_sort_at
         from products p ${productCardJoins} where p.slug = $4`,
        [viewer.language, viewer.now, viewer.userId, slug],
      )
      return row
    },

    /** Of the same channel first, then of the same type, newest first. */
    async listRelated(product: { id: string; channelId: string; type: string }, language: Language, now: Date): Promise<ProductCardRow[]> {
      return prepared<ProductCardRow>(
        knex,
        'product-related',
        `select ${productCardColumns} from products p ${productCardJoins}
         where ${productIsListed} and p.id <> $3 and (p.channel_id = $4 or p.type = $5)
         order by (p.channel_id = $4) desc, running.id is not null desc, p.published_at desc limit 8`,
        [language, now, product.id, product.channelId, product.type],
      )
    },

    async listOwn(filter: OwnFilter): Promise<OwnProductRow[]> {
      const values: unknown[] = [filter.language, filter.now]
      const conditions = ['true']
      const add = (condition: (parameter: (value: unknown) => string) => string) =>
        conditions.push(condition((value) => `$${values.push(value)}`))
      const { ownerId, type, channel, after } = filter
      if (ownerId !== undefined) add((value) => `c.owner_id = ${value(ownerId)}`)
      if (type !== undefined) add((value) => `p.type = ${value(type)}`)
      if (channel !== undefined) add((value) => `c.slug = ${value(channel)}`)
      if (after !== undefined) {
        add((value) => {
          const [sortAt, createdAt, id] = [value(after[0]), value(after[1]), value(after[2])]
          return `(${nextStart} > ${sortAt}::timestamptz or (${nextStart} = ${sortAt}::timestamptz and (p.created_at, p.id) < (${createdAt}::timestamptz, ${id}::uuid)))`
        })
      }
      values.push(filter.limit)
      const { rows } = await rawWith(
        knex,
        `select ${productCardColumns}, ${ownColumns}, ${productText.description} as description,
           ${sortable(nextStart)} as sort_at, ${sortable('p.created_at')} as created_sort_at
         from products p ${productCardJoins} where ${conditions.join(' and ')}
         order by ${nextStart}, p.created_at desc, p.id desc limit $${values.length}`,
        values,
      )
      return rows
    },

    async getOwn(id: string, language: Language, now: Date): Promise<OwnProductRow> {
      const [row] = await prepared<OwnProductRow>(
        knex,
        'product-own',
        `select ${productCardColumns}, ${ownColumns}, ${productText.description} as description, '' as sort_at, '' as created_sort_at
         from products p ${productCardJoins} where p.id = $3`,
        [language, now, id],
      )
      if (!row) throw new Error('the product is gone')
      return row
    },

    async findChannel(slug: string): Promise<ChannelRow | undefined> {
      return knex('channels').where({ slug }).first()
    },
    async ownsChannels(userId: string): Promise<boolean> {
      return (await knex('channels').where({ owner_id: userId }).first('id')) !== undefined
    },
    async producerTypes(): Promise<readonly ProductType[]> {
      const config = await knex('site_config').first('producer_product_types')
      return config?.producer_product_types ?? []
    },
    async slugsLike(base: string): Promise<string[]> {
      const rows = await knex('products').where({ slug: base }).orWhereLike('slug', `${base}-%`).select('slug')
      return rows.map((row) => row.slug)
    },

    async insert(product: ProductInsert): Promise<ProductRow | 'taken'> {
      try {
        const [row] = await knex('products').insert(product).returning('*')
        if (!row) throw new Error('no product row')
        return row
      } catch (error) {
        if (violatedConstraint(error) === 'products_slug_key') return 'taken'
        throw error
      }
    },

    async lock(trx: Knex, id: string): Promise<ProductRow & { channel_status: ChannelRow['status'] }> {
      const row = await trx('products').where({ id }).forUpdate().first()
      const channel = row && (await trx('channels').where({ id: row.channel_id }).first('status'))
      if (!row || !channel) throw new Error('the product is gone')
      return { ...row, channel_status: channel.status }
    },
    async update(trx: Knex, id: string, change: ProductUpdate): Promise<void> {
      if (Object.keys(change).length > 0) await trx('products').where({ id }).update(change)
    },
    async countSessions(trx: Knex, productId: string): Promise<number> {
      const row = await trx('product_sessions')
        .where({ product_id: productId, state: 'scheduled' })
        .count<{ count: number }>('* as count')
        .first()
      return row?.count ?? 0
    },
    async insertSession(
      trx: Knex,
      session: { productId: string; startsAt: Date; endsAt: Date; timeZone: string },
    ): Promise<'saved' | 'taken'> {
      const [row] = await trx('product_sessions')
        .insert({ product_id: session.productId, starts_at: session.startsAt, ends_at: session.endsAt, time_zone: session.timeZone })
        .onConflict(trx.raw(`(product_id, starts_at) where state = 'scheduled'`))
        .ignore()
        .returning('id')
      return row ? 'saved' : 'taken'
    },
    async saveTranslation(
      trx: Knex,
      text: { productId: string; language: Language; title: string; shortDescription: string; description: string },
    ): Promise<void> {
      await trx('product_translations')
        .insert({
          product_id: text.productId,
          language: text.language,
          title: text.title,
          short_description: text.shortDescription,
          description: text.description,
        })
        .onConflict(['product_id', 'language'])
        .merge(['title', 'short_description', 'description'])
    },

    /** Sets the one category of a product by its name in any language; a name nobody used before becomes a category that staff may show. */
    async setCategory(
      trx: Knex,
      category: { productId: string; title: string | null; language: Language; hidden: boolean },
    ): Promise<void> {
      await trx('product_categories').where({ product_id: category.productId }).delete()
      if (category.title === null || category.title === '') return
      const known = await trx('category_translations').whereRaw('plain_text(title) = plain_text(?)', [category.title]).first('category_id')
      const categoryId = known?.category_id ?? (await createCategory(trx, { ...category, title: category.title }))
      await trx('product_categories').insert({ product_id: category.productId, category_id: categoryId }).onConflict().ignore()
    },
  }
}

/** Two names that make the same slug are the same category. */
async function createCategory(trx: Knex, category: { title: string; language: Language; hidden: boolean }): Promise<string> {
  const slug = toSlug(category.title)
  await trx('categories').insert({ slug, is_hidden: category.hidden }).onConflict('slug').ignore()
  const row = await trx('categories').where({ slug }).first('id')
  if (!row) throw new Error('no category row')
  await trx('category_translations')
    .insert({ category_id: row.id, language: category.language, title: category.title })
    .onConflict(['category_id', 'language'])
    .ignore()
  return row.id
}

/** Positional parameters through Knex, for statements that are too varied to be worth preparing. */
async function rawWith(knex: Knex, sql: string, values: readonly unknown[]): Promise<{ rows: OwnProductRow[] }> {
  const named = Object.fromEntries(values.map((value, index) => [`v${index + 1}`, value as Knex.RawBinding]))
  return knex.raw(sql.replaceAll(/\$(\d+)/g, ':v$1'), named)
}
