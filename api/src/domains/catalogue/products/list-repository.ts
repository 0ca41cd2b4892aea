import type { ownProductsQuery } from '@e-events/shared/contract/catalogue/own-products.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import type { Knex } from 'knex'
import type { z } from 'zod'
import { prepared } from '../../../db/knex.ts'
import { cursorKey } from '../../../db/cursor.ts'
import { dateIsAhead, isRecorded } from '../read/event-facts.ts'
import { productCardJoins, productText, shownProductColumns } from '../read/product-card.ts'
import { isStockLeft } from '../read/sale-state.ts'
import { ownColumns, runningShow, type OwnProductRow } from './rows.ts'

export type ProductTableFilters = Omit<z.output<typeof ownProductsQuery>, 'cursor' | 'limit' | 'language'>
/** Scope of a table before any filter. */
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
  /** Joins that the expression needs besides the product and its channel. */
  needs?: 'upcoming' | 'held'
}
const asInstant = (expression: string) => `to_char((${expression}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
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
/** 'infinity' has no digits, so far dates stand in for no date: last, in both directions. */
const nextStart = (direction: ProductTableFilters['order']) =>
  `coalesce(upcoming.starts_at, timestamptz '${direction === 'asc' ? '9999-01-01 00:00:00Z' : '0001-01-01 00:00:00Z'}')`
const orders: Record<ProductTableFilters['sort'], (direction: ProductTableFilters['order']) => Order> = {
  nextSession: (direction) => ({ ...instantOrder(nextStart(direction)), needs: 'upcoming' }),
  createdAt: () => instantOrder('p.created_at'),
  updatedAt: () => instantOrder('p.updated_at'),
  publishedAt: () => instantOrder(`coalesce(p.published_at, timestamptz '1970-01-01 00:00:00Z')`),
  // As it is shown: in the reader's language.
  title: () => ({
    expression: `(${productText.title}) collate "und-x-icu"`,
    text: productText.title,
    type: 'text',
    pattern: cursorKey.text,
  }),
  price: () => numberOrder('p.net_price_minor'),
  tickets: () => ({ ...numberOrder('coalesce(held.tickets, 0)'), needs: 'held' }),
}

function orderOf({ sort, order }: Pick<ProductTableFilters, 'sort' | 'order'>): Order {
  return orders[sort](order)
}

/** Pattern of a cursor of this order: it names its order, since its value means nothing in another one. */
export function cursorPattern(filters: ProductTableFilters): RegExp[] {
  return [new RegExp(`^${filters.sort}-${filters.order}$`), orderOf(filters).pattern, cursorKey.uuid]
}
export function cursorOf(row: TableRow, filters: ProductTableFilters): readonly string[] {
  return [`${filters.sort}-${filters.order}`, row.sort_text, row.id]
}

/** Few products look up their own rows; where all are read anyway, the rows are gathered once. */
const upcomingOfEach = `left join lateral (
  select min(s.starts_at) as starts_at from product_sessions s where s.product_id = p.id and ${dateIsAhead('s')}) upcoming on true`
const upcomingOfAll = `left join (
  select s.product_id, min(s.starts_at) as starts_at from product_sessions s where ${dateIsAhead('s')} group by s.product_id
) upcoming on upcoming.product_id = p.id`
const held = (of: string) => `select count(*) as tickets${of} from tickets k where k.revoked_at is null`
const heldByEach = `left join lateral (${held('')} and k.product_id = p.id) held on true`
const heldByAll = `left join (${held(', k.product_id')} group by k.product_id) held on held.product_id = p.id`

/**
 * No more tables than the filter and the order read: what else a row shows is read for the rows of the page. Without an
 * order all rows are counted.
 */
function sourceOf(scope: TableScope, order: Order | undefined): string {
  const readsAll = scope.ownerId === undefined && (order === undefined || order.needs !== undefined)
  return [
    'from products p join channels c on c.id = p.channel_id',
    ...(scope.open || order?.needs === 'upcoming' ? [readsAll ? upcomingOfAll : upcomingOfEach] : []),
    ...(order?.needs === 'held' ? [readsAll ? heldByAll : heldByEach] : []),
  ].join(' ')
}

const searchedWords = 10
/**
 * In the sale window, not called off, in an approved channel, and where the type has dates with one to come or
 * something to watch again.
 */
const isOpen = `p.status <> 'draft' and p.cancelled_at is null and c.status = 'published'
  and (p.sale_starts_at is null or p.sale_starts_at <= $2) and (p.sale_ends_at is null or p.sale_ends_at > $2)
  and (p.expires_at is null or p.expires_at > $2) and ${isStockLeft}
  and (p.type not in ('broadcast', 'live', 'meet') or upcoming.starts_at is not null or ${isRecorded})`

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
    conditions.push(scope.ownerId === undefined ? anywhere(like, add(word.toLowerCase()), scope) : inOwn(like, add(word.toLowerCase())))
  }
  return conditions
}

/** Among everybody's: a union, so that each part finds its rows by its own trigram index. */
function anywhere(like: string, slug: string, scope: TableScope): string {
  const places = [
    `select x.id from products x where plain_text(x.title) ${like}`,
    `select x.id from products x where x.slug = ${slug}`,
    `select t.product_id from product_translations t where plain_text(t.title) ${like}`,
    ...(scope.searchesOwners
      ? [
          `select x.id from channels y join products x on x.channel_id = y.id where plain_text(y.title) ${like}`,
          // The words that users_words_index is built on.
          `select x.id from users u join channels y on y.owner_id = u.id join products x on x.channel_id = y.id
           where plain_text(u.name || ' ' || u.surname || ' ' || u.email::text || ' ' || coalesce(u.company, '')) ${like}`,
        ]
      : []),
  ]
  // An array is made once; a planner without statistics would look through all of them again for each product.
  return `p.id = any(array(${places.join(' union all ')}))`
}

/** Among one organizer's, which are few. */
const inOwn = (like: string, slug: string) =>
  `(plain_text(p.title) ${like} or p.slug = ${slug}
    or exists (select 1 from product_translations t where t.product_id = p.id and plain_text(t.title) ${like}))`

/** Reads of the tables of products: the list, its total and its files share the filter. */
export function createProductTables(knex: Knex) {
  return {
    async list(filters: ProductTableFilters, scope: TableScope, page: { after: Position | undefined; limit: number }): Promise<TableRow[]> {
      const values: unknown[] = [scope.language, scope.now]
      const add = (value: unknown) => `$${values.push(value)}`
      const conditions = conditionsOf(filters, scope, add)
      const order = orderOf(filters)
      const direction = filters.order
      if (page.after) {
        const behind = direction === 'asc' ? '>' : '<'
        conditions.push(`(${order.expression}, p.id) ${behind} (${add(page.after.value)}::${order.type}, ${add(page.after.id)}::uuid)`)
      }
      const positions = (await rawWith(
        knex,
        `select p.id, ${order.text} as sort_text ${sourceOf(scope, order)} where ${conditions.join(' and ')}
         order by ${order.expression} ${direction}, p.id ${direction} limit ${add(page.limit)}`,
        values,
      )) as { id: string; sort_text: string }[]
      if (positions.length === 0) return []
      const rows = await prepared<TableRow>(
        knex,
        'product-table-rows',
        `select ${shownProductColumns}, ${ownColumns}, c.owner_id, btrim(u.name || ' ' || u.surname) as owner_name, u.email as owner_email
         from products p ${productCardJoins} ${runningShow} join users u on u.id = c.owner_id where p.id = any($3::uuid[])`,
        [scope.language, scope.now, positions.map(({ id }) => id)],
      )
      const byId = new Map(rows.map((row) => [row.id, row]))
      return positions.flatMap(({ id, sort_text }) => {
        const row = byId.get(id)
        return row ? [{ ...row, sort_text }] : []
      })
    },

    async count(filters: ProductTableFilters, scope: TableScope): Promise<number> {
      const values: unknown[] = [scope.language, scope.now]
      const conditions = conditionsOf(filters, scope, (value) => `$${values.push(value)}`)
      const [row] = await rawWith(knex, `select count(*) as count ${sourceOf(scope, undefined)} where ${conditions.join(' and ')}`, values)
      return (row as { count: number } | undefined)?.count ?? 0
    },
  }
}

/** Positional parameters through Knex, for statements that are too varied to be worth preparing. */
async function rawWith(knex: Knex, sql: string, values: readonly unknown[]): Promise<unknown[]> {
  const named = Object.fromEntries(values.map((value, index) => [`v${index + 1}`, value as Knex.RawBinding]))
  const { rows } = await knex.raw<{ rows: unknown[] }>(sql.replaceAll(/\$(\d+)/g, ':v$1'), named)
  return rows
}
