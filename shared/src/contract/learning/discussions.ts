import { z } from 'zod'
import { limits } from '../../limits.ts'
import { instant, pageOf, pageQuery, slugParams, slugSchema } from '../common.ts'
import { endpoint } from '../endpoint.ts'

export const discussionKindSchema = z.enum(['question', 'comment'])
export type DiscussionKind = z.infer<typeof discussionKindSchema>

export const discussionOrderSchema = z.enum(['newest', 'votes'])
export type DiscussionOrder = z.infer<typeof discussionOrderSchema>

const post = {
  id: z.uuid(),
  /** Empty where the post was removed. */
  text: z.string(),
  /** Null where the post was removed. */
  author: z.object({ name: z.string(), isTeacher: z.boolean() }).nullable(),
  createdAt: instant,
  editedAt: instant.nullable(),
  /** Accounts that found it useful. */
  votes: z.int().min(0),
  hasMyVote: z.boolean(),
  allowed: z.object({ edit: z.boolean(), remove: z.boolean(), report: z.boolean() }),
}
export const discussionReplySchema = z.object(post).meta({ id: 'DiscussionReply' })
export type DiscussionReply = z.infer<typeof discussionReplySchema>

/** A question or comment with its replies, the oldest of them first. */
export const discussionPostSchema = z
  .object({
    ...post,
    kind: discussionKindSchema,
    /** Null for one on the whole course or master. */
    lesson: z.object({ id: z.uuid(), title: z.string(), course: slugSchema }).nullable(),
    /** Place in the video of the lesson; null for one on the whole lesson. */
    positionMs: z.int().nullable(),
    replies: z.array(discussionReplySchema),
    /** The reply that answers the question, by the word of its author or a teacher. */
    acceptedId: z.uuid().nullable(),
    mayAccept: z.boolean(),
  })
  .meta({ id: 'DiscussionPost' })
export type DiscussionPost = z.infer<typeof discussionPostSchema>

const text = z.string().trim().min(1).max(limits.discussionChars)
const session = { kind: 'session' } as const
const access = ['NOT_FOUND', 'TICKET_REQUIRED', 'TICKET_OF_SESSION', 'NOT_PURCHASABLE', 'SUBSCRIPTION_REQUIRED'] as const
const inLesson = [...access, 'LESSON_LOCKED'] as const
const postParams = z.strictObject({ id: z.uuid() })

/** Questions and comments of courses and masters, for those who have them. */
export const discussions = {
  list: endpoint({
    method: 'GET',
    path: '/discussions/:slug',
    summary: 'Questions or comments of a course, or of a master and its courses, the newest first unless asked otherwise',
    access: session,
    params: slugParams,
    query: pageQuery.extend({
      kind: discussionKindSchema,
      /** Those of one lesson. */
      lesson: z.uuid().optional(),
      /** Questions that nobody has answered. */
      unanswered: z.enum(['true', 'false']).optional(),
      /** A cursor continues the order that it was made in. */
      order: discussionOrderSchema.optional(),
    }),
    response: pageOf(discussionPostSchema),
    errors: inLesson,
  }),
  add: endpoint({
    method: 'POST',
    path: '/discussions/:slug',
    summary: 'Ask or comment; the organizer is told of questions',
    access: session,
    params: slugParams,
    body: z.strictObject({
      kind: discussionKindSchema,
      text,
      lessonId: z.uuid().nullable(),
      positionMs: z.int().min(0).max(limits.lessonMs).nullable(),
    }),
    response: discussionPostSchema,
    status: 201,
    errors: inLesson,
    rateLimit: 'write',
  }),
  reply: endpoint({
    method: 'POST',
    path: '/discussion-posts/:id/replies',
    summary: 'Reply; whoever wrote the post is told',
    access: session,
    params: postParams,
    body: z.strictObject({ text }),
    response: discussionPostSchema,
    status: 201,
    errors: [...inLesson, 'DISCUSSION_FULL'],
    rateLimit: 'write',
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/discussion-posts/:id',
    summary: 'Change an own post or reply',
    access: session,
    params: postParams,
    body: z.strictObject({ text }),
    response: discussionPostSchema,
    errors: inLesson,
    rateLimit: 'write',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/discussion-posts/:id',
    summary: 'Delete a post or reply: its author, its organizer and administrators',
    access: session,
    params: postParams,
    errors: access,
    rateLimit: 'write',
  }),
  vote: endpoint({
    method: 'PUT',
    path: '/discussion-posts/:id/vote',
    summary: 'Vote for a post or reply, once for each account, or take the vote back',
    access: session,
    params: postParams,
    body: z.strictObject({ voted: z.boolean() }),
    response: discussionPostSchema,
    errors: access,
    rateLimit: 'write',
  }),
  accept: endpoint({
    method: 'PUT',
    path: '/discussion-posts/:id/accepted',
    summary: 'Name the reply that answers a question, or none',
    access: session,
    params: postParams,
    body: z.strictObject({ replyId: z.uuid().nullable() }),
    response: discussionPostSchema,
    errors: inLesson,
    rateLimit: 'write',
  }),
} as const
