import { languages, type Language } from '@e-events/shared/domain/language.ts'
import type { Knex } from 'knex'
import { violatedConstraint } from '../../../db/errors.ts'
import { prepared } from '../../../db/knex.ts'

export interface CategoryRow {
  slug: string
  title: string | null
  count: number
}
export interface ManagedCategoryRow {
  id: string
  slug: string
  is_hidden: boolean
  titles: Partial<Record<Language, string>>
  products: number
  published: number
}
export type Titles = Partial<Record<Language, string | null>>

export type CategoryRepository = ReturnType<typeof createCategoryRepository>

export function createCategoryRepository(knex: Knex) {
  return {
    /** Counted in the search documents, which are what everybody can see. */
    listShown: (language: Language) =>
      prepared<CategoryRow>(
        knex,
        'categories-shown',
        `select k.slug, coalesce(counted.count, 0) as count,
           (select ct.title from category_translations ct where ct.category_id = k.id
            order by ct.language = $1 desc, ct.language = 'es' desc, ct.language limit 1) as title
         from categories k left join (
           select category_id, count(*) from search_documents d cross join lateral unnest(d.category_ids) category_id group by category_id
         ) counted on counted.category_id = k.id
         where not k.is_hidden order by k.position, k.slug`,
        [language],
      ),

    async listManaged(slug?: string): Promise<ManagedCategoryRow[]> {
      const { rows } = await knex.raw<{ rows: ManagedCategoryRow[] }>(
        `select k.id, k.slug, k.is_hidden,
           coalesce((select json_object_agg(ct.language, ct.title) from category_translations ct where ct.category_id = k.id), '{}') as titles,
           (select count(*) from product_categories pc where pc.category_id = k.id) as products,
           (select count(*) from search_documents d where d.category_ids @> array[k.id]) as published
         from categories k where :slug::text is null or k.slug = :slug order by k.position, k.slug`,
        { slug: slug ?? null },
      )
      return rows
    },

    async slugsLike(base: string): Promise<string[]> {
      const rows = await knex('categories').where({ slug: base }).orWhereLike('slug', `${base}-%`).select('slug')
      return rows.map((row) => row.slug)
    },
    /** At the end of the order. */
    async insert(trx: Knex, category: { slug: string; hidden: boolean }): Promise<{ id: string } | 'taken'> {
      const last = await trx('categories').max<{ max: number | null }>('position as max').first()
      try {
        // A savepoint: a slug that is taken must not end the transaction.
        return await trx.transaction(async (inner) => {
          const [row] = await inner('categories')
            .insert({ slug: category.slug, is_hidden: category.hidden, position: (last?.max ?? 0) + 1 })
            .returning('id')
          if (!row) throw new Error('no category row')
          return row
        })
      } catch (error) {
        if (violatedConstraint(error) === 'categories_slug_key') return 'taken'
        throw error
      }
    },
    /** @returns undefined where there is none */
    async lock(trx: Knex, slug: string): Promise<{ id: string } | undefined> {
      return trx('categories').where({ slug }).forUpdate().first('id')
    },
    async setHidden(trx: Knex, id: string, hidden: boolean): Promise<void> {
      await trx('categories').where({ id }).update({ is_hidden: hidden })
    },
    async saveTitles(trx: Knex, id: string, titles: Titles): Promise<void> {
      for (const language of languages) {
        const title = titles[language]
        if (title === undefined) continue
        const place = { category_id: id, language }
        if (title === null) await trx('category_translations').where(place).delete()
        else
          await trx('category_translations')
            .insert({ ...place, title })
            .onConflict(['category_id', 'language'])
            .merge(['title'])
      }
    },
    async countTitles(trx: Knex, id: string): Promise<number> {
      const row = await trx('category_translations').where({ category_id: id }).count<{ count: number }>('* as count').first()
      return row?.count ?? 0
    },
    /** Every category, held so that none is added meanwhile. */
    async lockAll(trx: Knex): Promise<string[]> {
      await trx.raw('lock table categories in share row exclusive mode')
      return trx('categories').pluck('slug')
    },
    async setOrder(trx: Knex, slugs: readonly string[]): Promise<void> {
      await trx.raw(
        `update categories set position = wanted.position from unnest(?::text[]) with ordinality wanted (slug, position)
         where categories.slug = wanted.slug and categories.position <> wanted.position`,
        [[...slugs]],
      )
    },
    /** Where it was the first one of a product, the next one is. */
    remove: (slug: string): Promise<boolean> =>
      knex.transaction(async (trx) => {
        const firstOf = await trx('product_categories as pc')
          .join('categories as k', 'k.id', 'pc.category_id')
          .where({ 'k.slug': slug, 'pc.position': 0 })
          .pluck<string[]>('pc.product_id')
        const removed = await trx('categories').where({ slug }).delete()
        await trx.raw(
          `update product_categories pc set position = 0
           from (
             select distinct on (product_id) product_id, category_id from product_categories
             where product_id = any(?::uuid[]) order by product_id, position, category_id
           ) next
           where pc.product_id = next.product_id and pc.category_id = next.category_id and pc.position <> 0`,
          [firstOf],
        )
        return removed > 0
      }),
  }
}
