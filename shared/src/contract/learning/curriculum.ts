import { z } from 'zod'
import { lessonKindSchema, lessonOrderSchema } from '../../domain/lessons.ts'
import { postDocumentSchema } from '../../domain/post-document.ts'
import { productStatusSchema, productTypeSchema } from '../../domain/states.ts'
import { limits } from '../../limits.ts'
import { givenInstant, httpUrl, instant, slugParams, slugSchema } from '../common.ts'
import { endpoint } from '../endpoint.ts'

/** A product that a lesson shows, as its organizer sees it. `isReady`: a video that plays. */
export const lessonSourceSchema = z
  .object({ slug: slugSchema, title: z.string(), type: productTypeSchema, status: productStatusSchema, isReady: z.boolean() })
  .meta({ id: 'LessonSource' })
export type LessonSource = z.infer<typeof lessonSourceSchema>

export const ownLessonSchema = z
  .object({
    id: z.uuid(),
    title: z.string(),
    kind: lessonKindSchema,
    /** Null for texts, and where the product is gone or was not chosen yet. */
    source: lessonSourceSchema.nullable(),
    /**
     * Video, live or meeting address of a lesson of that kind, from elsewhere: a player that is shown in the lesson, or
     * a meeting that opens by itself. Null where it shows a product, and for texts.
     */
    url: httpUrl.nullable(),
    notes: postDocumentSchema,
    /** Open without a ticket, to every account. */
    isPreview: z.boolean(),
    /** Closed until then; null: it opens with the course. */
    opensAt: instant.nullable(),
    /** Closed for so many days after enrolment; null: it opens with the course. */
    opensAfterDays: z.int().nullable(),
  })
  .meta({ id: 'OwnLesson' })
export type OwnLesson = z.infer<typeof ownLessonSchema>

export const ownModuleSchema = z.object({ id: z.uuid(), title: z.string(), lessons: z.array(ownLessonSchema) }).meta({ id: 'OwnModule' })
export type OwnModule = z.infer<typeof ownModuleSchema>

/** `version` grows with each change: a change names the one that it was made on. */
export const curriculumSchema = z
  .object({
    version: z.int(),
    /** A lesson counts as watched once this percent of its video was played. */
    watchedPercent: z.int(),
    /** Learners may mark lessons with a video themselves; texts and meetings they always do. */
    watchedByHand: z.boolean(),
    lessonOrder: lessonOrderSchema,
    modules: z.array(ownModuleSchema),
  })
  .meta({ id: 'Curriculum' })
export type Curriculum = z.infer<typeof curriculumSchema>

const version = z.int().min(0).max(limits.versionMax)
const title = z.string().trim().min(1).max(200)
const lesson = {
  title,
  kind: lessonKindSchema,
  source: slugSchema.nullable(),
  /**
   * In place of `source`: YouTube, Vimeo, Spotify or SoundCloud for videos and lives, any page for meetings. The
   * address of an own product is taken as that product. Left out, there is none.
   */
  url: httpUrl.nullable().default(null),
  /** Formatted, as the texts of posts are, or plain: an empty line ends a paragraph. */
  notes: z.union([z.string().max(limits.lessonNotesChars), postDocumentSchema]),
  isPreview: z.boolean(),
  /** Without them, a lesson keeps its own, and a new one opens with the course. */
  opensAt: givenInstant.nullable().optional(),
  opensAfterDays: z.int().min(0).max(limits.lessonOpensAfterDays).nullable().optional(),
}
const owned = { kind: 'role', role: 'PRODUCER', owner: { resource: 'product', param: 'slug' } } as const
const partParams = slugParams.extend({ id: z.uuid() })
const versionQuery = z.strictObject({ version: z.coerce.number().int().min(0).max(limits.versionMax) })
const refusals = ['NOT_FOUND', 'STATE_CONFLICT', 'CURRICULUM_CHANGED'] as const

