import { z } from 'zod'
import { captionLanguageSchema } from '../../domain/captions.ts'
import { limits } from '../../limits.ts'
import { instant, slugParams } from '../common.ts'
import { endpoint } from '../endpoint.ts'

export const captionFileSchema = z
  .object({ language: captionLanguageSchema, cues: z.int(), sizeBytes: z.int(), changedAt: instant })
  .meta({ id: 'CaptionFile' })
export type CaptionFile = z.infer<typeof captionFileSchema>

const owner = { kind: 'role', role: 'PRODUCER', owner: { resource: 'product', param: 'slug' } } as const
const params = slugParams.extend({ language: captionLanguageSchema })
const response = z.object({ items: z.array(captionFileSchema) })

export const captions = {
  list: endpoint({
    method: 'GET',
    path: '/products/:slug/captions',
    summary: 'Captions of a product, one file for each language, for its organizer',
    access: owner,
    params: slugParams,
    response,
    errors: ['NOT_FOUND'],
  }),
  put: endpoint({
    method: 'PUT',
    path: '/products/:slug/captions/:language',
    summary: 'Store a WebVTT file as the captions of a language; it replaces the one before',
    access: owner,
    params,
    body: z.strictObject({ webvtt: z.string().max(limits.captionFileChars) }),
    response,
    errors: ['NOT_FOUND', 'CAPTIONS_INVALID'],
    rateLimit: 'write',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/products/:slug/captions/:language',
    summary: 'Remove the captions of a language',
    access: owner,
    params,
    response,
    errors: ['NOT_FOUND'],
    rateLimit: 'write',
  }),
} as const
