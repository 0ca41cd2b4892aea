import type { CourseOutline } from '@e-events/shared/contract/learning/courses.ts'
import type { LessonKind } from '@e-events/shared/domain/lessons.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { Knex } from 'knex'
import { prepared } from '../../../db/knex.ts'
import type { Actor } from '../../../http/actor.ts'
import { findProductAccess, isKnownTo } from '../../catalogue/read/product-access.ts'
import { productText, productTextJoins } from '../../catalogue/read/product-card.ts'
import { ratingOf } from './presenter.ts'
import { durationOf, type CourseRepository } from './repository.ts'

interface OutlineRow {
  slug: string
  course_title: string
  gives_certificate: boolean
  module_id: string | null
  module_title: string
  /** Null in a module without lessons. */
  lesson_id: string | null
  title: string
  kind: LessonKind
  is_preview: boolean
  duration_ms: number | null
  has_quiz: boolean
  ratings: number
  stars: number
}

/** $1 language, $2 courses in their order. */
const outlineSql = `select p.slug, ${productText.title} as course_title, coalesce(d.gives_certificate, false) as gives_certificate,
    m.id as module_id, m.title as module_title, l.id as lesson_id, l.title, l.kind, l.is_preview, ${durationOf} as duration_ms,
    exists (select 1 from lesson_quizzes q where q.lesson_id = l.id) as has_quiz,
    (select count(*)::int from lesson_ratings r where r.lesson_id = l.id) as ratings,
    (select coalesce(sum(r.stars), 0)::int from lesson_ratings r where r.lesson_id = l.id) as stars
  from products p ${productTextJoins} left join course_details d on d.product_id = p.id
  left join course_modules m on m.product_id = p.id left join lessons l on l.module_id = m.id
  where p.id = any($2::uuid[]) order by array_position($2::uuid[], p.id), m.position, l.position`

/** @throws DomainError NOT_FOUND for what is no course or master, and for what the caller may not know of */
export async function readOutline(
  knex: Knex,
  repository: Pick<CourseRepository, 'listHeld'>,
  { slug, viewer, language, now }: { slug: string; viewer: Actor | null; language: Language; now: Date },
): Promise<CourseOutline> {
  const access = await findProductAccess(knex, slug, viewer?.id ?? null)
  if (!access || (access.type !== 'course' && access.type !== 'master') || !isKnownTo(access, viewer, now))
    throw new DomainError('NOT_FOUND')
  const ids = access.type === 'course' ? [access.id] : (await repository.listHeld(knex, access.id)).map(({ id }) => id)
  return toOutline(await prepared<OutlineRow>(knex, 'course-outline', outlineSql, [language, ids]))
}

function toOutline(rows: readonly OutlineRow[]): CourseOutline {
  const bySlug = Map.groupBy(rows, ({ slug }) => slug)
  return {
    courses: [...bySlug.values()].flatMap((own) => {
      const [first] = own
      if (!first) return []
      const sum = (of: 'ratings' | 'stars') => own.reduce((total, row) => total + row[of], 0)
      return {
        slug: first.slug,
        title: first.course_title,
        hasCertificate: first.gives_certificate,
        modules: toModules(own),
        rating: ratingOf(sum('ratings'), sum('stars')),
      }
    }),
  }
}

function toModules(rows: readonly OutlineRow[]): CourseOutline['courses'][number]['modules'] {
  const byModule = Map.groupBy(rows, ({ module_id }) => module_id)
  return [...byModule].flatMap(([id, own]) =>
    id === null
      ? []
      : {
          id,
          title: own[0]?.module_title ?? '',
          lessons: own.flatMap((row) =>
            row.lesson_id === null
              ? []
              : {
                  id: row.lesson_id,
                  title: row.title,
                  kind: row.kind,
                  isPreview: row.is_preview,
                  durationMs: row.duration_ms,
                  hasQuiz: row.has_quiz,
                },
          ),
        },
  )
}
