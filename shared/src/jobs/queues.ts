import { z } from 'zod'
import { assetId, broadcastId, feedId } from '../domain/ids.ts'

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
  /** An MP4 of a closed feed. jobId = `mp4:{feedId}`. */
  recordingMp4: {
    name: 'recording-mp4',
    payload: z.strictObject({ broadcastId, feedId, storagePrefix: z.string() }),
  },
  /** HLS ladder of an uploaded or seeded file; sound alone is brought to the platform's loudness. jobId = asset id. */
  vodLadder: {
    name: 'vod-ladder',
    payload: z.strictObject({
      assetId,
      sourceKey: z.string(),
      storagePrefix: z.string(),
      media: z.enum(['video', 'audio']).optional(),
      /** What the api read from the first bytes; ffmpeg is told, and guesses nothing. */
      container: z.enum(['mov', 'mp3', 'wav']).optional(),
    }),
  },
} as const
export type LiveLadderJob = z.infer<typeof queues.liveLadder.payload>
export type RecordingMp4Job = z.infer<typeof queues.recordingMp4.payload>
export type VodLadderJob = z.infer<typeof queues.vodLadder.payload>

/** Set in Redis for a day when a file is not wanted any more: its worker looks every second. */
export const vodCancelKey = (id: string) => `vod-cancelled:${id}`
/** A file is tried so often before it has failed. */
export const vodAttempts = 3
