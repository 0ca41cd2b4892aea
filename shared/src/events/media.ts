import { z } from 'zod'
import { assetId, broadcastId, feedId, meetId } from '../domain/ids.ts'
import { rungNames } from '../domain/ladder.ts'
import { mediaFailureSchema, processingStageSchema } from '../domain/media-uploads.ts'
import { meetEndReasonSchema } from '../domain/meets.ts'
import { broadcastEndReasonSchema } from '../domain/states.ts'
import { limits } from '../limits.ts'
import { feedMetaSchema } from '../signaling/feed.ts'

/** Redis stream that sfu and transcoder write and the api consumes in a group; one field `event` with the JSON. */
export const mediaEventStream = 'media-events'
export const mediaEventGroup = 'api'

const base = {
  /** Unique per occurrence: consuming one twice has no effect. */
  id: z.uuid(),
  atMs: z.number(),
  /** Node id of the sender. */
  source: z.string(),
}

export const mediaEventSchema = z.discriminatedUnion('type', [
  /** Media of a feed arrives (first time or again after a break). */
  z.object({
    ...base,
    type: z.literal('feed.live'),
    broadcastId,
    feedId,
    meta: feedMetaSchema,
    hasAudio: z.boolean(),
    hasVideo: z.boolean(),
    codec: z.string().nullable(),
  }),
  z.object({ ...base, type: z.literal('feed.interrupted'), broadcastId, feedId }),
  z.object({ ...base, type: z.literal('feed.closed'), broadcastId, feedId }),
  z.object({ ...base, type: z.literal('broadcast.idleWarning'), broadcastId, closesAtMs: z.number() }),
  /** The sfu closed the room by itself. */
  z.object({ ...base, type: z.literal('broadcast.closed'), broadcastId, reason: broadcastEndReasonSchema }),
  z.object({ ...base, type: z.literal('audience'), broadcastId, viewers: z.int() }),
  /** The first segments of a feed can be played. */
  z.object({
    ...base,
    type: z.literal('ladder.playable'),
    broadcastId,
    feedId,
    storagePrefix: z.string(),
    rungs: z.array(z.enum(rungNames)),
  }),
  /** The rungs of a feed changed (another plan after a reconnection). */
  z.object({ ...base, type: z.literal('ladder.changed'), broadcastId, feedId, rungs: z.array(z.enum(rungNames)) }),
  /** The playlists of a feed are closed: it is a recording now (or was deleted, when recording is off). */
  z.object({
    ...base,
    type: z.literal('ladder.closed'),
    broadcastId,
    feedId,
    storagePrefix: z.string(),
    rungs: z.array(z.enum(rungNames)),
    durationMs: z.int(),
    sizeBytes: z.int(),
    kept: z.boolean(),
  }),
  /** The lists of the whole show are there, for those feeds that needed one. */
  z.object({
    ...base,
    type: z.literal('show.composed'),
    broadcastId,
    feeds: z.array(
      z.object({
        feedId,
        /** Name of the master playlist below the feed's prefix. */
        masterPath: z.string(),
        rungs: z.array(z.enum(rungNames)),
        durationMs: z.int(),
      }),
    ),
  }),
  z.object({ ...base, type: z.literal('show.failed'), broadcastId, reason: z.string() }),
  z.object({
    ...base,
    type: z.literal('ladder.trouble'),
    broadcastId,
    feedId,
    reason: z.enum(['ffmpeg_exit', 'ffmpeg_hang', 'storage_full', 'no_media']),
  }),
  z.object({ ...base, type: z.literal('mp4.ready'), broadcastId, feedId, key: z.string(), durationMs: z.int(), sizeBytes: z.int() }),
  z.object({ ...base, type: z.literal('mp4.failed'), broadcastId, feedId, reason: z.string() }),
  z.object({
    ...base,
    type: z.literal('vod.progress'),
    assetId,
    percent: z.number().min(0).max(100),
    stage: processingStageSchema.optional(),
    /** Which try this is. */
    attempt: z.int().optional(),
    /** As the file says, once it was read. */
    durationMs: z.int().min(0).optional(),
  }),
  z.object({
    ...base,
    type: z.literal('vod.ready'),
    assetId,
    storagePrefix: z.string(),
    rungs: z.array(z.enum(rungNames)),
    durationMs: z.int(),
    sizeBytes: z.int(),
    /** Names below the prefix, where there is something: still, seek previews, shape of the sound. */
    posterPath: z.string().nullable().optional(),
    thumbnailsPath: z.string().nullable().optional(),
    peaksPath: z.string().nullable().optional(),
    hasAudio: z.boolean().optional(),
  }),
  /** Who is in a meeting now: sent when it changes, at most every two seconds. One account is there once. */
  z.object({
    ...base,
    type: z.literal('meet.people'),
    meetId,
    people: z.array(z.object({ userId: z.uuid(), isHost: z.boolean(), joinedAtMs: z.number() })).max(limits.meetUsers),
  }),
  /** A host put an account out. */
  z.object({ ...base, type: z.literal('meet.removed'), meetId, userId: z.uuid(), byUserId: z.uuid() }),
  /** The sfu closed a meeting by itself. */
  z.object({ ...base, type: z.literal('meet.closed'), meetId, reason: meetEndReasonSchema }),
  /** `code` is for people, `reason` for the log. */
  z.object({ ...base, type: z.literal('vod.failed'), assetId, reason: z.string(), code: mediaFailureSchema.optional() }),
])
export type MediaEvent = z.infer<typeof mediaEventSchema>
export type MediaEventType = MediaEvent['type']
type Without<T> = T extends unknown ? Omit<T, 'id' | 'atMs' | 'source'> : never
/** An event as its sender writes it; id, time and source are added by the publisher. */
export type NewMediaEvent = Without<MediaEvent>
