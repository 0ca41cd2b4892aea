import { z } from 'zod'
import { slugSchema } from '../common.ts'

/** A speaker as a product, a form or a picker names one. */
export const speakerRefSchema = z
  .object({ id: z.uuid(), slug: slugSchema, name: z.string(), title: z.string(), imageUrl: z.string().nullable() })
  .meta({ id: 'SpeakerRef' })
export type SpeakerRef = z.infer<typeof speakerRefSchema>
