import { z } from 'zod'
import { userId } from '../../domain/ids.ts'
import { limits } from '../../limits.ts'
import { givenInstant, instant, slugParams, slugSchema } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { chatRoleSchema } from './chat.ts'

const session = { kind: 'session' } as const

export const questionStateSchema = z.enum(['pending', 'open', 'answered', 'dismissed'])
export type QuestionState = z.infer<typeof questionStateSchema>

export const questionSchema = z
  .object({
    id: z.uuid(),
    /** Chosen by the sender: the same one twice is one question. */
    clientId: z.uuid(),
    product: slugSchema,
    user: userId,
    name: z.string(),
    role: chatRoleSchema,
    /** Plain text; empty once it was dismissed. */
    text: z.string(),
    askedAt: instant,
    /** Capture time of the picture that its author saw. */
    moment: instant,
    votes: z.int(),
    /** pending: waits for approval, known to its author and to moderators alone. */
    state: questionStateSchema,
    /** Moment of the show in which it was answered. */
    answeredMoment: instant.nullable(),
    /** Grows with each change. */
    revision: z.int(),
  })
  .meta({ id: 'ChatQuestion' })
export type Question = z.infer<typeof questionSchema>

const questionParams = z.strictObject({ slug: slugSchema, id: z.uuid() })
const access = ['NOT_FOUND', 'TICKET_REQUIRED', 'TICKET_OF_SESSION', 'NOT_PURCHASABLE', 'SUBSCRIPTION_REQUIRED'] as const

/** Questions beside the chat of a show. */
export const questions = {
  list: endpoint({
    method: 'GET',
    path: '/chat/:slug/questions',
    summary: 'Questions of the show: those with most votes first, then the answered ones in the order of their moments',
    access: session,
    apiKey: true,
    params: slugParams,
    response: z.object({
      items: z.array(questionSchema),
      /** Questions for which the caller voted. */
      voted: z.array(z.uuid()),
      moderates: z.boolean(),
    }),
    errors: access,
  }),
  ask: endpoint({
    method: 'POST',
    path: '/chat/:slug/questions',
    summary: 'Ask a question; a repetition with the same clientId answers the first one',
    access: session,
    apiKey: true,
    params: slugParams,
    body: z.strictObject({
      clientId: z.uuid(),
      text: z
        .string()
        .min(1)
        .max(limits.chatMessageLength * 4),
      /** Capture time of the picture on screen; left out where nothing plays. */
      moment: givenInstant.optional(),
    }),
    status: 201,
    response: questionSchema,
    errors: [...access, 'CHAT_DISABLED', 'CHAT_MUTED', 'CHAT_QUESTIONS_OPEN'],
    rateLimit: 'write',
  }),
  vote: endpoint({
    method: 'PUT',
    path: '/chat/:slug/questions/:id/vote',
    summary: 'Vote for a question; each account once',
    access: session,
    apiKey: true,
    params: questionParams,
    response: questionSchema,
    errors: [...access, 'STATE_CONFLICT'],
    rateLimit: 'write',
  }),
  unvote: endpoint({
    method: 'DELETE',
    path: '/chat/:slug/questions/:id/vote',
    summary: 'Take the vote for a question back',
    access: session,
    apiKey: true,
    params: questionParams,
    status: 200,
    response: questionSchema,
    errors: [...access, 'STATE_CONFLICT'],
    rateLimit: 'write',
  }),
  settle: endpoint({
    method: 'PUT',
    path: '/chat/:slug/questions/:id/state',
    summary: 'Approve, answer, open again or dismiss a question; its author may dismiss it',
    access: session,
    apiKey: true,
    params: questionParams,
    body: z.strictObject({
      state: z.enum(['open', 'answered', 'dismissed']),
      /** Moment of the answer; now where it is left out. */
      moment: givenInstant.optional(),
    }),
    response: questionSchema,
    errors: [...access, 'FORBIDDEN_ROLE', 'STATE_CONFLICT'],
    rateLimit: 'write',
  }),
} as const
