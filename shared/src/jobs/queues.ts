import { z } from 'zod'
import { assetId, broadcastId, feedId } from '../domain/ids.ts'

/** A closed feed of a show, in the order in which feeds were announced. */
const showFeed = z.strictObject({ feedId, storagePrefix: z.string(), hasAudio: z.boolean(), hasVideo: z.boolean() })

/** Bull queues: literal names and payloads. Bull only wakes workers; the rows in PostgreSQL are the truth. */
export const queues = {
  /** One job per feed of a running broadcast, lives as long as the broadcast. jobId = feed id. */
  liveLadder: {
    name: 'live-ladder',
    payload: z.strictObject({
      broadcastId,
      feedId,
      /** Storage key prefix without a slash at the end: `live/{broadcastId}/{feedId}`. */
      storagePrefix: z.string(),
      recording: z.boolean(),
      segmentDurationSec: z.union([z.literal(1), z.literal(2)]),
    }),
  },
  /**
   * Lists of the whole show for the feeds of an ended broadcast that were not there all the time. jobId =
   * `show:{broadcastId}`.
   */
  recordingShow: {
    name: 'recording-show',
    payload: z.strictObject({ broadcastId, feeds: z.array(showFeed) }),
  },
  /**
   * An MP4 of a closed feed: of its own stretches or, with `show`, of the whole show as its recording plays it. jobId =
   * `mp4:{feedId}`.
   */
  recordingMp4: {
    name: 'recording-mp4',
    payload: z.strictObject({ broadcastId, feedId, storagePrefix: z.string(), show: z.array(showFeed).optional() }),
  },
  /** HLS ladder of an uploaded or seeded file; sound alone is brought to the platform's loudness. jobId = asset id. */
  vodLadder: {
    name: 'vod-ladder',
    payload: z.strictObject({
      assetId,
      sourceKey: z.string(),
      storagePrefix: z.string(),
      media: z.enum(['video', 'audio']).optional(),
      /** Container that the api read from the first bytes; ffmpeg gets it as an argument and guesses nothing. */
      container: z.enum(['mov', 'mp3', 'wav']).optional(),
      /** Pictures that are longer than what their owner has left today are refused. */
      maxPictureMs: z.int().min(0).optional(),
    }),
  },
} as const
export type LiveLadderJob = z.infer<typeof queues.liveLadder.payload>
export type RecordingShowJob = z.infer<typeof queues.recordingShow.payload>
export type RecordingMp4Job = z.infer<typeof queues.recordingMp4.payload>
export type VodLadderJob = z.infer<typeof queues.vodLadder.payload>

/** Set in Redis for a day when a file is not wanted any more: its worker looks every second. */
export const vodCancelKey = (id: string) => `vod-cancelled:${id}`
/** A file is tried so often before it has failed. */
export const vodAttempts = 3
