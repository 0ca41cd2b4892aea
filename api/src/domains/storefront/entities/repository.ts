import type { Section } from '@e-events/shared/contract/storefront/home-sections.ts'
import type { Knex } from 'knex'
import { prepared } from '../../../db/knex.ts'
import type { EntityRow, EntityUpdate } from '../../../db/tables/storefront.ts'
import { keepFormerSlug, releaseSlug } from '../../../db/former-slugs.ts'
import { countPlaces, isSlugRefusal, listPlaces, slugsLike, type PlacesQuery } from '../pages/addressed.ts'

export interface MemberRow {
  entity_id: string
  id: string
  name: string
  email: string
}
export type EntityWithMembers = EntityRow & { members: MemberRow[] }
export interface ShownEntityRow {
  id: string
  name: string
  slug: string
  sections: Section[] | null
}
export type EntityRepository = ReturnType<typeof createEntityRepository>

const shownSql = `
  select e.id, e.name, e.slug, v.sections
  from entities e left join section_versions v on v.entity_id = e.id and v.state = 'live'
  where e.slug = $1 or e.id = (select f.entity_id from former_slugs f where f.slug = $1 and f.entity_id is not null)
  order by e.slug = $1 desc limit 1`

export function createEntityRepository(knex: Knex) {
  return {
    async list(query: PlacesQuery): Promise<(EntityWithMembers & { sort_text: string })[]> {
      return withMembers(await listPlaces<EntityRow>(knex, 'entities', query))
    },

    count: (query: PlacesQuery) => countPlaces(knex, 'entities', query),

    /** Those that somebody is a member of; without a member all of them. */
    async listOwn(memberId: string | undefined): Promise<Pick<EntityRow, 'name' | 'slug'>[]> {
      const query = knex('entities').select('name', 'slug').orderByRaw('name collate "und-x-icu", id').limit(200)
      if (memberId !== undefined) void query.whereIn('id', knex('entity_members').where({ user_id: memberId }).select('entity_id'))
      return query
    },

    /** By its address or one that it had. */
    async findShown(slug: string): Promise<ShownEntityRow | undefined> {
      const [row] = await prepared<ShownEntityRow>(knex, 'entity', shownSql, [slug])
      return row
    },

    async find(id: string): Promise<EntityWithMembers | undefined> {
      const [row] = await withMembers(await knex('entities').where({ id }))
      return row
    },

    async lock(trx: Knex, slug: string): Promise<EntityWithMembers | undefined> {
      const row = await trx('entities').where({ slug }).forUpdate().first()
      const [found] = row ? await withMembers([row], trx) : []
      return found
    },

    slugsLike: (base: string) => slugsLike(knex, 'entities', base),

    async insert({ memberIds, ...entity }: { name: string; slug: string; memberIds: readonly string[] }): Promise<EntityRow | 'taken'> {
      try {
        return await knex.transaction(async (trx) => {
          await releaseSlug(trx, 'entities', entity.slug)
          const [row] = await trx('entities').insert(entity).returning('*')
          if (!row) throw new Error('no entity row')
          await setMembers(trx, row.id, memberIds)
          return row
        })
      } catch (error) {
        if (isSlugRefusal(error)) return 'taken'
        throw error
      }
    },

    async update(trx: Knex, entity: EntityRow, change: EntityUpdate & { slug?: string }): Promise<void> {
      if (Object.keys(change).length === 0) return
      const [row] = await trx('entities').where({ id: entity.id }).update(change).returning('*')
      if (row && row.slug !== entity.slug) await keepFormerSlug(trx, 'entities', { id: entity.id, from: entity.slug, to: row.slug })
    },

    setMembers,

    /** Those of them who are organizers with a working account. */
    async organizersAmong(ids: readonly string[]): Promise<Set<string>> {
      const rows = await knex('users')
        .whereIn('id', ids)
        .whereNull('deleted_at')
        .whereRaw(`roles && array['PRODUCER', 'ADMIN']`)
        .pluck<string[]>('id')
      return new Set(rows)
    },

    async delete(trx: Knex, id: string): Promise<void> {
      await trx('entities').where({ id }).delete()
    },
  }

  async function withMembers<Row extends EntityRow>(rows: readonly Row[], trx: Knex = knex): Promise<(Row & { members: MemberRow[] })[]> {
    const ids = rows.map(({ id }) => id)
    const members = await trx('entity_members as m')
      .join('users as u', 'u.id', 'm.user_id')
      .whereIn('m.entity_id', ids)
      .orderByRaw('u.name, u.surname, u.id')
      .select<MemberRow[]>('m.entity_id', 'u.id', 'u.email', trx.raw(`trim(u.name || ' ' || u.surname) as name`))
    return rows.map((row) => ({ ...row, members: members.filter((member) => member.entity_id === row.id) }))
  }
}

async function setMembers(trx: Knex, entityId: string, userIds: readonly string[]): Promise<void> {
  await trx('entity_members').where({ entity_id: entityId }).delete()
  const rows = [...new Set(userIds)].map((userId) => ({ entity_id: entityId, user_id: userId }))
  if (rows.length > 0) await trx('entity_members').insert(rows)
}
