import { z } from 'zod'
import { moneySchema } from '../../../domain/money.ts'
import { showPlans } from '../../../domain/usage-pricing.ts'
import { instant, slugSchema } from '../../common.ts'
import { endpoint } from '../../endpoint.ts'

/** Costs of a show that runs, or of the last one, as they are now: what its statement will say. */
export const showUsageSchema = z
  .object({
    /** Hours count redeemed codes instead of tickets. */
    isPrivate: z.boolean(),
    includedMinutes: z.int(),
    /** Tickets or redeemed codes that an hour is charged for. */
    quantity: z.int(),
    hourPrice: moneySchema,
    recordingPrice: moneySchema,
    /** Prepaid minutes that the organizer has left. */
    balanceMinutes: z.int(),
    freeMinutes: z.int(),
    /** Null before the first show. */
    show: z
      .object({
        endedAt: instant.nullable(),
        /** Started minutes of this date, with those of its earlier shows. */
        minutes: z.int(),
        /** Started hours beyond the included time, of this date. */
        hours: z.int(),
        charged: moneySchema,
        /** When the next hour begins to cost, by the tickets of now; null where none will. */
        next: z.object({ at: instant, amount: moneySchema }).nullable(),
        plan: z.enum(showPlans),
        /** Minutes of it that were prepaid; they count as no others. */
        prepaidMinutes: z.int(),
        /** When the free option ends the show; null on another plan, and before its first picture. */
        freeUntil: instant.nullable(),
        /** Null where it is not recorded; nothing once it is published as a video. */
        recording: moneySchema.nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'ShowUsage' })
export type ShowUsage = z.infer<typeof showUsageSchema>

const owned = { kind: 'role', role: 'PRODUCER', owner: { resource: 'product', param: 'productSlug' } } as const
const productSlugParams = z.strictObject({ productSlug: slugSchema })

export const usage = {
  show: endpoint({
    method: 'GET',
    path: '/broadcasts/:productSlug/usage',
    summary: 'What the running show of a product costs so far, else its last one, and what comes next',
    access: owned,
    params: productSlugParams,
    response: showUsageSchema,
  }),
  choosePlan: endpoint({
    method: 'PUT',
    path: '/broadcasts/:productSlug/plan',
    summary: 'Go on with another plan while the show runs, without a break. A free show that goes on counts from its beginning',
    access: owned,
    params: productSlugParams,
    body: z.strictObject({ plan: z.enum(['usage', 'prepaid']) }),
    response: showUsageSchema,
    errors: ['NOT_FOUND', 'BROADCAST_STATE', 'PREPAID_EMPTY'],
    rateLimit: 'write',
  }),
} as const
