import type { Section } from '@e-events/shared/contract/storefront/home-sections.ts'
import type { Knex } from 'knex'
import { prepared } from '../../../db/knex.ts'
import type { PageRow, PageUpdate } from '../../../db/tables/storefront.ts'
import { keepFormerSlug, releaseSlug } from '../../../db/former-slugs.ts'
import { countPlaces, isSlugRefusal, listPlaces, slugsLike, type PlacesQuery } from './addressed.ts'

export type ListedPageRow = PageRow & { has_draft: boolean }
export interface ShownPageRow {
  name: string
  slug: string
  is_published: boolean
  audience: PageRow['audience']
  sections: Section[] | null
}
export type PageRepository = ReturnType<typeof createPageRepository>

/** The address of the landing page, which is a screen of its own. */
const built = 'producers'

const shownSql = `
  select p.name, p.slug, p.is_published, p.audience, v.sections
  from pages p left join section_versions v on v.page_id = p.id and v.state = 'live'
  where p.slug = $1 or p.id = (select f.page_id from former_slugs f where f.slug = $1 and f.page_id is not null)
  order by p.slug = $1 desc limit 1`

export function createPageRepository(knex: Knex) {
  return {
    async list(query: PlacesQuery): Promise<(ListedPageRow & { sort_text: string })[]> {
      const rows = await listPlaces<PageRow>(knex, 'pages', query)
      const drafts = await draftsOf(rows.map(({ id }) => id))
      return rows.map((row) => ({ ...row, has_draft: drafts.has(row.id) }))
    },

    count: (query: PlacesQuery) => countPlaces(knex, 'pages', query),

    /** By its address or one that it had. */
    async findShown(slug: string): Promise<ShownPageRow | undefined> {
      const [row] = await prepared<ShownPageRow>(knex, 'page', shownSql, [slug])
      return row
    },

    async find(id: string): Promise<ListedPageRow | undefined> {
      const row = await knex('pages').where({ id }).first()
      return row && { ...row, has_draft: (await draftsOf([id])).has(id) }
    },

    async lock(trx: Knex, id: string): Promise<PageRow | undefined> {
      return trx('pages').where({ id }).forUpdate().first()
    },

    slugsLike: async (base: string): Promise<string[]> => [...(await slugsLike(knex, 'pages', base)), built],

    async insert(page: { name: string; slug: string; audience: PageRow['audience'] }): Promise<PageRow | 'taken'> {
      try {
        return await knex.transaction(async (trx) => {
          await releaseSlug(trx, 'pages', page.slug)
          const [row] = await trx('pages').insert(page).returning('*')
          if (!row) throw new Error('no page row')
          return row
        })
      } catch (error) {
        if (isSlugRefusal(error)) return 'taken'
        throw error
      }
    },

    async update(trx: Knex, page: PageRow, change: PageUpdate & { slug?: string }): Promise<PageRow> {
      if (Object.keys(change).length === 0) return page
      const [row] = await trx('pages').where({ id: page.id }).update(change).returning('*')
      if (!row) throw new Error('the page is gone')
      if (row.slug !== page.slug) await keepFormerSlug(trx, 'pages', { id: page.id, from: page.slug, to: row.slug })
      return row
    },

    async delete(trx: Knex, id: string): Promise<void> {
      await trx('pages').where({ id }).delete()
    },
  }

  async function draftsOf(ids: readonly string[]): Promise<Set<string | null>> {
    return new Set(await knex('section_versions').whereIn('page_id', ids).whereIn('state', ['draft', 'scheduled']).pluck('page_id'))
  }
}
