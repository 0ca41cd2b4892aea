import { defaultLanguage } from '@e-events/shared/domain/language.ts'
import type { Knex } from 'knex'
import { prepared } from '../../../db/knex.ts'
import { productText } from '../../catalogue/read/product-card.ts'

export interface ResourceRow {
  id: string
  lesson_id: string
  title: string
  url: string | null
  file_id: string | null
  file_name: string | null
  size_bytes: number | null
}

export interface OpenResourceRow extends ResourceRow {
  lesson_title: string
  is_preview: boolean
  course_id: string
  course_slug: string
  course_title: string
}

const own = (db: Knex) =>
  db('lesson_resources as r')
    .leftJoin('files as f', 'f.id', 'r.file_id')
    .select<ResourceRow[]>('r.id', 'r.lesson_id', 'r.title', 'r.url', 'r.file_id', 'f.original_name as file_name', 'f.size_bytes')

export const listOfLesson = (db: Knex, lessonId: string): Promise<ResourceRow[]> =>
  own(db).where({ 'r.lesson_id': lessonId }).orderBy(['r.position', 'r.created_at', 'r.id'])

const openSql = `select r.id, r.lesson_id, r.title, r.url, r.file_id, f.original_name as file_name, f.size_bytes, l.title as lesson_title,
    l.is_preview, p.id as course_id, p.slug as course_slug, ${productText.title} as course_title
  from lesson_resources r join lessons l on l.id = r.lesson_id join course_modules m on m.id = l.module_id
  join products p on p.id = m.product_id left join files f on f.id = r.file_id
  where p.id = any($2::uuid[]) order by array_position($2::uuid[], p.id), m.position, l.position, r.position, r.created_at, r.id`

/** Material of these courses, in the order of their lessons. */
export const listOfCourses = (db: Knex, courseIds: readonly string[], language = defaultLanguage): Promise<OpenResourceRow[]> =>
  prepared<OpenResourceRow>(db, 'open-resources', openSql, [language, courseIds])

/** Where material stands. */
export interface PlaceRow {
  lesson_id: string
  course_id: string
  course_slug: string
  file_id: string | null
  is_preview: boolean
}

export async function findPlace(db: Knex, id: string): Promise<PlaceRow | undefined> {
  const [row] = await db('lesson_resources as r')
    .join('lessons as l', 'l.id', 'r.lesson_id')
    .join('course_modules as m', 'm.id', 'l.module_id')
    .join('products as p', 'p.id', 'm.product_id')
    .where({ 'r.id': id })
    .select<PlaceRow[]>('r.lesson_id', 'p.id as course_id', 'p.slug as course_slug', 'r.file_id', 'l.is_preview')
  return row
}

/** One change of the material of a lesson at a time; false where the course has no such lesson. */
export async function lockLesson(trx: Knex, by: { id: string; productId: string }): Promise<boolean> {
  const rows = await trx('lessons as l')
    .join('course_modules as m', 'm.id', 'l.module_id')
    .where({ 'l.id': by.id, 'm.product_id': by.productId })
    .forUpdate('l')
    .select('l.id')
  return rows.length > 0
}

export async function addResource(
  trx: Knex,
  resource: { lesson_id: string; title: string; url: string | null; file_id: string | null; position: number },
): Promise<void> {
  await trx('lesson_resources').insert(resource)
}

export const renameResource = (db: Knex, id: string, title: string): Promise<number> =>
  db('lesson_resources').where({ id }).update({ title })

export const removeResource = (db: Knex, id: string): Promise<number> => db('lesson_resources').where({ id }).delete()

export async function arrangeResources(trx: Knex, ids: readonly string[]): Promise<void> {
  await trx.raw(
    `update lesson_resources r set position = wanted.position from unnest(?::uuid[]) with ordinality wanted (id, position) where r.id = wanted.id`,
    [[...ids]],
  )
}
