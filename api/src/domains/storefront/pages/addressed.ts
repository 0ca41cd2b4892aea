import type { placesQuery } from '@e-events/shared/contract/storefront/pages.ts'
import type { Knex } from 'knex'
import type { z } from 'zod'
import { violatedConstraint } from '../../../db/errors.ts'
import { decodeCursor, cursorKey, encodeCursor } from '../../../db/cursor.ts'

/** Entities and pages are both a name, an address and sections: how they are listed and renamed is one thing. */
export type PlaceTable = 'entities' | 'pages'
export type PlacesQuery = z.output<typeof placesQuery>

const orders = {
  name: { expression: 'name collate "und-x-icu"', text: 'name', type: 'text', pattern: cursorKey.text },
  updatedAt: {
    expression: 'updated_at',
    text: `to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
    type: 'timestamptz',
    pattern: cursorKey.instant,
  },
} as const

/**
 * One row more than asked for, to know whether there is more.
 * @throws DomainError VALIDATION_FAILED for a cursor of another order
 */
export async function listPlaces<Row>(
  knex: Knex,
  table: PlaceTable,
  query: PlacesQuery,
): Promise<(Row & { id: string; sort_text: string })[]> {
  const { expression, text, type, pattern } = orders[query.sort]
  const after = decodeCursor(query.cursor, [new RegExp(`^${query.sort}-${query.order}$`), pattern, cursorKey.uuid])
  const rows = applyFilters(knex(table), query).select('*', knex.raw(`${text} as sort_text`))
  if (after) {
    const behind = query.order === 'asc' ? '>' : '<'
    void rows.whereRaw(`(${expression}, id) ${behind} (?::${type}, ?::uuid)`, [after[1] ?? '', after[2] ?? ''])
  }
  const found: unknown = await rows.orderByRaw(`${expression} ${query.order}, id ${query.order}`).limit(query.limit + 1)
  return found as (Row & { id: string; sort_text: string })[]
}

export function cursorOfPlace(query: PlacesQuery) {
  return (row: { id: string; sort_text: string }) => [`${query.sort}-${query.order}`, row.sort_text, row.id]
}

const exportBatch = 500

/** All that the filter leaves, in its order, batch by batch. */
export async function* everyPlace<Row extends { id: string; sort_text: string }>(
  filters: Omit<PlacesQuery, 'cursor' | 'limit'>,
  list: (query: PlacesQuery) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  const query: PlacesQuery = { ...filters, limit: exportBatch }
  for (;;) {
    // One more than asked for tells whether there is more.
    const rows = await list(query)
    const batch = rows.slice(0, exportBatch)
    if (batch.length > 0) yield batch
    const last = batch.at(-1)
    if (!last || rows.length <= exportBatch) return
    query.cursor = encodeCursor(cursorOfPlace(query)(last))
  }
}

export async function countPlaces(knex: Knex, table: PlaceTable, query: PlacesQuery): Promise<number> {
  const row = await applyFilters(knex(table), query).count<{ total: number }[]>('* as total').first()
  return row?.total ?? 0
}

export async function slugsLike(knex: Knex, table: PlaceTable, base: string): Promise<string[]> {
  return knex(table).where({ slug: base }).orWhereLike('slug', `${base}-%`).pluck<string[]>('slug')
}

/** Whether a write was refused because of the address: taken, or the name of something that is built. */
export function isSlugRefusal(error: unknown): boolean {
  return /^(?:pages|entities)_slug_/.test(violatedConstraint(error) ?? '')
}

function applyFilters(query: Knex.QueryBuilder, { search }: PlacesQuery): Knex.QueryBuilder {
  for (const word of (search ?? '').split(/\s+/).filter(Boolean).slice(0, 6))
    void query.whereRaw(`plain_text(name || ' ' || slug) like '%' || plain_text(?) || '%'`, [word.replaceAll(/[\\%_]/g, String.raw`\$&`)])
  return query
}
