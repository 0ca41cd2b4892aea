import type { DiscussionKind, DiscussionOrder } from '@e-events/shared/contract/learning/discussions.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import type { ProductType } from '@e-events/shared/domain/states.ts'
import type { Knex } from 'knex'
import { prepared } from '../../../db/knex.ts'
import { productText } from '../../catalogue/read/product-card.ts'

export interface PostRow {
  id: string
  product_id: string
  lesson_id: string | null
  lesson_title: string | null
  /** Slug of the course or master that it stands in. */
  slug: string
  parent_id: string | null
  /** Null where the post was removed. */
  user_id: string | null
  name: string | null
  kind: DiscussionKind
  text: string
  position_ms: number | null
  by_teacher: boolean
  accepted_id: string | null
  votes: number
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
  /** Replies that nobody is to be told of have it from the beginning. */
  told_at?: Date | null
}

export interface PostFilters {
  productIds: readonly string[]
  kind: DiscussionKind
  lessonId: string | undefined
  /** Their posts are left out. */
  closedLessons: readonly string[]
  isUnanswered: boolean
  order: DiscussionOrder
}

/** Last post of the page before; `votes` counts only in the order of votes. */
export interface PostCursor {
  votes: number
  at: string
  id: string
}

/** SQL: whether a post `d` has replies. */
const hasReplies = `exists (select 1 from discussion_posts r where r.parent_id = d.id)`

const posts = (db: Knex) =>
  db('discussion_posts as d')
    .leftJoin('users as u', 'u.id', 'd.user_id')
    .leftJoin('lessons as l', 'l.id', 'd.lesson_id')
    .join('products as p', 'p.id', 'd.product_id')
    .select<PostRow[]>(
      'd.*',
      'l.title as lesson_title',
      'p.slug',
      db.raw(`btrim(u.name || ' ' || u.surname) as name`),
      db.raw(`to_char(d.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at`),
    )

