import type { Course } from '@e-events/shared/contract/learning/courses.ts'
import type { Master, OwnMaster } from '@e-events/shared/contract/learning/masters.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import { coursePercent } from '@e-events/shared/domain/lessons.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { Knex } from 'knex'
import type { Clock } from '../../../adapters/clock.ts'
import type { SessionActor } from '../../../http/actor.ts'
import type { OwnedResource } from '../../../http/owners.ts'
import { findProductAccess, hasValidTicket, isKnownTo } from '../../catalogue/read/product-access.ts'
import { fileUrl } from '../../media/read/file-url.ts'
import { isTaughtBy, refusalOf } from '../courses/course-access.ts'
import type { MasterRepository } from './repository.ts'

export type Masters = ReturnType<typeof createMasters>

interface MasterDeps {
  knex: Knex
  repository: MasterRepository
  /** Counts a change of this version; false where another came before. */
  bump(trx: Knex, productId: string, version: number): Promise<boolean>
  /** @throws DomainError NOT_FOUND */
  getCourse(asked: { slug: string; viewer: SessionActor; language: Language }): Promise<Course>
  clock: Clock
}

/** Masters: courses in an order, which the ticket of the master opens. */
export function createMasters({ knex, repository, bump, getCourse, clock }: MasterDeps) {
  return {
    /** @throws DomainError NOT_FOUND, STATE_CONFLICT */
    getOwn: (owned: OwnedResource): Promise<OwnMaster> => find(knex, owned),

    /** @throws DomainError CURRICULUM_CHANGED, COURSE_TWICE, COURSE_NOT_OWN, NOT_FOUND, STATE_CONFLICT */
    async save(owned: OwnedResource, { version, courses }: { version: number; courses: readonly string[] }): Promise<OwnMaster> {
      if (new Set(courses).size < courses.length) throw new DomainError('COURSE_TWICE')
      return knex.transaction(async (trx) => {
        await find(trx, owned)
        if (!(await bump(trx, owned.id, version))) throw new DomainError('CURRICULUM_CHANGED')
        const ids = await repository.findCourseIds(trx, courses, owned.ownerId)
        const chosen = courses.flatMap((slug) => ids.get(slug) ?? [])
        if (chosen.length < courses.length) throw new DomainError('COURSE_NOT_OWN')
        await repository.saveCourses(trx, owned.id, chosen, clock.now())
        return find(trx, owned)
      })
    },

    /** @throws DomainError NOT_FOUND */
    async get({ slug, viewer, language }: { slug: string; viewer: SessionActor; language: Language }): Promise<Master> {
      const now = clock.now()
      const access = await findProductAccess(knex, slug, viewer.id)
      if (!access || access.type !== 'master' || !isKnownTo(access, viewer, now)) throw new DomainError('NOT_FOUND')
      const courses = await known(await repository.listShown(knex, access.id), { viewer, language })
      const kept =
        hasValidTicket(access, now) && access.ticket_acquired_at !== null
          ? await known(await repository.listKept(knex, access.id, access.ticket_acquired_at), { viewer, language })
          : []
      const speakers = await repository.listSpeakers(knex, [access.slug, ...courses.map((course) => course.slug)], language)
      return {
        slug: access.slug,
        title: await repository.titleOf(knex, access.id, language),
        hasAccess: refusalOf(access, viewer, now) === null,
        seesStudents: isTaughtBy(access, viewer),
        percent: coursePercent(courses.flatMap(lessonsOf)),
        courses: courses.map(toItem),
        speakers: speakers.map(({ image_file_id: image, ...speaker }) => ({ ...speaker, imageUrl: fileUrl(image) })),
        kept: kept.filter(({ hasAccess }) => hasAccess).map(toItem),
      }
    },
  }

  /** A course that became private is known to its learners alone. */
  async function known(slugs: readonly string[], of: { viewer: SessionActor; language: Language }): Promise<Course[]> {
    const courses: Course[] = []
    for (const slug of slugs) {
      const found = await getCourse({ slug, ...of }).catch(ignoreAbsent)
      if (found) courses.push(found)
    }
    return courses
  }

  async function find(db: Knex, owned: OwnedResource): Promise<OwnMaster> {
    const head = await repository.find(db, owned.id)
    if (!head) throw new DomainError('NOT_FOUND')
    if (head.type !== 'master') throw new DomainError('STATE_CONFLICT', { detail: 'only a master holds courses' })
    return {
      version: head.version,
      courses: await repository.listCourses(db, owned.id),
      choices: await repository.listChoices(db, owned.ownerId),
    }
  }
}

const lessonsOf = (course: Course) => course.modules.flatMap(({ lessons }) => lessons)

function toItem(course: Course): Master['courses'][number] {
  return {
    slug: course.slug,
    title: course.title,
    posterUrl: course.posterUrl,
    lessons: lessonsOf(course).length,
    percent: course.percent,
    isWatched: course.isWatched,
    hasAccess: course.hasAccess,
  }
}

function ignoreAbsent(error: unknown): undefined {
  if (!(error instanceof DomainError)) throw error
}
