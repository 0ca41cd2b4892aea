import { z } from 'zod'
import { apiBase } from '../addresses.ts'
import { rungNames } from '../../domain/ladder.ts'
import { mediaFailureSchema, mediaPurposeSchema, processingStageSchema } from '../../domain/media-uploads.ts'
import { instant, slugParams, slugSchema } from '../common.ts'
import { endpoint } from '../endpoint.ts'

/**
 * Where uploads in parts go (tus 1.0.0: creation, termination, expiration), with a bearer token. Metadata: `filename`,
 * `filetype`, `productSlug`, `purpose`.
 */
export const tusPath = `${apiBase}/uploads/tus`
/** Parts of this size; each is written before the next one is asked for. */
export const uploadPartBytes = 8 * 1024 * 1024

const file = { fileName: z.string(), sizeBytes: z.int() }
const processing = { stage: processingStageSchema, percent: z.number().min(0).max(100), attempt: z.int() }

/** State of the newest file of one purpose. `playable`: an earlier one goes on being shown until this one is ready. */
export const mediaStateSchema = z
  .discriminatedUnion('state', [
    z.object({ state: z.literal('none') }),
    z.object({
      state: z.literal('uploading'),
      uploadId: z.uuid(),
      ...file,
      offsetBytes: z.int(),
      percent: z.number().min(0).max(100),
      playable: z.boolean(),
    }),
    z.object({ state: z.literal('processing'), uploadId: z.uuid().nullable(), ...file, ...processing, playable: z.boolean() }),
    z.object({
      state: z.literal('ready'),
      uploadId: z.uuid().nullable(),
      ...file,
      /** SHA-256 of the file that was sent. */
      etag: z.string().nullable(),
      durationMs: z.int(),
      rungs: z.array(z.enum(rungNames)),
      /** Signed and short-lived: the HLS master playlist, its still, and the file as it was sent. */
      playbackUrl: z.string(),
      posterUrl: z.string().nullable(),
      sourceUrl: z.string().nullable(),
    }),
    z.object({
      state: z.literal('failed'),
      uploadId: z.uuid().nullable(),
      ...file,
      reason: mediaFailureSchema,
      mayRetry: z.boolean(),
      playable: z.boolean(),
    }),
  ])
  .meta({ id: 'MediaState' })
export type MediaState = z.infer<typeof mediaStateSchema>

/**
 * How much more the organizer may upload now: bytes, length of video until 24 hours from now, and files (null: any
 * number).
 */
export const uploadAllowanceSchema = z
  .object({ bytes: z.int().min(0), pictureMs: z.int().min(0), files: z.int().min(0).nullable() })
  .meta({ id: 'UploadAllowance' })
export type UploadAllowance = z.infer<typeof uploadAllowanceSchema>

export const productMediaSchema = z
  .object({
    productSlug: slugSchema,
    video: mediaStateSchema,
    trailer: mediaStateSchema,
    audio: mediaStateSchema,
    left: uploadAllowanceSchema,
  })
  .meta({ id: 'ProductMedia' })
export type ProductMedia = z.infer<typeof productMediaSchema>

export const uploadSchema = z
  .object({
    id: z.uuid(),
    productSlug: slugSchema.nullable(),
    purpose: mediaPurposeSchema,
    ...file,
    offsetBytes: z.int(),
    /** Progress of the upload first, of the processing afterwards. */
    percent: z.number().min(0).max(100),
    state: z.enum(['uploading', 'processing', 'ready', 'failed']),
    stage: processingStageSchema.nullable(),
    reason: mediaFailureSchema.nullable(),
    etag: z.string().nullable(),
    expiresAt: instant,
  })
  .meta({ id: 'Upload' })
export type UploadStatus = z.infer<typeof uploadSchema>

const owner = { kind: 'role', role: 'PRODUCER', owner: { resource: 'product', param: 'slug' } } as const
const mediaParams = slugParams.extend({ purpose: mediaPurposeSchema })

export const uploads = {
  get: endpoint({
    method: 'GET',
    path: '/uploads/:id',
    summary: 'How far an upload of mine is, and what becomes of it',
    access: { kind: 'role', role: 'PRODUCER' },
    params: z.strictObject({ id: z.uuid() }),
    response: uploadSchema,
    errors: ['NOT_FOUND'],
  }),
  media: endpoint({
    method: 'GET',
    path: '/products/:slug/media',
    summary: 'Video, trailer and audio of a product, for its organizer',
    access: owner,
    params: slugParams,
    response: productMediaSchema,
    errors: ['NOT_FOUND'],
  }),
  retry: endpoint({
    method: 'POST',
    path: '/products/:slug/media/:purpose/retry',
    summary: 'Process a file again that failed',
    access: owner,
    params: mediaParams,
    response: productMediaSchema,
    errors: ['NOT_FOUND', 'STATE_CONFLICT'],
    rateLimit: 'write',
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/products/:slug/media/:purpose/cancel',
    summary: 'Stop sending or processing',
    access: owner,
    params: mediaParams,
    response: productMediaSchema,
    errors: ['NOT_FOUND', 'STATE_CONFLICT'],
    rateLimit: 'write',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/products/:slug/media/:purpose',
    summary: 'Remove the file and what was made of it',
    access: owner,
    params: mediaParams,
    response: productMediaSchema,
    errors: ['NOT_FOUND', 'STATE_CONFLICT'],
    rateLimit: 'write',
  }),
} as const
