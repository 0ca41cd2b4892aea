import { z } from 'zod'
import { limits } from '../../limits.ts'
import { givenInstant, instant, slugParams, slugSchema } from '../common.ts'
import { endpoint } from '../endpoint.ts'

const session = { kind: 'session' } as const

export const pollSchema = z
  .object({
    id: z.uuid(),
    product: slugSchema,
    question: z.string(),
    /** In the order in which they are offered, each with its votes. */
    answers: z.array(z.object({ text: z.string(), votes: z.int() })),
    openedAt: instant,
    /** Moment of the show in which it was opened. */
    moment: instant,
    /** Null while votes are taken. */
    closedAt: instant.nullable(),
    /** Grows with each change. */
    revision: z.int(),
  })
  .meta({ id: 'ChatPoll' })
export type Poll = z.infer<typeof pollSchema>

const line = z.string().trim().min(1)
const pollParams = z.strictObject({ slug: slugSchema, id: z.uuid() })
const access = ['NOT_FOUND', 'TICKET_REQUIRED', 'TICKET_OF_SESSION', 'NOT_PURCHASABLE', 'SUBSCRIPTION_REQUIRED'] as const
const moderation = [...access, 'FORBIDDEN_ROLE', 'STATE_CONFLICT'] as const

/** Polls beside the chat of a show; one is open at a time. */
export const polls = {
  list: endpoint({
    method: 'GET',
    path: '/chat/:slug/polls',
    summary: 'Polls of the show, the latest first',
    access: session,
    apiKey: true,
    params: slugParams,
    response: z.object({
      items: z.array(pollSchema),
      /** Answers of the caller, by their index. */
      chosen: z.array(z.object({ poll: z.uuid(), answer: z.int() })),
      moderates: z.boolean(),
    }),
    errors: access,
  }),
  open: endpoint({
    method: 'POST',
    path: '/chat/:slug/polls',
    summary: 'Open a poll with 2 to 6 answers; the one before must be closed',
    access: session,
    apiKey: true,
    params: slugParams,
    body: z.strictObject({
      question: line.max(300),
      answers: z.array(line.max(80)).min(2).max(limits.chatPollAnswers),
      /** Capture time of the picture on screen; left out where nothing plays. */
      moment: givenInstant.optional(),
    }),
    status: 201,
    response: pollSchema,
    errors: moderation,
    rateLimit: 'write',
  }),
  vote: endpoint({
    method: 'PUT',
    path: '/chat/:slug/polls/:id/vote',
    summary: 'Choose an answer; another one replaces it while the poll is open',
    access: session,
    apiKey: true,
    params: pollParams,
    body: z.strictObject({
      answer: z
        .int()
        .min(0)
        .max(limits.chatPollAnswers - 1),
    }),
    response: pollSchema,
    errors: [...access, 'STATE_CONFLICT'],
    rateLimit: 'write',
  }),
  close: endpoint({
    method: 'POST',
    path: '/chat/:slug/polls/:id/close',
    summary: 'Take no more votes; its result stays readable',
    access: session,
    apiKey: true,
    params: pollParams,
    response: pollSchema,
    errors: moderation,
    rateLimit: 'write',
  }),
} as const
