import { z } from 'zod'
import { instant, slugParams, slugSchema } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { chatMessageSchema } from './chat.ts'

const session = { kind: 'session' } as const
const messageParams = z.strictObject({ slug: slugSchema, id: z.uuid() })
const access = ['NOT_FOUND', 'TICKET_REQUIRED', 'TICKET_OF_SESSION', 'NOT_PURCHASABLE', 'SUBSCRIPTION_REQUIRED'] as const

export const chatReportSchema = z
  .object({ message: chatMessageSchema, reports: z.int(), firstReportedAt: instant })
  .meta({ id: 'ChatReport' })
export type ChatReport = z.infer<typeof chatReportSchema>

/** Messages that viewers report to the moderators of a chat. */
export const chatReports = {
  report: endpoint({
    method: 'POST',
    path: '/chat/:slug/messages/:id/report',
    summary: 'Report a message to the moderators; a second time changes nothing',
    access: session,
    apiKey: true,
    params: messageParams,
    errors: [...access, 'STATE_CONFLICT'],
    rateLimit: 'report',
  }),
  list: endpoint({
    method: 'GET',
    path: '/chat/:slug/reports',
    summary: 'Messages that were reported and neither removed nor dismissed, the most reported first',
    access: session,
    apiKey: true,
    params: slugParams,
    response: z.object({ items: z.array(chatReportSchema) }),
    errors: [...access, 'FORBIDDEN_ROLE'],
  }),
  dismiss: endpoint({
    method: 'POST',
    path: '/chat/:slug/messages/:id/dismiss-reports',
    summary: 'Let a reported message stand; only a new report brings it back',
    access: session,
    apiKey: true,
    params: messageParams,
    errors: [...access, 'FORBIDDEN_ROLE'],
    rateLimit: 'write',
  }),
} as const
