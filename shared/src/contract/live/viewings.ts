import { z } from 'zod'
import { limits } from '../../limits.ts'
import { exportFormat, instant, slugParams, slugSchema } from '../common.ts'
import { endpoint } from '../endpoint.ts'

/** network, media, other: the player gave up. feed: one picture of several could not be played. */
export const playbackErrors = ['network', 'media', 'other', 'feed'] as const
export const playbackErrorSchema = z.enum(playbackErrors)
export type PlaybackError = z.infer<typeof playbackErrorSchema>

export const deviceKinds = ['phone', 'tablet', 'computer', 'other'] as const
export type DeviceKind = (typeof deviceKinds)[number]

const dayMs = 86_400_000
/** Milliseconds, within the longest viewing. */
const span = z
  .int()
  .min(0)
  .max(2 * dayMs)
const number = z.int().min(0).max(100_000)
/** Epoch seconds of a show, or seconds of a video. */
const second = z.int().min(0).max(10_000_000_000)

/**
 * All that one viewing was until now: numbers only grow, so that a report which is lost, repeated or late does no harm.
 */
export const viewingReportSchema = z
  .strictObject({
    /** Grows with each report of a viewing. */
    sequence: z.int().min(1).max(100_000),
    /** Kind of what is watched: a show while it is sent, or a recording or video. */
    of: z.enum(['show', 'video']),
    /** Since the viewing began. */
    ageMs: span,
    /** Since it played last; 0 while it plays. */
    idleMs: span,
    /** The player was closed. */
    isOver: z.boolean(),
    /** The first picture was on screen. */
    hasStarted: z.boolean(),
    /** From the wish to play to the first picture; null before it, and where nobody looked. */
    startupMs: span.nullable(),
    /** Watched at the live edge, behind it, and of what is no longer live. */
    liveMs: span,
    behindMs: span,
    videoMs: span,
    /** Standstills after the first picture that nobody asked for. */
    rebuffers: number,
    rebufferedMs: span,
    /** Changes of the height on screen. */
    rungChanges: number,
    /** Time watched by the height of the picture; 0 is sound alone. */
    rungs: z.array(z.strictObject({ heightPx: z.int().min(0).max(10_000), ms: span })).max(limits.viewingRungs),
    errors: z.array(z.strictObject({ code: playbackErrorSchema, count: number })).max(playbackErrors.length),
    /** Where its viewer would go on, in seconds of the video, 0 for its beginning; left out where that is not known. */
    resumeSec: z.int().min(0).max(10_000_000).optional(),
    /** Stretches that were on screen, without their end: seconds of the video, or epoch seconds of capture. */
    places: z.array(z.strictObject({ from: second, to: second })).max(limits.viewingPlaces),
  })
  .meta({ id: 'ViewingReport' })
export type ViewingReport = z.infer<typeof viewingReportSchema>

/** Chooses a date of the product by its session, a lesson of a course, or recordings and videos. */
export const qualityPartSchema = z.union([z.uuid(), z.literal('video')])
export type QualityPart = z.infer<typeof qualityPartSchema>

const share = z.number().min(0).max(1)
const counted = z.object({ name: z.string(), viewers: z.int() })

export const qualityReportSchema = z
  .object({
    product: z.object({ slug: slugSchema, title: z.string() }),
    /** Dates, the latest first, lessons in their order, and videos that there are figures of. `title`: of a lesson. */
    parts: z.array(z.object({ id: qualityPartSchema, startsAt: instant.nullable(), title: z.string().nullable(), viewers: z.int() })),
    /** The part that the rest is about; null where nobody has watched. */
    part: qualityPartSchema.nullable(),
    /** Accounts; a viewing is one open player. */
    viewers: z.int(),
    viewings: z.int(),
    /** Most viewers in one minute. */
    peakViewers: z.int(),
    watchedMs: z.int(),
    /** Mean over the viewers who saw a picture. */
    averageWatchedMs: z.int(),
    liveMs: z.int(),
    behindMs: z.int(),
    videoMs: z.int(),
    startup: z.object({ medianMs: z.int().nullable(), p95Ms: z.int().nullable() }),
    /** Share of the viewers' time, standstills included; null before anything played. */
    rebufferedShare: share.nullable(),
    rebufferedMs: z.int(),
    rebuffers: z.int(),
    /** Viewings with one standstill or more. */
    rebufferedViewings: z.int(),
    /** Viewings that ended without a picture and without an error. */
    exitsBeforeStart: z.int(),
    rungChanges: z.int(),
    rungs: z.array(z.object({ heightPx: z.int(), ms: z.int(), share })),
    errors: z.array(z.object({ code: playbackErrorSchema, viewings: z.int(), count: z.int() })),
    /** Null below `limits.viewersForDevices` viewers: it would tell who has what. An unknown name is empty. */
    devices: z
      .object({
        kinds: z.array(z.object({ kind: z.enum(deviceKinds), viewers: z.int() })),
        browsers: z.array(counted),
        systems: z.array(counted),
      })
      .nullable(),
    /** Viewers who were there in each step of `everyMinutes`; null where nobody was. */
    series: z.object({ from: instant, everyMinutes: z.int(), viewers: z.array(z.int()) }).nullable(),
    /** Share of the viewers who saw each hundredth of the show or video; null where its length is not known. */
    retention: z.object({ lengthMs: z.int(), shares: z.array(share) }).nullable(),
  })
  .meta({ id: 'QualityReport' })
export type QualityReport = z.infer<typeof qualityReportSchema>

const owned = { kind: 'role', role: 'PRODUCER', owner: { resource: 'product', param: 'slug' } } as const
const ofPart = { part: qualityPartSchema.optional() }

export const viewings = {
  report: endpoint({
    method: 'PUT',
    path: '/products/:slug/viewings/:id',
    summary: 'Tell how a viewing goes: all of it until now, once a minute and when it ends; an older report changes nothing',
    access: { kind: 'session' },
    params: slugParams.extend({ id: z.uuid() }),
    body: viewingReportSchema,
    errors: ['NOT_FOUND', 'TICKET_REQUIRED', 'TICKET_OF_SESSION', 'NOT_PURCHASABLE', 'SUBSCRIPTION_REQUIRED', 'VIEWING_IMPOSSIBLE'],
    rateLimit: 'write',
  }),
  quality: endpoint({
    method: 'GET',
    path: '/products/:slug/quality',
    summary: 'How an own product was watched: viewers over time, retention, standstills, sizes, devices; without a part the latest date',
    access: owned,
    params: slugParams,
    query: z.strictObject(ofPart),
    response: qualityReportSchema,
    errors: ['NOT_FOUND'],
  }),
  export: endpoint({
    method: 'GET',
    path: '/products/:slug/quality/export',
    summary: 'The same as a file, one figure a row',
    access: owned,
    params: slugParams,
    query: z.strictObject({ ...ofPart, ...exportFormat.shape }),
    produces: 'file',
    errors: ['NOT_FOUND'],
    rateLimit: 'export',
  }),
} as const
