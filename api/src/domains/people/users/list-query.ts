import type { usersQuery } from '@e-events/shared/contract/people/users.ts'
import type { Knex } from 'knex'
import type { z } from 'zod'
import { cursorKey } from '../../../db/cursor.ts'

export type UserFilters = Omit<z.output<typeof usersQuery>, 'cursor' | 'limit'>
type Sort = UserFilters['sort']

/** The text that users_words_index is built on. */
const words = `plain_text(u.name || ' ' || u.surname || ' ' || u.email::text || ' ' || coalesce(u.company, ''))`
const searchedWords = 10

interface Order {
  /** As in the index of this order. */
  expression: string
  /** The value as text that goes into a cursor, and the type it comes back as. */
  text: string
  type: string
  pattern: RegExp
}
const asInstant = (expression: string) => `to_char(${expression} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
const lastLogin = `coalesce(u.last_login_at, 'epoch'::timestamptz)`
export const orders: Record<Sort, Order> = {
  createdAt: { expression: 'u.created_at', text: asInstant('u.created_at'), type: 'timestamptz', pattern: cursorKey.instant },
  name: {
    expression: `(u.name || ' ' || u.surname) collate "und-x-icu"`,
    text: `u.name || ' ' || u.surname`,
    type: 'text',
    pattern: cursorKey.text,
  },
  email: { expression: 'u.email', text: 'u.email::text', type: 'citext', pattern: cursorKey.text },
  // Accounts without a country or a visit stand first in ascending order.
  country: { expression: `coalesce(u.country, '')`, text: `coalesce(u.country, '')`, type: 'bpchar', pattern: /^[A-Z]{0,2}\s{0,2}$/ },
  lastLoginAt: { expression: lastLogin, text: asInstant(lastLogin), type: 'timestamptz', pattern: cursorKey.instant },
}

/** Narrows `users u` to what the filter leaves: the list, its total and its files share it. */
export function applyFilters(query: Knex.QueryBuilder, filters: UserFilters): void {
  if (filters.state === 'deleted') void query.whereNotNull('u.deleted_at')
  else void query.whereNull('u.deleted_at')
  if (filters.state === 'blocked') void query.whereNotNull('u.blocked_at')
  else if (filters.state !== undefined && filters.state !== 'deleted')
    void query.whereNull('u.blocked_at').where('u.approval_state', filters.state)
  if (filters.country !== undefined) void query.where('u.country', filters.country)
  if (filters.role !== undefined) void query.whereRaw('u.roles @> array[?]::text[]', [filters.role])
  if (filters.language !== undefined) void query.where('u.locale', filters.language)
  if (filters.external !== undefined) void query.where('u.is_external', filters.external === 'true')
  if (filters.newsletter !== undefined) void query.where('u.newsletter', filters.newsletter === 'true')
  if (filters.upgrade === 'pending')
    void query.whereRaw(`exists (select 1 from role_requests r where r.user_id = u.id and r.state = 'pending')`)
  for (const word of (filters.search ?? '').split(/\s+/).filter(Boolean).slice(0, searchedWords)) {
    void query.whereRaw(`${words} like '%' || plain_text(?) || '%'`, [word.replaceAll(/[\\%_]/g, String.raw`\$&`)])
  }
}

export interface Position {
  value: string
  id: string
}

/**
 * In the order asked for, behind `after`. The id decides between equals, so that nobody comes twice and nobody is left
 * out.
 */
export function applyOrder(query: Knex.QueryBuilder, filters: UserFilters, after: Position | undefined): void {
  const { expression, type } = orders[filters.sort]
  const direction = filters.order === 'asc' ? 'asc' : 'desc'
  if (after) {
    const behind = direction === 'asc' ? '>' : '<'
    void query.whereRaw(`(${expression}, u.id) ${behind} (?::${type}, ?::uuid)`, [after.value, after.id])
  }
  void query.orderByRaw(`${expression} ${direction}, u.id ${direction}`)
}
