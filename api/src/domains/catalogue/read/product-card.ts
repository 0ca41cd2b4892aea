import type { ListedProduct, ProductCard } from '@e-events/shared/contract/catalogue/products.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import { pricePartsOf, type PriceParts } from '@e-events/shared/domain/pricing.ts'
import type { TicketFeePayer } from '@e-events/shared/domain/fees.ts'
import { isLive, isOver, type EventOf } from '@e-events/shared/domain/event-state.ts'
import { limits } from '@e-events/shared/limits.ts'
import type { Knex } from 'knex'
import {
  addManyDates,
  eventColumnsBesideVideo,
  eventColumnsOfAll,
  eventColumnsOfFew,
  readEvent,
  toEvent,
  type DateJson,
  type SessionFacts,
} from './event-facts.ts'
import { fileUrl } from '../../media/read/file-url.ts'
import { saleStateAt, stockLeft, type SaleRow } from './sale-state.ts'

/** Columns of a card in a list. */
export interface ListedProductRow extends SaleRow {
  /** The moment that the card tells of. */
  as_of: Date
  id: string
  slug: string
  title: string
  plan: ProductCard['plan']
  /** Price now: the offer's while one runs. */
  net_price_minor: number
  tax_basis_points: number
  currency: string
  ticket_fee_payer: TicketFeePayer
  offer_ends_at: Date | null
  group_name: string | null
  image_file_id: string | null
  channel_slug: string
  channel_title: string
  category_title: string | null
  duration_ms: number | null
}

/** Columns of a card that stands by itself. */
export interface ProductCardRow extends ListedProductRow {
  short_description: string
  /** Outside the running offer; null while there is none. */
  regular_net_minor: number | null
  regular_tax_basis_points: number
  labels: string[]
  hero_file_id: string | null
  channel_logo_file_id: string | null
  languages: Language[]
}

/** Looked up where it is read alone: most readers ask in the language that a product was written in. */
const translated = (column: string, language: string) =>
  `(select t.${column} from product_translations t where t.product_id = p.id and t.language = ${language})`
/**
 * Text of a product in the caller's language, else in es, else in the language it was written in. $1 is the language.
 */
const textIn = (column: 'title' | 'short_description' | 'description') =>
  `case when p.language = $1 then p.${column} else coalesce(${translated(column, '$1')}, case when p.language = 'es' then p.${column} else ${translated(column, "'es'")} end, p.${column}) end`

export const productText = { title: textIn('title'), description: textIn('description') }

const offerRuns = `(p.offer_starts_at <= $2 and p.offer_ends_at > $2)`

const categoryTitle = (rest: string) =>
  `(select ct.title from category_translations ct where ct.category_id = first_category.category_id ${rest})`
/** The first category's title in the caller's language, else in es, else in any. $1: language. */
const firstCategory = `coalesce(category_wanted.title, ${categoryTitle("and ct.language = 'es'")}, ${categoryTitle('order by ct.language limit 1')})`

/** $1: language, $2: now. */
const listedColumnsWith = (eventFacts: string) =>
  `${factColumns}, p.status, c.status as channel_status, p.cancelled_at, $2::timestamptz as as_of, ${eventFacts}`
const factColumns = `
  p.id, p.slug, p.type, p.plan, p.image_file_id, p.group_name, p.currency, p.ticket_fee_payer,
  case when ${offerRuns} then p.offer_net_minor else p.net_price_minor end as net_price_minor,
  case when ${offerRuns} then p.offer_tax_basis_points else p.tax_basis_points end as tax_basis_points,
  case when ${offerRuns} then p.offer_ends_at end as offer_ends_at,
  ${textIn('title')} as title, c.slug as channel_slug, c.title as channel_title,
  p.sale_starts_at, p.sale_ends_at, p.expires_at, ${stockLeft} as stock_left, main_asset.duration_ms`
const cardColumns = `p.hero_file_id, p.labels, ${textIn('short_description')} as short_description, c.logo_file_id as channel_logo_file_id,
  case when ${offerRuns} then p.net_price_minor end as regular_net_minor, p.tax_basis_points as regular_tax_basis_points`
const wholeCardColumns = `${firstCategory} as category_title, ${cardColumns},
  array(select p.language union select t.language from product_translations t where t.product_id = p.id order by 1) as languages`

