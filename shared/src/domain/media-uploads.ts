import { z } from 'zod'

/** Purpose of an uploaded file: the product itself, its trailer, or the sound of a podcast. */
export const mediaPurposes = ['video', 'trailer', 'audio'] as const
export const mediaPurposeSchema = z.enum(mediaPurposes)
export type MediaPurpose = z.infer<typeof mediaPurposeSchema>

/**
 * waiting: for a free worker. reading: what is inside. encoding: the renditions. storing: moving them to where they are
 * played from.
 */
export const processingStages = ['waiting', 'reading', 'encoding', 'storing'] as const
export const processingStageSchema = z.enum(processingStages)
export type ProcessingStage = z.infer<typeof processingStageSchema>

/**
 * Why a file did not become something to play. The first ones will not change by trying again, those from
 * `minutes_used_up` on may.
 */
export const mediaFailures = [
  'unreadable',
  'no_video',
  'no_audio',
  'too_many_streams',
  'picture_too_large',
  'too_long',
  'frame_rate_too_high',
  'too_expensive',
  'minutes_used_up',
  'cancelled',
  'timeout',
  'storage_full',
  'unexpected',
] as const
export const mediaFailureSchema = z.enum(mediaFailures)
export type MediaFailure = z.infer<typeof mediaFailureSchema>

const lasting = new Set<MediaFailure>([
  'unreadable',
  'no_video',
  'no_audio',
  'too_many_streams',
  'picture_too_large',
  'too_long',
  'frame_rate_too_high',
  'too_expensive',
])

/** Whether trying the same file again can end better. */
export function mayRetry(failure: MediaFailure): boolean {
  return !lasting.has(failure)
}
