import { z } from 'zod'
import { moneySchema } from '../../domain/money.ts'
import { lineTaxSchema, placeProofSchema } from '../../domain/tax.ts'
import { productTypeSchema, soldStatusSchema } from '../../domain/states.ts'
import { limits } from '../../limits.ts'
import { calendarDay, countryCode, instant, pageOf, exportFormat } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { saleDisputeSchema } from './money/disputes.ts'
import { invoiceRefSchema } from './money/invoices.ts'

/** Reasons that a person may give; who bears the refund follows from them. */
export const refundReasons = ['organizer', 'provider', 'viewer'] as const
export const refundReasonSchema = z.enum(refundReasons)
export type RefundReason = z.infer<typeof refundReasonSchema>

/** A product that was paid for, as its seller sees it. */
export const saleSchema = z
  .object({
    id: z.uuid(),
    /** Number of its order. */
    number: z.int(),
    product: z.object({ slug: z.string(), title: z.string(), type: productTypeSchema }),
    channel: z.object({ slug: z.string(), title: z.string() }),
    email: z.string(),
    /** Paid by the buyer without the support: price, tax, and the amount per ticket where the buyer pays it. */
    amount: moneySchema,
    support: moneySchema,
    /** Tax of the line: rate, amount, and why; the reason is absent in sales that are older than reasons. */
    tax: z.object({ basisPoints: z.int(), amount: moneySchema, by: lineTaxSchema.optional() }).optional(),
    /** Evidence of where the buyer is, as it was when the order was placed. */
    placeProofs: z.array(placeProofSchema).optional(),
    soldAt: instant,
    /** Next date of the event when it was bought; null for what has none. */
    eventAt: instant.nullable(),
    country: z.string().nullable(),
    status: soldStatusSchema,
    refunded: moneySchema,
    /** Amount that can still be given back, support included. */
    refundable: moneySchema,
    /** Lines of its order that can still be given back in part or whole, shipping among them. */
    lines: z.array(z.object({ id: z.uuid(), title: z.string(), refundable: moneySchema })),
    /** Organizer's share by the ledger: fees and refunds are taken off. */
    mine: moneySchema,
    buyer: z.object({ name: z.string(), surname: z.string(), email: z.string(), country: z.string().nullable() }),
    refund: z
      .object({
        /** by_hand: the payment service cannot pay it out, and a person has to. */
        status: z.enum(['pending', 'processing', 'by_hand', 'succeeded']),
        reason: z.enum([...refundReasons, 'withdrawal', 'dispute', 'duplicate']),
        note: z.string().nullable(),
        amount: moneySchema,
        createdAt: instant,
        /** Last moment to pay it out; null where none is set. */
        dueAt: instant.nullable(),
        succeededAt: instant.nullable(),
        isOverdue: z.boolean(),
        /** The bank sent it back: what followed from it stays, and its money waits for a person. */
        isReturned: z.boolean(),
      })
      .nullable(),
    /** Its order is, or was, disputed at a bank. */
    dispute: saleDisputeSchema.nullable(),
    invoices: z.array(invoiceRefSchema),
    /** Reasons that this caller may refund it for now, and whether a statement for the bank is still of use. */
    allowed: z.object({ refund: z.array(refundReasonSchema), stateDispute: z.boolean() }),
  })
  .meta({ id: 'Sale' })
export type Sale = z.infer<typeof saleSchema>

/** Sums of what the filter leaves, one per currency. */
const saleSums = z.array(z.object({ count: z.int(), amount: moneySchema, support: moneySchema, refunded: moneySchema, mine: moneySchema }))

