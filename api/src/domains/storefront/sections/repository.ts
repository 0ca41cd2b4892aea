import type { Section } from '@e-events/shared/contract/storefront/home-sections.ts'
import type { SectionPlaceKind } from '@e-events/shared/domain/section-versions.ts'
import { limits } from '@e-events/shared/limits.ts'
import type { Knex } from 'knex'
import { prepared } from '../../../db/knex.ts'
import { toJson } from '../../../db/row.ts'
import type { SectionVersionRow, SectionVersionUpdate } from '../../../db/tables/storefront.ts'

/** Where sections stand, with what its editor says about it. */
export interface Place {
  kind: SectionPlaceKind
  /** `site` for the home page. */
  id: string
  name: string
  slug: string
  isPublished: boolean
  audience: 'everybody' | 'journalists'
  memberIds: string[]
}
export type VersionRow = SectionVersionRow & { author: string | null }
export type SectionRepository = ReturnType<typeof createSectionRepository>

const site: Place = { kind: 'home', id: 'site', name: '', slug: '', isPublished: true, audience: 'everybody', memberIds: [] }
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const liveHomeSql = `select
    (select v.sections from section_versions v where v.state = 'live' and v.entity_id is null and v.page_id is null) as sections,
    array(
      select k.slug from categories k where not k.is_hidden and exists (
        select 1 from product_categories pc join products p on p.id = pc.product_id join channels c on c.id = p.channel_id
        where pc.category_id = k.id and p.status = 'published' and p.cancelled_at is null and c.status = 'published')
      order by k.position, k.slug limit 8
    ) as categories`

export function createSectionRepository(knex: Knex) {
  return {
    /** With the categories that a default home would have. */
    async liveHome(): Promise<{ sections: Section[] | null; categories: string[] }> {
      const [row] = await prepared<{ sections: Section[] | null; categories: string[] }>(knex, 'live-home', liveHomeSql, [])
      return row ?? { sections: null, categories: [] }
    },

    async findPlace(kind: SectionPlaceKind, key: string): Promise<Place | undefined> {
      if (kind === 'home') return key === 'site' ? site : undefined
      if (kind === 'page') {
        const page = uuid.test(key) ? await knex('pages').where({ id: key }).first() : undefined
        return page && { ...site, ...toPlace(page), kind, isPublished: page.is_published, audience: page.audience }
      }
      const entity = await knex('entities').where({ slug: key }).first()
      if (!entity) return undefined
      const memberIds = await knex('entity_members').where({ entity_id: entity.id }).pluck<string[]>('user_id')
      return { ...site, ...toPlace(entity), kind, memberIds }
    },

    /** Serialises concurrent edits of the sections of one page. */
    async lock(trx: Knex, place: Place): Promise<void> {
      await trx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`sections/${place.kind}/${place.id}`])
    },

    /** The one that is shown and the one that waits. */
    async current(place: Place, trx: Knex = knex): Promise<{ live: VersionRow | undefined; draft: VersionRow | undefined }> {
      const rows = await versionsOf(trx, place).whereIn('v.state', ['live', 'draft', 'scheduled'])
      return { live: rows.find(({ state }) => state === 'live'), draft: rows.find(({ state }) => state !== 'live') }
    },

    async published(place: Place, page: { before: number | undefined; limit: number }): Promise<VersionRow[]> {
      const query = versionsOf(knex, place).whereIn('v.state', ['live', 'past']).orderBy('v.number', 'desc').limit(page.limit)
      if (page.before !== undefined) void query.where('v.number', '<', page.before)
      return query
    },

    async findVersion(place: Place, number: number, trx: Knex = knex): Promise<VersionRow | undefined> {
      const [row] = await versionsOf(trx, place).where('v.number', number)
      return row
    },

    async nextNumber(trx: Knex, place: Place): Promise<number> {
      const row = await trx('section_versions').where(placeColumns(place)).max<{ last: number | null }[]>('number as last').first()
      return (row?.last ?? 0) + 1
    },

    async insert(
      trx: Knex,
      place: Place,
      version: {
        number: number
        state: SectionVersionRow['state']
        sections: readonly Section[]
        authorId: string | null
        savedAt: Date
        publishAt?: Date
        publishedAt?: Date
        restoredFrom?: number
      },
    ): Promise<void> {
      await trx('section_versions').insert({
        ...placeColumns(place),
        number: version.number,
        state: version.state,
        sections: toJson(version.sections),
        author_id: version.authorId,
        saved_at: version.savedAt,
        publish_at: version.publishAt ?? null,
        published_at: version.publishedAt ?? null,
        restored_from: version.restoredFrom ?? null,
      })
    },

    async update(trx: Knex, id: string, change: SectionVersionUpdate): Promise<void> {
      await trx('section_versions').where({ id }).update(change)
    },

    async delete(trx: Knex, id: string): Promise<void> {
      await trx('section_versions').where({ id }).delete()
    },

    /** Forgets what was published so long ago that nobody brings it back. */
    async forgetOld(trx: Knex, place: Place): Promise<void> {
      const old = trx('section_versions')
        .where({ ...placeColumns(place), state: 'past' })
        .orderBy('number', 'desc')
        .offset(limits.sectionVersionsKept)
        .select('id')
      await trx('section_versions').whereIn('id', old).delete()
    },

    async due(now: Date): Promise<{ kind: SectionPlaceKind; key: string }[]> {
      const rows = await knex('section_versions as v')
        .leftJoin('entities as e', 'e.id', 'v.entity_id')
        .where('v.state', 'scheduled')
        .where('v.publish_at', '<=', now)
        .orderBy('v.publish_at')
        .limit(50)
        .select<{ page_id: string | null; slug: string | null }[]>('v.page_id', 'e.slug')
      return rows.map(({ page_id: pageId, slug }) =>
        pageId !== null ? { kind: 'page', key: pageId } : slug !== null ? { kind: 'entity', key: slug } : { kind: 'home', key: 'site' },
      )
    },

    /** Which of these pictures some version of this place has already. */
    async usedPictures(trx: Knex, place: Place, ids: readonly string[]): Promise<Set<string>> {
      const { rows } = await trx.raw<{ rows: { id: string }[] }>(
        `select wanted.id from unnest(?::text[]) as wanted (id) where exists (
           select 1 from section_versions v where v.entity_id is not distinct from ?::uuid and v.page_id is not distinct from ?::uuid
             and position(wanted.id in v.sections::text) > 0)`,
        [[...ids], placeColumns(place).entity_id, placeColumns(place).page_id],
      )
      return new Set(rows.map(({ id }) => id))
    },
  }
}

function toPlace({ id, name, slug }: { id: string; name: string; slug: string }): Pick<Place, 'id' | 'name' | 'slug'> {
  return { id, name, slug }
}

function placeColumns({ kind, id }: Place): { entity_id: string | null; page_id: string | null } {
  return { entity_id: kind === 'entity' ? id : null, page_id: kind === 'page' ? id : null }
}

function versionsOf(trx: Knex, place: Place) {
  const { entity_id: entityId, page_id: pageId } = placeColumns(place)
  return trx('section_versions as v')
    .leftJoin('users as u', 'u.id', 'v.author_id')
    .whereRaw('v.entity_id is not distinct from ?::uuid and v.page_id is not distinct from ?::uuid', [entityId, pageId])
    .select<VersionRow[]>('v.*', trx.raw(`nullif(trim(u.name || ' ' || u.surname), '') as author`))
}
