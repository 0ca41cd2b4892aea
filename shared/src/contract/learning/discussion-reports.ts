import { z } from 'zod'
import { instant, slugParams } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { discussionKindSchema } from './discussions.ts'

export const reportReasonSchema = z.enum(['abuse', 'spam', 'personal', 'other'])
export type ReportReason = z.infer<typeof reportReasonSchema>

/** A post or reply that learners reported and nobody has decided about. */
export const reportedPostSchema = z
  .object({
    id: z.uuid(),
    kind: discussionKindSchema,
    text: z.string(),
    author: z.string(),
    reports: z.int().min(1),
    /** Each reason once. */
    reasons: z.array(reportReasonSchema),
    firstReportedAt: instant,
  })
  .meta({ id: 'ReportedPost' })
export type ReportedPost = z.infer<typeof reportedPostSchema>

const session = { kind: 'session' } as const
const access = ['NOT_FOUND', 'TICKET_REQUIRED', 'TICKET_OF_SESSION', 'NOT_PURCHASABLE', 'SUBSCRIPTION_REQUIRED'] as const
const postParams = z.strictObject({ id: z.uuid() })

/** Reports of posts: learners write them, organizers and administrators decide. */
export const discussionReports = {
  list: endpoint({
    method: 'GET',
    path: '/discussion-reports/:slug',
    summary: 'Reported posts of a course, or of a master and its courses, those with the most reports first',
    access: session,
    params: slugParams,
    response: z.object({ items: z.array(reportedPostSchema) }),
    errors: access,
  }),
  add: endpoint({
    method: 'POST',
    path: '/discussion-posts/:id/reports',
    summary: 'Report a post or reply of somebody else, once',
    access: session,
    params: postParams,
    body: z.strictObject({ reason: reportReasonSchema }),
    errors: access,
    rateLimit: 'write',
  }),
  dismiss: endpoint({
    method: 'DELETE',
    path: '/discussion-posts/:id/reports',
    summary: 'Let a reported post stand; who reported it cannot do so again',
    access: session,
    params: postParams,
    errors: access,
    rateLimit: 'write',
  }),
} as const
