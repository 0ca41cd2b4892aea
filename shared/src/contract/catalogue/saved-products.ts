import { z } from 'zod'
import { languageQuery, slugParams } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { listedProductSchema } from './products.ts'

const savedSchema = z.object({ isSaved: z.boolean() })

/** Products that an account keeps for later. */
export const savedProducts = {
  list: endpoint({
    method: 'GET',
    path: '/saved-products',
    summary: 'Products that I saved, the latest first; without those that are not published any more',
    access: { kind: 'session' },
    query: languageQuery,
    response: z.object({ items: z.array(listedProductSchema) }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/products/:slug/saved',
    summary: 'Whether I saved this product',
    access: { kind: 'session' },
    params: slugParams,
    response: savedSchema,
    errors: ['NOT_FOUND'],
  }),
  set: endpoint({
    method: 'PUT',
    path: '/products/:slug/saved',
    summary: 'Save a product for later, or no more',
    access: { kind: 'session' },
    params: slugParams,
    body: savedSchema.strict(),
    response: savedSchema,
    errors: ['NOT_FOUND', 'STATE_CONFLICT'],
    rateLimit: 'write',
  }),
} as const
