import type { Course, CourseLesson, Lesson } from '@e-events/shared/contract/learning/courses.ts'
import { embedUrlOf } from '@e-events/shared/domain/embed.ts'
import { coursePercent, lessonPercent } from '@e-events/shared/domain/lessons.ts'
import { documentOfText } from '@e-events/shared/domain/post-document.ts'
import { renderPostHtml } from '../../../adapters/post-html.ts'
import { fileUrl } from '../../media/read/file-url.ts'
import type { LessonLock } from './locks/policy.ts'
import { isByHand } from './policy.ts'
import type { CourseRow, LearnerLessonRow, NotesRow } from './repository.ts'

export interface FoundCourse {
  course: CourseRow
  rows: readonly LearnerLessonRow[]
  locks: ReadonlyMap<string, LessonLock>
  hasAccess: boolean
  seesStudents: boolean
}

type LessonRow = LearnerLessonRow & { lesson_id: string }

export const lessonsOf = (rows: readonly LearnerLessonRow[]): LessonRow[] => rows.filter((row): row is LessonRow => row.lesson_id !== null)

export function toCourse({ course, rows, locks, hasAccess, seesStudents }: FoundCourse): Course {
  const lessons = lessonsOf(rows)
  const modules: Course['modules'] = []
  for (const row of rows) {
    if (modules.at(-1)?.id !== row.module_id) modules.push({ id: row.module_id, title: row.module_title, lessons: [] })
    if (row.lesson_id !== null) modules.at(-1)?.lessons.push(toLesson(row as LessonRow, hasAccess ? locks.get(row.lesson_id) : undefined))
  }
  const count = lessons.reduce((sum, { ratings }) => sum + ratings, 0)
  return {
    slug: course.slug,
    title: course.title,
    posterUrl: fileUrl(course.image_file_id),
    hasAccess,
    seesStudents,
    watchedPercent: course.watched_percent,
    watchedByHand: course.watched_by_hand,
    modules,
    percent: coursePercent(lessons.map(({ is_watched }) => ({ isWatched: is_watched }))),
    isWatched: lessons.length > 0 && lessons.every(({ is_watched }) => is_watched),
    next: nextOf(lessons, locks),
    rating: ratingOf(
      count,
      lessons.reduce((sum, { stars }) => sum + stars, 0),
    ),
  }
}

/** A lesson with its notes, for somebody who may open it. */
export function toLessonPage(found: FoundCourse, row: LessonRow & NotesRow, room: string): Lesson {
  const lessons = lessonsOf(found.rows)
  const at = lessons.findIndex(({ lesson_id }) => lesson_id === row.lesson_id)
  return {
    course: toCourse(found),
    id: row.lesson_id,
    title: row.title,
    kind: row.kind,
    // Words that were written before notes had a form.
    notesHtml: row.notes_html ?? renderPostHtml(documentOfText(row.notes), () => undefined),
    meeting: row.kind === 'meeting' ? row.source_slug : null,
    meetingUrl: row.kind === 'meeting' ? row.url : null,
    embedUrl: row.kind === 'meeting' || row.url === null ? null : (embedUrlOf(row.url) ?? null),
    room,
    isByHand: isByHand(row, found.course.watched_by_hand),
    positionMs: row.position_ms,
    myStars: row.my_stars,
    previous: lessons[at - 1]?.lesson_id ?? null,
    next: lessons[at + 1]?.lesson_id ?? null,
  }
}

function toLesson(row: LessonRow, lock: LessonLock | undefined): CourseLesson {
  return {
    id: row.lesson_id,
    title: row.title,
    kind: row.kind,
    isPreview: row.is_preview,
    durationMs: row.duration_ms,
    percent: percentOf(row),
    isWatched: row.is_watched,
    lock: lock ? { after: lock.after, opensAt: lock.opensAt?.toISOString() ?? null } : null,
    quiz: row.quiz_passed === null ? null : { isPassed: row.quiz_passed },
    rating: ratingOf(row.ratings, row.stars),
  }
}

const percentOf = (row: LearnerLessonRow): number =>
  lessonPercent({ isWatched: row.is_watched, coveredMs: row.covered_ms, durationMs: row.duration_ms })

export const ratingOf = (count: number, stars: number) => ({ count, average: count === 0 ? null : Math.round((10 * stars) / count) / 10 })

function nextOf(lessons: readonly LessonRow[], locks: FoundCourse['locks']): string | null {
  const unlocked = lessons.filter(({ lesson_id }) => !locks.has(lesson_id))
  const open = unlocked.filter(({ is_watched, quiz_passed }) => !is_watched || quiz_passed === false)
  const begun = open.filter(({ seen_at }) => seen_at !== null).toSorted((a, b) => Number(b.seen_at) - Number(a.seen_at))
  return (begun[0] ?? open[0] ?? unlocked[0] ?? lessons[0])?.lesson_id ?? null
}
