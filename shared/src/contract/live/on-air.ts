import { z } from 'zod'
import { broadcastId, feedId } from '../../domain/ids.ts'
import { broadcastStateSchema, feedKindSchema, feedStateSchema } from '../../domain/states.ts'
import { instant, slugSchema } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { broadcastKinds } from './broadcasts.ts'

/** A broadcast that runs, as administrators see it. */
export const runningBroadcastSchema = z
  .object({
    id: broadcastId,
    kind: z.enum(broadcastKinds),
    state: z.enum(broadcastStateSchema.options).exclude(['ended']),
    product: z.object({ slug: slugSchema, title: z.string() }),
    channel: z.object({ slug: slugSchema, title: z.string() }),
    startedAt: instant,
    /** When the idle cutoff closes it, if no media arrives; null while media flows. */
    idleClosesAt: instant.nullable(),
    viewers: z.int(),
    feeds: z.array(z.object({ id: feedId, label: z.string(), kind: feedKindSchema, state: feedStateSchema })),
  })
  .meta({ id: 'RunningBroadcast' })
export type RunningBroadcast = z.infer<typeof runningBroadcastSchema>

export const onAirList = {
  list: endpoint({
    method: 'GET',
    path: '/manage/broadcasts',
    summary: 'What is on air now in all channels, rehearsals included; the latest first, at most 500',
    access: { kind: 'role', role: 'ADMIN' },
    response: z.object({ items: z.array(runningBroadcastSchema) }),
  }),
} as const
