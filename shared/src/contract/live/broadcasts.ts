import { z } from 'zod'
import { broadcastId, feedId, productId, recordingId, sessionId } from '../../domain/ids.ts'
import { languageSchema } from '../../domain/language.ts'
import {
  broadcastEndReasonSchema,
  broadcastStateSchema,
  feedKindSchema,
  feedStateSchema,
  productStatusSchema,
} from '../../domain/states.ts'
import { showPlans } from '../../domain/usage-pricing.ts'
import { rungNames } from '../../domain/ladder.ts'
import { limits } from '../../limits.ts'
import { instant, pageOf, pageQuery, slugSchema } from '../common.ts'
import { endpoint } from '../endpoint.ts'

export const broadcastKinds = ['live', 'rehearsal'] as const
export type BroadcastKind = (typeof broadcastKinds)[number]

/** One picture (and its sound) of a broadcast. Its id survives reconnection of the studio. */
export const feedSchema = z
  .object({
    id: feedId,
    /**
     * The studio's own stable name of the source, unique in the broadcast: announcing it again answers the same feed.
     * Another device of the organizer that names it takes this feed's seat.
     */
    key: z.string(),
    kind: feedKindSchema,
    label: z.string(),
    language: languageSchema.nullable(),
    ordinal: z.int(),
    state: feedStateSchema,
    /** Since when it is in this state, by the platform's clock. */
    since: instant,
    hasAudio: z.boolean(),
    hasVideo: z.boolean(),
    rungs: z.array(z.enum(rungNames)),
  })
  .meta({ id: 'Feed' })
export type Feed = z.infer<typeof feedSchema>

export const broadcastSchema = z
  .object({
    id: broadcastId,
    productId,
    productSlug: slugSchema,
    /** A rehearsal is seen by its organizer and by whoever has its link. */
    kind: z.enum(broadcastKinds),
    /** Null for a rehearsal, which has none. */
    sessionId: sessionId.nullable(),
    /** Last part of the link to a rehearsal (`/rehearsals/{key}`); null for a show. */
    rehearsalKey: z.string().nullable(),
    state: broadcastStateSchema,
    endReason: broadcastEndReasonSchema.nullable(),
    startedAt: instant,
    endedAt: instant.nullable(),
    recording: z.boolean(),
    segmentDurationSec: z.union([z.literal(1), z.literal(2)]),
    /** When the idle cutoff closes it, if no media arrives; null while media flows. */
    idleClosesAt: instant.nullable(),
    viewers: z.int(),
    peakViewers: z.int(),
    feeds: z.array(feedSchema),
  })
  .meta({ id: 'Broadcast' })
export type Broadcast = z.infer<typeof broadcastSchema>

export const iceServerSchema = z.object({ urls: z.array(z.string()), username: z.string().optional(), credential: z.string().optional() })

/**
 * How to reach the media node. `url` may be relative to the api's origin; `path` is the socket.io path there. Valid for
 * one connect within `expiresAt`.
 */
export const mediaGrantSchema = z
  .object({ url: z.string(), path: z.string(), token: z.string(), expiresAt: instant, iceServers: z.array(iceServerSchema) })
  .meta({ id: 'MediaGrant' })
export type MediaGrant = z.infer<typeof mediaGrantSchema>

const productSlugParams = z.strictObject({ productSlug: slugSchema })
/** One broadcast of the product; left out: the one that runs. */
const oneBroadcast = z.strictObject({ id: broadcastId.optional() })
const owned = { kind: 'role', role: 'PRODUCER', owner: { resource: 'product', param: 'productSlug' } } as const
const onAir = z.object({ broadcast: broadcastSchema, grant: mediaGrantSchema }).meta({ id: 'BroadcastGrant' })
export type BroadcastGrant = z.infer<typeof onAir>

export const announceFeedBody = z.strictObject({
  key: z.string().trim().min(1).max(100),
  kind: feedKindSchema,
  label: z.string().trim().min(1).max(limits.labelChars),
  language: languageSchema.nullable().default(null),
})

