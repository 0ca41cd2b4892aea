import { z } from 'zod'
import { lessonKindSchema } from '../../domain/lessons.ts'
import { instant, languageQuery, slugParams, slugSchema } from '../common.ts'
import { endpoint } from '../endpoint.ts'

/** A date of a lesson: of the show or meeting that it names. */
export const lessonDateSchema = z
  .object({
    /** Session that the date is of. */
    id: z.uuid(),
    course: z.object({ slug: slugSchema, title: z.string() }),
    lesson: z.object({ id: z.uuid(), title: z.string(), kind: lessonKindSchema }),
    /** Title of the session; null without one. */
    title: z.string().nullable(),
    startsAt: instant,
    endsAt: instant,
    cancelled: z.boolean(),
  })
  .meta({ id: 'LessonDate' })
export type LessonDate = z.infer<typeof lessonDateSchema>

const session = { kind: 'session' } as const

export const courseCalendar = {
  list: endpoint({
    method: 'GET',
    path: '/course-calendar/:slug',
    summary: 'Dates of the lessons of a course or master, the first one first',
    access: session,
    params: slugParams,
    query: languageQuery,
    response: z.object({ dates: z.array(lessonDateSchema) }),
    errors: ['NOT_FOUND'],
  }),
  file: endpoint({
    method: 'GET',
    path: '/course-calendar/:slug/calendar.ics',
    summary: 'All of them, or those of one lesson, as a calendar file (RFC 5545)',
    access: session,
    params: slugParams,
    query: languageQuery.extend({ lesson: z.uuid().optional() }),
    produces: 'file',
    errors: ['NOT_FOUND'],
  }),
} as const
