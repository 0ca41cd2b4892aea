import { z } from 'zod'
import { limits } from '../../limits.ts'
import { instant, pageOf, slugParams, exportFormat } from '../common.ts'
import { endpoint } from '../endpoint.ts'

/** Somebody who has a course or master, as its organizer sees them. Fellow students see nobody. */
export const studentSchema = z
  .object({
    /** The account. */
    id: z.uuid(),
    name: z.string(),
    email: z.string(),
    /** First ticket, or the first progress with a subscription. */
    since: instant,
    /** 0 to 100, the number that the student sees. */
    percent: z.int(),
    /** Last progress in one of the lessons; null before the first. */
    lastSeenAt: instant.nullable(),
    /** `bestPercent`: mean of the best attempt in each quiz that they took. Null before the first one. */
    quizzes: z.object({ bestPercent: z.int(), taken: z.int(), total: z.int() }).nullable(),
    /** The one for this course or master. */
    certificate: z.object({ id: z.uuid(), isRevoked: z.boolean() }).nullable(),
  })
  .meta({ id: 'Student' })
export type Student = z.infer<typeof studentSchema>

const filters = {
  /** Words of name and e-mail. */
  search: z.string().trim().max(200).optional(),
  sort: z.enum(['since', 'name']).default('since'),
  order: z.enum(['asc', 'desc']).default('desc'),
}
export const studentsQuery = z.strictObject({
  ...filters,
  cursor: z.string().max(2_000).optional(),
  limit: z.coerce.number().int().min(1).max(limits.listPageSizeMax).default(limits.listPageSize),
})

const owned = { kind: 'role', role: 'PRODUCER', owner: { resource: 'product', param: 'slug' } } as const

export const students = {
  list: endpoint({
    method: 'GET',
    path: '/products/:slug/students',
    summary: 'Accounts that have an own course or master, with their progress',
    access: owned,
    params: slugParams,
    query: studentsQuery,
    response: pageOf(studentSchema).extend({ total: z.int() }),
    errors: ['NOT_FOUND', 'STATE_CONFLICT'],
  }),
  export: endpoint({
    method: 'GET',
    path: '/products/:slug/students/export',
    summary: 'What the search leaves of the students, as a file',
    access: owned,
    params: slugParams,
    query: z.strictObject({ ...filters, ...exportFormat.shape }),
    produces: 'file',
    errors: ['NOT_FOUND', 'STATE_CONFLICT'],
    rateLimit: 'export',
  }),
  message: endpoint({
    method: 'POST',
    path: '/products/:slug/students/messages',
    summary: 'Write to one student or to all; it arrives among the notifications of each',
    access: owned,
    params: slugParams,
    body: z.strictObject({
      /** Null: all of them. */
      student: z.uuid().nullable(),
      subject: z.string().trim().min(1).max(200),
      content: z.string().trim().min(1).max(10_000),
      /** true: students who refuse promotional messages are left out. */
      promotional: z.boolean(),
    }),
    status: 201,
    response: z.object({ recipients: z.int() }),
    errors: ['NOT_FOUND', 'STATE_CONFLICT', 'MODULE_INACTIVE', 'AUDIENCE_EMPTY'],
    rateLimit: 'write',
  }),
} as const
