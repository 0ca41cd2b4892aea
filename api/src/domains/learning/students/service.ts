import type { Student } from '@e-events/shared/contract/learning/students.ts'
import { coursePercent } from '@e-events/shared/domain/lessons.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { Clock } from '../../../adapters/clock.ts'
import type { AuditContext } from '../../../db/audit-log.ts'
import type { OwnedResource } from '../../../http/owners.ts'
import type { Position, StudentFilters, StudentProgressRow, StudentRepository, StudentRow, TaughtLessonRow } from './repository.ts'

export type Students = ReturnType<typeof createStudents>

export interface StudentMessage {
  subject: string
  content: string
  promotional: boolean
}

interface StudentsDeps {
  repository: StudentRepository
  /** @throws DomainError MODULE_INACTIVE, AUDIENCE_EMPTY */
  messageUsers(users: readonly string[], message: StudentMessage, by: AuditContext & { actorId: string }): Promise<{ recipients: number }>
  clock: Clock
}

export type StudentItem = Student & { sortText: string }
const exportBatch = 1_000

/** Students of a course or master, for its organizer and administrators. */
export function createStudents({ repository, messageUsers, clock }: StudentsDeps) {
  return {
    /** @throws DomainError NOT_FOUND, STATE_CONFLICT */
    async list(owned: OwnedResource, filters: StudentFilters, page: { after: Position | undefined; limit: number }) {
      const of = await taughtBy(owned)
      const [rows, total, lessons] = await Promise.all([
        repository.list(of, filters, page),
        repository.count(of, filters),
        repository.listLessons(owned.id),
      ])
      return { items: await withProgress(rows, lessons), total }
    },

    /** All that the search leaves, batch by batch. @throws DomainError NOT_FOUND, STATE_CONFLICT */
    async every(owned: OwnedResource, filters: StudentFilters): Promise<AsyncGenerator<StudentItem[]>> {
      const of = await taughtBy(owned)
      return batches(of, filters, await repository.listLessons(owned.id))
    },

    /** @throws DomainError NOT_FOUND, STATE_CONFLICT, MODULE_INACTIVE, AUDIENCE_EMPTY */
    async message(
      owned: OwnedResource,
      { student, ...message }: StudentMessage & { student: string | null },
      by: AuditContext & { actorId: string },
    ): Promise<{ recipients: number }> {
      const users = await repository.ids(await taughtBy(owned), student)
      if (student !== null && users.length === 0) throw new DomainError('NOT_FOUND')
      const { recipients } = await messageUsers(users, message, by)
      return { recipients }
    },
  }

  async function taughtBy({ id, ownerId }: OwnedResource) {
    const type = await repository.typeOf(id)
    if (type === undefined) throw new DomainError('NOT_FOUND')
    if (type !== 'course' && type !== 'master')
      throw new DomainError('STATE_CONFLICT', { detail: 'only courses and masters have students' })
    return { productId: id, ownerId, now: clock.now() }
  }

  async function* batches(of: Awaited<ReturnType<typeof taughtBy>>, filters: StudentFilters, lessons: readonly TaughtLessonRow[]) {
    let after: Position | undefined
    for (;;) {
      const rows = await repository.list(of, filters, { after, limit: exportBatch })
      if (rows.length > 0) yield await withProgress(rows, lessons)
      const last = rows.at(-1)
      if (!last || rows.length < exportBatch) return
      after = { value: last.sort_text, id: last.id }
    }
  }

  async function withProgress(rows: readonly StudentRow[], lessons: readonly TaughtLessonRow[]): Promise<StudentItem[]> {
    const progress = await repository.listProgress(
      lessons.map(({ id }) => id),
      rows.map(({ id }) => id),
    )
    const byStudent = Map.groupBy(progress, ({ user_id }) => user_id)
    return rows.map((row) => ({
      id: row.id,
      name: row.name,
      email: row.email,
      since: row.since.toISOString(),
      percent: percentOf(lessons, byStudent.get(row.id) ?? []),
      lastSeenAt: row.seen_at?.toISOString() ?? null,
      sortText: row.sort_text,
    }))
  }
}

/** The number that the student reads: watched lessons of all, of a course or of the courses of a master. */
export function percentOf(lessons: readonly { id: string }[], progress: readonly StudentProgressRow[]): number {
  const watched = new Set(progress.flatMap((row) => (row.watched ? [row.lesson_id] : [])))
  return coursePercent(lessons.map(({ id }) => ({ isWatched: watched.has(id) })))
}
