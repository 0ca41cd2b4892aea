import { z } from 'zod'
import { userId } from '../../domain/ids.ts'
import { languageSchema } from '../../domain/language.ts'
import { roleSchema } from '../../domain/states.ts'
import { limits } from '../../limits.ts'
import { countryCode, instant } from '../common.ts'
import { endpoint } from '../endpoint.ts'

const session = { kind: 'session' } as const
const admin = { kind: 'role', role: 'ADMIN' } as const

export const notificationSchema = z
  .object({
    id: z.uuid(),
    type: z.string(),
    user: userId,
    subject: z.string(),
    content: z.string(),
    payload: z.record(z.string(), z.unknown()),
    timestamp: instant,
    readOn: instant.nullable(),
  })
  .meta({ id: 'Notification' })
export type Notification = z.infer<typeof notificationSchema>

const page = z.strictObject({
  nextToken: z.string().max(512).optional(),
  limit: z.coerce.number().int().min(1).max(limits.listPageSizeMax).default(limits.listPageSize),
})
/** A page of notifications: `nextToken` is null on the last page. `unread` counts all of them, not only this page's. */
const notificationPage = z.object({ notifications: z.array(notificationSchema), nextToken: z.string().nullable(), unread: z.int() })
const idParams = z.strictObject({ id: z.uuid() })

/** Whom a message goes to; all that are given must hold. `users` alone names people. */
export const audienceSchema = z.strictObject({
  role: roleSchema.nullable().default(null),
  language: languageSchema.nullable().default(null),
  country: countryCode.nullable().default(null),
  users: z.array(userId).max(1000).default([]),
})

/** Every call shows the key of the service (`x-api-key`, from `GET /config/realtime`). */
export const notifications = {
  list: endpoint({
    method: 'GET',
    path: '/notifications',
    summary: 'My notifications, the latest first',
    access: session,
    apiKey: true,
    query: page,
    response: notificationPage,
  }),
  unread: endpoint({
    method: 'GET',
    path: '/notifications/unread',
    summary: 'Those that I have not read',
    access: session,
    apiKey: true,
    query: page,
    response: notificationPage,
  }),
  read: endpoint({
    method: 'POST',
    path: '/notifications/:id/read',
    summary: 'I have read it; a second time changes nothing',
    access: session,
    apiKey: true,
    params: idParams,
    response: notificationSchema,
    rateLimit: 'write',
  }),
  readAll: endpoint({
    method: 'POST',
    path: '/notifications/read',
    summary: 'I have read them all',
    access: session,
    apiKey: true,
    response: z.object({ read: z.int() }),
    rateLimit: 'write',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/notifications/:id',
    summary: 'Take it off my list',
    access: session,
    apiKey: true,
    params: idParams,
    rateLimit: 'write',
  }),
  countAudience: endpoint({
    method: 'POST',
    path: '/notifications/audience',
    summary: 'How many people a message would reach',
    access: admin,
    apiKey: true,
    body: z.strictObject({ audience: audienceSchema, promotional: z.boolean().default(false) }),
    response: z.object({ recipients: z.int() }),
    errors: ['MODULE_INACTIVE'],
  }),
  send: endpoint({
    method: 'POST',
    path: '/notifications',
    summary: 'Send a message to people; it is written for everybody at once and arrives in open tabs within seconds',
    access: admin,
    apiKey: true,
    body: z.strictObject({
      audience: audienceSchema,
      subject: z.string().trim().min(1).max(200),
      content: z.string().trim().min(1).max(10_000),
      /** true: people who refuse promotional messages are left out. */
      promotional: z.boolean().default(false),
    }),
    status: 201,
    response: z.object({ id: z.uuid(), recipients: z.int() }),
    errors: ['MODULE_INACTIVE', 'AUDIENCE_EMPTY'],
    rateLimit: 'write',
  }),
  snack: endpoint({
    method: 'POST',
    path: '/notifications/snack',
    summary: 'A snackbar on every page that is open now; it is kept nowhere',
    access: admin,
    apiKey: true,
    body: z.strictObject({ text: z.string().trim().min(1).max(500), notificationType: z.enum(['error', 'warning', 'success', 'info']) }),
    errors: ['MODULE_INACTIVE'],
    rateLimit: 'write',
  }),
  sent: endpoint({
    method: 'GET',
    path: '/notifications/sent',
    summary: 'What was sent, the latest first, with how many have read it',
    access: admin,
    apiKey: true,
    query: page,
    response: z.object({
      items: z.array(
        z.object({
          id: z.uuid(),
          subject: z.string(),
          content: z.string(),
          sentAt: instant,
          recipients: z.int(),
          read: z.int(),
          sender: z.string().nullable(),
        }),
      ),
      nextToken: z.string().nullable(),
    }),
    errors: ['MODULE_INACTIVE'],
  }),
} as const
