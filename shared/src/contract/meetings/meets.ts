import { z } from 'zod'
import { meetEndReasonSchema, meetStateSchema } from '../../domain/meets.ts'
import { limits } from '../../limits.ts'
import { instant, slugParams, slugSchema } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { mediaGrantSchema } from '../live/broadcasts.ts'

/** A meeting as people with access to it see it. */
export const meetSchema = z
  .object({
    slug: slugSchema,
    title: z.string(),
    channel: z.object({ slug: slugSchema, name: z.string() }),
    /** `waiting`: people stand in the lobby. `ended`: the last one is over and no date is left. */
    state: meetStateSchema,
    /** The date that runs or comes next, else the last one; null without dates. */
    startsAt: instant.nullable(),
    endsAt: instant.nullable(),
    /** Times of the one that runs or ran last. */
    startedAt: instant.nullable(),
    endedAt: instant.nullable(),
    endReason: meetEndReasonSchema.nullable(),
    /** People in it now, a few seconds old. */
    people: z.int(),
    /** The caller may start and stop it. */
    isHost: z.boolean(),
    /** Everything that people say and show in it is recorded, or will be in some seconds. */
    isRecording: z.boolean(),
    /** From then on a host may start it: an hour before its date; null: at any time, or not any more. */
    canStartFrom: instant.nullable(),
    /** Name under which the caller was in a meeting before, else that of the account. */
    ownName: z.string(),
  })
  .meta({ id: 'Meet' })
export type Meet = z.infer<typeof meetSchema>

const access = ['NOT_FOUND', 'TICKET_REQUIRED', 'TICKET_OF_SESSION', 'NOT_PURCHASABLE', 'SUBSCRIPTION_REQUIRED'] as const
const owner = { kind: 'role', role: 'PRODUCER', owner: { resource: 'product', param: 'slug' } } as const

export const meets = {
  get: endpoint({
    method: 'GET',
    path: '/meets/:slug',
    summary: 'State of a meeting, for those with access: by its ticket, or as the meeting of a lesson',
    access: { kind: 'session' },
    params: slugParams,
    response: meetSchema,
    errors: access,
  }),
  start: endpoint({
    method: 'POST',
    path: '/meets/:slug/start',
    summary: 'Start a meeting and let the lobby in: from an hour before a date on; once at a time (MEET_STATE)',
    access: owner,
    params: slugParams,
    response: meetSchema,
    errors: ['NOT_FOUND', 'MEET_STATE', 'MODULE_INACTIVE', 'CHANNEL_NOT_APPROVED', 'BROADCAST_NO_SESSION', 'SESSION_FINISHED'],
    rateLimit: 'write',
  }),
  stop: endpoint({
    method: 'POST',
    path: '/meets/:slug/stop',
    summary: 'End a meeting for everybody; connections close within 5 s',
    access: owner,
    params: slugParams,
    response: meetSchema,
    errors: ['NOT_FOUND', 'MEET_STATE'],
    rateLimit: 'write',
  }),
  join: endpoint({
    method: 'POST',
    path: '/meets/:slug/join',
    summary: 'Where to connect, with a grant for one connection; MEET_STATE before the start and after the end',
    access: { kind: 'session' },
    params: slugParams,
    body: z.strictObject({ name: z.string().trim().min(1).max(limits.meetNameChars) }),
    response: z.object({ meet: meetSchema, grant: mediaGrantSchema }),
    errors: [...access, 'MEET_STATE', 'MEET_REMOVED', 'MEET_FULL', 'UNAVAILABLE'],
    rateLimit: 'write',
  }),
} as const
