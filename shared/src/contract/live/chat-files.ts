import { z } from 'zod'
import { limits } from '../../limits.ts'
import { slugParams, slugSchema } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { chatMessageSchema } from './chat.ts'

const session = { kind: 'session' } as const
const access = ['NOT_FOUND', 'TICKET_REQUIRED', 'TICKET_OF_SESSION', 'NOT_PURCHASABLE', 'SUBSCRIPTION_REQUIRED'] as const

/** Files in the chat of a meeting; the chat of a show has none (NOT_FOUND). */
export const chatFiles = {
  send: endpoint({
    method: 'POST',
    path: '/chat/:slug/files',
    summary: 'Send a file to everybody in a meeting, as a message; a repetition with the same clientId answers the first one',
    access: session,
    apiKey: true,
    params: slugParams,
    query: z.strictObject({ filename: z.string().min(1).max(255), clientId: z.uuid() }),
    upload: { contentTypes: ['application/octet-stream'], maxBytes: limits.chatFileBytes },
    status: 201,
    response: chatMessageSchema,
    errors: [...access, 'CHAT_DISABLED', 'CHAT_MUTED', 'CHAT_FILES_FULL', 'FILE_FORMAT', 'STORAGE_FULL'],
    rateLimit: 'write',
  }),
  download: endpoint({
    method: 'GET',
    path: '/chat/:slug/messages/:id/file',
    summary: 'The file of a message, for whoever takes part in the meeting; gone after 30 days and with the next meeting',
    access: session,
    apiKey: true,
    params: z.strictObject({ slug: slugSchema, id: z.uuid() }),
    produces: 'file',
    errors: access,
  }),
} as const
