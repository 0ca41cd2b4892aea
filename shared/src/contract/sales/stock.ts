import { z } from 'zod'
import { waitingStatusSchema } from '../../domain/states.ts'
import { instant, slugParams } from '../common.ts'
import { endpoint } from '../endpoint.ts'

/** Place of an account in the line for a product that is sold out. */
export const waitingEntrySchema = z
  .object({
    status: waitingStatusSchema,
    /** 1 is the next one; null once it is not waiting any more. */
    position: z.int().nullable(),
    /** One is held for this account until then. */
    offerEndsAt: instant.nullable(),
  })
  .meta({ id: 'WaitingEntry' })
export type WaitingEntry = z.infer<typeof waitingEntrySchema>

const entryReply = z.object({
  /** The caller's last entry; null where there never was one. */
  entry: waitingEntrySchema.nullable(),
})
const session = { kind: 'session' } as const

export const stock = {
  figures: endpoint({
    method: 'GET',
    path: '/account/products/:slug/stock',
    summary: 'What has become of the limited number of an own product, and the length of its waiting list',
    access: { kind: 'role', role: 'PRODUCER', owner: { resource: 'product', param: 'slug' } },
    params: slugParams,
    response: z.object({
      /** Null: not limited. */
      stock: z.int().nullable(),
      sold: z.int(),
      /** In unpaid orders and offers: they come back unless they are paid in time. */
      held: z.int(),
      left: z.int().nullable(),
      waiting: z.int(),
    }),
    errors: ['NOT_FOUND'],
  }),
  waiting: endpoint({
    method: 'GET',
    path: '/products/:slug/waiting-list',
    summary: "The caller's place in the waiting list of a product",
    access: session,
    params: slugParams,
    response: entryReply,
    errors: ['NOT_FOUND'],
  }),
  join: endpoint({
    method: 'POST',
    path: '/products/:slug/waiting-list',
    summary: 'Wait for one of a product that is sold out; a second time changes nothing',
    access: session,
    params: slugParams,
    response: entryReply,
    errors: ['NOT_FOUND', 'NOT_SOLD_OUT', 'NOT_PURCHASABLE', 'ALREADY_HAS_TICKET'],
    rateLimit: 'write',
  }),
  leave: endpoint({
    method: 'DELETE',
    path: '/products/:slug/waiting-list',
    summary: 'Leave the waiting list; what was held goes to the next one',
    access: session,
    params: slugParams,
    response: entryReply,
    errors: ['NOT_FOUND'],
    rateLimit: 'write',
  }),
} as const
