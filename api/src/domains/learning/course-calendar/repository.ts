import type { Language } from '@e-events/shared/domain/language.ts'
import type { LessonKind } from '@e-events/shared/domain/lessons.ts'
import type { Knex } from 'knex'
import { prepared } from '../../../db/knex.ts'
import { productText } from '../../catalogue/read/product-card.ts'

export interface DatedLessonRow {
  lesson_id: string
  lesson_title: string
  kind: LessonKind
  source_id: string
  course_slug: string
  course_title: string
}

const lessonsSql = `select l.id as lesson_id, l.title as lesson_title, l.kind, l.source_product_id as source_id, p.slug as course_slug,
    ${productText.title} as course_title
  from lessons l join course_modules m on m.id = l.module_id join products p on p.id = m.product_id
  where p.id = any($2::uuid[]) and l.kind in ('live', 'meeting') and l.source_product_id is not null`

/** Lessons of these courses that name a show or a meeting. */
export const listDatedLessons = (db: Knex, courseIds: readonly string[], language: Language): Promise<DatedLessonRow[]> =>
  prepared<DatedLessonRow>(db, 'dated-lessons', lessonsSql, [language, courseIds])
