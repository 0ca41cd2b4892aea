import type { Coupon } from '@e-events/shared/contract/sales/coupons.ts'
import type { Knex } from 'knex'
import type { CouponBatcheInsert, CouponBatcheRow, CouponRow } from '../../../db/tables/sales.ts'

export interface BatchRow extends Pick<
  CouponBatcheRow,
  | 'id'
  | 'name'
  | 'code_count'
  | 'redeemed_count'
  | 'net_price_minor'
  | 'tax_basis_points'
  | 'currency'
  | 'valid_until'
  | 'deactivated_at'
  | 'created_at'
> {
  revoked_count: number
  session: SessionJson | null
  sort_at: string
}
/** Instants are ISO text (json). */
export interface SessionJson {
  id: string
  title: string | null
  starts_at: string
  ends_at: string
  time_zone: string
}

export interface CodeOfBatchRow extends Pick<CouponRow, 'id' | 'code' | 'redeemed_at'> {
  state: Coupon['state']
  redeemed_name: string | null
  redeemed_email: string | null
  sort_at: string
}
export interface CouponFilter {
  state: Coupon['state'] | undefined
  q: string | undefined
}
export type After = readonly [at: string, id: string] | undefined
export type BatchRepository = ReturnType<typeof createBatchRepository>

/** State of a coupon `n` of a batch `b`. A redeemed one stays redeemed, whatever is revoked later. */
export const couponState = `case when n.redeemed_at is not null then 'redeemed'
  when n.revoked_at is not null or b.deactivated_at is not null then 'revoked' else 'unused' end`
/** Column `session` of a query that calls the session `s`. */
export const sessionJson = `case when s.id is null then null else json_build_object('id', s.id, 'title', s.title, 'starts_at', s.starts_at,
  'ends_at', s.ends_at, 'time_zone', s.time_zone) end`
const asInstant = (expression: string) => `to_char(${expression} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
/** Unused ones come last: the value stands in for the moment that they lack. */
const redeemedAt = `coalesce(n.redeemed_at, 'epoch'::timestamptz)`
const codesPerInsert = 1_000

export function createBatchRepository(knex: Knex) {
  const selectBatches = (db: Knex) =>
    db('coupon_batches as b')
      .leftJoin('product_sessions as s', 's.id', 'b.session_id')
      .select<BatchRow[]>(
        'b.id',
        'b.name',
        'b.code_count',
        'b.redeemed_count',
        'b.net_price_minor',
        'b.tax_basis_points',
        'b.currency',
        'b.valid_until',
        'b.deactivated_at',
        'b.created_at',
        db.raw(`(select count(*) from coupons n where n.batch_id = b.id and ${couponState} = 'revoked') as revoked_count`),
        db.raw(`${sessionJson} as session`),
        db.raw(`${asInstant('b.created_at')} as sort_at`),
      )
      .orderByRaw('b.created_at desc, b.id desc')
  const selectCodes = (db: Knex, batchId: string) =>
    db('coupons as n')
      .join('coupon_batches as b', 'b.id', 'n.batch_id')
      .leftJoin('users as u', 'u.id', 'n.redeemed_by')
      .where('n.batch_id', batchId)
      .select<CodeOfBatchRow[]>(
        'n.id',
        'n.code',
        'n.redeemed_at',
        db.raw(`${couponState} as state`),
        db.raw(`btrim(u.name || ' ' || u.surname) as redeemed_name`),
        db.raw('u.email::text as redeemed_email'),
        db.raw(`${asInstant(redeemedAt)} as sort_at`),
      )

  return {
    /** Locks the product, so that it keeps its status until the coupons are written. */
    async lockProduct(trx: Knex, id: string) {
      const row = await trx('products').where({ id }).forUpdate().first('status', 'type', 'currency', 'net_price_minor')
      if (!row) throw new Error('the product is gone')
      return row
    },

    /** Scheduled dates of the product that are not over. */
    async hasSession(trx: Knex, productId: string, sessionId: string, now: Date): Promise<boolean> {
      const row = await trx('product_sessions')
        .where({ id: sessionId, product_id: productId, state: 'scheduled' })
        .where('ends_at', '>', now)
        .first('id')
      return row !== undefined
    },

    async insert(trx: Knex, batch: CouponBatcheInsert): Promise<string> {
      const [row] = await trx('coupon_batches').insert(batch).returning('id')
      if (!row) throw new Error('no batch row')
      return row.id
    },

    /** Answers how many were free; the caller makes others for the rest. */
    async insertCodes(trx: Knex, batchId: string, codes: readonly string[], now: Date): Promise<number> {
      let count = 0
      for (let from = 0; from < codes.length; from += codesPerInsert) {
        const rows = await trx('coupons')
          .insert(codes.slice(from, from + codesPerInsert).map((code) => ({ batch_id: batchId, code, created_at: now })))
          .onConflict()
          .ignore()
          .returning('id')
        count += rows.length
      }
      return count
    },

    async find(db: Knex, productId: string, id: string): Promise<BatchRow | undefined> {
      return selectBatches(db).where({ 'b.id': id, 'b.product_id': productId }).first()
    },

    async list(productId: string, page: { after: After; limit: number }): Promise<BatchRow[]> {
      const query = selectBatches(knex).where('b.product_id', productId).limit(page.limit)
      if (page.after) void query.whereRaw('(b.created_at, b.id) < (?::timestamptz, ?::uuid)', [...page.after])
      return query
    },

    async lock(trx: Knex, productId: string, id: string): Promise<CouponBatcheRow | undefined> {
      return trx('coupon_batches').where({ id, product_id: productId }).forUpdate().first()
    },
    async revoke(trx: Knex, id: string, now: Date): Promise<void> {
      await trx('coupon_batches').where({ id }).update({ deactivated_at: now })
    },

    async codes(batchId: string, filter: CouponFilter, page: { after: After; limit: number }): Promise<CodeOfBatchRow[]> {
      const query = selectCodes(knex, batchId).orderByRaw(`${redeemedAt} desc, n.id desc`).limit(page.limit)
      if (filter.state !== undefined) void query.whereRaw(`${couponState} = ?`, [filter.state])
      for (const word of (filter.q ?? '').split(/\s+/).filter(Boolean).slice(0, 5)) {
        const escaped = word.replaceAll(/[\\%_]/g, String.raw`\$&`)
        const words = `concat_ws(' ', n.code::text, u.email::text, u.name, u.surname)`
        void query.whereRaw(`plain_text(${words}) like '%' || plain_text(?) || '%'`, [escaped])
      }
      if (page.after) void query.whereRaw(`(${redeemedAt}, n.id) < (?::timestamptz, ?::uuid)`, [...page.after])
      return query
    },

    async session(id: string): Promise<SessionJson | null> {
      const row = await knex('product_sessions as s')
        .where('s.id', id)
        .first<{ session: SessionJson } | undefined>(knex.raw(`${sessionJson} as session`))
      return row?.session ?? null
    },

    async lockCode(trx: Knex, batchId: string, id: string): Promise<CouponRow | undefined> {
      return trx('coupons').where({ id, batch_id: batchId }).forUpdate().first()
    },
    async revokeCode(trx: Knex, id: string, now: Date): Promise<void> {
      await trx('coupons').where({ id }).update({ revoked_at: now })
    },
    async findCode(trx: Knex, batchId: string, id: string): Promise<CodeOfBatchRow | undefined> {
      return selectCodes(trx, batchId).where('n.id', id).first()
    },
  }
}
