import { z } from 'zod'
import { feedId } from '../domain/ids.ts'
import { languageSchema } from '../domain/language.ts'
import { feedKindSchema } from '../domain/states.ts'
import { limits } from '../limits.ts'

/**
 * One layer of a video producer as its publisher announces it: a planning hint, the truth is in the bitstream. Lowest
 * layer first.
 */
export const layerSchema = z.object({
  width: z.int().min(16).max(8192),
  height: z.int().min(16).max(8192),
  maxBitrateBps: z.int().positive(),
})

export const feedMetaSchema = z.object({
  kind: feedKindSchema,
  label: z.string().max(limits.labelChars),
  language: languageSchema.nullable(),
})
export type FeedMeta = z.infer<typeof feedMetaSchema>

/** A feed in a room as the sfu sees it. */
export const roomFeedSchema = z.object({
  feedId,
  meta: feedMetaSchema,
  /** False while its publisher is away. */
  connected: z.boolean(),
  audio: z
    .object({
      producerId: z.string(),
      paused: z.boolean(),
      mimeType: z.string(),
      /**
       * Streams to be mixed, for a feed that a node makes of a meeting: its pictures are VP8, change their size, and
       * fit into those of its layer. Left out: one, of a feed that its publisher sends.
       */
      sounds: z.int().min(1).optional(),
    })
    .nullable(),
  video: z
    .object({
      producerId: z.string(),
      paused: z.boolean(),
      mimeType: z.string(),
      /** simple: one stream. simulcast: `layers` are separate streams, lowest first. */
      type: z.enum(['simple', 'simulcast', 'svc']),
      layers: z.array(layerSchema),
      frameRate: z.number(),
    })
    .nullable(),
})
export type RoomFeed = z.infer<typeof roomFeedSchema>