/** Columns of a card in a list. $1: language, $2: now. Use with `productCardJoins`. */
export const listedProductColumns = `${listedColumnsWith(eventColumnsBesideVideo)}, ${firstCategory} as category_title`
/** The same of a public list without what `completePublicCards` adds. */
export const publicCardColumns = `${factColumns}, ${eventColumnsOfFew}, ${firstCategory} as category_title`
/** Columns of a card that stands by itself. $1: language, $2: now. Use with `productCardJoins`. */
export const productCardColumns = `${listedColumnsWith(eventColumnsBesideVideo)}, ${wholeCardColumns}`
/** The same of a product whose dates are shown: `event_dates` has all of them. */
export const shownProductColumns = `${listedColumnsWith(eventColumnsOfAll)}, ${wholeCardColumns}`
/** The same of a page, but for category and languages, which it has all of. Use with `productPageJoins`. */
export const productPageColumns = `${listedColumnsWith(eventColumnsOfAll)}, ${cardColumns}`

/** Joins of a page around `products p`: at most one row each, so that rows and products are as many. */
export const productPageJoins = `join channels c on c.id = p.channel_id
  left join media_assets main_asset on main_asset.id = p.media_asset_id and main_asset.state = 'ready'`
/** The same of a card. $1: language. */
export const productCardJoins = `${productPageJoins}
  left join product_categories first_category on first_category.product_id = p.id and first_category.position = 0
  left join category_translations category_wanted on category_wanted.category_id = first_category.category_id and category_wanted.language = $1`

/** In public lists. */
export const productIsListed = `p.status = 'published' and p.cancelled_at is null and c.status = 'published'`
/** The same of a row. */
const listedFacts = { status: 'published', channel_status: 'published', cancelled_at: null, event_cancelled: false } as const

export type PublicCardRow = Omit<ListedProductRow, keyof typeof listedFacts | 'as_of' | 'event_dates'> & { event_dates: DateJson[] | null }

/** Adds what is the same in all rows of a public list, and the dates of the few products that have many. */
export async function completePublicCards<Row extends PublicCardRow>(knex: Knex, rows: readonly Row[], now: Date) {
  const same = { ...listedFacts, as_of: now }
  return (await addManyDates(knex, rows, now)).map((row) => Object.assign(row, same))
}

export const toListedProduct = (row: ListedProductRow): ListedProduct => listedWith(row, readEvent(row, row.as_of))

export function toProductCard(row: ProductCardRow): ProductCard {
  const facts = readEvent(row, row.as_of)
  const event = toEvent(facts)
  return {
    ...listedWith(row, facts),
    shortDescription: row.short_description,
    channel: { slug: row.channel_slug, title: row.channel_title, logoUrl: fileUrl(row.channel_logo_file_id) },
    plan: row.plan,
    regularPrice: toRegularPrice(row),
    heroUrl: fileUrl(row.hero_file_id),
    labels: row.labels,
    languages: row.languages,
    event,
    nextSession: event !== null && !isOver(event.state) ? event.session : null,
    onAir: event !== null && isLive(event.state),
  }
}

function listedWith(row: ListedProductRow, event: EventOf<SessionFacts> | null): ListedProduct {
  return {
    id: row.id as ListedProduct['id'],
    slug: row.slug,
    title: row.title,
    channel: { slug: row.channel_slug, title: row.channel_title },
    type: row.type,
    price: toPrice(row)?.gross ?? null,
    offerEndsAt: row.offer_ends_at?.toISOString() ?? null,
    posterUrl: fileUrl(row.image_file_id),
    category: row.category_title,
    group: row.group_name,
    event: toEvent(event),
    // A meeting has people, who are counted in its room.
    viewers: event !== null && isLive(event.state) && row.type !== 'meet' ? (event.date?.viewers ?? 0) : null,
    durationMs: row.duration_ms,
    saleState: saleStateAt(row, event?.state ?? null, row.as_of),
    left: row.stock_left !== null && row.stock_left > 0 && row.stock_left < limits.fewLeft ? row.stock_left : null,
  }
}

/** Price now, in its parts; null when free. */
export function toPrice(row: ListedProductRow): PriceParts | null {
  if (row.plan === 'free') return null
  const { net_price_minor: netMinor, tax_basis_points: taxBasisPoints, ticket_fee_payer: ticketFeePayer, currency } = row
  return pricePartsOf({ netMinor, currency, taxBasisPoints, ticketFeePayer })
}

function toRegularPrice(row: ProductCardRow): ProductCard['regularPrice'] {
  const { regular_net_minor: netMinor, regular_tax_basis_points: taxBasisPoints, ticket_fee_payer: ticketFeePayer, currency } = row
  if (row.plan === 'free' || netMinor === null) return null
  return pricePartsOf({ netMinor, currency, taxBasisPoints, ticketFeePayer }).gross
}

export function toSession(row: { id: string; starts_at: Date; ends_at: Date; time_zone: string }): NonNullable<ProductCard['nextSession']> {
  return {
    id: row.id as NonNullable<ProductCard['nextSession']>['id'],
    startsAt: row.starts_at.toISOString(),
    endsAt: row.ends_at.toISOString(),
    timezone: row.time_zone,
  }
}
