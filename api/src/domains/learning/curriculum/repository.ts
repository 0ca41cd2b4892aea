import type { LessonKind, LessonOrder } from '@e-events/shared/domain/lessons.ts'
import type { PostDocument } from '@e-events/shared/domain/post-document.ts'
import type { ProductStatus, ProductType } from '@e-events/shared/domain/states.ts'
import type { Knex } from 'knex'
import type { JsonText } from '../../../db/row.ts'

export interface CurriculumHead {
  id: string
  type: ProductType
  version: number
  watched_percent: number
  watched_by_hand: boolean
  lesson_order: LessonOrder
}

export interface CourseSettings {
  watched_percent: number
  watched_by_hand: boolean
  lesson_order?: LessonOrder
}

export interface SourceRow {
  slug: string
  title: string
  type: ProductType
  status: ProductStatus
  is_ready: boolean
}

export interface OwnLessonRow {
  id: string
  module_id: string
  title: string
  kind: LessonKind
  url: string | null
  /** The words of the notes, and their form where they have one. */
  notes: string
  notes_document: PostDocument | null
  is_preview: boolean
  opens_at: Date | null
  opens_after_days: number | null
  source: SourceRow | null
}

/** Notes as they are stored; the HTML is sanitised. */
export interface NotesFields {
  notes: string
  notes_document: JsonText
  notes_html: string
}

export interface LessonFields extends NotesFields {
  title: string
  kind: LessonKind
  source_product_id: string | null
  url: string | null
  is_preview: boolean
  /** Left as they are where they are not given. */
  opens_at?: Date | null
  opens_after_days?: number | null
}

/** SQL: a product `s` as the content of a lesson. */
const isReady = `(s.type <> 'vod'
  or exists (select 1 from media_assets a where a.state = 'ready' and (a.id = s.media_asset_id or (a.product_id = s.id and a.kind = 'vod'))))`

export type CurriculumRepository = ReturnType<typeof createCurriculumRepository>

