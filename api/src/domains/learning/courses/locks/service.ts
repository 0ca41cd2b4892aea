import { DomainError, type Issue } from '@e-events/shared/errors.ts'
import type { Knex } from 'knex'
import type { Clock } from '../../../../adapters/clock.ts'
import type { Actor } from '../../../../http/actor.ts'
import { locksOf, type LessonLock, type PlacedLesson } from './policy.ts'
import { listLockRows, type LockRow } from './repository.ts'

export type LessonLocks = ReturnType<typeof createLessonLocks>

/** Tells which lessons are closed to an account that has their course; all that hands out something of them asks. */
export function createLessonLocks({ knex, clock }: { knex: Knex; clock: Clock }) {
  /** Locks of the lessons of these courses, by lesson. None for organizers of their own and for administrators. */
  async function list(courseIds: readonly string[], viewer: Actor): Promise<ReadonlyMap<string, LessonLock>> {
    if (viewer.isAdmin || courseIds.length === 0) return new Map()
    const rows = await listLockRows(knex, courseIds, viewer.id)
    const courses = [...Map.groupBy(rows, ({ course_id }) => course_id).values()]
    return new Map(courses.filter(([first]) => first?.owner_id !== viewer.id).flatMap((own) => [...locksOfCourse(own, clock.now())]))
  }

  /** @throws DomainError LESSON_LOCKED */
  async function assertOpen(courseIds: readonly string[], lessonId: string, viewer: Actor): Promise<void> {
    const lock = (await list(courseIds, viewer)).get(lessonId)
    if (lock) throw lockRefusal(lock)
  }

  return { list, assertOpen }
}

/** The refusal of a locked lesson, which says what opens it. */
export function lockRefusal({ after, opensAt }: LessonLock): DomainError {
  const issues: Issue[] = []
  if (after !== null) issues.push({ path: 'lesson', rule: 'finish', message: after.title })
  if (opensAt !== null) issues.push({ path: 'opensAt', rule: 'wait', message: opensAt.toISOString() })
  return new DomainError('LESSON_LOCKED', { issues })
}

function locksOfCourse(rows: readonly LockRow[], now: Date): Map<string, LessonLock> {
  const [first] = rows
  if (!first) return new Map()
  const { lesson_order: order, watched_by_hand: watchedByHand, since } = first
  return locksOf(rows.map(toPlaced), { order, watchedByHand, since, now })
}

const toPlaced = (row: LockRow): PlacedLesson => ({
  id: row.id,
  title: row.title,
  kind: row.kind,
  url: row.url,
  isPreview: row.is_preview,
  opensAt: row.opens_at,
  opensAfterDays: row.opens_after_days,
  isWatched: row.is_watched,
  isPlayable: row.is_playable,
  quizPassed: row.quiz_passed,
})
