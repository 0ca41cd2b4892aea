import type { Knex } from 'knex'
import type { CouponRow } from '../../../db/tables/sales.ts'

/** A coupon with everything that decides whether it is good now. */
export interface CouponFacts extends Pick<
  CouponRow,
  'id' | 'code' | 'reserved_by' | 'reserved_until' | 'redeemed_at' | 'revoked_at' | 'order_id'
> {
  product_id: string
  slug: string
  session_id: string | null
  net_price_minor: number
  currency: string
  tax_basis_points: number
  valid_until: Date | null
  deactivated_at: Date | null
  /** Null where it covers every session. */
  session_ends_at: Date | null
  session_state: 'scheduled' | 'cancelled' | 'rescheduled' | null
}

export type CouponRepository = ReturnType<typeof createCouponRepository>

export function createCouponRepository() {
  return {
    /** The coupon of a code as it is typed. In a transaction nobody else may take it until the end. */
    async lockByText(db: Knex, text: string): Promise<CouponFacts | undefined> {
      const { rows } = await db.raw<{ rows: CouponFacts[] }>(
        `select n.id, n.code::text as code, n.reserved_by, n.reserved_until, n.redeemed_at, n.revoked_at, n.order_id, b.product_id, p.slug, b.session_id,
           b.net_price_minor, b.currency, b.tax_basis_points, b.valid_until, b.deactivated_at, s.ends_at as session_ends_at, s.state as session_state
         from coupons n join coupon_batches b on b.id = n.batch_id join products p on p.id = b.product_id
         left join product_sessions s on s.id = b.session_id
         where code_key(n.code::text) = code_key(?) for update of n`,
        [text],
      )
      return rows[0]
    },

    lock(trx: Knex, id: string): Promise<CouponRow | undefined> {
      return trx('coupons').where({ id }).forUpdate().first()
    },

    /** Nobody else may use it until then. */
    async hold(trx: Knex, id: string, by: { userId: string; until: Date; orderId: string | null }): Promise<void> {
      await trx('coupons').where({ id }).update({ reserved_by: by.userId, reserved_until: by.until, order_id: by.orderId })
    },

    async redeem(trx: Knex, id: string, by: { userId: string; orderId: string; now: Date }): Promise<void> {
      await trx('coupons')
        .where({ id })
        .update({ redeemed_by: by.userId, redeemed_at: by.now, order_id: by.orderId, reserved_by: null, reserved_until: null })
    },

    /** Coupons, their batches and tickets follow a date that was moved. */
    async moveSession(trx: Knex, changeId: string): Promise<void> {
      const { rows } = await trx.raw<{ rows: { old_id: string; new_id: string }[] }>(
        `select session_id as old_id, new_session_id as new_id from event_changes where id = ? and kind = 'rescheduled' and new_session_id is not null`,
        [changeId],
      )
      for (const { old_id: oldId, new_id: newId } of rows) {
        await trx('coupon_batches').where({ session_id: oldId }).update({ session_id: newId })
        await trx('tickets').where({ session_id: oldId }).update({ session_id: newId })
        await trx('order_items').where({ session_id: oldId }).update({ session_id: newId })
      }
    },

    /** Counts of codes that could not be redeemed while redemption is off. */
    async impact(db: Knex, now: Date): Promise<{ coupons: number; codes: number; checkouts: number }> {
      const { rows } = await db.raw<{ rows: { coupons: number; codes: number; checkouts: number }[] }>(
        `select
           (select count(*) from coupons n join coupon_batches b on b.id = n.batch_id left join product_sessions s on s.id = b.session_id
            where n.redeemed_at is null and n.revoked_at is null and b.deactivated_at is null and (b.valid_until is null or b.valid_until > :now)
              and (s.id is null or s.ends_at > :now)) as coupons,
           (select count(*) from access_codes a where a.redeemed_at is null and a.revoked_at is null) as codes,
           (select count(distinct o.id) from orders o join order_items i on i.order_id = o.id
            where o.status = 'pending' and i.coupon_id is not null) as checkouts`,
        { now },
      )
      return rows[0] ?? { coupons: 0, codes: 0, checkouts: 0 }
    },
  }
}