export function createCurriculumRepository() {
  return {
    async find(db: Knex, productId: string): Promise<CurriculumHead | undefined> {
      const { rows } = await db.raw<{ rows: CurriculumHead[] }>(
        `select p.id, p.type, coalesce(d.version, 0) as version, coalesce(d.watched_percent, 90) as watched_percent,
           coalesce(d.watched_by_hand, false) as watched_by_hand, coalesce(d.lesson_order, 'free') as lesson_order
         from products p left join course_details d on d.product_id = p.id where p.id = :productId`,
        { productId },
      )
      return rows[0]
    },

    /** Counts a change of this version and holds its row; false where another came before. */
    async bump(trx: Knex, productId: string, version: number): Promise<boolean> {
      await trx('course_details').insert({ product_id: productId }).onConflict('product_id').ignore()
      const changed = await trx('course_details')
        .where({ product_id: productId, version })
        .update({ version: version + 1 })
      return changed === 1
    },

    async saveSettings(trx: Knex, productId: string, settings: CourseSettings): Promise<void> {
      await trx('course_details').where({ product_id: productId }).update(settings)
    },

    listModules: (db: Knex, productId: string) =>
      db('course_modules').where({ product_id: productId }).orderBy('position').select('id', 'title'),

    async listLessons(db: Knex, productId: string): Promise<OwnLessonRow[]> {
      const { rows } = await db.raw<{ rows: OwnLessonRow[] }>(
        `select l.id, l.module_id, l.title, l.kind, l.url, l.notes, l.notes_document, l.is_preview, l.opens_at, l.opens_after_days,
           case when s.id is not null then jsonb_build_object('slug', s.slug, 'title', s.title, 'type', s.type, 'status', s.status, 'is_ready', ${isReady}) end as source
         from lessons l join course_modules m on m.id = l.module_id left join products s on s.id = l.source_product_id
         where m.product_id = :productId order by m.position, l.position`,
        { productId },
      )
      return rows
    },

    async listSources(db: Knex, page: { ownerId: string; types: readonly ProductType[]; limit: number }): Promise<SourceRow[]> {
      const { rows } = await db.raw<{ rows: SourceRow[] }>(
        `select s.slug, s.title, s.type, s.status, ${isReady} as is_ready from products s join channels c on c.id = s.channel_id
         where c.owner_id = :ownerId and s.type = any(:types::text[]) and s.cancelled_at is null order by s.created_at desc, s.id limit :limit`,
        { ...page, types: [...page.types] },
      )
      return rows
    },

    async findSource(db: Knex, slug: string, ownerId: string): Promise<{ id: string; type: ProductType } | undefined> {
      return db('products as p')
        .join('channels as c', 'c.id', 'p.channel_id')
        .where({ 'p.slug': slug, 'c.owner_id': ownerId })
        .first('p.id', 'p.type')
    },

    async countParts(db: Knex, productId: string): Promise<{ modules: number; lessons: number }> {
      const { rows } = await db.raw<{ rows: { modules: number; lessons: number }[] }>(
        `select count(distinct m.id)::int as modules, count(l.id)::int as lessons
         from course_modules m left join lessons l on l.module_id = m.id where m.product_id = :productId`,
        { productId },
      )
      return rows[0] ?? { modules: 0, lessons: 0 }
    },

    async addModule(trx: Knex, productId: string, title: string): Promise<void> {
      await trx.raw(
        `insert into course_modules (product_id, title, position)
         select :productId, :title, coalesce(max(position) + 1, 0) from course_modules where product_id = :productId`,
        { productId, title },
      )
    },

    updateModule: (trx: Knex, by: { id: string; product_id: string }, title: string) => trx('course_modules').where(by).update({ title }),
    removeModule: (trx: Knex, by: { id: string; product_id: string }) => trx('course_modules').where(by).delete(),
    findModule: (trx: Knex, by: { id: string; product_id: string }) => trx('course_modules').where(by).first('id'),

    async addLesson(trx: Knex, moduleId: string, fields: LessonFields): Promise<void> {
      const position = trx.raw('(select coalesce(max(position) + 1, 0) from lessons where module_id = ?)', [moduleId])
      await trx('lessons').insert({ module_id: moduleId, ...fields, position })
    },

    /** The notes of a lesson of this course; null where they have no form, undefined without such a lesson. */
    async findNotes(trx: Knex, by: { id: string; productId: string }): Promise<PostDocument | null | undefined> {
      const row = await trx('lessons')
        .where('id', by.id)
        .whereIn('module_id', trx('course_modules').where({ product_id: by.productId }).select('id'))
        .first('notes_document')
      return row && (row.notes_document as PostDocument | null)
    },

    updateLesson: (trx: Knex, by: { id: string; productId: string }, fields: LessonFields) =>
      trx('lessons')
        .where('id', by.id)
        .whereIn('module_id', trx('course_modules').where({ product_id: by.productId }).select('id'))
        .update(fields),

    removeLesson: (trx: Knex, by: { id: string; productId: string }) =>
      trx('lessons')
        .where('id', by.id)
        .whereIn('module_id', trx('course_modules').where({ product_id: by.productId }).select('id'))
        .delete(),

    /** Writes every place at once; the keys of positions are checked when the transaction ends. */
    async arrange(trx: Knex, modules: readonly { id: string; lessons: readonly string[] }[]): Promise<void> {
      const lessons = modules.flatMap(({ id, lessons: ids }) => ids.map((lesson, position) => ({ id: lesson, module: id, position })))
      await trx.raw(
        `update course_modules m set position = at.position
         from jsonb_to_recordset(:modules::jsonb) as at(id uuid, position int) where m.id = at.id`,
        { modules: JSON.stringify(modules.map(({ id }, position) => ({ id, position }))) },
      )
      await trx.raw(
        `update lessons l set module_id = at.module, position = at.position
         from jsonb_to_recordset(:lessons::jsonb) as at(id uuid, module uuid, position int) where l.id = at.id`,
        { lessons: JSON.stringify(lessons) },
      )
    },
  }
}
