import { z } from 'zod'
import { lessonKindSchema } from '../../domain/lessons.ts'
import { limits } from '../../limits.ts'
import { httpUrl, instant, languageQuery, slugParams, slugSchema } from '../common.ts'
import { endpoint, strangersResponse } from '../endpoint.ts'
import { playbackSchema } from '../live/playback.ts'
import { viewingReportSchema } from '../live/viewings.ts'

const rating = z.object({ count: z.int(), average: z.number().nullable() })

/** Why a lesson is closed to somebody who has the course. It opens once both are over. */
export const lessonLockSchema = z
  .object({
    /** The first lesson before it that is not complete; null where the order does not hold it. */
    after: z.object({ id: z.uuid(), title: z.string() }).nullable(),
    /** Null where no date holds it. */
    opensAt: instant.nullable(),
  })
  .meta({ id: 'LessonLock' })
export type LessonLock = z.infer<typeof lessonLockSchema>

export const courseLessonSchema = z
  .object({
    id: z.uuid(),
    title: z.string(),
    kind: lessonKindSchema,
    isPreview: z.boolean(),
    /** Null for texts, and until it is known. */
    durationMs: z.int().nullable(),
    /** Covered part of its video; 100 once it counts as watched. */
    percent: z.int(),
    isWatched: z.boolean(),
    /** Null for an open lesson, and for whoever does not have the course. */
    lock: lessonLockSchema.nullable(),
    /** Null for a lesson without a quiz. */
    quiz: z.object({ isPassed: z.boolean() }).nullable(),
    rating,
  })
  .meta({ id: 'CourseLesson' })
export type CourseLesson = z.infer<typeof courseLessonSchema>

export const courseModuleSchema = z
  .object({ id: z.uuid(), title: z.string(), lessons: z.array(courseLessonSchema) })
  .meta({ id: 'CourseModule' })

/** A course as one of its learners sees it, or somebody who may become one. */
export const courseSchema = z
  .object({
    slug: slugSchema,
    title: z.string(),
    posterUrl: z.string().nullable(),
    hasAccess: z.boolean(),
    /** The caller is its organizer or an administrator. */
    seesStudents: z.boolean(),
    watchedPercent: z.int(),
    watchedByHand: z.boolean(),
    modules: z.array(courseModuleSchema),
    /** Watched lessons of all; how far each one was played is in the lessons. */
    percent: z.int(),
    isWatched: z.boolean(),
    /** Where to go on: the open lesson that was played last, else the first incomplete one; null without lessons. */
    next: z.uuid().nullable(),
    /** All ratings of its lessons. */
    rating,
  })
  .meta({ id: 'Course' })
export type Course = z.infer<typeof courseSchema>

export const lessonSchema = z
  .object({
    course: courseSchema,
    id: z.uuid(),
    title: z.string(),
    kind: lessonKindSchema,
    /** Sanitised HTML; empty without notes. */
    notesHtml: z.string(),
    /** The meeting that it names, one of ours. */
    meeting: slugSchema.nullable(),
    /** A meeting elsewhere, which opens by itself. */
    meetingUrl: httpUrl.nullable(),
    /** Somebody else's player, which is shown in a frame in place of `playback`. */
    embedUrl: httpUrl.nullable(),
    /** The product whose ticket opens it: the course, or a master that holds it. Playback leases are its own. */
    room: slugSchema,
    /** Marked by its learner, not by what was played: nobody counts what somebody else's player has shown. */
    isByHand: z.boolean(),
    positionMs: z.int(),
    myStars: z.int().nullable(),
    previous: z.uuid().nullable(),
    next: z.uuid().nullable(),
  })
  .meta({ id: 'Lesson' })
export type Lesson = z.infer<typeof lessonSchema>

/** Contents of a course, or of each course of a master, as somebody who thinks of buying it sees them. */
export const courseOutlineSchema = z
  .object({
    courses: z.array(
      z.object({
        slug: slugSchema,
        title: z.string(),
        /** Gives a certificate to whoever finishes it. */
        hasCertificate: z.boolean(),
        modules: z.array(
          z.object({
            id: z.uuid(),
            title: z.string(),
            lessons: z.array(
              courseLessonSchema
                .pick({ id: true, title: true, kind: true, isPreview: true, durationMs: true })
                .extend({ hasQuiz: z.boolean() }),
            ),
          }),
        ),
        /** All ratings of its lessons. */
        rating,
      }),
    ),
  })
  .meta({ id: 'CourseOutline' })
export type CourseOutline = z.infer<typeof courseOutlineSchema>

