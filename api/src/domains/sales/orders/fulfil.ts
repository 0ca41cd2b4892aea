import type { OrderItemKind } from '@e-events/shared/domain/pricing.ts'
import type { Knex } from 'knex'
import type { OrderRow } from '../../../db/tables/sales.ts'
import { isEventClosed } from '../../catalogue/read/event-facts.ts'
import { findProductAccess, hasValidTicket } from '../../catalogue/read/product-access.ts'
import type { HeldCoupons } from '../coupons/held-coupons.ts'
import { insertShipment, lockShipment } from '../shipping/repository.ts'
import { ticketEnd } from '../tickets/policy.ts'
import type { TicketRepository } from '../tickets/repository.ts'
import type { MailTicket } from '../tickets/ticket-mail.ts'
import type { SoldItem } from './repository.ts'

/** Access that an account got (back): its playback tokens work again. */
export interface Granted {
  userId: string
  productId: string
}

interface Sold {
  order: OrderRow
  item: SoldItem
  now: Date
}

/**
 * Hands over a line of a paid order, in the transaction of its payment. 'unfulfillable' where it cannot be had any
 * more: the line is then refunded.
 */
export type Fulfil = (trx: Knex, sold: Sold) => Promise<readonly Granted[] | 'unfulfillable'>

/** How each kind of line is handed over. */
export function createFulfilments(deps: {
  tickets: TicketRepository
  coupons: HeldCoupons
  mailTicket: MailTicket
}): Partial<Record<OrderItemKind, Fulfil>> {
  const { tickets, coupons, mailTicket } = deps

  /**
   * A ticket; none where the account holds one already, its coupon went to somebody else, or nothing of the product is
   * left.
   */
  async function access(trx: Knex, { order, item, now }: Sold): ReturnType<Fulfil> {
    const product = item.product_id === null ? undefined : await trx('products').where({ id: item.product_id }).first('slug')
    const state = product && (await findProductAccess(trx, product.slug, order.user_id))
    if (!state || hasValidTicket(state, now)) return 'unfulfillable'
    const isOver = state.cancelled_at !== null || state.channel_status !== 'published' || state.status === 'draft'
    if (isOver || (await isEventClosed(trx, state.id, now))) return 'unfulfillable'
    if (item.coupon_id !== null && !(await coupons.isStillOf(trx, item.coupon_id, order))) return 'unfulfillable'
    if (state.ticket_id !== null) await tickets.expire(trx, state.ticket_id, now)
    const ticket = await tickets.insert(trx, {
      source: 'order',
      user_id: order.user_id,
      product_id: state.id,
      order_item_id: item.id,
      coupon_id: item.coupon_id,
      session_id: item.session_id,
      acquired_at: now,
      expires_at: ticketEnd(state, now),
      withdrawal_waived_at: order.withdrawal_waived_at,
    })
    if (ticket === 'taken') return 'unfulfillable'
    if (item.coupon_id !== null) await coupons.use(trx, item.coupon_id, order, now)
    await mailTicket(trx, ticket.id, now)
    return [{ userId: order.user_id, productId: state.id }]
  }

  /** Goods wait for their seller; no ticket. */
  async function physical(trx: Knex, { order, item }: Sold): ReturnType<Fulfil> {
    if (item.channel_id === null || order.shipping === null) return 'unfulfillable'
    await insertShipment(trx, order.id, item.channel_id)
    return []
  }

  /** Nothing to send, where nothing of the goods was left. */
  async function shipping(trx: Knex, { order }: Sold): ReturnType<Fulfil> {
    return (await lockShipment(trx, order.id)) ? [] : 'unfulfillable'
  }

  return { access, physical, shipping }
}
