import type { ownChannelsQuery } from '@e-events/shared/contract/catalogue/channels.ts'
import { limits } from '@e-events/shared/limits.ts'
import type { Knex } from 'knex'
import type { z } from 'zod'
import { cursorKey } from '../../../db/cursor.ts'

export type ChannelFilters = Omit<z.output<typeof ownChannelsQuery>, 'cursor' | 'limit' | 'language'>
/** Whose channels, and what time it is. */
export interface ChannelScope {
  /** Without one: everybody's. */
  ownerId: string | undefined
  now: Date
}
export interface Position {
  value: string
  id: string
}

const searchedWords = 10
/** An owner's own name would find all of theirs: it counts in everybody's list alone. */
const words = (isOwn: boolean) =>
  `plain_text(c.title || ' ' || coalesce(c.business_name, '') || ' ' || c.slug${isOwn ? '' : ` || ' ' || u.name || ' ' || u.surname || ' ' || u.email::text`})`

interface Order {
  expression: string
  /** The value as text that goes into a cursor, and the type it comes back as. */
  text: string
  type: string
  pattern: RegExp
}
/**
 * Waiting ones by their age, all others behind them by their latest change: one number, so that one comparison pages
 * it.
 */
const attention = `(case when c.status = 'revision' then 0 else 1000000000000 end + case when c.status = 'revision' then 1 else -1 end * extract(epoch from c.status_changed_at))`
const byTitle = `plain_text(c.title)`
const byOwner = `plain_text(u.name || ' ' || u.surname)`
export const productCount = `(select count(*) from products p where p.channel_id = c.id)`
export const orders: Record<ChannelFilters['sort'], Order> = {
  attention: { expression: attention, text: `${attention}::text`, type: 'numeric', pattern: /^\d{1,14}(?:\.\d{1,6})?$/ },
  title: { expression: byTitle, text: byTitle, type: 'text', pattern: cursorKey.text },
  owner: { expression: byOwner, text: byOwner, type: 'text', pattern: cursorKey.text },
  status: { expression: 'c.status', text: 'c.status', type: 'text', pattern: /^[a-z]{1,20}$/ },
  products: { expression: productCount, text: `${productCount}::text`, type: 'bigint', pattern: cursorKey.sequence },
  createdAt: {
    expression: 'c.created_at',
    text: `to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
    type: 'timestamptz',
    pattern: cursorKey.instant,
  },
}

/** From when on a request that still waits is overdue. */
export const reviewDeadline = (now: Date) => new Date(now.getTime() - limits.channelReviewMs)

/**
 * Narrows `channels c` joined with their owners `u` to what the filter leaves: the list, its total and its files share
 * it.
 */
export function applyFilters(query: Knex.QueryBuilder, filters: ChannelFilters, { ownerId, now }: ChannelScope): void {
  if (ownerId !== undefined) void query.where('c.owner_id', ownerId)
  if (filters.status !== undefined) void query.where('c.status', filters.status)
  if (filters.category !== undefined) {
    void query.whereRaw('c.category_id = (select id from categories where slug = ?)', [filters.category])
  }
  if (filters.overdue !== undefined) {
    const isOverdue = `(c.status = 'revision' and c.status_changed_at <= ?)`
    void query.whereRaw(filters.overdue === 'true' ? isOverdue : `not ${isOverdue}`, [reviewDeadline(now)])
  }
  for (const word of (filters.search ?? '').split(/\s+/).filter(Boolean).slice(0, searchedWords)) {
    void query.whereRaw(`${words(ownerId !== undefined)} like '%' || plain_text(?) || '%'`, [word.replaceAll(/[\\%_]/g, String.raw`\$&`)])
  }
}

/**
 * In the order asked for, behind `after`. The id decides between equals, so that none comes twice and none is left out.
 */
export function applyOrder(query: Knex.QueryBuilder, filters: ChannelFilters, after: Position | undefined): void {
  const { expression, type } = orders[filters.sort]
  const direction = filters.order === 'asc' ? 'asc' : 'desc'
  if (after) {
    const behind = direction === 'asc' ? '>' : '<'
    void query.whereRaw(`(${expression}, c.id) ${behind} (?::${type}, ?::uuid)`, [after.value, after.id])
  }
  void query.orderByRaw(`${expression} ${direction}, c.id ${direction}`)
}
