import { z } from 'zod'
import { productStatusSchema } from '../../domain/states.ts'
import { limits } from '../../limits.ts'
import { speakerRefSchema } from '../catalogue/products.ts'
import { languageQuery, slugParams, slugSchema } from '../common.ts'
import { endpoint } from '../endpoint.ts'

export const courseChoiceSchema = z
  .object({ slug: slugSchema, title: z.string(), status: productStatusSchema, lessons: z.int() })
  .meta({ id: 'CourseChoice' })
export type CourseChoice = z.infer<typeof courseChoiceSchema>

/** `courses`: those of the master in their order. `choices`: all of its organizer. */
export const ownMasterSchema = z
  .object({ version: z.int(), courses: z.array(courseChoiceSchema), choices: z.array(courseChoiceSchema) })
  .meta({ id: 'OwnMaster' })
export type OwnMaster = z.infer<typeof ownMasterSchema>

const masterCourseSchema = z.object({
  slug: slugSchema,
  title: z.string(),
  posterUrl: z.string().nullable(),
  lessons: z.int(),
  percent: z.int(),
  isWatched: z.boolean(),
  /** With the master or by itself. */
  hasAccess: z.boolean(),
})

export const masterSchema = z
  .object({
    slug: slugSchema,
    title: z.string(),
    hasAccess: z.boolean(),
    /** The caller is its organizer or an administrator. */
    seesStudents: z.boolean(),
    /** Lessons of its courses that were watched, of all of them. */
    percent: z.int(),
    courses: z.array(masterCourseSchema),
    /** Its own, then those of its courses, each once. */
    speakers: z.array(speakerRefSchema),
    /** Courses that left it after the caller got it: they stay open, and count in no percent of the master. */
    kept: z.array(masterCourseSchema),
  })
  .meta({ id: 'Master' })
export type Master = z.infer<typeof masterSchema>

const owned = { kind: 'role', role: 'PRODUCER', owner: { resource: 'product', param: 'slug' } } as const

export const masters = {
  getOwn: endpoint({
    method: 'GET',
    path: '/products/:slug/courses',
    summary: 'Courses of an own master, and those that it may hold',
    access: owned,
    params: slugParams,
    response: ownMasterSchema,
    errors: ['NOT_FOUND', 'STATE_CONFLICT'],
  }),
  save: endpoint({
    method: 'PUT',
    path: '/products/:slug/courses',
    summary: 'The courses of a master in their order',
    access: owned,
    params: slugParams,
    body: z.strictObject({ version: z.int().min(0).max(limits.versionMax), courses: z.array(slugSchema).min(1).max(limits.masterCourses) }),
    response: ownMasterSchema,
    errors: ['NOT_FOUND', 'STATE_CONFLICT', 'CURRICULUM_CHANGED', 'COURSE_TWICE', 'COURSE_NOT_OWN'],
    rateLimit: 'write',
  }),
  get: endpoint({
    method: 'GET',
    path: '/masters/:slug',
    summary: 'Courses of a master with the progress of the caller',
    access: { kind: 'session' },
    params: slugParams,
    query: languageQuery,
    response: masterSchema,
    errors: ['NOT_FOUND'],
  }),
} as const
