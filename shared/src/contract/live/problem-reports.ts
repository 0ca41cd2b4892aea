import { z } from 'zod'
import { instant, pageOf, pageQuery, slugParams, slugSchema } from '../common.ts'
import { endpoint } from '../endpoint.ts'

export const problemCategories = ['no_picture', 'no_sound', 'stutters', 'out_of_step', 'other'] as const
export const problemCategorySchema = z.enum(problemCategories)
export type ProblemCategory = z.infer<typeof problemCategorySchema>

export const problemStates = ['open', 'handled'] as const
export const problemStateSchema = z.enum(problemStates)
export type ProblemState = z.infer<typeof problemStateSchema>

/** State of the player, as it knows it itself. */
export const pictureFactsSchema = z
  .strictObject({
    phase: z.enum(['idle', 'loading', 'playing', 'paused', 'waiting', 'ended', 'failed']),
    isLive: z.boolean(),
    positionSec: z.number().min(0).max(1e7),
    /** Seconds of film that were loaded ahead of the picture. */
    bufferedSec: z.number().min(0).max(1e7),
    /** From the camera to the screen. */
    latencySec: z.number().min(-60).max(1e7).nullable(),
    heightPx: z.int().min(0).max(10_000).nullable(),
    isLowLatency: z.boolean(),
    isOnline: z.boolean(),
  })
  .meta({ id: 'PictureFacts' })
export type PictureFacts = z.infer<typeof pictureFactsSchema>

export const problemReportSchema = z
  .object({
    id: z.uuid(),
    product: z.object({ slug: slugSchema, title: z.string() }),
    viewer: z.string(),
    category: problemCategorySchema,
    text: z.string(),
    reportedAt: instant,
    picture: pictureFactsSchema.nullable(),
    /** Null while it is open; `by` is empty where that account is gone. */
    handled: z.object({ at: instant, by: z.string() }).nullable(),
    /** Facts of the platform when it was reported. */
    evidence: z.object({
      watchedMs: z.int(),
      visits: z.int(),
      /** Null where no date had begun. */
      show: z.object({ startsAt: instant, airedFrom: instant.nullable(), endedAt: instant.nullable(), interruptions: z.int() }).nullable(),
    }),
  })
  .meta({ id: 'ProblemReport' })
export type ProblemReport = z.infer<typeof problemReportSchema>

const producer = { kind: 'role', role: 'PRODUCER' } as const

export const problemReports = {
  send: endpoint({
    method: 'POST',
    path: '/products/:slug/problems',
    summary: 'Report a problem with what is being watched; what was sent and watched until now is kept with it',
    access: { kind: 'session' },
    params: slugParams,
    body: z.strictObject({
      category: problemCategorySchema,
      text: z.string().trim().max(1000).default(''),
      picture: pictureFactsSchema.nullable().default(null),
    }),
    status: 201,
    response: z.object({ id: z.uuid(), reportedAt: instant }),
    errors: ['NOT_FOUND', 'TICKET_REQUIRED', 'TICKET_OF_SESSION', 'NOT_PURCHASABLE', 'SUBSCRIPTION_REQUIRED'],
    rateLimit: 'report',
  }),
  list: endpoint({
    method: 'GET',
    path: '/producer/problem-reports',
    summary: "Problems that viewers reported in the caller's channels; for administrators in all; the latest first",
    access: producer,
    query: pageQuery.extend({ state: problemStateSchema.default('open') }),
    response: pageOf(problemReportSchema),
  }),
  handle: endpoint({
    method: 'PUT',
    path: '/producer/problem-reports/:id/handled',
    summary: 'Mark a report as handled, or open it again; who did it first and when stays',
    access: producer,
    params: z.strictObject({ id: z.uuid() }),
    body: z.strictObject({ isHandled: z.boolean() }),
    response: problemReportSchema,
    errors: ['NOT_FOUND'],
    rateLimit: 'write',
  }),
} as const
