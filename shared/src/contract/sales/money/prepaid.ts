import { z } from 'zod'
import { moneySchema } from '../../../domain/money.ts'
import { limits } from '../../../limits.ts'
import { instant, languageQuery } from '../../common.ts'
import { endpoint } from '../../endpoint.ts'
import { orderSchema } from '../orders.ts'

/** Broadcast time that an organizer paid in advance, and the price of more. */
export const prepaidSchema = z
  .object({
    /** Left of all that was bought. */
    minutes: z.int(),
    /** Price of one hour; null where the site sells none. */
    offer: z.object({ net: moneySchema, taxBasisPoints: z.int(), tax: moneySchema, total: moneySchema }).nullable(),
    /** No money moves. */
    isTest: z.boolean(),
    /** Refund of the time that is left. */
    refund: z.array(moneySchema),
    /** Purchases, the last one first. */
    lots: z.array(z.object({ boughtAt: instant, minutes: z.int(), usedMinutes: z.int(), returnedMinutes: z.int() })),
  })
  .meta({ id: 'Prepaid' })
export type Prepaid = z.infer<typeof prepaidSchema>

const producer = { kind: 'role', role: 'PRODUCER' } as const

export const prepaid = {
  get: endpoint({
    method: 'GET',
    path: '/producer/prepaid',
    summary: 'Prepaid broadcast time of the caller, and what an hour costs',
    access: producer,
    response: prepaidSchema,
  }),
  buy: endpoint({
    method: 'POST',
    path: '/producer/prepaid',
    summary: 'Order hours. They are there with the payment at `paymentUrl`',
    access: producer,
    query: languageQuery,
    body: z.strictObject({
      hours: z.int().min(1).max(limits.prepaidHours),
      expectedTotalMinor: z.int().min(1),
      termsAccepted: z.literal(true),
      idempotencyKey: z.uuid(),
    }),
    response: orderSchema,
    status: 201,
    errors: ['PREPAID_OFF', 'PAYMENTS_OFF', 'PRICE_CHANGED'],
    rateLimit: 'checkout',
  }),
  giveBack: endpoint({
    method: 'POST',
    path: '/producer/prepaid/refund',
    summary: 'Give all unused time back: it cannot be used any more, and its price is refunded. Repeating it gives nothing back',
    access: producer,
    response: prepaidSchema,
    rateLimit: 'write',
  }),
} as const
