import { z } from 'zod'
import { ticketId } from '../../domain/ids.ts'
import { instant, pageOf, pageQuery, slugParams } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { productCardSchema } from '../catalogue/products.ts'

export const ticketSchema = z
  .object({
    id: ticketId,
    product: productCardSchema,
    source: z.enum(['free', 'order', 'coupon', 'gift', 'code']),
    acquiredAt: instant,
    /** Access ends here; null: no end. */
    expiresAt: instant.nullable(),
    state: z.enum(['valid', 'expired', 'revoked']),
  })
  .meta({ id: 'Ticket' })
export type Ticket = z.infer<typeof ticketSchema>

export const tickets = {
  redeem: endpoint({
    method: 'POST',
    path: '/products/:slug/tickets',
    summary: 'Get the ticket of a free product. One ticket per account and product covers all its sessions',
    access: { kind: 'session' },
    params: slugParams,
    response: ticketSchema,
    status: 201,
    errors: [
      'NOT_FOUND',
      'ALREADY_HAS_TICKET',
      'PAYMENT_REQUIRED',
      'SUBSCRIPTION_REQUIRED',
      'SALE_NOT_OPEN',
      'NOT_PURCHASABLE',
      'SOLD_OUT',
    ],
    rateLimit: 'redeem',
  }),
  list: endpoint({
    method: 'GET',
    path: '/tickets',
    summary: "The caller's tickets: what is on air, what comes next, what can be watched at any time, what is over",
    access: { kind: 'session' },
    query: pageQuery,
    response: pageOf(ticketSchema),
  }),
} as const
