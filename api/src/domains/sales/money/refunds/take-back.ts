import type { OrderItemKind } from '@e-events/shared/domain/pricing.ts'
import type { Knex } from 'knex'
import { cancelShipment } from '../../shipping/repository.ts'
import type { SoldItem } from '../../orders/repository.ts'
import { endRefunded } from '../../subscriptions/take-back.ts'

/** Access that ended: playback of this product ends too. */
export interface TakenBack {
  userId: string
  productId: string
}

/** Takes back what a line handed over, in the transaction of the refund that gives all of it back. */
export type TakeBack = (trx: Knex, line: { userId: string; item: SoldItem; now: Date }) => Promise<readonly TakenBack[]>

/** How each kind of line is taken back; the counterpart of `orders/fulfil.ts`. */
export const takeBacks: Partial<Record<OrderItemKind, TakeBack>> = {
  access: revokeTickets,
  bundle: revokeTickets,
  gift: revokeGift,
  async physical(trx, { item }) {
    await cancelShipment(trx, item.id)
    return []
  },
  channel_subscription: endRefunded,
  platform_subscription: endRefunded,
}

/** The code of a gift is void, and the ticket of whoever redeemed it ends. */
async function revokeGift(trx: Knex, line: { item: SoldItem; now: Date }): Promise<TakenBack[]> {
  await trx('gifts').where({ order_item_id: line.item.id }).whereNull('revoked_at').update({ revoked_at: line.now })
  return revokeTickets(trx, line)
}

/** Tickets of the line, whoever holds them. */
function revokeTickets(trx: Knex, { item, now }: { item: SoldItem; now: Date }): Promise<TakenBack[]> {
  return revoke(trx, { order_item_id: item.id }, now)
}

/** Tickets of one part of a bundle; those of the others stay. */
export function revokePart(trx: Knex, part: { itemId: string; productId: string; now: Date }): Promise<TakenBack[]> {
  return revoke(trx, { order_item_id: part.itemId, product_id: part.productId }, part.now)
}

async function revoke(trx: Knex, which: { order_item_id: string; product_id?: string }, now: Date): Promise<TakenBack[]> {
  const rows = await trx('tickets')
    .where(which)
    .whereNull('revoked_at')
    .update({ revoked_at: now, revoked_reason: 'refund' })
    .returning(['user_id', 'product_id'])
  return rows.map(({ user_id: userId, product_id: productId }) => ({ userId, productId }))
}
