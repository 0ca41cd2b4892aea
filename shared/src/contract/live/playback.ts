import { z } from 'zod'
import { captionLanguageSchema } from '../../domain/captions.ts'
import { feedId } from '../../domain/ids.ts'
import { languageSchema } from '../../domain/language.ts'
import { feedKindSchema } from '../../domain/states.ts'
import { rungNames } from '../../domain/ladder.ts'
import { chapterSchema } from '../catalogue/podcasts.ts'
import { mediaGrantSchema } from './broadcasts.ts'
import { httpUrl, instant, languageQuery, slugParams, slugSchema } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { channelRefSchema, eventSchema, productSessionSchema } from '../catalogue/products.ts'

/** One switchable picture. `masterUrl` carries the signed token; every playlist and segment below it inherits it. */
export const playbackFeedSchema = z
  .object({
    id: feedId,
    kind: feedKindSchema,
    label: z.string(),
    language: languageSchema.nullable(),
    hasAudio: z.boolean(),
    hasVideo: z.boolean(),
    /**
     * preparing: published, first segments not there yet. live: growing. reconnecting: the studio lost its connection.
     * ended: closed, plays to its end.
     */
    state: z.enum(['preparing', 'live', 'reconnecting', 'ended']),
    rungs: z.array(z.enum(rungNames)),
    masterUrl: z.string(),
    thumbnailUrl: z.string().nullable(),
    /**
     * WebVTT of small pictures for the seek bar, and JSON (`peaks`, 0 to 1) of the shape of the sound: of files that
     * were uploaded.
     */
    seekPreviewsUrl: z.string().nullable().optional(),
    peaksUrl: z.string().nullable().optional(),
  })
  .meta({ id: 'PlaybackFeed' })
export type PlaybackFeed = z.infer<typeof playbackFeedSchema>

export const captionTrackSchema = z.object({ language: captionLanguageSchema, url: z.string() }).meta({ id: 'CaptionTrack' })
export type CaptionTrack = z.infer<typeof captionTrackSchema>

export const mediaSchema = z
  .object({
    feeds: z.array(playbackFeedSchema),
    tokenExpiresAt: instant,
    /** Sub-second WebRTC viewing, where the media node has room. */
    lowLatency: mediaGrantSchema.nullable(),
    /** There is so much room that viewers who chose nothing get it. */
    isLowLatencyFirst: z.boolean().optional(),
    durationMs: z.int().nullable(),
    /** WebVTT files in the time of the picture; left out where there are none. */
    captions: z.array(captionTrackSchema).optional(),
    /** In the order of their starts; left out where a video has none. */
    chapters: z.array(chapterSchema).optional(),
    /** Where this account stopped last, on any device; `at` says when that was told. Left out where it never did. */
    resume: z.object({ positionSec: z.int(), at: instant }).optional(),
    /** The show that is seen, on air or recorded; left out for videos. Its pictures bear the time of their capture. */
    broadcast: z.object({ id: z.uuid(), startedAt: instant }).optional(),
  })
  .meta({ id: 'PlaybackMedia' })

export type PlaybackMedia = z.infer<typeof mediaSchema>

/** A deferred live: nobody gets beyond the place that the server's clock has reached. */
export const deferredSchema = z
  .object({
    startsAt: instant,
    durationMs: z.int(),
    /** Neither pause nor going back, as if it were sent now. */
    isInStep: z.boolean(),
  })
  .meta({ id: 'DeferredLive' })
export type DeferredLive = z.infer<typeof deferredSchema>

const productInfo = z.object({
  slug: slugSchema,
  title: z.string(),
  type: z.string(),
  channel: channelRefSchema,
  posterUrl: z.string().nullable(),
  heroUrl: z.string().nullable(),
})

const base = {
  product: productInfo,
  /** The answer that every other screen gives. */
  event: eventSchema.nullable(),
  session: productSessionSchema.nullable(),
  /** For countdowns that do not trust the viewer's clock. */
  serverTime: instant,
  /**
   * The playback lease under which the addresses are good; the browser names it on its socket, which keeps it. Null
   * where nothing plays, and for whoever is not limited (organizer, moderators, administrators, podcasts).
   */
  lease: z.uuid().nullable(),
  supportEmail: z.string(),
  viewers: z.int(),
}

