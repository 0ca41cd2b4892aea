import type { studentsQuery } from '@e-events/shared/contract/learning/students.ts'
import type { ProductType } from '@e-events/shared/domain/states.ts'
import type { Knex } from 'knex'
import type { z } from 'zod'
import { cursorKey } from '../../../db/cursor.ts'
import { coveredOf, durationOf } from '../courses/repository.ts'

export type StudentFilters = Omit<z.output<typeof studentsQuery>, 'cursor' | 'limit'>
export interface Position {
  value: string
  id: string
}

export interface StudentRow {
  id: string
  name: string
  email: string
  since: Date
  seen_at: Date | null
  sort_text: string
}

export interface TaughtLessonRow {
  id: string
  has_quiz: boolean
}

/** Best attempt of an account in the quiz of a lesson. */
export interface BestAttemptRow {
  user_id: string
  lesson_id: string
  /** 0 to 100. */
  best_percent: number
}

export interface StudentCertificateRow {
  id: string
  user_id: string
  revoked_at: Date | null
}

export interface StudentProgressRow {
  user_id: string
  lesson_id: string
  watched: boolean
}

export interface PlayedLessonRow {
  duration_ms: number | null
  watched: boolean
  covered_ms: number
}

const searchedWords = 10

/** SQL: lessons of a course, or of the courses of a master that are no drafts. */
const taught = `select l.id from lessons l join course_modules m on m.id = l.module_id
  where m.product_id = :productId or m.product_id in
    (select t.course_id from master_courses t join products p on p.id = t.course_id where t.master_id = :productId and p.status <> 'draft')`

/**
 * SQL: accounts with a ticket that is good for the product, or for a master that holds it or did when they got it, and
 * those that learn with a subscription that is good. Its organizer is none.
 */
const enrolled = `with taught as (${taught}), enrolled as (
    select x.user_id, min(x.at) as since from (
      select k.user_id, k.acquired_at as at from tickets k
      where k.product_id in (select :productId::uuid union select mc.master_id from master_courses mc where mc.course_id = :productId)
        and k.revoked_at is null and (k.expires_at is null or k.expires_at > :now)
      union all
      select k.user_id, k.acquired_at from kept_courses kc join tickets k on k.product_id = kc.master_id and k.acquired_at <= kc.removed_at
      where kc.course_id = :productId and k.revoked_at is null and (k.expires_at is null or k.expires_at > :now)
      union all
      select g.user_id, min(g.created_at) from lesson_progress g
      where g.lesson_id in (select id from taught) and exists (
        select 1 from subscriptions s join products p on p.id = :productId join channels c on c.id = p.channel_id
        where s.user_id = g.user_id and greatest(s.valid_until, s.grace_until) > :now
          and (s.channel_id = c.id or (s.channel_id is null and c.in_platform_subscription)))
      group by g.user_id
    ) x group by x.user_id
  ), shown as (
    select u.id, trim(u.name || ' ' || u.surname) as name, u.email::text as email, e.since,
      (select max(g.updated_at) from lesson_progress g where g.user_id = u.id and g.lesson_id in (select id from taught)) as seen_at
    from enrolled e join users u on u.id = e.user_id
    where u.deleted_at is null and u.id <> :ownerId
  )`

