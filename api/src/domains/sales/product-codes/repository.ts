import type { AccessCode } from '@e-events/shared/contract/sales/product-codes.ts'
import type { Knex } from 'knex'
import type { AccessCodeRow } from '../../../db/tables/sales.ts'

export interface CodeRow extends Pick<AccessCodeRow, 'id' | 'code' | 'label' | 'created_at' | 'redeemed_at' | 'revoked_at'> {
  redeemed_name: string | null
  redeemed_email: string | null
  sort_at: string
}
export interface CodeFilter {
  state: AccessCode['state'] | undefined
  q: string | undefined
}
export type CodeCounts = Record<AccessCode['state'], number>
export type CodeRepository = ReturnType<typeof createCodeRepository>

/** A used code that somebody revokes stays used. */
const stateIs: Record<AccessCode['state'], string> = {
  redeemed: 'a.redeemed_at is not null',
  revoked: 'a.redeemed_at is null and a.revoked_at is not null',
  unused: 'a.redeemed_at is null and a.revoked_at is null',
}

export function createCodeRepository() {
  return {
    /** Locks the product, so that it keeps its status until the codes are written. */
    async lockProduct(trx: Knex, id: string) {
      const row = await trx('products').where({ id }).forUpdate().first('status')
      if (!row) throw new Error('the product is gone')
      return row
    },

    /** Answers the ids of those that were free; the caller makes others for the rest. */
    async insert(
      trx: Knex,
      batch: { productId: string; codes: readonly string[]; label: string | null; createdBy: string; now: Date },
    ): Promise<string[]> {
      const { productId, label, createdBy, now } = batch
      const rows = await trx('access_codes')
        .insert(batch.codes.map((code) => ({ product_id: productId, code, label, created_by: createdBy, created_at: now })))
        .onConflict('code')
        .ignore()
        .returning('id')
      return rows.map(({ id }) => id)
    },

    async listOf(trx: Knex, ids: readonly string[]): Promise<CodeRow[]> {
      return select(trx).whereRaw('a.id = any(?::uuid[])', [[...ids]])
    },

    async list(
      knex: Knex,
      productId: string,
      filter: CodeFilter,
      page: { after: readonly [createdAt: string, id: string] | undefined; limit: number },
    ): Promise<CodeRow[]> {
      const query = select(knex).where('a.product_id', productId).limit(page.limit)
      if (filter.state !== undefined) void query.whereRaw(stateIs[filter.state])
      for (const word of (filter.q ?? '').split(/\s+/).filter(Boolean).slice(0, 5)) {
        const escaped = word.replaceAll(/[\\%_]/g, String.raw`\$&`)
        void query.whereRaw(`plain_text(a.code::text || ' ' || coalesce(a.label, '')) like '%' || plain_text(?) || '%'`, [escaped])
      }
      if (page.after) void query.whereRaw('(a.created_at, a.id) < (?::timestamptz, ?::uuid)', [...page.after])
      return query
    },

    async counts(knex: Knex, productId: string): Promise<CodeCounts> {
      const { rows } = await knex.raw<{ rows: CodeCounts[] }>(
        `select count(*) filter (where ${stateIs.unused}) as unused, count(*) filter (where ${stateIs.redeemed}) as redeemed,
           count(*) filter (where ${stateIs.revoked}) as revoked
         from access_codes a where a.product_id = ?`,
        [productId],
      )
      return rows[0] ?? { unused: 0, redeemed: 0, revoked: 0 }
    },

    async lock(trx: Knex, productId: string, id: string): Promise<AccessCodeRow | undefined> {
      return trx('access_codes').where({ id, product_id: productId }).forUpdate().first()
    },
    async lockByText(trx: Knex, code: string): Promise<AccessCodeRow | undefined> {
      return trx('access_codes').whereRaw('code_key(code::text) = code_key(?)', [code]).forUpdate().first()
    },
    async revoke(trx: Knex, id: string, now: Date): Promise<void> {
      await trx('access_codes').where({ id }).update({ revoked_at: now })
    },
    async redeem(trx: Knex, id: string, by: { userId: string; orderId: string; now: Date }): Promise<void> {
      await trx('access_codes').where({ id }).update({ redeemed_by: by.userId, redeemed_at: by.now, order_id: by.orderId })
    },
  }
}

function select(knex: Knex) {
  return knex('access_codes as a')
    .leftJoin('users as u', 'u.id', 'a.redeemed_by')
    .select<CodeRow[]>(
      'a.id',
      'a.code',
      'a.label',
      'a.created_at',
      'a.redeemed_at',
      'a.revoked_at',
      knex.raw(`btrim(u.name || ' ' || u.surname) as redeemed_name`),
      knex.raw('u.email::text as redeemed_email'),
      knex.raw(`to_char(a.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as sort_at`),
    )
    .orderByRaw('a.created_at desc, a.id desc')
}
