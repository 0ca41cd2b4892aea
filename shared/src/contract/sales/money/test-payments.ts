import { z } from 'zod'
import { moneySchema } from '../../../domain/money.ts'
import { instant } from '../../common.ts'
import { endpoint } from '../../endpoint.ts'

/** Cards of the built-in test provider, and what happens with each. */
export const testCards = {
  '4242424242424242': 'succeeds',
  '4000000000000002': 'declined',
  '4000000000009995': 'insufficient_funds',
  '4000002500003155': 'asks_for_confirmation',
  '4000000000000077': 'settles_late',
  /** Pays now; of each renewal the first attempt is refused. */
  '4000000000000119': 'renews_late',
  /** Pays now; every renewal is refused. */
  '4000000000000341': 'renews_never',
} as const
export type TestCard = keyof typeof testCards

export const testPaymentSchema = z
  .object({
    id: z.string(),
    amount: moneySchema,
    description: z.string(),
    /**
     * open: a card is asked for. confirming: the bank asks whether its customer is there. settling: it will succeed
     * some seconds later.
     */
    state: z.enum(['open', 'confirming', 'settling', 'succeeded', 'cancelled']),
    failure: z.enum(['declined', 'insufficient_funds', 'authentication_failed']).nullable(),
    settlesAt: instant.nullable(),
    /** Where the buyer goes when it is done, or gives up. */
    returnUrl: z.string(),
    cancelUrl: z.string(),
    /** Its buyer disputes it at the bank, and how the bank decided. */
    dispute: z.enum(['open', 'won', 'lost']).nullable(),
  })
  .meta({ id: 'TestPayment' })
export type TestPayment = z.infer<typeof testPaymentSchema>

const params = z.strictObject({ id: z.string().regex(/^tp_[0-9a-f]{32}$/) })

/** The hosted page of the built-in test provider: who knows the address of a payment may pay it. */
export const testPayments = {
  get: endpoint({
    method: 'GET',
    path: '/test-payments/:id',
    summary: 'A payment of the test provider',
    access: { kind: 'public' },
    params,
    response: testPaymentSchema,
    errors: ['NOT_FOUND'],
  }),
  pay: endpoint({
    method: 'POST',
    path: '/test-payments/:id/pay',
    summary: 'Pay with a test card; other cards are refused without being looked at',
    access: { kind: 'public' },
    params,
    body: z.strictObject({ card: z.enum(Object.keys(testCards) as [TestCard, ...TestCard[]]) }),
    response: testPaymentSchema,
    errors: ['NOT_FOUND', 'STATE_CONFLICT'],
    rateLimit: 'checkout',
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/test-payments/:id/confirm',
    summary: 'Answer what the bank of the card asks',
    access: { kind: 'public' },
    params,
    body: z.strictObject({ approved: z.boolean() }),
    response: testPaymentSchema,
    errors: ['NOT_FOUND', 'STATE_CONFLICT'],
    rateLimit: 'checkout',
  }),
  dispute: endpoint({
    method: 'POST',
    path: '/test-payments/:id/dispute',
    summary: 'Dispute a payment as its buyer does at a bank, or decide as the bank',
    access: { kind: 'public' },
    params,
    body: z.strictObject({ outcome: z.enum(['open', 'won', 'lost']) }),
    response: testPaymentSchema,
    errors: ['NOT_FOUND', 'STATE_CONFLICT'],
    rateLimit: 'checkout',
  }),
} as const
