import { z } from 'zod'
import { slugParams } from '../common.ts'
import { endpoint } from '../endpoint.ts'

/** Whether the caller is reminded of the dates of a product. */
export const reminderSchema = z
  .object({
    /** They asked for it. */
    isWanted: z.boolean(),
    /** A ticket reminds without asking. */
    hasTicket: z.boolean(),
    /** Their switch of all reminders (`PATCH /me`). */
    areOn: z.boolean(),
  })
  .meta({ id: 'Reminder' })
export type Reminder = z.infer<typeof reminderSchema>

export const reminders = {
  get: endpoint({
    method: 'GET',
    path: '/products/:slug/reminder',
    summary: 'Whether I am reminded of the dates of this product',
    access: { kind: 'session' },
    params: slugParams,
    response: reminderSchema,
    errors: ['NOT_FOUND'],
  }),
  set: endpoint({
    method: 'PUT',
    path: '/products/:slug/reminder',
    summary: 'Remind me without a ticket, or no more; a day, an hour and five minutes before each date',
    access: { kind: 'session' },
    params: slugParams,
    body: z.strictObject({ isWanted: z.boolean() }),
    response: reminderSchema,
    errors: ['NOT_FOUND', 'STATE_CONFLICT'],
    rateLimit: 'write',
  }),
} as const
