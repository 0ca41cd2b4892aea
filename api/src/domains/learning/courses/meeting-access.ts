import { DomainError } from '@e-events/shared/errors.ts'
import type { Knex } from 'knex'
import type { Actor } from '../../../http/actor.ts'
import { accessEndsAt } from '../../catalogue/read/product-access.ts'
import { readCourseAccess } from './course-access.ts'
import type { LessonLocks } from './locks/service.ts'
import type { CourseRepository } from './repository.ts'

/**
 * The product whose access opens a meeting to an account as that of a lesson: a course, or a master that holds it. A
 * preview is open to every account. Undefined where no lesson opens it, or those that do are locked.
 */
export async function findMeetingAccess(
  { knex, repository, locks }: { knex: Knex; repository: Pick<CourseRepository, 'listMasters' | 'listMeetingCourses'>; locks: LessonLocks },
  { meetProductId, viewer, now }: { meetProductId: string; viewer: Actor; now: Date },
): Promise<{ productId: string; endsAt: Date | null } | undefined> {
  let preview: { productId: string; endsAt: null } | undefined
  for (const { id, slug, lesson_ids, is_preview: isPreview } of await repository.listMeetingCourses(knex, meetProductId)) {
    const access = await readCourseAccess(knex, repository, { slug, viewer, now }).catch(ignoreAbsent)
    const locked = access?.through ? await locks.list([id], viewer) : undefined
    if (access?.through && lesson_ids.some((lesson) => !locked?.has(lesson)))
      return { productId: access.through.id, endsAt: accessEndsAt(access.through, now) }
    if (access && isPreview) preview ??= { productId: access.course.id, endsAt: null }
  }
  return preview
}

function ignoreAbsent(error: unknown): undefined {
  if (!(error instanceof DomainError)) throw error
}
