import type { Language } from '@e-events/shared/domain/language.ts'
import type { ProductStatus, ProductType } from '@e-events/shared/domain/states.ts'
import type { Knex } from 'knex'
import { prepared } from '../../../db/knex.ts'
import { speakerText } from '../../catalogue/read/own-words.ts'
import { productText } from '../../catalogue/read/product-card.ts'

export interface ChoiceRow {
  slug: string
  title: string
  status: ProductStatus
  lessons: number
}

export interface SpeakerRow {
  id: string
  slug: string
  name: string
  title: string
  image_file_id: string | null
}

const lessonsOf = (course: string) =>
  `(select count(*)::int from lessons l join course_modules m on m.id = l.module_id where m.product_id = ${course})`

export type MasterRepository = ReturnType<typeof createMasterRepository>

export function createMasterRepository() {
  return {
    async find(db: Knex, productId: string): Promise<{ type: ProductType; version: number } | undefined> {
      const { rows } = await db.raw<{ rows: { type: ProductType; version: number }[] }>(
        `select p.type, coalesce(d.version, 0) as version from products p left join course_details d on d.product_id = p.id where p.id = :productId`,
        { productId },
      )
      return rows[0]
    },

    async listCourses(db: Knex, masterId: string): Promise<ChoiceRow[]> {
      const { rows } = await db.raw<{ rows: ChoiceRow[] }>(
        `select p.slug, p.title, p.status, ${lessonsOf('p.id')} as lessons from master_courses mc join products p on p.id = mc.course_id
         where mc.master_id = :masterId order by mc.position`,
        { masterId },
      )
      return rows
    },

    async listChoices(db: Knex, ownerId: string): Promise<ChoiceRow[]> {
      const { rows } = await db.raw<{ rows: ChoiceRow[] }>(
        `select p.slug, p.title, p.status, ${lessonsOf('p.id')} as lessons from products p join channels c on c.id = p.channel_id
         where c.owner_id = :ownerId and p.type = 'course' and p.cancelled_at is null order by p.title, p.id limit 500`,
        { ownerId },
      )
      return rows
    },

    async findCourseIds(db: Knex, slugs: readonly string[], ownerId: string): Promise<Map<string, string>> {
      const rows = await db('products as p')
        .join('channels as c', 'c.id', 'p.channel_id')
        .where({ 'c.owner_id': ownerId, 'p.type': 'course' })
        .whereIn('p.slug', [...slugs])
        .select<{ slug: string; id: string }[]>('p.slug', 'p.id')
      return new Map(rows.map(({ slug, id }) => [slug, id]))
    },

    /** Courses that leave stay open to whoever had the master `now`; drafts never were. */
    async saveCourses(trx: Knex, masterId: string, courseIds: readonly string[], now: Date): Promise<void> {
      const of = { masterId, courseIds: [...courseIds], now }
      await trx.raw(
        `insert into kept_courses (master_id, course_id, removed_at)
         select mc.master_id, mc.course_id, :now from master_courses mc join products p on p.id = mc.course_id
         where mc.master_id = :masterId and mc.course_id <> all (:courseIds::uuid[]) and p.status <> 'draft'`,
        of,
      )
      await trx.raw('delete from kept_courses where master_id = :masterId and course_id = any(:courseIds::uuid[])', of)
      await trx('master_courses').where({ master_id: masterId }).delete()
      if (courseIds.length > 0)
        await trx('master_courses').insert(courseIds.map((id, position) => ({ master_id: masterId, course_id: id, position })))
    },

    /** Slugs of the courses that readers see, in their order. */
    async listShown(db: Knex, masterId: string): Promise<string[]> {
      const rows = await db('master_courses as mc')
        .join('products as p', 'p.id', 'mc.course_id')
        .where({ 'mc.master_id': masterId })
        .whereNot('p.status', 'draft')
        .orderBy('mc.position')
        .select<{ slug: string }[]>('p.slug')
      return rows.map(({ slug }) => slug)
    },

    /** Slugs of the courses that left the master after an account got it, the first one first. */
    listKept: (db: Knex, masterId: string, acquiredAt: Date): Promise<string[]> =>
      db('kept_courses as kc')
        .join('products as p', 'p.id', 'kc.course_id')
        .where({ 'kc.master_id': masterId })
        .where('kc.removed_at', '>=', acquiredAt)
        .whereNot('p.status', 'draft')
        .orderBy(['kc.removed_at', 'p.slug'])
        .pluck('p.slug'),

    /** People of these products in their order, each once. */
    listSpeakers: (db: Knex, slugs: readonly string[], language: Language): Promise<SpeakerRow[]> =>
      prepared<SpeakerRow>(
        db,
        'speakers-of-master',
        `select sp.id, sp.slug, sp.name, ${speakerText('sp', 'title', '$1')} as title, sp.image_file_id
         from (
           select distinct on (ps.speaker_id) ps.speaker_id, array_position($2::text[], p.slug) as place, ps.position
           from product_speakers ps join products p on p.id = ps.product_id where p.slug = any($2::text[])
           order by ps.speaker_id, place, ps.position
         ) x join speakers sp on sp.id = x.speaker_id order by x.place, x.position, sp.name`,
        [language, [...slugs]],
      ),

    async titleOf(db: Knex, masterId: string, language: Language): Promise<string> {
      const [row] = await prepared<{ title: string }>(
        db,
        'master-title',
        `select ${productText.title} as title from products p where p.id = $2`,
        [language, masterId],
      )
      return row?.title ?? ''
    },
  }
}