export const recordingSchema = z
  .object({
    id: recordingId,
    broadcastId,
    productSlug: slugSchema,
    title: z.string(),
    /** Keeping it is paid for until it is on demand; that of a meeting costs nothing. */
    isCharged: z.boolean(),
    startedAt: instant,
    state: z.enum(['recording', 'ready', 'failed', 'deleted']),
    durationMs: z.int(),
    sizeBytes: z.int(),
    files: z.array(
      z.object({
        feedId,
        label: z.string(),
        state: z.enum(['recording', 'processing', 'ready', 'failed']),
        durationMs: z.int(),
        sizeBytes: z.int(),
        /** Download of the MP4, present when ready. */
        mp4Url: z.string().nullable(),
      }),
    ),
    /** The product that it was put on demand as. */
    onDemand: z.object({ slug: slugSchema, channelSlug: slugSchema, status: productStatusSchema }).nullable(),
  })
  .meta({ id: 'Recording' })
export type Recording = z.infer<typeof recordingSchema>

export const broadcasts = {
  start: endpoint({
    method: 'POST',
    path: '/broadcasts/:productSlug/start',
    summary: 'Go live in the session that is near (from 60 minutes before it begins until it ends), or rehearse at any time',
    access: owned,
    params: productSlugParams,
    body: z.strictObject({
      /** A show ends the rehearsal that runs. */
      kind: z.enum(broadcastKinds).default('live'),
      sessionId: sessionId.optional(),
      /** Left out: as the product says. */
      recording: z.boolean().optional(),
      segmentDurationSec: z.union([z.literal(1), z.literal(2)]).default(2),
      /** How its time is paid for. */
      plan: z.enum(showPlans).default('usage'),
    }),
    response: onAir,
    errors: [
      'NOT_FOUND',
      'PRODUCT_NOT_LIVE',
      'PRODUCT_NOT_PUBLISHED',
      'CHANNEL_NOT_APPROVED',
      'BROADCAST_STATE',
      'BROADCAST_NO_SESSION',
      'SESSION_FINISHED',
      'PREPAID_EMPTY',
      'NO_MEDIA_NODE',
    ],
    rateLimit: 'write',
  }),
  connect: endpoint({
    method: 'POST',
    path: '/broadcasts/:productSlug/connect',
    summary: 'A fresh grant to rejoin the running broadcast after a break: same broadcast, same feeds, same recording',
    access: owned,
    params: productSlugParams,
    query: oneBroadcast,
    response: onAir,
    errors: ['NOT_FOUND', 'BROADCAST_STATE', 'NO_MEDIA_NODE'],
    rateLimit: 'write',
  }),
  announceFeed: endpoint({
    method: 'POST',
    path: '/broadcasts/:productSlug/feeds',
    summary: 'Announce a feed before publishing it; idempotent by key',
    access: owned,
    params: productSlugParams,
    body: announceFeedBody,
    response: feedSchema,
    status: 201,
    errors: ['NOT_FOUND', 'BROADCAST_STATE', 'FEED_LIMIT'],
    rateLimit: 'write',
  }),
  stop: endpoint({
    method: 'POST',
    path: '/broadcasts/:productSlug/stop',
    summary: 'End the show or the rehearsal: feeds close, playlists close, the recording is there',
    access: owned,
    params: productSlugParams,
    query: oneBroadcast,
    response: broadcastSchema,
    errors: ['NOT_FOUND', 'BROADCAST_STATE'],
    rateLimit: 'write',
  }),
  checkUplink: endpoint({
    method: 'POST',
    path: '/uplink-checks',
    summary: 'Bytes that are thrown away: the studio measures how long their way takes',
    access: { kind: 'role', role: 'PRODUCER' },
    upload: { contentTypes: ['application/octet-stream'], maxBytes: limits.uplinkCheckBytes },
    response: z.object({ receivedBytes: z.int().min(0) }),
    rateLimit: 'write',
  }),
  get: endpoint({
    method: 'GET',
    path: '/broadcasts/:productSlug',
    summary: "The product's running broadcast, else its last one",
    access: owned,
    params: productSlugParams,
    query: oneBroadcast,
    response: broadcastSchema,
    errors: ['NOT_FOUND'],
  }),
  recordings: endpoint({
    method: 'GET',
    path: '/recordings',
    summary: "Recordings of the organizer's broadcasts, newest first",
    access: { kind: 'role', role: 'PRODUCER' },
    query: pageQuery.extend({ product: slugSchema.optional() }),
    response: pageOf(recordingSchema),
  }),
} as const
