import type { Student } from '@e-events/shared/contract/learning/students.ts'
import { coursePercent, lessonPercent } from '@e-events/shared/domain/lessons.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { Knex } from 'knex'
import type { Clock } from '../../../adapters/clock.ts'
import type { AuditContext } from '../../../db/audit-log.ts'
import type { OwnedResource } from '../../../http/owners.ts'
import {
  createStudentRepository,
  type BestAttemptRow,
  type Position,
  type StudentFilters,
  type StudentProgressRow,
  type StudentRepository,
  type StudentRow,
  type TaughtLessonRow,
} from './repository.ts'

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
      return { items: await withProgress(owned.id, rows, lessons), total }
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
      if (rows.length > 0) yield await withProgress(of.productId, rows, lessons)
      const last = rows.at(-1)
      if (!last || rows.length < exportBatch) return
      after = { value: last.sort_text, id: last.id }
    }
  }

  async function withProgress(productId: string, rows: readonly StudentRow[], lessons: readonly TaughtLessonRow[]): Promise<StudentItem[]> {
    const userIds = rows.map(({ id }) => id)
    const lessonIds = lessons.map(({ id }) => id)
    const withQuiz = lessons.filter(({ has_quiz }) => has_quiz).map(({ id }) => id)
    const [progress, best, given] = await Promise.all([
      repository.listProgress(lessonIds, userIds),
      withQuiz.length === 0 ? [] : repository.listBestAttempts(withQuiz, userIds),
      repository.listCertificates(productId, userIds),
    ])
    const bestByStudent = Map.groupBy(best, ({ user_id }) => user_id)
    const certificates = new Map(given.map(({ id, user_id, revoked_at }) => [user_id, { id, isRevoked: revoked_at !== null }]))
    const byStudent = Map.groupBy(progress, ({ user_id }) => user_id)
    return rows.map((row) => ({
      id: row.id,
      name: row.name,
      email: row.email,
      since: row.since.toISOString(),
      percent: percentOf(lessons, byStudent.get(row.id) ?? []),
      lastSeenAt: row.seen_at?.toISOString() ?? null,
      quizzes: quizzesOf(bestByStudent.get(row.id) ?? [], withQuiz.length),
      certificate: certificates.get(row.id) ?? null,
      sortText: row.sort_text,
    }))
  }
}

/**
 * Mean of what was played of each lesson, in percent: what a refund goes by, so that lessons that were left just before
 * they count as watched are not nothing.
 */
export async function readProgress(db: Knex, { productId, userId }: { productId: string; userId: string }): Promise<number> {
  const lessons = await createStudentRepository(db).listPlayed(productId, userId)
  if (lessons.length === 0) return 0
  const percents = lessons.map(({ watched, covered_ms, duration_ms }) =>
    lessonPercent({ isWatched: watched, coveredMs: covered_ms, durationMs: duration_ms }),
  )
  return Math.round(percents.reduce((sum, percent) => sum + percent, 0) / lessons.length)
}

function quizzesOf(best: readonly BestAttemptRow[], total: number): Student['quizzes'] {
  if (best.length === 0) return null
  const sum = best.reduce((all, { best_percent: percent }) => all + percent, 0)
  return { bestPercent: Math.round(sum / best.length), taken: best.length, total }
}

/** The number that the student reads: watched lessons of all, of a course or of the courses of a master. */
export function percentOf(lessons: readonly { id: string }[], progress: readonly StudentProgressRow[]): number {
  const watched = new Set(progress.flatMap((row) => (row.watched ? [row.lesson_id] : [])))
  return coursePercent(lessons.map(({ id }) => ({ isWatched: watched.has(id) })))
}
