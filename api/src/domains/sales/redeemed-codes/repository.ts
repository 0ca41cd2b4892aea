import type { RedeemedCode, redeemedCodesQuery } from '@e-events/shared/contract/sales/redeemed-codes.ts'
import { eventTimeZone } from '@e-events/shared/domain/session-time.ts'
import type { ProductType } from '@e-events/shared/domain/states.ts'
import type { Knex } from 'knex'
import type { z } from 'zod'
import { cursorKey } from '../../../db/cursor.ts'
import { sessionJson, type SessionJson } from '../coupons/batch-repository.ts'

export type CodeFilters = Omit<z.output<typeof redeemedCodesQuery>, 'cursor' | 'limit'>
export interface Position {
  value: string
  id: string
}

export interface RedeemedRow {
  id: string
  kind: RedeemedCode['kind']
  code: string
  slug: string
  title: string
  type: ProductType
  channel_slug: string
  channel_title: string
  session: SessionJson | null
  email: string
  redeemed_at: Date
  price_minor: number
  currency: string
  sort_text: string
}

const searchedWords = 10

/** The three tables of codes as one. Price: what the account paid for the line, as the table of sales shows it. */
const redeemed = `(
  select 'coupon' as kind, n.id, n.code::text as code, b.product_id, coalesce(i.session_id, b.session_id) as session_id, n.redeemed_by, n.redeemed_at,
    coalesce(i.total_minor + i.buyer_fee_minor, 0) as price_minor, o.currency
  from coupons n join coupon_batches b on b.id = n.batch_id
  left join orders o on o.id = n.order_id left join order_items i on i.order_id = n.order_id and i.coupon_id = n.id
  where n.redeemed_at is not null and b.product_id in (select id from own)
  union all
  select 'access', a.id, a.code::text, a.product_id, null, a.redeemed_by, a.redeemed_at, 0, null
  from access_codes a where a.redeemed_at is not null and a.product_id in (select id from own)
  union all
  select 'gift', g.id, g.code::text, g.product_id, null, g.redeemed_by, g.redeemed_at, 0, null
  from gifts g where g.redeemed_at is not null and g.product_id in (select id from own)
) as r`

const instantText = `to_char(r.redeemed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
/** Expression of each order, its text in a cursor, and the type that the text comes back as. */
export const orders: Record<CodeFilters['sort'], { expression: string; text: string; type: string; pattern: RegExp }> = {
  redeemedAt: { expression: 'r.redeemed_at', text: instantText, type: 'timestamptz', pattern: cursorKey.instant },
  product: { expression: 'plain_text(p.title)', text: 'plain_text(p.title)', type: 'text', pattern: cursorKey.text },
  email: { expression: 'lower(u.email::text)', text: 'lower(u.email::text)', type: 'text', pattern: cursorKey.text },
}

export type RedeemedCodeRepository = ReturnType<typeof createRedeemedCodeRepository>

export function createRedeemedCodeRepository(knex: Knex) {
  const from = (ownerId: string, filters: Partial<CodeFilters>) => {
    const query = knex
      .with('own', (own) =>
        own.from('products as p').join('channels as c', 'c.id', 'p.channel_id').where('c.owner_id', ownerId).select('p.id'),
      )
      .from(knex.raw(redeemed))
      .join('products as p', 'p.id', 'r.product_id')
      .join('channels as c', 'c.id', 'p.channel_id')
      .join('users as u', 'u.id', 'r.redeemed_by')
    applyFilters(query, filters)
    return query
  }

  return {
    async list(filters: CodeFilters, ownerId: string, page: { after: Position | undefined; limit: number }): Promise<RedeemedRow[]> {
      const { expression, text, type } = orders[filters.sort]
      const direction = filters.order === 'asc' ? 'asc' : 'desc'
      const query = from(ownerId, filters)
        .leftJoin('product_sessions as s', 's.id', 'r.session_id')
        .select<RedeemedRow[]>(
          'r.id',
          'r.kind',
          'r.code',
          'p.slug',
          'p.title',
          'p.type',
          'c.slug as channel_slug',
          'c.title as channel_title',
          knex.raw(`${sessionJson} as session`),
          knex.raw('u.email::text as email'),
          'r.redeemed_at',
          knex.raw('r.price_minor::bigint as price_minor'),
          knex.raw('coalesce(r.currency, p.currency) as currency'),
          knex.raw(`${text} as sort_text`),
        )
        .orderByRaw(`${expression} ${direction}, r.id ${direction}`)
        .limit(page.limit)
      if (page.after) {
        const behind = direction === 'asc' ? '>' : '<'
        void query.whereRaw(`(${expression}, r.id) ${behind} (?::${type}, ?::uuid)`, [page.after.value, page.after.id])
      }
      return query
    },

    async count(ownerId: string, filters: Partial<CodeFilters> = {}): Promise<number> {
      const [row] = await from(ownerId, filters).count<{ count: number }[]>('* as count')
      return row?.count ?? 0
    },
  }
}

function applyFilters(query: Knex.QueryBuilder, filters: Partial<CodeFilters>): void {
  const has = (column: string, part: string) =>
    void query.whereRaw(`plain_text(${column}) like '%' || plain_text(?) || '%'`, [escaped(part)])
  if (filters.kind !== undefined) void query.where('r.kind', filters.kind)
  if (filters.product !== undefined) has('p.title', filters.product)
  if (filters.email !== undefined) has('u.email::text', filters.email)
  if (filters.from !== undefined) void query.whereRaw('r.redeemed_at >= (?::date)::timestamp at time zone ?', [filters.from, eventTimeZone])
  if (filters.to !== undefined) void query.whereRaw('r.redeemed_at < (?::date + 1)::timestamp at time zone ?', [filters.to, eventTimeZone])
  for (const word of (filters.search ?? '').split(/\s+/).filter(Boolean).slice(0, searchedWords))
    has(`(p.title || ' ' || u.email::text || ' ' || r.code)`, word)
}

const escaped = (text: string) => text.replaceAll(/[\\%_]/g, String.raw`\$&`)