/** Modules and lessons of a course, for its organizer and administrators. */
export const curricula = {
  get: endpoint({
    method: 'GET',
    path: '/products/:slug/curriculum',
    summary: 'Modules and lessons of an own course',
    access: owned,
    params: slugParams,
    response: curriculumSchema,
    errors: ['NOT_FOUND', 'STATE_CONFLICT'],
  }),
  sources: endpoint({
    method: 'GET',
    path: '/products/:slug/curriculum/sources',
    summary: 'Videos, shows and meetings of the same organizer, drafts too, the latest first',
    access: owned,
    params: slugParams,
    response: z.object({ sources: z.array(lessonSourceSchema) }),
    errors: ['NOT_FOUND'],
  }),
  settings: endpoint({
    method: 'PATCH',
    path: '/products/:slug/curriculum',
    summary: 'When a lesson counts as watched, and whether lessons open in their order',
    access: owned,
    params: slugParams,
    body: z.strictObject({
      version,
      watchedPercent: z.int().min(50).max(100),
      watchedByHand: z.boolean(),
      lessonOrder: lessonOrderSchema.optional(),
    }),
    response: curriculumSchema,
    errors: refusals,
    rateLimit: 'write',
  }),
  arrange: endpoint({
    method: 'PUT',
    path: '/products/:slug/curriculum/order',
    summary: 'Order of all modules and lessons; a lesson may move to another module',
    access: owned,
    params: slugParams,
    body: z.strictObject({
      version,
      modules: z.array(z.strictObject({ id: z.uuid(), lessons: z.array(z.uuid()).max(limits.courseLessons) })).max(limits.courseModules),
    }),
    response: curriculumSchema,
    errors: refusals,
    rateLimit: 'write',
  }),
  addModule: endpoint({
    method: 'POST',
    path: '/products/:slug/modules',
    summary: 'A further module, the last one',
    access: owned,
    params: slugParams,
    body: z.strictObject({ version, title }),
    response: curriculumSchema,
    status: 201,
    errors: [...refusals, 'CURRICULUM_FULL'],
    rateLimit: 'write',
  }),
  updateModule: endpoint({
    method: 'PATCH',
    path: '/products/:slug/modules/:id',
    summary: 'Rename a module',
    access: owned,
    params: partParams,
    body: z.strictObject({ version, title }),
    response: curriculumSchema,
    errors: refusals,
    rateLimit: 'write',
  }),
  removeModule: endpoint({
    method: 'DELETE',
    path: '/products/:slug/modules/:id',
    summary: 'Delete a module with its lessons and what was learned in them',
    access: owned,
    params: partParams,
    query: versionQuery,
    response: curriculumSchema,
    errors: refusals,
    rateLimit: 'write',
  }),
  addLesson: endpoint({
    method: 'POST',
    path: '/products/:slug/modules/:id/lessons',
    summary: 'A further lesson, the last one of its module',
    access: owned,
    params: partParams,
    body: z.strictObject({ version, ...lesson }),
    response: curriculumSchema,
    status: 201,
    errors: [...refusals, 'CURRICULUM_FULL', 'LESSON_SOURCE'],
    rateLimit: 'write',
  }),
  updateLesson: endpoint({
    method: 'PATCH',
    path: '/products/:slug/lessons/:id',
    summary: 'Change a lesson',
    access: owned,
    params: partParams,
    body: z.strictObject({ version, ...lesson }),
    response: curriculumSchema,
    errors: [...refusals, 'LESSON_SOURCE'],
    rateLimit: 'write',
  }),
  removeLesson: endpoint({
    method: 'DELETE',
    path: '/products/:slug/lessons/:id',
    summary: 'Delete a lesson and what was learned in it',
    access: owned,
    params: partParams,
    query: versionQuery,
    response: curriculumSchema,
    errors: refusals,
    rateLimit: 'write',
  }),
} as const