const text = z.string().trim().min(1).max(120)
const saleFilters = {
  /** Words of product, e-mail and name, or the number of the order. */
  search: z.string().trim().max(200).optional(),
  /** Part of the title. */
  product: text.optional(),
  /** Part of the address. */
  email: text.optional(),
  country: countryCode.optional(),
  /** Days of the sale in the platform's time zone, both included. */
  from: calendarDay.optional(),
  to: calendarDay.optional(),
  status: soldStatusSchema.optional(),
  sort: z.enum(['soldAt', 'amount', 'eventAt']).default('soldAt'),
  order: z.enum(['asc', 'desc']).default('desc'),
}
export const salesQuery = z.strictObject({
  ...saleFilters,
  cursor: z.string().max(512).optional(),
  limit: z.coerce.number().int().min(1).max(limits.listPageSizeMax).default(limits.listPageSize),
})
const exportQuery = z.strictObject({ ...saleFilters, ...exportFormat.shape })
const page = pageOf(saleSchema).extend({ total: z.int(), sums: saleSums })
const producer = { kind: 'role', role: 'PRODUCER' } as const
const admin = { kind: 'role', role: 'ADMIN' } as const

export const sales = {
  figures: endpoint({
    method: 'GET',
    path: '/producer/figures',
    summary: "Tickets sold, codes redeemed and open opportunities of the caller's products",
    access: producer,
    response: z.object({ tickets: z.int(), codes: z.int(), opportunities: z.int() }),
  }),
  listOwn: endpoint({
    method: 'GET',
    path: '/producer/sales',
    summary: "Sales of the caller's channels, with the sums of what the filter leaves",
    access: producer,
    query: salesQuery,
    response: page,
  }),
  exportOwn: endpoint({
    method: 'GET',
    path: '/producer/sales/export',
    summary: "What the filter leaves of the caller's sales, as a file",
    access: producer,
    query: exportQuery,
    produces: 'file',
    rateLimit: 'export',
  }),
  list: endpoint({
    method: 'GET',
    path: '/sales',
    summary: 'Sales of every organizer, with the sums of what the filter leaves',
    access: admin,
    query: salesQuery,
    response: page,
  }),
  export: endpoint({
    method: 'GET',
    path: '/sales/export',
    summary: 'What the filter leaves of all sales, as a file',
    access: admin,
    query: exportQuery,
    produces: 'file',
    rateLimit: 'export',
  }),
  refund: endpoint({
    method: 'POST',
    path: '/sales/:id/refund',
    summary:
      'Give a sale back, or a part of its amount; access ends with the last part. Organizers bear their own refunds; other reasons are for administrators',
    access: producer,
    params: z.strictObject({ id: z.uuid() }),
    body: z.strictObject({
      reason: refundReasonSchema.default('organizer'),
      /** Lines of the same order and seller, each with its amount; without them, all that is left of this sale. */
      lines: z
        .array(z.strictObject({ id: z.uuid(), amountMinor: z.int().min(1) }))
        .min(1)
        .max(20)
        .refine((lines) => new Set(lines.map(({ id }) => id)).size === lines.length, { message: 'must name each line once' })
        .optional(),
      note: z.string().trim().max(2000).default(''),
    }),
    response: saleSchema,
    status: 201,
    errors: ['NOT_FOUND', 'STATE_CONFLICT'],
    rateLimit: 'write',
  }),
  stateDispute: endpoint({
    method: 'PUT',
    path: '/sales/:id/dispute/statement',
    summary: "Write the seller's side of a dispute: it goes to the bank with the evidence, until the bank's deadline",
    access: producer,
    params: z.strictObject({ id: z.uuid() }),
    body: z.strictObject({ text: z.string().trim().min(1).max(limits.disputeTextChars) }),
    response: saleSchema,
    errors: ['NOT_FOUND', 'STATE_CONFLICT'],
    rateLimit: 'write',
  }),
  paidByHand: endpoint({
    method: 'POST',
    path: '/sales/:id/refund/paid',
    summary: 'Say that a refund was paid out by hand, where the payment service could not: it is booked, and access ends',
    access: { kind: 'role', role: 'ADMIN' },
    params: z.strictObject({ id: z.uuid() }),
    response: saleSchema,
    errors: ['NOT_FOUND', 'STATE_CONFLICT'],
    rateLimit: 'write',
  }),
} as const
