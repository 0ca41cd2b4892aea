import { z } from 'zod'
import { ticketId } from '../../domain/ids.ts'
import { instant, pageOf, pageQuery, slugParams } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { productTypeSchema } from '../../domain/states.ts'
import { productCardSchema } from '../catalogue/products.ts'

/** How an account came to a product: `order` is bought, `bundle` came with one, `subscription` is opened by one. */
export const ticketSources = ['order', 'code', 'coupon', 'gift', 'bundle', 'subscription', 'free'] as const
export type TicketSource = (typeof ticketSources)[number]
const source = z.enum(ticketSources)

export const ticketSchema = z
  .object({
    /** Goods have the id of their line, and what a subscription opens that of its product. */
    id: ticketId,
    product: productCardSchema,
    source,
    /** Title of the bundle that it came with, or of the channel that is subscribed to; null for the platform's. */
    through: z.string().nullable(),
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
    summary:
      "What the caller bought, redeemed, was given or got: tickets, goods, and what subscriptions open (of the platform's, what was watched). First what is on air, then what comes next, what can be watched at any time, what is over",
    access: { kind: 'session' },
    query: pageQuery.extend({
      source: source.optional(),
      type: productTypeSchema.optional(),
      /** over: expired, revoked, cancelled, or nothing is left to watch. */
      state: z.enum(['open', 'over']).optional(),
    }),
    response: pageOf(ticketSchema),
  }),
} as const