const sinceText = `to_char(since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
/** Expression of each order, its text in a cursor, and the type that the text comes back as. */
export const orders: Record<StudentFilters['sort'], { expression: string; text: string; type: string; pattern: RegExp }> = {
  since: { expression: 'since', text: sinceText, type: 'timestamptz', pattern: cursorKey.instant },
  name: { expression: 'plain_text(name)', text: 'plain_text(name)', type: 'text', pattern: cursorKey.text },
}

interface Taught {
  productId: string
  ownerId: string
  now: Date
}

export type StudentRepository = ReturnType<typeof createStudentRepository>

export function createStudentRepository(knex: Knex) {
  return {
    async typeOf(productId: string): Promise<ProductType | undefined> {
      return (await knex('products').where({ id: productId }).first('type'))?.type
    },

    async list(of: Taught, filters: StudentFilters, page: { after: Position | undefined; limit: number }): Promise<StudentRow[]> {
      const { expression, text, type } = orders[filters.sort]
      const direction = filters.order === 'asc' ? 'asc' : 'desc'
      const search = searchOf(filters)
      const after = page.after ? `and (${expression}, id) ${direction === 'asc' ? '>' : '<'} (:value::${type}, :id::uuid)` : ''
      const { rows } = await knex.raw<{ rows: StudentRow[] }>(
        `${enrolled} select *, ${text} as sort_text from shown where ${search.sql} ${after}
         order by ${expression} ${direction}, id ${direction} limit :limit`,
        { ...of, ...search.values, ...page.after, limit: page.limit },
      )
      return rows
    },

    async count(of: Taught, filters: StudentFilters): Promise<number> {
      const search = searchOf(filters)
      const { rows } = await knex.raw<{ rows: { count: number }[] }>(
        `${enrolled} select count(*)::int as count from shown where ${search.sql}`,
        {
          ...of,
          ...search.values,
        },
      )
      return rows[0]?.count ?? 0
    },

    /** All accounts, or one of them. */
    async ids(of: Taught, student: string | null): Promise<string[]> {
      const { rows } = await knex.raw<{ rows: { id: string }[] }>(
        `${enrolled} select id from shown where :student::uuid is null or id = :student`,
        { ...of, student },
      )
      return rows.map(({ id }) => id)
    },

    async listLessons(productId: string): Promise<TaughtLessonRow[]> {
      const { rows } = await knex.raw<{ rows: TaughtLessonRow[] }>(
        `select l.id, exists (select 1 from lesson_quizzes q where q.lesson_id = l.id) as has_quiz from (${taught}) l`,
        { productId },
      )
      return rows
    },

    async listBestAttempts(lessonIds: readonly string[], userIds: readonly string[]): Promise<BestAttemptRow[]> {
      const { rows } = await knex.raw<{ rows: BestAttemptRow[] }>(
        `select a.user_id, q.lesson_id, max(a.score_percent)::int as best_percent from lesson_quizzes q join quiz_attempts a on a.quiz_id = q.id
         where q.lesson_id = any(:lessonIds::uuid[]) and a.user_id = any(:userIds::uuid[]) group by a.user_id, q.lesson_id`,
        { lessonIds: [...lessonIds], userIds: [...userIds] },
      )
      return rows
    },

    async listCertificates(productId: string, userIds: readonly string[]): Promise<StudentCertificateRow[]> {
      return knex('certificates')
        .where({ product_id: productId })
        .whereIn('user_id', [...userIds])
        .select('id', 'user_id', 'revoked_at')
    },

    /** Played part of each lesson, by one account. */
    async listPlayed(productId: string, userId: string): Promise<PlayedLessonRow[]> {
      const { rows } = await knex.raw<{ rows: PlayedLessonRow[] }>(
        `select ${durationOf} as duration_ms, coalesce(g.watched, false) as watched, ${coveredOf('g.covered')} as covered_ms
         from lessons l left join lesson_progress g on g.lesson_id = l.id and g.user_id = :userId
         where l.id in (${taught})`,
        { productId, userId },
      )
      return rows
    },

    async listProgress(lessonIds: readonly string[], userIds: readonly string[]): Promise<StudentProgressRow[]> {
      const { rows } = await knex.raw<{ rows: StudentProgressRow[] }>(
        `select g.user_id, g.lesson_id, g.watched from lesson_progress g
         where g.user_id = any(:userIds::uuid[]) and g.lesson_id = any(:lessonIds::uuid[])`,
        { userIds: [...userIds], lessonIds: [...lessonIds] },
      )
      return rows
    },
  }
}

function searchOf({ search = '' }: StudentFilters): { sql: string; values: Record<string, string> } {
  const words = search.split(/\s+/).filter(Boolean).slice(0, searchedWords)
  return {
    sql: ['true', ...words.map((_, n) => `plain_text(name || ' ' || email) like '%' || plain_text(:word${n}) || '%'`)].join(' and '),
    values: Object.fromEntries(words.map((word, n) => [`word${n}`, word.replaceAll(/[\\%_]/g, String.raw`\$&`)])),
  }
}