/** Posts without a parent, the newest or those with the most votes first. */
export async function listPosts(
  db: Knex,
  { productIds, kind, lessonId, closedLessons, isUnanswered, order }: PostFilters,
  page: { after: PostCursor | undefined; limit: number },
): Promise<PostRow[]> {
  const query = posts(db).whereIn('d.product_id', productIds).where({ 'd.kind': kind }).whereNull('d.parent_id')
  if (lessonId !== undefined) void query.where({ 'd.lesson_id': lessonId })
  if (closedLessons.length > 0) void query.whereRaw('(d.lesson_id is null or d.lesson_id <> all(?::uuid[]))', [[...closedLessons]])
  if (isUnanswered) void query.whereNotNull('d.user_id').whereRaw(`not ${hasReplies}`)
  const { after } = page
  if (order === 'votes') {
    void query.orderBy('d.votes', 'desc')
    const keys = '(d.votes, d.created_at, d.id) < (?::int, ?::timestamptz, ?::uuid)'
    if (after) void query.whereRaw(keys, [after.votes, after.at, after.id])
  } else if (after) void query.whereRaw('(d.created_at, d.id) < (?::timestamptz, ?::uuid)', [after.at, after.id])
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

/** A post with replies stays without its text and author, and goes with the last of them. */
export async function removePost(trx: Knex, { id, parentId }: { id: string; parentId: string | null }): Promise<void> {
  if ((await countReplies(trx, id)) > 0) await trx('discussion_posts').where({ id }).update(removed)
  else await trx('discussion_posts').where({ id }).delete()
  if (parentId !== null) await dropEmpty(trx).where({ 'd.id': parentId })
}

/** All posts and votes of an account that is erased. */
export async function removePostsOf(trx: Knex, userId: string): Promise<void> {
  await trx('discussion_posts')
    .whereIn('id', trx('discussion_votes').where({ user_id: userId }).select('post_id'))
    .decrement('votes', 1)
  await trx('discussion_votes').where({ user_id: userId }).delete()
  const parents = await trx('discussion_posts').where({ user_id: userId }).whereNotNull('parent_id').pluck<string[]>('parent_id')
  await trx('discussion_posts as d').where({ user_id: userId }).whereRaw(`not ${hasReplies}`).delete()
  await trx('discussion_posts').where({ user_id: userId }).update(removed)
  await dropEmpty(trx).whereIn('d.id', parents)
}

const removed = { text: '', user_id: null, edited_at: null }

/** Removed posts that nobody replies to any more. */
const dropEmpty = (trx: Knex) =>
  trx('discussion_posts as d').whereNull('d.user_id').whereNull('d.parent_id').whereRaw(`not ${hasReplies}`).delete()

/** SQL: questions of learners that their organizer has not been told of. */
const untold = `kind = 'question' and parent_id is null and not by_teacher and user_id is not null and told_at is null`

/** Courses and masters with such questions, and without a notice since then. */
export async function listUntold(db: Knex, since: Date): Promise<string[]> {
  return db('discussion_posts as d')
    .whereRaw(untold)
    .whereRaw('not exists (select 1 from discussion_posts t where t.product_id = d.product_id and t.parent_id is null and t.told_at > ?)', [
      since,
    ])
    .distinct('product_id')
    .pluck<string[]>('product_id')
}

/** Marks them as told, one call at a time; false where there are none, or where a notice was sent since then. */
export async function markTold(trx: Knex, productId: string, { since, now }: { since: Date; now: Date }): Promise<boolean> {
  await trx.raw(`select pg_advisory_xact_lock(hashtextextended('questions:' || :productId, 0))`, { productId })
  const asked = trx('discussion_posts').where({ product_id: productId }).whereNull('parent_id')
  const recent = await asked.where('told_at', '>', since).limit(1).select('id')
  if (recent.length > 0) return false
  return (await trx('discussion_posts').where({ product_id: productId }).whereRaw(untold).update({ told_at: now })) > 0
}

/** Author of posts in one course or master, as somebody who is told of replies to them. */
export interface Asker {
  userId: string
  productId: string
  kind: DiscussionKind
}

/** Replies of others to posts `d`. */
const repliesOfOthers = (db: Knex) =>
  db('discussion_posts as r').join('discussion_posts as d', 'd.id', 'r.parent_id').whereRaw('r.user_id <> d.user_id')

/** Authors with replies that they were not told of, and without a notice since then. */
export async function listUntoldAskers(db: Knex, since: Date): Promise<Asker[]> {
  const waiting = await repliesOfOthers(db)
    .whereNotNull('r.parent_id')
    .whereNull('r.told_at')
    .distinct<{ user_id: string; product_id: string; kind: DiscussionKind }[]>('d.user_id', 'd.product_id', 'd.kind')
  const askers = waiting.map(({ user_id, product_id, kind }) => ({ userId: user_id, productId: product_id, kind }))
  const recent = await Promise.all(askers.map((asker) => wasTold(db, asker, since)))
  return askers.filter((_, index) => !recent[index])
}

const repliesTo = (db: Knex, { userId, productId, kind }: Asker) =>
  repliesOfOthers(db).where({ 'd.user_id': userId, 'd.product_id': productId, 'd.kind': kind })

const wasTold = async (db: Knex, asker: Asker, since: Date): Promise<boolean> =>
  (await repliesTo(db, asker).where('r.told_at', '>', since).limit(1).select('r.id')).length > 0

/**
 * Marks replies as told, one call at a time. Answers their number and the account that wrote the last one; undefined
 * where there are none, or where a notice was sent since then.
 */
export async function markRepliesTold(
  trx: Knex,
  asker: Asker,
  { since, now }: { since: Date; now: Date },
): Promise<{ count: number; lastBy: string } | undefined> {
  const key = `replies:${asker.productId}:${asker.userId}:${asker.kind}`
  await trx.raw(`select pg_advisory_xact_lock(hashtextextended(:key, 0))`, { key })
  if (await wasTold(trx, asker, since)) return undefined
  const replies = await repliesTo(trx, asker)
    .whereNull('r.told_at')
    .orderBy(['r.created_at', 'r.id'])
    .select<{ id: string; user_id: string }[]>('r.id', 'r.user_id')
  const last = replies.at(-1)
  if (!last) return undefined
  await trx('discussion_posts')
    .whereIn(
      'id',
      replies.map(({ id }) => id),
    )
    .update({ told_at: now })
  return { count: replies.length, lastBy: last.user_id }
}

/** Those of these posts that an account voted for. */
export const listVotesOf = (db: Knex, userId: string, postIds: readonly string[]): Promise<string[]> =>
  db('discussion_votes').where({ user_id: userId }).whereIn('post_id', postIds).pluck<string[]>('post_id')

/** The row of the post must be locked. */
export async function setVote(trx: Knex, vote: { post_id: string; user_id: string }, isVoted: boolean): Promise<void> {
  const votes = trx('discussion_votes')
  const changed = isVoted
    ? (await votes.insert(vote).onConflict(['post_id', 'user_id']).ignore().returning('user_id')).length
    : await votes.where(vote).delete()
  if (changed > 0)
    await trx('discussion_posts')
      .where({ id: vote.post_id })
      .increment('votes', isVoted ? 1 : -1)
}

/** The organizer of a course or master. */
export async function ownerOf(db: Knex, productId: string): Promise<string | undefined> {
  const [row] = await db('products as p')
    .join('channels as c', 'c.id', 'p.channel_id')
    .where({ 'p.id': productId })
    .select<{ owner_id: string }[]>('c.owner_id')
  return row?.owner_id
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

const titleSql = `select p.slug, p.type, ${productText.title} as title from products p where p.id = $2`

export interface PlaceRow {
  slug: string
  type: ProductType
  title: string
}

export async function findTitle(db: Knex, productId: string, language: Language): Promise<PlaceRow> {
  const [row] = await prepared<PlaceRow>(db, 'discussion-title', titleSql, [language, productId])
  if (!row) throw new Error('the product is gone')
  return row
}
