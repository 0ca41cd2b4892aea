import type { LessonDate } from '@e-events/shared/contract/learning/course-calendar.ts'
import type { Download } from '@e-events/shared/contract/endpoint.ts'
import { paths } from '@e-events/shared/domain/addresses.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { Knex } from 'knex'
import type { SessionActor } from '../../../http/actor.ts'
import { toCalendarFile } from '../../catalogue/read/calendar-file.ts'
import { datesOfEvents, type EventDate } from '../../catalogue/read/event-dates.ts'
import { listDatedLessons, type DatedLessonRow } from './repository.ts'

export type CourseCalendar = ReturnType<typeof createCourseCalendar>

interface CalendarDeps {
  knex: Knex
  origin: string
  /**
   * Courses of a course or master that the account may know of.
   * @throws DomainError NOT_FOUND
   */
  coursesOf(slug: string, viewer: SessionActor): Promise<{ id: string }[]>
}

/** Dates of lessons: those of the shows and meetings that they name, at the address of the lesson. */
export function createCourseCalendar({ knex, origin, coursesOf }: CalendarDeps) {
  return {
    /** @throws DomainError NOT_FOUND */
    async list(slug: string, viewer: SessionActor, language: Language): Promise<LessonDate[]> {
      return (await find(slug, viewer, language)).map(({ lesson, date }) => toDate(lesson, date))
    },

    /** @throws DomainError NOT_FOUND, also where there is no date */
    async file(
      slug: string,
      viewer: SessionActor,
      { language, lessonId }: { language: Language; lessonId: string | undefined },
    ): Promise<Download> {
      const found = (await find(slug, viewer, language)).filter(({ lesson }) => lessonId === undefined || lesson.lesson_id === lessonId)
      const [first] = found
      if (!first) throw new DomainError('NOT_FOUND')
      const name = lessonId === undefined ? first.lesson.course_title : first.lesson.lesson_title
      return toCalendarFile(
        { name, fileName: slug, origin },
        found.map(({ lesson, date }) => ({
          id: date.root_id,
          sequence: date.changes,
          title: lesson.lesson_title,
          description: [lesson.course_title, date.title ?? ''].filter((line) => line !== '').join('\n'),
          organizer: lesson.course_title,
          startsAt: date.starts_at,
          endsAt: date.ends_at,
          cancelled: date.cancelled,
          changedAt: date.changed_at,
          path: paths.lesson(lesson.course_slug, lesson.lesson_id),
        })),
      )
    },
  }

  async function find(slug: string, viewer: SessionActor, language: Language): Promise<{ lesson: DatedLessonRow; date: EventDate }[]> {
    const courses = await coursesOf(slug, viewer)
    const ids = courses.map(({ id }) => id)
    const lessons = await listDatedLessons(knex, ids, language)
    const sources = new Set(lessons.map(({ source_id }) => source_id))
    const byProduct = Map.groupBy(await datesOfEvents(knex, [...sources]), ({ product_id }) => product_id)
    const dated = lessons.flatMap((lesson) => (byProduct.get(lesson.source_id) ?? []).map((date) => ({ lesson, date })))
    return dated.toSorted((a, b) => a.date.starts_at.getTime() - b.date.starts_at.getTime())
  }
}

const toDate = (lesson: DatedLessonRow, date: EventDate): LessonDate => ({
  id: date.id,
  course: { slug: lesson.course_slug, title: lesson.course_title },
  lesson: { id: lesson.lesson_id, title: lesson.lesson_title, kind: lesson.kind },
  title: date.title,
  startsAt: date.starts_at.toISOString(),
  endsAt: date.ends_at.toISOString(),
  cancelled: date.cancelled,
})
