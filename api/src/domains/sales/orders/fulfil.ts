import type { OrderItemKind } from '@e-events/shared/domain/pricing.ts'
import type { Knex } from 'knex'
import type { OrderRow } from '../../../db/tables/sales.ts'
import type { HeldCoupons } from '../coupons/held-coupons.ts'
import type { Gifts } from '../gifts/service.ts'
import { insertShipment, lockShipment } from '../shipping/repository.ts'
import type { GrantTickets } from '../tickets/grant.ts'
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
  grants: GrantTickets
  gifts: Pick<Gifts, 'pay'>
  coupons: HeldCoupons
}): Partial<Record<OrderItemKind, Fulfil>> {
  const { grants, gifts, coupons } = deps

  /**
   * Tickets of a product, or of a bundle with the parts that were paid for; none where the account holds one of them
   * already, its coupon went to somebody else, or nothing of the product is left.
   */
  async function access(trx: Knex, { order, item, now }: Sold): ReturnType<Fulfil> {
    const { user_id: userId, withdrawal_waived_at } = order
    const { coupon_id, session_id } = item
    if (item.product_id === null) return 'unfulfillable'
    if (coupon_id !== null && !(await coupons.isStillOf(trx, coupon_id, order))) return 'unfulfillable'
    const source = { source: 'order', order_item_id: item.id, coupon_id, session_id, withdrawal_waived_at } as const
    const parts = item.parts.filter(({ state }) => state === 'included').map((part) => part.product_id)
    const grant = await grants.give(trx, item.product_id, { userId, now, source, parts })
    if (grant === 'owned' || grant === 'over') return 'unfulfillable'
    if (coupon_id !== null) await coupons.use(trx, coupon_id, order, now)
    return grant.productIds.map((productId) => ({ userId, productId }))
  }

  /** The code, which is mailed on its day. */
  async function gift(trx: Knex, { item, now }: Sold): ReturnType<Fulfil> {
    return (await gifts.pay(trx, item.id, now)) ? [] : 'unfulfillable'
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

  return { access, bundle: access, gift, physical, shipping }
}
