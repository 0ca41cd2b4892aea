import { DomainError } from '@e-events/shared/errors.ts'
import { limits } from '@e-events/shared/limits.ts'
import type { Knex } from 'knex'
import type { OrderRow } from '../../../db/tables/sales.ts'
import type { ProductAccess } from '../../catalogue/read/product-access.ts'
import type { CouponFacts, CouponRepository } from './coupon-repository.ts'

export type HeldCoupons = ReturnType<typeof createHeldCoupons>

/** Coupons in orders: their price, who holds them while paying, and that each is used once. */
export function createHeldCoupons(repository: CouponRepository) {
  return {
    /**
     * The coupon of a code for an account, where it is good for this product now.
     * @throws DomainError COUPON_NOT_FOUND, COUPON_REDEEMED, COUPON_INVALID
     */
    async of(db: Knex, text: string, wanted: { userId: string; productId: string; now: Date }): Promise<CouponFacts> {
      const coupon = await repository.lockByText(db, text)
      if (!coupon) throw new DomainError('COUPON_NOT_FOUND')
      assertUsable(coupon, wanted.userId, wanted.now)
      if (coupon.product_id !== wanted.productId) throw new DomainError('COUPON_INVALID')
      return coupon
    },

    hold: (trx: Knex, id: string, order: Pick<OrderRow, 'id' | 'user_id'>, until: Date): Promise<void> =>
      repository.hold(trx, id, { userId: order.user_id, until, orderId: order.id }),

    /** Whether a paid order still has its coupon. Locks it: another payment waits for the outcome. */
    async isStillOf(trx: Knex, id: string, order: Pick<OrderRow, 'id'>): Promise<boolean> {
      const coupon = await repository.lock(trx, id)
      return coupon !== undefined && coupon.redeemed_at === null && coupon.order_id === order.id
    },

    use: (trx: Knex, id: string, order: Pick<OrderRow, 'id' | 'user_id'>, now: Date): Promise<void> =>
      repository.redeem(trx, id, { userId: order.user_id, orderId: order.id, now }),
  }
}

/** How long an account has a coupon to itself before it orders; an order holds it as long as itself. */
export const couponHoldMs = limits.orderHoldMs

/** @throws DomainError COUPON_REDEEMED (used, or somebody pays with it), COUPON_INVALID (revoked, ended) */
export function assertUsable(coupon: CouponFacts, userId: string, now: Date): void {
  const isHeld = coupon.reserved_until !== null && coupon.reserved_until > now && coupon.reserved_by !== userId
  if (coupon.redeemed_at !== null || isHeld) throw new DomainError('COUPON_REDEEMED')
  const hasEnded = [coupon.valid_until, coupon.session_ends_at].some((end) => end !== null && end <= now)
  if (coupon.revoked_at !== null || coupon.deactivated_at !== null || hasEnded || coupon.session_state === 'cancelled')
    throw new DomainError('COUPON_INVALID')
}

/** The product of a code is over, or its channel gone: the code buys nothing any more. */
export function isOver(access: ProductAccess, now: Date): boolean {
  return access.cancelled_at !== null || (access.expires_at !== null && access.expires_at <= now) || access.type === 'physical'
}
