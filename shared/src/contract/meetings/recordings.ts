import { z } from 'zod'
import { recordingId } from '../../domain/ids.ts'
import { instant, languageQuery, slugParams } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { playbackSchema } from '../live/playback.ts'
import { meetSchema } from './meets.ts'

/** The recording of a meeting from a start to the next stop. */
export const meetRecordingSchema = z
  .object({
    id: recordingId,
    startedAt: instant,
    state: z.enum(['recording', 'ready', 'failed']),
    durationMs: z.int(),
    /** Those with access may play it; until then only its organizer may. */
    isPublished: z.boolean(),
  })
  .meta({ id: 'MeetRecording' })
export type MeetRecording = z.infer<typeof meetRecordingSchema>

const owner = { kind: 'role', role: 'PRODUCER', owner: { resource: 'product', param: 'slug' } } as const
const recordingParams = slugParams.extend({ id: recordingId })
const access = ['NOT_FOUND', 'TICKET_REQUIRED', 'TICKET_OF_SESSION', 'NOT_PURCHASABLE', 'SUBSCRIPTION_REQUIRED'] as const

export const meetRecordings = {
  start: endpoint({
    method: 'POST',
    path: '/meets/:slug/recording/start',
    summary: 'Record the running meeting: everybody in it is told some seconds before; without effect while it is recorded',
    access: owner,
    params: slugParams,
    response: meetSchema,
    errors: ['NOT_FOUND', 'MEET_STATE'],
    rateLimit: 'write',
  }),
  stop: endpoint({
    method: 'POST',
    path: '/meets/:slug/recording/stop',
    summary: 'Stop recording; without effect where nothing is recorded. The end of a meeting ends its recording, too',
    access: owner,
    params: slugParams,
    response: meetSchema,
    errors: ['NOT_FOUND', 'MEET_STATE'],
    rateLimit: 'write',
  }),
  list: endpoint({
    method: 'GET',
    path: '/meets/:slug/recordings',
    summary: 'Recordings of a meeting, the latest first: all for its organizer, those that are published and ready for others with access',
    access: { kind: 'session' },
    params: slugParams,
    response: z.object({ items: z.array(meetRecordingSchema) }),
    errors: access,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/meets/:slug/recordings/:id',
    summary: 'Publish a recording to those with access to the meeting, or take it back',
    access: owner,
    params: recordingParams,
    body: z.strictObject({ isPublished: z.boolean() }),
    response: meetRecordingSchema,
    errors: ['NOT_FOUND'],
    rateLimit: 'write',
  }),
  playback: endpoint({
    method: 'GET',
    path: '/meets/:slug/recordings/:id/playback',
    summary: 'Signed addresses of a recording, which end with the access; NOT_FOUND while it is not published',
    access: { kind: 'session' },
    params: recordingParams,
    query: languageQuery,
    response: playbackSchema,
    errors: access,
  }),
} as const
