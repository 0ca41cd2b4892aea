import { z } from 'zod'
import { limits } from '../../limits.ts'
import { instant, slugParams } from '../common.ts'
import { endpoint } from '../endpoint.ts'

/** A note that a learner took. Nobody else reads it. */
export const lessonNoteSchema = z
  .object({
    id: z.uuid(),
    lesson: z.object({ id: z.uuid(), title: z.string() }),
    text: z.string(),
    /** Place in the video; null for a note on the whole lesson. */
    positionMs: z.int().nullable(),
    createdAt: instant,
  })
  .meta({ id: 'LessonNote' })
export type LessonNote = z.infer<typeof lessonNoteSchema>

const text = z.string().trim().min(1).max(limits.learnerNoteChars)
const session = { kind: 'session' } as const
const access = ['NOT_FOUND', 'TICKET_REQUIRED', 'TICKET_OF_SESSION', 'NOT_PURCHASABLE', 'SUBSCRIPTION_REQUIRED'] as const
const noteParams = z.strictObject({ id: z.uuid() })

export const lessonNotes = {
  list: endpoint({
    method: 'GET',
    path: '/courses/:slug/notes',
    summary: 'Own notes in a course, in the order of its lessons',
    access: session,
    params: slugParams,
    response: z.object({ notes: z.array(lessonNoteSchema) }),
    errors: ['NOT_FOUND'],
  }),
  add: endpoint({
    method: 'POST',
    path: '/courses/:slug/lessons/:id/notes',
    summary: 'Take a note in a lesson, at a place of its video or on the whole',
    access: session,
    params: slugParams.extend({ id: z.uuid() }),
    body: z.strictObject({ text, positionMs: z.int().min(0).max(limits.lessonMs).nullable() }),
    response: lessonNoteSchema,
    status: 201,
    errors: [...access, 'LESSON_LOCKED', 'NOTES_FULL'],
    rateLimit: 'write',
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/lesson-notes/:id',
    summary: 'Change an own note',
    access: session,
    params: noteParams,
    body: z.strictObject({ text }),
    response: lessonNoteSchema,
    errors: ['NOT_FOUND'],
    rateLimit: 'write',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/lesson-notes/:id',
    summary: 'Delete an own note',
    access: session,
    params: noteParams,
    errors: ['NOT_FOUND'],
    rateLimit: 'write',
  }),
} as const
