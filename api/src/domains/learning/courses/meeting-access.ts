import { DomainError } from '@e-events/shared/errors.ts'
import type { Knex } from 'knex'
import type { Actor } from '../../../http/actor.ts'
import { accessEndsAt } from '../../catalogue/read/product-access.ts'
import { readCourseAccess } from './course-access.ts'
import type { CourseRepository } from './repository.ts'

/**
 * The product whose access opens a meeting to an account as that of a lesson: a course, or a master that holds it. A
 * preview is open to every account. Undefined where no lesson opens it.
 */
export async function findMeetingAccess(
  knex: Knex,
  repository: Pick<CourseRepository, 'listMasters' | 'listMeetingCourses'>,
  { meetProductId, viewer, now }: { meetProductId: string; viewer: Actor; now: Date },
): Promise<{ productId: string; endsAt: Date | null } | undefined> {
  let preview: { productId: string; endsAt: null } | undefined
  for (const { slug, is_preview: isPreview } of await repository.listMeetingCourses(knex, meetProductId)) {
    const access = await readCourseAccess(knex, repository, { slug, viewer, now }).catch(ignoreAbsent)
    if (access?.through) return { productId: access.through.id, endsAt: accessEndsAt(access.through, now) }
    if (access && isPreview) preview ??= { productId: access.course.id, endsAt: null }
  }
  return preview
}

function ignoreAbsent(error: unknown): undefined {
  if (!(error instanceof DomainError)) throw error
}