const stretch = z
  .strictObject({ fromMs: z.int().min(0).max(limits.lessonMs), toMs: z.int().min(1).max(limits.lessonMs) })
  .refine(({ fromMs, toMs }) => toMs > fromMs, { message: 'must end after its begin' })

/** Played since the last report: stretches of videos and shows in milliseconds, at any place and in any order. */
export const progressBody = z.strictObject({
  lessons: z
    .array(
      z.strictObject({
        id: z.uuid(),
        /** The show that was seen, on air or recorded: stretches are then milliseconds since it began. */
        broadcastId: z.uuid().optional(),
        stretches: z.array(stretch).max(limits.progressStretches),
        positionMs: z.int().min(0).max(limits.lessonMs),
      }),
    )
    .min(1)
    .max(20),
})

const session = { kind: 'session' } as const
const lessonParams = slugParams.extend({ id: z.uuid() })
const access = ['NOT_FOUND', 'TICKET_REQUIRED', 'TICKET_OF_SESSION', 'NOT_PURCHASABLE', 'SUBSCRIPTION_REQUIRED'] as const

export const courses = {
  continue: endpoint({
    method: 'GET',
    path: '/courses',
    summary: 'Courses that the caller began and may go on with, the latest first',
    access: session,
    query: languageQuery,
    response: z.object({
      courses: z.array(
        z.object({
          slug: slugSchema,
          title: z.string(),
          posterUrl: z.string().nullable(),
          percent: z.int(),
          lesson: z.object({ id: z.uuid(), title: z.string() }),
          lastSeenAt: instant,
        }),
      ),
    }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/courses/:slug',
    summary: 'Modules and lessons of a course with the progress of the caller',
    access: session,
    params: slugParams,
    query: languageQuery,
    response: courseSchema,
    errors: ['NOT_FOUND'],
  }),
  outline: endpoint({
    method: 'GET',
    path: '/products/:slug/outline',
    summary: 'Modules and lessons of a course, or of the courses of a master, for everybody who sees its page',
    access: { kind: 'public' },
    cache: strangersResponse,
    params: slugParams,
    query: languageQuery,
    response: courseOutlineSchema,
    errors: ['NOT_FOUND'],
  }),
  lesson: endpoint({
    method: 'GET',
    path: '/courses/:slug/lessons/:id',
    summary: 'A lesson, for whoever has the course; previews for every account',
    access: session,
    params: lessonParams,
    query: languageQuery,
    response: lessonSchema,
    errors: [...access, 'LESSON_LOCKED'],
  }),
  playback: endpoint({
    method: 'GET',
    path: '/courses/:slug/lessons/:id/playback',
    summary: 'What the player of a lesson shows now; its addresses end with the access to the course',
    access: session,
    params: lessonParams,
    query: languageQuery.extend({ lease: z.uuid().optional() }),
    response: playbackSchema,
    errors: [...access, 'LESSON_LOCKED', 'PLAYING_ELSEWHERE'],
  }),
  progress: endpoint({
    method: 'POST',
    path: '/courses/:slug/progress',
    summary: 'What was played since the last report, at most once a minute',
    access: session,
    params: slugParams,
    query: languageQuery,
    body: progressBody,
    response: courseSchema,
    errors: [...access, 'LESSON_LOCKED', 'PROGRESS_TOO_SOON', 'PROGRESS_IMPOSSIBLE'],
  }),
  viewing: endpoint({
    method: 'PUT',
    path: '/courses/:slug/lessons/:id/viewings/:viewing',
    summary: 'Tell how the video of a lesson plays, as for a product; it counts for the course',
    access: session,
    params: lessonParams.extend({ viewing: z.uuid() }),
    body: viewingReportSchema,
    errors: [...access, 'LESSON_LOCKED', 'VIEWING_IMPOSSIBLE'],
    rateLimit: 'write',
  }),
  watched: endpoint({
    method: 'PUT',
    path: '/courses/:slug/lessons/:id/watched',
    summary: 'Mark a lesson as watched, or take the mark away',
    access: session,
    params: lessonParams,
    query: languageQuery,
    body: z.strictObject({ watched: z.boolean() }),
    response: courseSchema,
    errors: [...access, 'LESSON_LOCKED', 'WATCHED_BY_PLAYING'],
    rateLimit: 'write',
  }),
  rate: endpoint({
    method: 'PUT',
    path: '/courses/:slug/lessons/:id/rating',
    summary: 'Stars for a lesson that was watched; a second rating replaces the first',
    access: session,
    params: lessonParams,
    query: languageQuery,
    body: z.strictObject({ stars: z.int().min(1).max(5) }),
    response: courseSchema,
    errors: [...access, 'LESSON_LOCKED', 'NOT_WATCHED_YET'],
    rateLimit: 'write',
  }),
} as const
