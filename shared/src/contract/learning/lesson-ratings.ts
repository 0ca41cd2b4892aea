import { z } from 'zod'
import { lessonKindSchema } from '../../domain/lessons.ts'
import { limits } from '../../limits.ts'
import { pageOf, slugSchema } from '../common.ts'
import { endpoint } from '../endpoint.ts'

/** Ratings of a lesson, by all who rated it. */
export const ratedLessonSchema = z
  .object({
    id: z.uuid(),
    title: z.string(),
    kind: lessonKindSchema,
    course: z.object({ slug: slugSchema, title: z.string() }),
    channel: z.object({ slug: slugSchema, title: z.string() }),
    ratings: z.int(),
    /** 1 to 5; null without a rating. */
    average: z.number().nullable(),
  })
  .meta({ id: 'RatedLesson' })
export type RatedLesson = z.infer<typeof ratedLessonSchema>

export const lessonRatingsQuery = z.strictObject({
  /** Words of the titles of lesson, course and channel. */
  search: z.string().trim().max(200).optional(),
  kind: lessonKindSchema.optional(),
  rated: z.enum(['true', 'false']).optional(),
  sort: z.enum(['lesson', 'course', 'ratings', 'average']).default('ratings'),
  order: z.enum(['asc', 'desc']).default('desc'),
  cursor: z.string().max(2_000).optional(),
  limit: z.coerce.number().int().min(1).max(limits.listPageSizeMax).default(limits.listPageSize),
})

export const lessonRatings = {
  list: endpoint({
    method: 'GET',
    path: '/lesson-ratings',
    summary: 'Every lesson with count and average of its ratings, filtered, sorted and paged by the server',
    access: { kind: 'role', role: 'ADMIN' },
    query: lessonRatingsQuery,
    response: pageOf(ratedLessonSchema).extend({ total: z.int() }),
  }),
} as const
