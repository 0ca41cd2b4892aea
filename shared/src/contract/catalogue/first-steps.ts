import { z } from 'zod'
import { slugSchema } from '../common.ts'
import { endpoint } from '../endpoint.ts'

/** Steps of an organizer until something can be sold, in this order. */
export const firstStepIds = ['channel', 'approval', 'payout', 'product', 'broadcast'] as const
export type FirstStepId = (typeof firstStepIds)[number]

export const firstStepsSchema = z
  .object({
    steps: z.array(z.object({ id: z.enum(firstStepIds), done: z.boolean() })),
    /** Where the open ones are done: the newest channel, and the newest draft in it. */
    channelSlug: slugSchema.nullable(),
    draft: z.object({ channelSlug: slugSchema, slug: slugSchema }).nullable(),
  })
  .meta({ id: 'FirstSteps' })
export type FirstSteps = z.infer<typeof firstStepsSchema>

export const firstSteps = {
  get: endpoint({
    method: 'GET',
    path: '/account/first-steps',
    summary: 'Which steps remain until the first sale',
    access: { kind: 'role', role: 'PRODUCER' },
    response: firstStepsSchema,
  }),
} as const
