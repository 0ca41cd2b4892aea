import type { LessonKind, LessonOrder } from '@e-events/shared/domain/lessons.ts'
import { isByHand } from '../policy.ts'

/** A lesson in its place, with what an account has reached in it. */
export interface PlacedLesson {
  id: string
  title: string
  kind: LessonKind
  url: string | null
  isPreview: boolean
  opensAt: Date | null
  opensAfterDays: number | null
  isWatched: boolean
  /** Its video has a length, so that playing it counts. */
  isPlayable: boolean
  /** Null without a quiz. */
  quizPassed: boolean | null
}

export interface LessonLock {
  /** The first lesson before it that is not complete. */
  after: { id: string; title: string } | null
  opensAt: Date | null
}

interface Rules {
  order: LessonOrder
  watchedByHand: boolean
  /** When the account got the course; null where it watches without having got it. */
  since: Date | null
  now: Date
}

const dayMs = 24 * 3_600_000

/**
 * Which lessons of a course are closed to a learner, and why. Previews are open. A lesson that nobody can complete yet,
 * a show without a recording for example, holds up no other one; one that was watched stays open whatever the order.
 */
export function locksOf(lessons: readonly PlacedLesson[], rules: Rules): Map<string, LessonLock> {
  const locks = new Map<string, LessonLock>()
  let unfinished: { id: string; title: string } | null = null
  for (const lesson of lessons) {
    const after: LessonLock['after'] = rules.order === 'enforced' && !lesson.isWatched ? unfinished : null
    const opensAt = openingOf(lesson, rules)
    const isClosed = after !== null || opensAt !== null
    if (isClosed && !lesson.isPreview) locks.set(lesson.id, { after, opensAt })
    unfinished ??= isComplete(lesson, rules) ? null : { id: lesson.id, title: lesson.title }
  }
  return locks
}

/** When a lesson opens; null where no date holds it any more. */
function openingOf({ opensAt, opensAfterDays }: PlacedLesson, { since, now }: Rules): Date | null {
  const at = opensAfterDays === null || since === null ? opensAt : new Date(since.getTime() + opensAfterDays * dayMs)
  return at !== null && at > now ? at : null
}

function isComplete(lesson: PlacedLesson, { watchedByHand }: Rules): boolean {
  const { isWatched, isPlayable, quizPassed } = lesson
  const canBeWatched = isByHand(lesson, watchedByHand) || isPlayable
  return (isWatched || !canBeWatched) && quizPassed !== false
}
