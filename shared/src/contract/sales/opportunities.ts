import { z } from 'zod'
import { productTypeSchema } from '../../domain/states.ts'
import { limits } from '../../limits.ts'
import { calendarDay, countryCode, instant, pageOf } from '../common.ts'
import { endpoint } from '../endpoint.ts'

/**
 * checkout: opened and not bought; waiting: on a waiting list; expiring: access or subscription that ends; saved: kept
 * for later.
 */
export const opportunityKinds = ['checkout', 'waiting', 'expiring', 'saved'] as const
export const opportunityKindSchema = z.enum(opportunityKinds)
export type OpportunityKind = z.infer<typeof opportunityKindSchema>

/** possible, or why no mail can be sent: no consent, one was sent not long ago, nothing is left to buy. */
export const followUpStates = ['possible', 'no_consent', 'recent', 'sold_out'] as const
export type FollowUpState = (typeof followUpStates)[number]

/** Somebody who came close to buying, as the organizer sees it. */
export const opportunitySchema = z
  .object({
    id: z.uuid(),
    kind: opportunityKindSchema,
    /** Null for a subscription, which belongs to the channel. */
    product: z.object({ slug: z.string(), title: z.string(), type: productTypeSchema }).nullable(),
    channel: z.object({ slug: z.string(), title: z.string() }),
    /** Since when; for access that ends, the moment of its end. */
    at: instant,
    country: z.string().nullable(),
    /** Only of people who receive promotions. */
    email: z.string().nullable(),
    followUp: z.object({
      state: z.enum(followUpStates),
      /** Last mail about it. */
      sentAt: instant.nullable(),
      /** Next moment at which one can be sent; null where there is none, or it is now. */
      possibleAt: instant.nullable(),
    }),
  })
  .meta({ id: 'Opportunity' })
export type Opportunity = z.infer<typeof opportunitySchema>

export const opportunitiesQuery = z.strictObject({
  kind: opportunityKindSchema.optional(),
  /** Part of the title of product or channel. */
  product: z.string().trim().min(1).max(120).optional(),
  country: countryCode.optional(),
  /** Days in the platform's time zone, both included. */
  from: calendarDay.optional(),
  to: calendarDay.optional(),
  sort: z.enum(['at']).default('at'),
  order: z.enum(['asc', 'desc']).default('desc'),
  cursor: z.string().max(512).optional(),
  limit: z.coerce.number().int().min(1).max(limits.listPageSizeMax).default(limits.listPageSize),
})
const producer = { kind: 'role', role: 'PRODUCER' } as const

export const opportunities = {
  list: endpoint({
    method: 'GET',
    path: '/producer/opportunities',
    summary: "People who came close to buying from the caller's channels, one row for each person and product",
    access: producer,
    query: opportunitiesQuery,
    response: pageOf(opportunitySchema).extend({ total: z.int() }),
  }),
  followUp: endpoint({
    method: 'POST',
    path: '/producer/opportunities/:id/follow-up',
    summary: 'Send that person a mail with the way to the checkout, where they receive promotions and got none not long ago',
    access: producer,
    params: z.strictObject({ id: z.uuid() }),
    response: opportunitySchema,
    status: 201,
    errors: ['NOT_FOUND', 'FOLLOW_UP_NO_CONSENT', 'FOLLOW_UP_RECENT', 'SOLD_OUT'],
    rateLimit: 'write',
  }),
} as const
