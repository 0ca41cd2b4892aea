import { z } from 'zod'
import { moneySchema } from '../../domain/money.ts'
import { productTypeSchema } from '../../domain/states.ts'
import { limits } from '../../limits.ts'
import { calendarDay, instant, pageOf, exportFormat } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { couponSessionSchema } from './coupons.ts'

/** access: a code of a private product; coupon: one that lowers the price; gift: bought for somebody else. */
export const redeemedCodeKinds = ['access', 'coupon', 'gift'] as const
export const redeemedCodeKindSchema = z.enum(redeemedCodeKinds)
export type RedeemedCodeKind = z.infer<typeof redeemedCodeKindSchema>

/** A code that somebody used, as the organizer of its product sees it. */
export const redeemedCodeSchema = z
  .object({
    id: z.uuid(),
    kind: redeemedCodeKindSchema,
    code: z.string(),
    product: z.object({ slug: z.string(), title: z.string(), type: productTypeSchema }),
    channel: z.object({ slug: z.string(), title: z.string() }),
    /** The date that it is good for; null where it covers every one. */
    session: couponSessionSchema.nullable(),
    /** The account that redeemed it. */
    email: z.string(),
    redeemedAt: instant,
    /** Paid for the product with this code; 0 where it opened it. */
    price: moneySchema,
  })
  .meta({ id: 'RedeemedCode' })
export type RedeemedCode = z.infer<typeof redeemedCodeSchema>

const text = z.string().trim().min(1).max(120)
const filters = {
  /** Words of product, e-mail and code. */
  search: z.string().trim().max(200).optional(),
  /** Part of the title. */
  product: text.optional(),
  /** Part of the address. */
  email: text.optional(),
  kind: redeemedCodeKindSchema.optional(),
  /** Days of the redemption in the platform's time zone, both included. */
  from: calendarDay.optional(),
  to: calendarDay.optional(),
  sort: z.enum(['redeemedAt', 'product', 'email']).default('redeemedAt'),
  order: z.enum(['asc', 'desc']).default('desc'),
}
export const redeemedCodesQuery = z.strictObject({
  ...filters,
  cursor: z.string().max(2_000).optional(),
  limit: z.coerce.number().int().min(1).max(limits.listPageSizeMax).default(limits.listPageSize),
})
const producer = { kind: 'role', role: 'PRODUCER' } as const

export const redeemedCodes = {
  list: endpoint({
    method: 'GET',
    path: '/producer/redeemed-codes',
    summary: "Access codes, coupons and gifts of the caller's products that were redeemed",
    access: producer,
    query: redeemedCodesQuery,
    response: pageOf(redeemedCodeSchema).extend({ total: z.int() }),
  }),
  export: endpoint({
    method: 'GET',
    path: '/producer/redeemed-codes/export',
    summary: "What the filter leaves of the caller's redeemed codes, as a file",
    access: producer,
    query: z.strictObject({ ...filters, ...exportFormat.shape }),
    produces: 'file',
    rateLimit: 'export',
  }),
} as const
