import type { Knex } from 'knex'
import type { TicketInsert, TicketRow } from '../../../db/tables/sales.ts'
import { isOfClosedEvent } from '../../catalogue/read/event-facts.ts'
import { findGrantable, hasValidTicket, type GrantableRow, type ProductAccess } from '../../catalogue/read/product-access.ts'
import type { Stock } from '../stock/stock.ts'
import { ticketEnd } from './policy.ts'
import type { TicketRepository } from './repository.ts'

/** Where access comes from. */
export type GrantSource = Pick<
  TicketInsert,
  'order_item_id' | 'gift_id' | 'access_code_id' | 'coupon_id' | 'session_id' | 'withdrawal_waived_at'
> & {
  source: TicketRow['source']
}
export interface Grant {
  ticketId: string
  /** The product, and those that came with it. */
  productIds: string[]
}
export type GrantRefusal = 'owned' | 'over'
export type GrantTickets = ReturnType<typeof createGrantTickets>

/** Gives tickets: of a product, and of what comes with it where it is a bundle. */
export function createGrantTickets({ tickets, stock }: { tickets: TicketRepository; stock: Pick<Stock, 'takeIfLeft'> }) {
  function refusalOf(access: GrantableRow | undefined, now: Date): GrantRefusal | undefined {
    if (!access) return 'over'
    if (hasValidTicket(access, now)) return 'owned'
    const isOver =
      access.cancelled_at !== null ||
      access.channel_status !== 'published' ||
      access.status === 'draft' ||
      access.type === 'physical' ||
      (access.expires_at !== null && access.expires_at <= now)
    return isOver || isOfClosedEvent(access, now) ? 'over' : undefined
  }

  async function insert(
    trx: Knex,
    access: ProductAccess,
    to: { userId: string; now: Date; source: GrantSource; through?: string },
  ): Promise<{ id: string } | 'taken'> {
    if (access.ticket_id !== null) await tickets.expire(trx, access.ticket_id, to.now)
    return tickets.insert(trx, {
      ...to.source,
      user_id: to.userId,
      product_id: access.id,
      through_product_id: to.through ?? null,
      acquired_at: to.now,
      expires_at: ticketEnd(access, to.now),
    })
  }

  return {
    /** Whether an account could get this product now; without one, whether anybody could. */
    async check(trx: Knex, productId: string, by: { userId: string | null; now: Date }): Promise<GrantRefusal | undefined> {
      return refusalOf(await findGrantable(trx, productId, by), by.now)
    },

    /**
     * Tickets of an active bundle's parts that are not owned and can be had. The line of the order that they come from
     * holds what is limited, else the ticket; a part that is sold out is left out. Answers their products.
     */
    async giveParts(trx: Knex, bundleId: string, to: { userId: string; now: Date; source: GrantSource }): Promise<string[]> {
      const given: string[] = []
      for (const partId of await activeParts(trx, bundleId)) {
        const part = await findGrantable(trx, partId, to)
        if (!part || refusalOf(part, to.now) !== undefined) continue
        const isGiven = await allOrNothing(trx, async (inner) => {
          const ticket = await insert(inner, part, { ...to, through: bundleId })
          if (ticket === 'taken') return false
          const itemId = to.source.order_item_id
          const holder = typeof itemId === 'string' ? { order_item_id: itemId } : { ticket_id: ticket.id }
          return stock.takeIfLeft(inner, { productId: partId, quantity: 1, holder }, to.userId)
        })
        if (isGiven) given.push(partId)
      }
      return given
    },

    /**
     * Tickets of a product and of its parts. `parts` are those that were paid for: all of them or nothing. Without it,
     * every part of an active bundle that is not owned and can be had.
     */
    async give(
      trx: Knex,
      productId: string,
      to: { userId: string; now: Date; source: GrantSource; parts?: readonly string[] },
    ): Promise<Grant | GrantRefusal> {
      const access = await findGrantable(trx, productId, to)
      const refusal = refusalOf(access, to.now)
      if (!access || refusal) return refusal ?? 'over'
      // One ticket alone leaves nothing behind.
      if (to.parts?.length === 0 && access.ticket_id === null) {
        const ticket = await insert(trx, access, to)
        return ticket === 'taken' ? 'owned' : { ticketId: ticket.id, productIds: [productId] }
      }
      try {
        // Tickets of one moment that are taken by somebody faster leave none of the others behind.
        return await trx.transaction(async (inner) => {
          const ticket = await insert(inner, access, to)
          if (ticket === 'taken') throw new Refused('owned')
          if (!to.parts) return { ticketId: ticket.id, productIds: [productId, ...(await this.giveParts(inner, productId, to))] }
          for (const partId of to.parts) {
            const part = await findGrantable(inner, partId, to)
            const partRefusal = refusalOf(part, to.now)
            if (!part || partRefusal) throw new Refused(partRefusal ?? 'over')
            if ((await insert(inner, part, { ...to, through: productId })) === 'taken') throw new Refused('owned')
          }
          return { ticketId: ticket.id, productIds: [productId, ...to.parts] }
        })
      } catch (error) {
        if (error instanceof Refused) return error.refusal
        throw error
      }
    },
  }
}

/** Keeps what was written where the work answers true. */
async function allOrNothing(trx: Knex, work: (inner: Knex) => Promise<boolean>): Promise<boolean> {
  try {
    await trx.transaction(async (inner) => {
      if (!(await work(inner))) throw new Refused('over')
    })
    return true
  } catch (error) {
    if (error instanceof Refused) return false
    throw error
  }
}

class Refused extends Error {
  readonly refusal: GrantRefusal
  constructor(refusal: GrantRefusal) {
    super(refusal)
    this.refusal = refusal
  }
}

function activeParts(trx: Knex, bundleId: string): Promise<string[]> {
  return trx('bundle_items as i')
    .join('products as p', 'p.id', 'i.bundle_id')
    .where({ 'i.bundle_id': bundleId, 'p.bundle_state': 'active' })
    .orderBy('i.position')
    .pluck<string[]>('i.product_id')
}
