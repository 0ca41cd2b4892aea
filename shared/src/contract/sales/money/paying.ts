import { z } from 'zod'
import { orderId } from '../../../domain/ids.ts'
import { endpoint } from '../../endpoint.ts'

/**
 * Needs of the page of a payment. test: the hosted page of the test provider. stripe: the form of the service, with
 * the secret of this one payment. pos: a signed form that the browser sends to the card terminal.
 */
export const paymentStepSchema = z
  .discriminatedUnion('provider', [
    z.object({ provider: z.literal('test'), url: z.string() }),
    z.object({
      provider: z.literal('stripe'),
      publicKey: z.string(),
      clientSecret: z.string(),
      /** Path of this site to which the buyer comes back. */
      returnUrl: z.string(),
      /** A saved card was charged, and its bank asks its owner first. */
      asksOwner: z.boolean(),
    }),
    z.object({ provider: z.literal('pos'), url: z.string(), fields: z.record(z.string(), z.string()), returnUrl: z.string() }),
  ])
  .meta({ id: 'PaymentStep' })
export type PaymentStep = z.infer<typeof paymentStepSchema>

export const paying = {
  open: endpoint({
    method: 'POST',
    path: '/orders/:id/payment',
    summary: 'What the page of a payment needs: counts as an attempt to pay',
    access: { kind: 'session' },
    params: z.strictObject({ id: orderId }),
    response: paymentStepSchema,
    errors: ['NOT_FOUND', 'STATE_CONFLICT', 'PAYMENTS_OFF', 'TOO_MANY_DECLINES', 'PAYMENT_SERVICE_DOWN'],
    rateLimit: 'checkout',
  }),
} as const
