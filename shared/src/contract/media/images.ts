import { z } from 'zod'
import { limits } from '../../limits.ts'
import { endpoint } from '../endpoint.ts'

/**
 * A picture of this platform. `url` (`/api/files/{id}`) takes `?w=` with one of `imageWidths` (domain/picture-set.ts)
 * and answers the best format that the browser accepts.
 */
export const imageSchema = z
  .object({
    id: z.uuid(),
    url: z.string(),
    width: z.int(),
    height: z.int(),
    /** A few hundred bytes as a data URI, shown until the picture is there. */
    placeholder: z.string().nullable(),
  })
  .meta({ id: 'Image' })
export type Image = z.infer<typeof imageSchema>

/** A part of a picture, in pixels of the upright picture: `left,top,width,height`. */
const crop = z
  .string()
  .max(40)
  .regex(/^\d{1,5},\d{1,5},[1-9]\d{0,4},[1-9]\d{0,4}$/)

export const images = {
  upload: endpoint({
    method: 'POST',
    path: '/images',
    summary: 'A picture: .jpg or .png by content, up to 8 MB; made upright, cut to `crop`, and freed of what the camera wrote into it',
    access: { kind: 'role', role: 'PRODUCER' },
    query: z.strictObject({ crop: crop.optional() }),
    upload: { contentTypes: ['image/jpeg', 'image/png'], maxBytes: limits.imageBytes, refusal: 'IMAGE_FORMAT' },
    status: 201,
    response: imageSchema,
    errors: ['IMAGE_FORMAT', 'IMAGE_DIMENSIONS', 'QUOTA_IMAGES', 'QUOTA_BYTES', 'STORAGE_FULL', 'UNAVAILABLE'],
    rateLimit: 'write',
  }),
} as const
