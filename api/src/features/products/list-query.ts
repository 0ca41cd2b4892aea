import type { ownProductsQuery } from '@e-events/shared/contract/own-products.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import type { Knex } from 'knex'
import type { z } from 'zod'
import { cursorKey } from '../../read/cursor.ts'
import { productCardColumns, productCardJoins, productText } from '../../read/product-card.ts'
import { ownColumns, type OwnProductRow } from './rows.ts'

export type ProductTableFilters = Omit<z.output<typeof ownProductsQuery>, 'cursor' | 'limit' | 'language'>
/** What a table is made of before anybody filters it. */
export interface TableScope {
  language: Language
  now: Date
  /** Undefined: everybody's. */
  ownerId: string | undefined
  /** Words also search channel and owner: for staff. */
  searchesOwners: boolean
  /** Only what can be got right now. */
  open: boolean
}
export interface Position {
  value: string
  id: string
}
export interface TableRow extends OwnProductRow {
  owner_id: string
  owner_name: string
  owner_email: string
  sort_text: string
}

interface Order {
  expression: string
  /** The value as text that goes into a cursor, and the type it comes back as. */
  text: string
  type: string
  pattern: RegExp
}
const asInstant = (expression: string) => `to_char((${expression}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
/** 'infinity' has no digits, so far dates stand in for no date: last, in both directions. */
const nextStart = (far: string) => `coalesce(upcoming.starts_at, timestamptz '${far}')`
const never = `coalesce(p.published_at, timestamptz '1970-01-01 00:00:00Z')`
const ticketCount = `(select count(*) from tickets k where k.product_id = p.id and k.revoked_at is null)`
const instantOrder = (expression: string): Order => ({
  expression,
  text: asInstant(expression),
  type: 'timestamptz',
  pattern: cursorKey.instant,
})
const numberOrder = (expression: string): Order => ({
  expression,
  text: `(${expression})::text`,
  type: 'bigint',
  pattern: cursorKey.sequence,
})

type Sort = ProductTableFilters['sort']
const orders: Record<Sort, (direction: ProductTableFilters['order']) => Order> = {
  nextSession: (direction) => instantOrder(nextStart(direction === 'asc' ? '9999-01-01 00:00:00Z' : '0001-01-01 00:00:00Z')),
  createdAt: () => instantOrder('p.created_at'),
  updatedAt: () => instantOrder('p.updated_at'),
  publishedAt: () => instantOrder(never),
  // As it is shown: in the reader's language.
  title: () => ({
    expression: `(${productText.title}) collate "und-x-icu"`,
    text: productText.title,
    type: 'text',
    pattern: cursorKey.text,
  }),
  price: () => numberOrder('p.net_price_minor'),
  tickets: () => numberOrder(ticketCount),
}

function orderOf({ sort, order }: Pick<ProductTableFilters, 'sort' | 'order'>): Order {
  return orders[sort](order)
}

/** What a cursor of this order looks like: it names its order, since with another one its value means nothing. */
export function cursorPattern(filters: ProductTableFilters): RegExp[] {
  return [new RegExp(`^${filters.sort}-${filters.order}$`), orderOf(filters).pattern, cursorKey.uuid]
}
export function cursorOf(row: TableRow, filters: ProductTableFilters): readonly string[] {
  return [`${filters.sort}-${filters.order}`, row.sort_text, row.id]
}

const searchedWords = 10
/** In the sale window, not called off, in an approved channel, and with a date to come where the type has dates. */
const isOpen = `p.status <> 'draft' and p.cancelled_at is null and c.status = 'published'
  and (p.sale_starts_at is null or p.sale_starts_at <= $2) and (p.sale_ends_at is null or p.sale_ends_at > $2)
  and (p.expires_at is null or p.expires_at > $2) and (p.stock is null or p.stock > 0)
  and (p.type not in ('broadcast', 'live', 'meet') or upcoming.id is not null)`

/** The conditions of the filter; `add` numbers the parameters behind those that are there. */
function conditionsOf(filters: ProductTableFilters, scope: TableScope, add: (value: unknown) => string): string[] {
  const conditions = ['true']
  const { q, type, status, channel } = filters
  if (scope.ownerId !== undefined) conditions.push(`c.owner_id = ${add(scope.ownerId)}`)
  if (scope.open) conditions.push(isOpen)
  if (type !== undefined) conditions.push(`p.type = ${add(type)}`)
  if (status !== undefined) conditions.push(`p.status = ${add(status)}`)
  if (channel !== undefined) conditions.push(`c.slug = ${add(channel)}`)
  for (const word of (q ?? '').split(/\s+/).filter(Boolean).slice(0, searchedWords)) {
    const like = `like '%' || plain_text(${add(word.replaceAll(/[\\%_]/g, String.raw`\$&`))}) || '%'`
    const places = [
      `plain_text(p.title) ${like}`,
      `p.slug ${like}`,
      `exists (select 1 from product_translations t where t.product_id = p.id and plain_text(t.title) ${like})`,
      ...(scope.searchesOwners ? [`plain_text(c.title || ' ' || u.name || ' ' || u.surname || ' ' || u.email::text) ${like}`] : []),
    ]
    conditions.push(`(${places.join(' or ')})`)
  }
  return conditions
}

/** Reads of the tables of products: the list, its total and its files share the filter. */
export function createProductTables(knex: Knex) {
  const from = `from products p ${productCardJoins} join users u on u.id = c.owner_id`

  return {
    async list(filters: ProductTableFilters, scope: TableScope, page: { after: Position | undefined; limit: number }): Promise<TableRow[]> {
      const values: unknown[] = [scope.language, scope.now]
      const add = (value: unknown) => `$${values.push(value)}`
      const conditions = conditionsOf(filters, scope, add)
      const { expression, text, type } = orderOf(filters)
      const direction = filters.order
      if (page.after) {
        const behind = direction === 'asc' ? '>' : '<'
        conditions.push(`(${expression}, p.id) ${behind} (${add(page.after.value)}::${type}, ${add(page.after.id)}::uuid)`)
      }
      const { rows } = await rawWith(
        knex,
        `select ${productCardColumns}, ${ownColumns}, c.owner_id, btrim(u.name || ' ' || u.surname) as owner_name, u.email as owner_email,
           ${text} as sort_text
         ${from} where ${conditions.join(' and ')} order by ${expression} ${direction}, p.id ${direction} limit ${add(page.limit)}`,
        values,
      )
      return rows as TableRow[]
    },

    async count(filters: ProductTableFilters, scope: TableScope): Promise<number> {
      const values: unknown[] = [scope.language, scope.now]
      const conditions = conditionsOf(filters, scope, (value) => `$${values.push(value)}`)
      const { rows } = await rawWith(
        knex,
        // The language has no part in counting, but its place is taken.
        `select count(*) as count from (select $1::text) as unused, products p
         join channels c on c.id = p.channel_id join users u on u.id = c.owner_id
         left join lateral (
           select s.id from product_sessions s where s.product_id = p.id and s.state = 'scheduled' and s.ends_at > $2 limit 1
         ) upcoming on true
         where ${conditions.join(' and ')}`,
        values,
      )
      return (rows as { count: number }[])[0]?.count ?? 0
    },
  }
}

/** Positional parameters through Knex, for statements that are too varied to be worth preparing. */
async function rawWith(knex: Knex, sql: string, values: readonly unknown[]): Promise<{ rows: unknown[] }> {
  const named = Object.fromEntries(values.map((value, index) => [`v${index + 1}`, value as Knex.RawBinding]))
  return knex.raw(sql.replaceAll(/\$(\d+)/g, ':v$1'), named)
}
