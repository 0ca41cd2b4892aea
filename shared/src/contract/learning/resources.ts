import { z } from 'zod'
import { limits } from '../../limits.ts'
import { httpUrl, slugParams, slugSchema } from '../common.ts'
import { endpoint } from '../endpoint.ts'

/** Material of a lesson: a link or a file. */
export const lessonResourceSchema = z
  .object({
    id: z.uuid(),
    title: z.string(),
    /** Null for a file. */
    url: z.string().nullable(),
    /** Null for a link. */
    file: z.object({ name: z.string(), sizeBytes: z.int() }).nullable(),
  })
  .meta({ id: 'LessonResource' })
export type LessonResource = z.infer<typeof lessonResourceSchema>

const lessonResourcesSchema = z.object({
  course: z.object({ slug: slugSchema, title: z.string() }),
  lesson: z.object({ id: z.uuid(), title: z.string() }),
  resources: z.array(lessonResourceSchema),
})
export type LessonResources = z.infer<typeof lessonResourcesSchema>

const title = z.string().trim().min(1).max(200)
const ofLesson = slugParams.extend({ id: z.uuid() })
const own = z.object({ resources: z.array(lessonResourceSchema) })
const owned = { kind: 'role', role: 'PRODUCER', owner: { resource: 'product', param: 'slug' } } as const

export const resources = {
  list: endpoint({
    method: 'GET',
    path: '/resources/:slug',
    summary: 'Material of the lessons of a course or master that are open to the caller',
    access: { kind: 'session' },
    params: slugParams,
    response: z.object({ lessons: z.array(lessonResourcesSchema) }),
    errors: ['NOT_FOUND'],
  }),
  download: endpoint({
    method: 'GET',
    path: '/lesson-resources/:id/file',
    summary: 'A file of a lesson, for whoever may open the lesson',
    access: { kind: 'session' },
    params: z.strictObject({ id: z.uuid() }),
    produces: 'file',
    errors: ['NOT_FOUND', 'LESSON_LOCKED'],
  }),
  listOwn: endpoint({
    method: 'GET',
    path: '/products/:slug/lessons/:id/resources',
    summary: 'Material of an own lesson',
    access: owned,
    params: ofLesson,
    response: own,
    errors: ['NOT_FOUND'],
  }),
  addLink: endpoint({
    method: 'POST',
    path: '/products/:slug/lessons/:id/resources',
    summary: 'Add a link to a lesson',
    access: owned,
    params: ofLesson,
    body: z.strictObject({ title, url: httpUrl }),
    response: own,
    status: 201,
    errors: ['NOT_FOUND', 'RESOURCES_FULL'],
    rateLimit: 'write',
  }),
  addFile: endpoint({
    method: 'POST',
    path: '/products/:slug/lessons/:id/resources/files',
    summary: 'Add a file to a lesson; its title is its name until it is changed',
    access: owned,
    params: ofLesson,
    query: z.strictObject({ filename: z.string().min(1).max(255) }),
    upload: { contentTypes: ['application/octet-stream'], maxBytes: limits.resourceBytes },
    response: own,
    status: 201,
    errors: ['NOT_FOUND', 'RESOURCES_FULL', 'FILE_FORMAT', 'QUOTA_BYTES', 'STORAGE_FULL'],
    rateLimit: 'write',
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/products/:slug/resources/:id',
    summary: 'Change the title of material',
    access: owned,
    params: ofLesson,
    body: z.strictObject({ title }),
    response: own,
    errors: ['NOT_FOUND'],
    rateLimit: 'write',
  }),
  arrange: endpoint({
    method: 'PUT',
    path: '/products/:slug/lessons/:id/resources/order',
    summary: 'Order of the material of a lesson; names each one once',
    access: owned,
    params: ofLesson,
    body: z.strictObject({ ids: z.array(z.uuid()).max(limits.lessonResources) }),
    response: own,
    errors: ['NOT_FOUND', 'STATE_CONFLICT'],
    rateLimit: 'write',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/products/:slug/resources/:id',
    summary: 'Take material away from a lesson',
    access: owned,
    params: ofLesson,
    response: own,
    errors: ['NOT_FOUND'],
    rateLimit: 'write',
  }),
} as const
