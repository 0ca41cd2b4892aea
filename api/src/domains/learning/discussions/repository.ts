import type { DiscussionKind } from '@e-events/shared/contract/learning/discussions.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import type { Knex } from 'knex'
import { prepared } from '../../../db/knex.ts'
import { productText, productTextJoins } from '../../catalogue/read/product-card.ts'

export interface PostRow {
  id: string
  product_id: string
  lesson_id: string | null
  lesson_title: string | null
  parent_id: string | null
  /** Null where the post was removed. */
  user_id: string | null
  name: string | null
  kind: DiscussionKind
  text: string
  position_ms: number | null
  by_teacher: boolean
  accepted_id: string | null
  edited_at: Date | null
  created_at: Date
  /** `created_at` to the microsecond, for cursors. */
  at: string
}

export interface NewPost {
  product_id: string
  lesson_id: string | null
  parent_id: string | null
  user_id: string
  kind: DiscussionKind
  text: string
  position_ms: number | null
  by_teacher: boolean
}

export interface PostFilters {
  productId: string
  kind: DiscussionKind
  lessonId: string | undefined
  isUnanswered: boolean
}

/** SQL: whether a post `d` has replies. */
const hasReplies = `exists (select 1 from discussion_posts r where r.parent_id = d.id)`

const posts = (db: Knex) =>
  db('discussion_posts as d')
    .leftJoin('users as u', 'u.id', 'd.user_id')
    .leftJoin('lessons as l', 'l.id', 'd.lesson_id')
    .select<PostRow[]>(
      'd.*',
      'l.title as lesson_title',
      db.raw(`btrim(u.name || ' ' || u.surname) as name`),
      db.raw(`to_char(d.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at`),
    )

/** Posts without a parent, the newest first. */
export async function listPosts(
  db: Knex,
  { productId, kind, lessonId, isUnanswered }: PostFilters,
  page: { after: { at: string; id: string } | undefined; limit: number },
): Promise<PostRow[]> {
  const query = posts(db).where({ 'd.product_id': productId, 'd.kind': kind }).whereNull('d.parent_id')
  if (lessonId !== undefined) void query.where({ 'd.lesson_id': lessonId })
  if (isUnanswered) void query.whereNotNull('d.user_id').whereRaw(`not ${hasReplies}`)
  if (page.after) void query.whereRaw('(d.created_at, d.id) < (?::timestamptz, ?::uuid)', [page.after.at, page.after.id])
  return query
    .orderBy([
      { column: 'd.created_at', order: 'desc' },
      { column: 'd.id', order: 'desc' },
    ])
    .limit(page.limit)
}

/** Replies of these posts, the oldest first. */
export const listReplies = (db: Knex, parentIds: readonly string[]): Promise<PostRow[]> =>
  posts(db).whereIn('d.parent_id', parentIds).orderBy(['d.created_at', 'd.id'])

export async function findPost(db: Knex, id: string): Promise<PostRow | undefined> {
  const [row] = await posts(db).where({ 'd.id': id })
  return row
}

export async function lockPost(trx: Knex, id: string): Promise<boolean> {
  return (await trx('discussion_posts').where({ id }).forUpdate().select('id')).length > 0
}

export async function addPost(trx: Knex, post: NewPost): Promise<string> {
  const [row] = await trx('discussion_posts').insert(post).returning('id')
  if (!row) throw new Error('no post')
  return row.id
}

export async function countReplies(trx: Knex, parentId: string): Promise<number> {
  return (await trx('discussion_posts').where({ parent_id: parentId }).select('id')).length
}

export const changePost = (db: Knex, id: string, text: string, now: Date): Promise<number> =>
  db('discussion_posts').where({ id }).update({ text, edited_at: now })

export const acceptReply = (db: Knex, id: string, replyId: string | null): Promise<number> =>
  db('discussion_posts').where({ id }).update({ accepted_id: replyId })

/** A post with replies stays without its text and author. */
export async function removePost(trx: Knex, id: string): Promise<void> {
  if ((await countReplies(trx, id)) > 0) await trx('discussion_posts').where({ id }).update({ text: '', user_id: null, edited_at: null })
  else await trx('discussion_posts').where({ id }).delete()
}

/** All posts of an account that is erased. */
export async function removePostsOf(trx: Knex, userId: string): Promise<void> {
  await trx('discussion_posts as d').where({ user_id: userId }).whereRaw(`not ${hasReplies}`).delete()
  await trx('discussion_posts').where({ user_id: userId }).update({ text: '', user_id: null, edited_at: null })
}

/** Whether a question was asked in it since then. */
export async function hasQuestionSince(trx: Knex, productId: string, since: Date): Promise<boolean> {
  const rows = await trx('discussion_posts')
    .where({ product_id: productId, kind: 'question' })
    .whereNull('parent_id')
    .where('created_at', '>', since)
    .limit(1)
    .select('id')
  return rows.length > 0
}

export const isLessonOf = async (db: Knex, lessonId: string, productId: string): Promise<boolean> =>
  (
    await db('lessons as l')
      .join('course_modules as m', 'm.id', 'l.module_id')
      .where({ 'l.id': lessonId, 'm.product_id': productId })
      .select('l.id')
  ).length > 0

export interface PersonRow {
  id: string
  email: string
  locale: Language
  name: string
}

export async function findPerson(db: Knex, id: string): Promise<PersonRow | undefined> {
  const [row] = await db('users').where({ id }).select<PersonRow[]>('id', 'email', 'locale', 'name')
  return row
}

const titleSql = `select p.slug, ${productText.title} as title from products p ${productTextJoins} where p.id = $2`

export async function findTitle(db: Knex, productId: string, language: Language): Promise<{ slug: string; title: string }> {
  const [row] = await prepared<{ slug: string; title: string }>(db, 'discussion-title', titleSql, [language, productId])
  if (!row) throw new Error('the product is gone')
  return row
}
