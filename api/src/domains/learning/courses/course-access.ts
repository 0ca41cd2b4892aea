import { DomainError } from '@e-events/shared/errors.ts'
import type { Knex } from 'knex'
import type { Actor } from '../../../http/actor.ts'
import { assertMayWatch, findProductAccess, hasValidTicket, isKnownTo, type ProductAccess } from '../../catalogue/read/product-access.ts'
import type { CourseRepository } from './repository.ts'

export interface CourseAccess {
  course: ProductAccess
  /**
   * The product whose access opens the course: itself, a master that holds it, or one that held it when the account
   * got it. Null without access.
   */
  through: ProductAccess | null
  /** The reason why it is closed; null where it is open. */
  refusal: DomainError | null
}

/**
 * Access of an account to a course: by the course itself, else by a master that holds it or held it.
 * @throws DomainError NOT_FOUND for what is no course, and for one that the account may not know of
 */
export async function readCourseAccess(
  knex: Knex,
  repository: Pick<CourseRepository, 'listMasters'>,
  { slug, viewer, now }: { slug: string; viewer: Actor; now: Date },
): Promise<CourseAccess> {
  const course = await findProductAccess(knex, slug, viewer.id)
  if (!course || course.type !== 'course') throw new DomainError('NOT_FOUND')
  const refusal = refusalOf(course, viewer, now)
  if (refusal === null) return { course, through: course, refusal }
  if (course.status !== 'draft') {
    for (const master of await repository.listMasters(knex, course.id)) {
      const access = await findProductAccess(knex, master.slug, viewer.id)
      const keeps = access && (master.removed_at === null || hasSinceBefore(access, master.removed_at, now))
      if (keeps && refusalOf(access, viewer, now) === null) return { course, through: access, refusal: null }
    }
  }
  if (!isKnownTo(course, viewer, now)) throw new DomainError('NOT_FOUND')
  return { course, through: null, refusal }
}

/**
 * A course or master that is open to an account.
 * @throws DomainError NOT_FOUND, also for what the account may not know of, and the refusals of access
 */
export async function enterCourseOrMaster(
  knex: Knex,
  repository: Pick<CourseRepository, 'listMasters' | 'listHeld'>,
  asked: { slug: string; viewer: Actor; now: Date },
): Promise<{ id: string; slug: string; type: 'course' | 'master'; ownerId: string; isTeacher: boolean; courseIds: string[] }> {
  const { slug, viewer, now } = asked
  const access = await findProductAccess(knex, slug, viewer.id)
  if (!access || (access.type !== 'course' && access.type !== 'master')) throw new DomainError('NOT_FOUND')
  if (access.type === 'master' && !isKnownTo(access, viewer, now)) throw new DomainError('NOT_FOUND')
  const refusal = access.type === 'course' ? (await readCourseAccess(knex, repository, asked)).refusal : refusalOf(access, viewer, now)
  if (refusal !== null) throw refusal
  const held = access.type === 'master' ? await repository.listHeld(knex, access.id) : []
  const courseIds = held.map(({ id }) => id)
  return { id: access.id, slug, type: access.type, ownerId: access.owner_id, isTeacher: isTaughtBy(access, viewer), courseIds }
}

/**
 * A course by itself, or the courses of a master in their order, each with whether it is open to the account.
 * @throws DomainError NOT_FOUND
 */
export async function listCoursesOf(
  knex: Knex,
  repository: Pick<CourseRepository, 'listMasters' | 'listHeld'>,
  asked: { slug: string; viewer: Actor; now: Date },
): Promise<{ id: string; isOpen: boolean }[]> {
  const access = await findProductAccess(knex, asked.slug, asked.viewer.id)
  if (access?.type === 'course') {
    const { course, refusal } = await readCourseAccess(knex, repository, asked)
    return [{ id: course.id, isOpen: refusal === null }]
  }
  if (access?.type !== 'master' || !isKnownTo(access, asked.viewer, asked.now)) throw new DomainError('NOT_FOUND')
  const courses = await repository.listHeld(knex, access.id)
  if (refusalOf(access, asked.viewer, asked.now) === null) return courses.map(({ id }) => ({ id, isOpen: true }))
  const found = courses.map(async ({ id, slug }) => {
    const open = await readCourseAccess(knex, repository, { ...asked, slug }).catch(ignoreRefusal)
    return open ? [{ id, isOpen: open.refusal === null }] : []
  })
  return (await Promise.all(found)).flat()
}

/** Whether an account holds a ticket of a master that is good, and had it when a course left the master. */
export function hasSinceBefore(master: ProductAccess, removedAt: Date, now: Date): boolean {
  return hasValidTicket(master, now) && master.ticket_acquired_at !== null && master.ticket_acquired_at <= removedAt
}

function ignoreRefusal(error: unknown): undefined {
  if (!(error instanceof DomainError)) throw error
}

export function refusalOf(access: ProductAccess, viewer: Actor, now: Date): DomainError | null {
  try {
    assertMayWatch(access, viewer, now)
    return null
  } catch (error) {
    if (error instanceof DomainError) return error
    throw error
  }
}

/** Organizers see the students of their own courses and masters, administrators those of all. */
export function isTaughtBy({ owner_id }: Pick<ProductAccess, 'owner_id'>, viewer: Actor): boolean {
  return viewer.isAdmin || owner_id === viewer.id
}
