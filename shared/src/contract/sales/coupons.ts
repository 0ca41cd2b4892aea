import { dearestAnywhere } from '../../domain/currencies.ts'
import { z } from 'zod'
import { moneySchema } from '../../domain/money.ts'
import { limits } from '../../limits.ts'
import { givenInstant, instant, languageQuery, pageOf, slugParams, slugSchema, exportFormat } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { productCardSchema } from '../catalogue/products.ts'
import { ticketSchema } from './tickets.ts'

export const couponStates = ['unused', 'redeemed', 'revoked'] as const
const couponCounts = z.object({ unused: z.int(), redeemed: z.int(), revoked: z.int() })

/** A date of a product that a coupon or its ticket is limited to. */
export const couponSessionSchema = z.object({
  id: z.uuid(),
  title: z.string().nullable(),
  startsAt: instant,
  endsAt: instant,
  timezone: z.string(),
})

/** Coupons that were made together: one price, and a code for each redemption. */
export const couponBatchSchema = z
  .object({
    id: z.uuid(),
    name: z.string(),
    /** Null where they cover every session. */
    session: couponSessionSchema.nullable(),
    price: z.object({ net: moneySchema, tax: moneySchema, gross: moneySchema, taxBasisPoints: z.int() }),
    quantity: z.int(),
    counts: couponCounts,
    validUntil: instant.nullable(),
    createdAt: instant,
    state: z.enum(['open', 'ended', 'revoked']),
  })
  .meta({ id: 'CouponBatch' })
export type CouponBatch = z.infer<typeof couponBatchSchema>

export const couponSchema = z
  .object({
    id: z.uuid(),
    code: z.string(),
    state: z.enum(couponStates),
    redeemedAt: instant.nullable(),
    redeemedBy: z.object({ name: z.string(), email: z.string() }).nullable(),
  })
  .meta({ id: 'Coupon' })
export type Coupon = z.infer<typeof couponSchema>

/** A code as people type it: blanks, dashes and case say nothing. */
export const typedCode = z.string().trim().min(1).max(120)

export const redeemedSchema = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('access'), ticket: ticketSchema }),
    z.object({
      kind: z.literal('price'),
      /** Goes into the order (`couponCode`). */
      code: z.string(),
      product: productCardSchema,
      session: couponSessionSchema.nullable(),
      price: z.object({ net: moneySchema, tax: moneySchema, fee: moneySchema.nullable(), gross: moneySchema }),
      /** Nobody else may use it until then. */
      heldUntil: instant,
    }),
  ])
  .meta({ id: 'RedeemedCoupon' })
export type RedeemedCoupon = z.infer<typeof redeemedSchema>

const owned = { kind: 'role', role: 'PRODUCER', owner: { resource: 'product', param: 'slug' } } as const
const batchParams = slugParams.extend({ id: z.uuid() })
const page = {
  cursor: z.string().max(512).optional(),
  limit: z.coerce.number().int().min(1).max(limits.listPageSizeMax).default(limits.listPageSize),
}
const couponFilters = { state: z.enum(couponStates).optional(), q: z.string().trim().max(120).optional() }

export const newCouponBatch = z.strictObject({
  name: z.string().trim().max(120).default(''),
  sessionId: z.uuid().nullable().default(null),
  quantity: z.int().min(1).max(limits.couponsPerBatch),
  /** In the currency of the product: at most its price. 0 gives access at once. */
  netPriceMinor: z.int().min(0).max(dearestAnywhere),
  taxBasisPoints: z.int().min(0).max(10_000),
  validUntil: givenInstant.nullable().default(null),
})

export const coupons = {
  make: endpoint({
    method: 'POST',
    path: '/products/:slug/coupons',
    summary: 'Make coupons of a published or private product: each code is good once, at the price of its batch',
    access: owned,
    params: slugParams,
    body: newCouponBatch,
    response: couponBatchSchema,
    status: 201,
    errors: ['NOT_FOUND', 'PRODUCT_NOT_PUBLISHED', 'STATE_CONFLICT'],
    rateLimit: 'write',
  }),
  listBatches: endpoint({
    method: 'GET',
    path: '/products/:slug/coupons',
    summary: 'Coupons of an own product by batch, newest first',
    access: owned,
    params: slugParams,
    query: z.strictObject(page),
    response: pageOf(couponBatchSchema),
    errors: ['NOT_FOUND'],
  }),
  list: endpoint({
    method: 'GET',
    path: '/products/:slug/coupons/:id/codes',
    summary: 'Codes of a batch, those that were redeemed last first; `q` searches codes and who redeemed them',
    access: owned,
    params: batchParams,
    query: z.strictObject({ ...couponFilters, ...page }),
    response: pageOf(couponSchema),
    errors: ['NOT_FOUND'],
  }),
  export: endpoint({
    method: 'GET',
    path: '/products/:slug/coupons/:id/export',
    summary: 'What the filter leaves of the codes of a batch, as a file',
    access: owned,
    params: batchParams,
    query: z.strictObject({ ...couponFilters, ...exportFormat.shape }),
    produces: 'file',
    errors: ['NOT_FOUND'],
    rateLimit: 'export',
  }),
  revokeBatch: endpoint({
    method: 'POST',
    path: '/products/:slug/coupons/:id/revoke',
    summary: 'Make every unused code of a batch worthless; what was redeemed stays',
    access: owned,
    params: batchParams,
    response: couponBatchSchema,
    errors: ['NOT_FOUND', 'STATE_CONFLICT'],
    rateLimit: 'write',
  }),
  revoke: endpoint({
    method: 'POST',
    path: '/products/:slug/coupons/:id/codes/:codeId/revoke',
    summary: 'Make one unused code worthless',
    access: owned,
    params: batchParams.extend({ codeId: z.uuid() }),
    response: couponSchema,
    errors: ['NOT_FOUND', 'COUPON_REDEEMED', 'STATE_CONFLICT'],
    rateLimit: 'write',
  }),
  redeem: endpoint({
    method: 'POST',
    path: '/coupons/redeem',
    summary:
      'Redeem a coupon or an access code: access at once where nothing is left to pay, else the price with coupon, held for the account. `productSlug` refuses codes of other products',
    access: { kind: 'session' },
    query: languageQuery,
    body: z.strictObject({ code: typedCode, productSlug: slugSchema.optional() }),
    response: redeemedSchema,
    errors: ['COUPONS_OFF', 'COUPON_NOT_FOUND', 'COUPON_INVALID', 'COUPON_REDEEMED', 'ALREADY_HAS_TICKET', 'SOLD_OUT'],
    rateLimit: 'redeem',
  }),
  impact: endpoint({
    method: 'GET',
    path: '/coupons/impact',
    summary: 'Unused coupons and access codes, and checkouts with a coupon: what switching redemption off holds up',
    access: { kind: 'role', role: 'ADMIN' },
    response: z.object({ coupons: z.int(), codes: z.int(), checkouts: z.int() }),
  }),
} as const
