import type { lessonRatingsQuery } from '@e-events/shared/contract/learning/lesson-ratings.ts'
import { defaultLanguage } from '@e-events/shared/domain/language.ts'
import type { LessonKind } from '@e-events/shared/domain/lessons.ts'
import type { Knex } from 'knex'
import type { z } from 'zod'
import { cursorKey } from '../../../db/cursor.ts'
import { productText } from '../../catalogue/read/product-card.ts'

export type RatingFilters = Omit<z.output<typeof lessonRatingsQuery>, 'cursor' | 'limit'>
export interface Position {
  value: string
  id: string
}

export interface RatedLessonRow {
  id: string
  title: string
  kind: LessonKind
  course_slug: string
  course_title: string
  channel_slug: string
  channel_title: string
  ratings: number
  average: number | null
  sort_text: string
}

const searchedWords = 10

/** SQL: lessons with their ratings. `productText` reads the language from the first parameter of its place. */
const rated = `with rated as (
    select l.id, l.title, l.kind, p.slug as course_slug, ${productText.title} as course_title, c.slug as channel_slug, c.title as channel_title,
      coalesce(r.ratings, 0) as ratings, r.average
    from lessons l join course_modules m on m.id = l.module_id join products p on p.id = m.product_id join channels c on c.id = p.channel_id
    left join (select lesson_id, count(*)::int as ratings, round(avg(stars), 2)::float8 as average from lesson_ratings group by lesson_id) r
      on r.lesson_id = l.id
  )`.replaceAll('$1', ':language')

const number = { type: 'float8', pattern: /^-?\d{1,9}(\.\d{1,6})?$/ }
const text = { type: 'text', pattern: cursorKey.text }
/** Expression of each order and the type that its text in a cursor comes back as; without a rating comes below one. */
export const orders: Record<RatingFilters['sort'], { expression: string; type: string; pattern: RegExp }> = {
  lesson: { expression: 'plain_text(title)', ...text },
  course: { expression: 'plain_text(course_title)', ...text },
  ratings: { expression: 'ratings', ...number },
  average: { expression: 'coalesce(average, 0)', ...number },
}

export async function listRated(
  knex: Knex,
  filters: RatingFilters,
  page: { after: Position | undefined; limit: number },
): Promise<RatedLessonRow[]> {
  const { expression, type } = orders[filters.sort]
  const direction = filters.order === 'asc' ? 'asc' : 'desc'
  const found = where(filters)
  const after = page.after ? `and (${expression}, id) ${direction === 'asc' ? '>' : '<'} (:value::${type}, :id::uuid)` : ''
  const { rows } = await knex.raw<{ rows: RatedLessonRow[] }>(
    `${rated} select *, (${expression})::text as sort_text from rated where ${found.sql} ${after}
     order by ${expression} ${direction}, id ${direction} limit :limit`,
    { ...found.values, ...page.after, limit: page.limit },
  )
  return rows
}

export async function countRated(knex: Knex, filters: RatingFilters): Promise<number> {
  const found = where(filters)
  const { rows } = await knex.raw<{ rows: { count: number }[] }>(
    `${rated} select count(*)::int as count from rated where ${found.sql}`,
    found.values,
  )
  return rows[0]?.count ?? 0
}

function where({ search = '', kind, rated: isRated }: RatingFilters): { sql: string; values: Record<string, string> } {
  const words = search.split(/\s+/).filter(Boolean).slice(0, searchedWords)
  const texts = `plain_text(title || ' ' || course_title || ' ' || channel_title)`
  return {
    sql: [
      'true',
      ...(kind === undefined ? [] : ['kind = :kind']),
      ...(isRated === undefined ? [] : [isRated === 'true' ? 'ratings > 0' : 'ratings = 0']),
      ...words.map((_, n) => `${texts} like '%' || plain_text(:word${n}) || '%'`),
    ].join(' and '),
    values: {
      language: defaultLanguage,
      ...(kind === undefined ? {} : { kind }),
      ...Object.fromEntries(words.map((word, n) => [`word${n}`, word.replaceAll(/[\\%_]/g, String.raw`\$&`)])),
    },
  }
}
