import type { salesQuery } from '@e-events/shared/contract/sales/sales.ts'
import { eventTimeZone } from '@e-events/shared/domain/session-time.ts'
import type { Knex } from 'knex'
import type { z } from 'zod'
import { cursorKey } from '../../../db/cursor.ts'

export type SaleFilters = Omit<z.output<typeof salesQuery>, 'cursor' | 'limit'>
export interface Position {
  value: string
  id: string
}

const searchedWords = 10

/** Paid by the buyer for the line, without the support. */
export const amount = '(i.total_minor + i.buyer_fee_minor)'
/** State of the line. */
export const status = `case when i.refunded_minor = 0 then 'paid' when i.refunded_minor = i.total_minor + i.buyer_fee_minor + i.support_minor
  then 'refunded' else 'partially_refunded' end`
const eventAt = `coalesce(i.event_at, 'epoch'::timestamptz)`

interface Order {
  expression: string
  /** The value as text that goes into a cursor, and the type it comes back as. */
  text: string
  type: string
  pattern: RegExp
}
const asInstant = (expression: string) => `to_char(${expression} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
export const orders: Record<SaleFilters['sort'], Order> = {
  soldAt: { expression: 'o.paid_at', text: asInstant('o.paid_at'), type: 'timestamptz', pattern: cursorKey.instant },
  amount: { expression: amount, text: `${amount}::text`, type: 'bigint', pattern: cursorKey.sequence },
  eventAt: { expression: eventAt, text: asInstant(eventAt), type: 'timestamptz', pattern: cursorKey.instant },
}

/**
 * Narrows `order_items i` with their orders `o`, channels `c` and buyers `u` to what the filter leaves: the list, its
 * sums and its files share it.
 * @param ownerId whose channels; undefined for everybody's
 */
export function applyFilters(query: Knex.QueryBuilder, filters: SaleFilters, ownerId: string | undefined): void {
  void query.whereNotNull('o.paid_at').where('o.total_minor', '>', 0)
  if (ownerId !== undefined) void query.where('c.owner_id', ownerId)
  if (filters.country !== undefined) void query.where('o.country', filters.country)
  if (filters.status !== undefined) void query.whereRaw(`(${status}) = ?`, [filters.status])
  if (filters.product !== undefined) void query.whereRaw(`plain_text(i.title) like '%' || plain_text(?) || '%'`, [escaped(filters.product)])
  if (filters.email !== undefined)
    void query.whereRaw(`plain_text(o.email::text) like '%' || plain_text(?) || '%'`, [escaped(filters.email)])
  if (filters.from !== undefined) void query.whereRaw('o.paid_at >= (?::date)::timestamp at time zone ?', [filters.from, eventTimeZone])
  if (filters.to !== undefined) void query.whereRaw('o.paid_at < (?::date + 1)::timestamp at time zone ?', [filters.to, eventTimeZone])
  const words = `plain_text(i.title || ' ' || o.email::text || ' ' || u.name || ' ' || u.surname || ' ' || o.number::text)`
  for (const word of (filters.search ?? '').split(/\s+/).filter(Boolean).slice(0, searchedWords))
    void query.whereRaw(`${words} like '%' || plain_text(?) || '%'`, [escaped(word)])
}

/** In the order asked for, behind `after`. The id decides between equals. */
export function applyOrder(query: Knex.QueryBuilder, filters: SaleFilters, after: Position | undefined): void {
  const { expression, type } = orders[filters.sort]
  const direction = filters.order === 'asc' ? 'asc' : 'desc'
  if (after) {
    const behind = direction === 'asc' ? '>' : '<'
    void query.whereRaw(`(${expression}, i.id) ${behind} (?::${type}, ?::uuid)`, [after.value, after.id])
  }
  void query.orderByRaw(`${expression} ${direction}, i.id ${direction}`)
}

const escaped = (text: string) => text.replaceAll(/[\\%_]/g, String.raw`\$&`)