/**
 * State of the player, in the words of the specification; precedence: misconfigured, no_sessions, on_air, available_on,
 * finished, event_date_passed, not_available_yet, cancelled (no access is not a state but a refusal: TICKET_REQUIRED or
 * NOT_PURCHASABLE). `ready` is an on-demand product.
 */
export const playbackSchema = z
  .discriminatedUnion('state', [
    /** `deferred`: a video that plays by the clock. */
    z.object({
      ...base,
      state: z.literal('on_air'),
      startedAt: instant,
      media: mediaSchema,
      deferred: deferredSchema.nullable().optional(),
    }),
    z.object({ ...base, state: z.literal('ready'), media: mediaSchema }),
    z.object({ ...base, state: z.literal('available_on'), availableAt: instant }),
    /** The show is over; `recording` plays it again where it was recorded. */
    z.object({ ...base, state: z.literal('finished'), recording: mediaSchema.nullable() }),
    /** Played by somebody else's player, in a frame. */
    z.object({ ...base, state: z.literal('embedded'), embedUrl: httpUrl }),
    /** A course, a master or a meeting: enjoyed on a page of its own. */
    z.object({ ...base, state: z.literal('own_page') }),
    z.object({ ...base, state: z.literal('misconfigured') }),
    z.object({ ...base, state: z.literal('no_sessions') }),
    z.object({ ...base, state: z.literal('event_date_passed') }),
    z.object({ ...base, state: z.literal('not_available_yet') }),
    /** Called off; `recording` is of what took place before. */
    z.object({ ...base, state: z.literal('cancelled'), recording: mediaSchema.nullable() }),
  ])
  .meta({ id: 'Playback' })
export type Playback = z.infer<typeof playbackSchema>

/**
 * The one issue of PLAYING_ELSEWHERE: its `message` is the name of the device that plays ('Firefox, Linux'), or
 * empty; its `rule` says whether it is another device, or another tab of this one.
 */
export const playingRules = ['other_device', 'other_tab'] as const

/** A product's trailer. Its addresses open the trailer and nothing else. */
export const trailerSchema = z
  .object({
    masterUrl: z.string(),
    posterUrl: z.string().nullable(),
    seekPreviewsUrl: z.string().nullable(),
    durationMs: z.int(),
    tokenExpiresAt: instant,
  })
  .meta({ id: 'Trailer' })
export type Trailer = z.infer<typeof trailerSchema>

const access = ['NOT_FOUND', 'TICKET_REQUIRED', 'TICKET_OF_SESSION', 'NOT_PURCHASABLE', 'SUBSCRIPTION_REQUIRED'] as const

export const playback = {
  get: endpoint({
    method: 'GET',
    path: '/products/:slug/playback',
    summary: 'What the player shows now, with signed media addresses where there is something to play',
    access: { kind: 'session' },
    params: slugParams,
    query: languageQuery.extend({
      /** Made by each open player; left out, the device has one. */
      lease: z.uuid().optional(),
      /** Plays the recording of a show that is over; without it, `recording` has no feeds and no lease is claimed. */
      recording: z.enum(['true', 'false']).optional(),
    }),
    response: playbackSchema,
    errors: [...access, 'PLAYING_ELSEWHERE'],
  }),
  takeOver: endpoint({
    method: 'POST',
    path: '/products/:slug/playback/lease',
    summary: 'Play here from now on: the device that has played for longest by this ticket stops',
    access: { kind: 'session' },
    params: slugParams,
    body: z.strictObject({ lease: z.uuid() }),
    errors: access,
    rateLimit: 'write',
  }),
  rehearsal: endpoint({
    method: 'GET',
    path: '/rehearsals/:key/playback',
    summary: 'The picture of a rehearsal, for whoever has its link; `finished` once it is over',
    access: { kind: 'session' },
    params: z.strictObject({ key: z.string().regex(/^[A-Za-z0-9_-]{22}$/) }),
    query: languageQuery,
    response: playbackSchema,
    errors: ['NOT_FOUND'],
  }),
  trailer: endpoint({
    method: 'GET',
    path: '/products/:slug/trailer',
    summary: 'The trailer of a product, for anybody; absent where none was uploaded',
    access: { kind: 'public' },
    params: slugParams,
    response: trailerSchema,
    errors: ['NOT_FOUND'],
  }),
} as const
