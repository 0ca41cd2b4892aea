import { z } from 'zod'
import { limits } from '../../limits.ts'
import { instant, pageOf, slugParams, exportFormat } from '../common.ts'
import { endpoint } from '../endpoint.ts'

/**
 * Key to a private product, good for one ticket. Its holder sees the product and may redeem it; used ones stay for the
 * record.
 */
export const accessCodeSchema = z
  .object({
    id: z.uuid(),
    code: z.string(),
    label: z.string().nullable(),
    state: z.enum(['unused', 'redeemed', 'revoked']),
    createdAt: instant,
    redeemedAt: instant.nullable(),
    /** Who used it. */
    redeemedBy: z.object({ name: z.string(), email: z.string() }).nullable(),
  })
  .meta({ id: 'AccessCode' })
export type AccessCode = z.infer<typeof accessCodeSchema>

const codeCounts = z.object({ unused: z.int(), redeemed: z.int(), revoked: z.int() })
const owned = { kind: 'role', role: 'PRODUCER', owner: { resource: 'product', param: 'slug' } } as const
const codeFilters = { state: accessCodeSchema.shape.state.optional(), q: z.string().trim().max(120).optional() }

export const productCodes = {
  generate: endpoint({
    method: 'POST',
    path: '/products/:slug/codes',
    summary: 'Make access codes of a private product; a draft has none',
    access: owned,
    params: slugParams,
    body: z.strictObject({
      quantity: z.int().min(1).max(limits.accessCodesPerBatch),
      /** To find them again: who they are for. */
      label: z.string().trim().min(1).max(120).nullable().default(null),
    }),
    response: z.object({ items: z.array(accessCodeSchema), counts: codeCounts }),
    status: 201,
    errors: ['NOT_FOUND', 'PRODUCT_NOT_PUBLISHED', 'STATE_CONFLICT'],
    rateLimit: 'write',
  }),
  list: endpoint({
    method: 'GET',
    path: '/products/:slug/codes',
    summary: 'Access codes of an own product, newest first; `q` searches codes and labels',
    access: owned,
    params: slugParams,
    query: z.strictObject({
      ...codeFilters,
      cursor: z.string().max(512).optional(),
      limit: z.coerce.number().int().min(1).max(limits.listPageSizeMax).default(limits.listPageSize),
    }),
    response: pageOf(accessCodeSchema).extend({ counts: codeCounts }),
    errors: ['NOT_FOUND'],
  }),
  export: endpoint({
    method: 'GET',
    path: '/products/:slug/codes/export',
    summary: 'What the filter leaves of the codes, as a file',
    access: owned,
    params: slugParams,
    query: z.strictObject({ ...codeFilters, ...exportFormat.shape }),
    produces: 'file',
    errors: ['NOT_FOUND'],
    rateLimit: 'export',
  }),
  revoke: endpoint({
    method: 'POST',
    path: '/products/:slug/codes/:id/revoke',
    summary: 'Make an unused code worthless; the ticket of a used one stays',
    access: owned,
    params: slugParams.extend({ id: z.uuid() }),
    response: accessCodeSchema,
    errors: ['NOT_FOUND', 'COUPON_REDEEMED', 'STATE_CONFLICT'],
    rateLimit: 'write',
  }),
} as const
