import type { LessonResource, LessonResources } from '@e-events/shared/contract/learning/resources.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import { limits } from '@e-events/shared/limits.ts'
import type { Knex } from 'knex'
import type { LessonLocks } from '../courses/locks/service.ts'
import type { SessionActor } from '../../../http/actor.ts'
import type { OwnedResource } from '../../../http/owners.ts'
import * as repository from './repository.ts'
import type { ResourceRow } from './repository.ts'

export type Resources = ReturnType<typeof createResources>

export interface DocumentStore {
  /** @throws DomainError FILE_FORMAT, QUOTA_BYTES, STORAGE_FULL */
  add(ownerId: string, file: { name: string; bytes: Uint8Array }): Promise<{ id: string; name: string }>
  /** @throws DomainError NOT_FOUND */
  open(id: string): Promise<{ name: string; content: AsyncIterable<Uint8Array> }>
}

interface ResourceDeps {
  knex: Knex
  documents: DocumentStore
  /**
   * Courses of a course or master that the account may know of, with whether each is open to it.
   * @throws DomainError NOT_FOUND
   */
  coursesOf(slug: string, viewer: SessionActor): Promise<{ id: string; isOpen: boolean }[]>
  locks: LessonLocks
}

/** Links and files that belong to lessons. They are open where their lesson is. */
export function createResources({ knex, documents, coursesOf, locks }: ResourceDeps) {
  return {
    /** @throws DomainError NOT_FOUND */
    async list(slug: string, viewer: SessionActor): Promise<LessonResources[]> {
      const courses = await coursesOf(slug, viewer)
      const ids = courses.map(({ id }) => id)
      const [rows, closed] = await Promise.all([repository.listOfCourses(knex, ids), locks.list(ids, viewer)])
      const open = new Set(courses.filter(({ isOpen }) => isOpen).map(({ id }) => id))
      const shown = rows.filter((row) => row.is_preview || (open.has(row.course_id) && !closed.has(row.lesson_id)))
      return [...Map.groupBy(shown, ({ lesson_id }) => lesson_id).values()].map((own) => {
        const [first] = own
        if (!first) throw new Error('an empty group')
        return {
          course: { slug: first.course_slug, title: first.course_title },
          lesson: { id: first.lesson_id, title: first.lesson_title },
          resources: own.map(toResource),
        }
      })
    },

    /** @throws DomainError LESSON_LOCKED, NOT_FOUND, without access too */
    async download(
      id: string,
      viewer: SessionActor,
    ): Promise<{ fileName: string; contentType: string; content: AsyncIterable<Uint8Array> }> {
      const place = await repository.findPlace(knex, id)
      if (!place || place.file_id === null) throw new DomainError('NOT_FOUND')
      const [course] = await coursesOf(place.course_slug, viewer)
      if (!course || (!course.isOpen && !place.is_preview)) throw new DomainError('NOT_FOUND')
      await locks.assertOpen([course.id], place.lesson_id, viewer)
      const { name, content } = await documents.open(place.file_id)
      return { fileName: name, contentType: 'application/octet-stream', content }
    },

    /** @throws DomainError NOT_FOUND */
    listOwn: (owned: OwnedResource, lessonId: string): Promise<LessonResource[]> => change(owned, lessonId, async () => undefined),

    /** @throws DomainError RESOURCES_FULL, NOT_FOUND */
    addLink: (owned: OwnedResource, lessonId: string, { title, url }: { title: string; url: string }): Promise<LessonResource[]> =>
      change(owned, lessonId, (trx, held) => add(trx, lessonId, held, { title, url, file_id: null })),

    /** @throws DomainError FILE_FORMAT, QUOTA_BYTES, STORAGE_FULL, RESOURCES_FULL, NOT_FOUND */
    async addFile(owned: OwnedResource, lessonId: string, file: { name: string; bytes: Uint8Array }): Promise<LessonResource[]> {
      await change(owned, lessonId, async (_trx, held) => assertRoom(held))
      const { id, name } = await documents.add(owned.ownerId, file)
      return change(owned, lessonId, (trx, held) => add(trx, lessonId, held, { title: name.slice(0, 200), url: null, file_id: id }))
    },

    /** @throws DomainError NOT_FOUND */
    update: async (owned: OwnedResource, id: string, title: string): Promise<LessonResource[]> =>
      change(owned, await lessonOf(owned, id), async (trx) => void (await repository.renameResource(trx, id, title))),

    /** @throws DomainError NOT_FOUND */
    remove: async (owned: OwnedResource, id: string): Promise<LessonResource[]> =>
      change(owned, await lessonOf(owned, id), async (trx) => void (await repository.removeResource(trx, id))),

    /** @throws DomainError NOT_FOUND, STATE_CONFLICT where other material is named than there is */
    arrange: (owned: OwnedResource, lessonId: string, ids: readonly string[]): Promise<LessonResource[]> =>
      change(owned, lessonId, async (trx, held) => {
        const isWhole = ids.length === held.length && new Set(ids).size === held.length && held.every(({ id }) => ids.includes(id))
        if (!isWhole) throw new DomainError('STATE_CONFLICT', { detail: 'an order names all material of the lesson once' })
        await repository.arrangeResources(trx, ids)
      }),
  }

  async function lessonOf(owned: OwnedResource, id: string): Promise<string> {
    const place = await repository.findPlace(knex, id)
    if (place?.course_id !== owned.id) throw new DomainError('NOT_FOUND')
    return place.lesson_id
  }

  async function change(
    owned: OwnedResource,
    lessonId: string,
    write: (trx: Knex, held: readonly ResourceRow[]) => Promise<void>,
  ): Promise<LessonResource[]> {
    return knex.transaction(async (trx) => {
      if (!(await repository.lockLesson(trx, { id: lessonId, productId: owned.id }))) throw new DomainError('NOT_FOUND')
      await write(trx, await repository.listOfLesson(trx, lessonId))
      return (await repository.listOfLesson(trx, lessonId)).map(toResource)
    })
  }
}

/** @throws DomainError RESOURCES_FULL */
async function add(
  trx: Knex,
  lessonId: string,
  held: readonly ResourceRow[],
  resource: { title: string; url: string | null; file_id: string | null },
): Promise<void> {
  assertRoom(held)
  // Positions after an order begin at 1; a new one comes last.
  await repository.addResource(trx, { lesson_id: lessonId, ...resource, position: held.length + 1 })
}

function assertRoom(held: readonly ResourceRow[]): void {
  if (held.length >= limits.lessonResources) throw new DomainError('RESOURCES_FULL')
}

function toResource({ id, title, url, file_name, size_bytes }: ResourceRow): LessonResource {
  return { id, title, url, file: file_name === null ? null : { name: file_name, sizeBytes: size_bytes ?? 0 } }
}
