import type { LessonNote } from '@e-events/shared/contract/learning/lesson-notes.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import { limits } from '@e-events/shared/limits.ts'
import type { Knex } from 'knex'
import type { SessionActor } from '../../../http/actor.ts'
import { addNote, changeNote, findNote, listNotes, removeNote, type NoteRow } from './repository.ts'

export type Notes = ReturnType<typeof createNotes>

interface NotesDeps {
  knex: Knex
  /**
   * The course, for whoever may know of it.
   * @throws DomainError NOT_FOUND
   */
  findCourse(slug: string, viewer: SessionActor): Promise<{ id: string }>
  /**
   * The course of a lesson that is open to the account.
   * @throws DomainError NOT_FOUND, and the refusals of access
   */
  openLesson(asked: { slug: string; id: string; viewer: SessionActor }): Promise<{ courseId: string }>
}

/** Notes that learners take for themselves. They stay when the access to the course ends. */
export function createNotes({ knex, findCourse, openLesson }: NotesDeps) {
  return {
    /** @throws DomainError NOT_FOUND */
    async list(slug: string, viewer: SessionActor): Promise<LessonNote[]> {
      const course = await findCourse(slug, viewer)
      return (await listNotes(knex, { productId: course.id, userId: viewer.id })).map(toNote)
    },

    /** @throws DomainError NOTES_FULL, NOT_FOUND, and the refusals of access */
    async add(asked: { slug: string; id: string; viewer: SessionActor }, note: { text: string; positionMs: number | null }) {
      const { courseId } = await openLesson(asked)
      const { id: lessonId, viewer } = asked
      const id = await addNote(knex, { productId: courseId, lessonId, userId: viewer.id, ...note, most: limits.learnerNotes })
      if (id === undefined) throw new DomainError('NOTES_FULL')
      return find(id, viewer)
    },

    /** @throws DomainError NOT_FOUND */
    async update(id: string, viewer: SessionActor, text: string): Promise<LessonNote> {
      await changeNote(knex, { id, user_id: viewer.id }, text)
      return find(id, viewer)
    },

    /** @throws DomainError NOT_FOUND */
    async remove(id: string, viewer: SessionActor): Promise<void> {
      if ((await removeNote(knex, { id, user_id: viewer.id })) === 0) throw new DomainError('NOT_FOUND')
    },
  }

  async function find(id: string, viewer: SessionActor): Promise<LessonNote> {
    const row = await findNote(knex, { id, userId: viewer.id })
    if (!row) throw new DomainError('NOT_FOUND')
    return toNote(row)
  }
}

function toNote(row: NoteRow): LessonNote {
  return {
    id: row.id,
    lesson: { id: row.lesson_id, title: row.lesson_title },
    text: row.text,
    positionMs: row.position_ms,
    createdAt: row.created_at.toISOString(),
  }
}
