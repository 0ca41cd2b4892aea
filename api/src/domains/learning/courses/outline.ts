import type { CourseOutline } from '@e-events/shared/contract/learning/courses.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { Knex } from 'knex'
import type { Actor } from '../../../http/actor.ts'
import { findProductAccess, isKnownTo } from '../../catalogue/read/product-access.ts'
import { ratingOf } from './presenter.ts'
import type { CourseRepository, OutlineRow } from './repository.ts'

/** @throws DomainError NOT_FOUND for what is no course or master, and for what the caller may not know of */
export async function readOutline(
  knex: Knex,
  repository: Pick<CourseRepository, 'listHeld' | 'listOutline'>,
  { slug, viewer, language, now }: { slug: string; viewer: Actor | null; language: Language; now: Date },
): Promise<CourseOutline> {
  const access = await findProductAccess(knex, slug, viewer?.id ?? null)
  if (!access || (access.type !== 'course' && access.type !== 'master') || !isKnownTo(access, viewer, now))
    throw new DomainError('NOT_FOUND')
  const ids = access.type === 'course' ? [access.id] : (await repository.listHeld(knex, access.id)).map(({ id }) => id)
  return toOutline(await repository.listOutline(knex, ids, language))
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
