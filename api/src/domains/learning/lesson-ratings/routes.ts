import { lessonRatings, type RatedLesson } from '@e-events/shared/contract/learning/lesson-ratings.ts'
import type { Knex } from 'knex'
import { cursorKey, decodeCursor, toPage } from '../../../db/cursor.ts'
import type { ApiRouter, Bind } from '../../../http/bind.ts'
import { countRated, listRated, orders, type Position, type RatedLessonRow, type RatingFilters } from './repository.ts'

export function lessonRatingRoutes(router: ApiRouter, bind: Bind, { knex }: { knex: Knex }): void {
  bind(router, lessonRatings, {
    async list({ query: { cursor, limit, ...filters } }) {
      const [rows, total] = await Promise.all([
        listRated(knex, filters, { after: positionIn(cursor, filters), limit: limit + 1 }),
        countRated(knex, filters),
      ])
      return { ...toPage(rows, limit, { item: toRated, cursor: (row) => [orderOf(filters), row.sort_text, row.id] }), total }
    },
  })
}

const toRated = (row: RatedLessonRow): RatedLesson => ({
  id: row.id,
  title: row.title,
  kind: row.kind,
  course: { slug: row.course_slug, title: row.course_title },
  channel: { slug: row.channel_slug, title: row.channel_title },
  ratings: row.ratings,
  average: row.average,
})

const orderOf = ({ sort, order }: RatingFilters): string => `${sort}-${order}`

/** A cursor belongs to the order that it was made in. */
function positionIn(cursor: string | undefined, filters: RatingFilters): Position | undefined {
  const keys = decodeCursor(cursor, [new RegExp(`^${orderOf(filters)}$`), orders[filters.sort].pattern, cursorKey.uuid])
  return keys && { value: keys[1] ?? '', id: keys[2] ?? '' }
}
