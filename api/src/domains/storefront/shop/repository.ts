import { perTicketMinor } from '@e-events/shared/domain/currencies.ts'
import type { ShopOrder, ShopType } from '@e-events/shared/contract/storefront/shop.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import type { ProductPlan } from '@e-events/shared/domain/states.ts'
import type { Knex } from 'knex'
import { prepared } from '../../../db/knex.ts'
import { isRecorded, nextStartsAt } from '../../catalogue/read/event-facts.ts'
import { listedProductColumns, productCardJoins, productIsListed, type ListedProductRow } from '../../catalogue/read/product-card.ts'
import { isStockLeft } from '../../catalogue/read/sale-state.ts'
import { isModuleOff } from '../../catalogue/read/switched-off.ts'

export interface ShopFilter {
  language: Language
  now: Date
  type: ShopType | undefined
  plan: ProductPlan | undefined
  category: string | undefined
  channel: string | undefined
  spoken: Language | undefined
  minPrice: number | undefined
  maxPrice: number | undefined
  sort: ShopOrder
  after: readonly [key: string, id: string] | undefined
  limit: number
}
export type ShopRow = ListedProductRow & { sort_key: string }
export type ShopRepository = ReturnType<typeof createShopRepository>

const isOfferOn = 'p.offer_starts_at <= $2 and p.offer_ends_at > $2'
const net = `case when ${isOfferOn} then p.offer_net_minor else p.net_price_minor end`
const rate = `case when ${isOfferOn} then p.offer_tax_basis_points else p.tax_basis_points end`
/** Fixed amount per ticket in the currency of the product. */
const perTicket = `coalesce(('${JSON.stringify(perTicketMinor)}'::jsonb ->> p.currency)::bigint, ${perTicketMinor.EUR})`
/** Price for the buyer now, as pricePartsOf in shared/domain/pricing.ts counts it. */
const gross = `(${net} + (${net} * ${rate} + 5000) / 10000 + case when p.ticket_fee_payer = 'buyer' and ${net} > 0 then ${perTicket} else 0 end)`

/**
 * May be got now, from whoever is logged in. A product with dates needs one to come or a recording to watch; a bundle
 * has to be active.
 */
const isForSale = `${productIsListed}
  and (p.sale_starts_at is null or p.sale_starts_at <= $2) and (p.sale_ends_at is null or p.sale_ends_at > $2)
  and (p.expires_at is null or p.expires_at > $2) and ${isStockLeft} and not p.subscription_only
  and p.bundle_state is distinct from 'inactive' and not ${isModuleOff}
  and (p.type not in ('broadcast', 'live', 'meet') or ${nextStartsAt} is not null or ${isRecorded})`

const instant = (expression: string) => `to_char((${expression}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
const farAway = `timestamptz '9999-01-01 00:00:00Z'`
const orders: Record<ShopOrder, { key: string; text: string; cast: string; direction: 'asc' | 'desc' }> = {
  newest: { key: 'p.published_at', text: instant('p.published_at'), cast: 'timestamptz', direction: 'desc' },
  soonest: {
    key: `coalesce(${nextStartsAt}, ${farAway})`,
    text: instant(`coalesce(${nextStartsAt}, ${farAway})`),
    cast: 'timestamptz',
    direction: 'asc',
  },
  cheapest: { key: gross, text: `(${gross})::text`, cast: 'bigint', direction: 'asc' },
  dearest: { key: gross, text: `(${gross})::text`, cast: 'bigint', direction: 'desc' },
}
const filters: Record<'type' | 'plan' | 'category' | 'channel' | 'spoken' | 'minPrice' | 'maxPrice', (value: string) => string> = {
  type: (value) => `case when ${value}::text = 'bundle' then p.bundle_state = 'active' else p.type = ${value} end`,
  plan: (value) => `p.plan = ${value}`,
  category: (value) =>
    `exists (select 1 from product_categories pc join categories k on k.id = pc.category_id where pc.product_id = p.id and k.slug = ${value} and not k.is_hidden)`,
  channel: (value) => `c.slug = ${value}`,
  spoken: (value) =>
    `(p.language = ${value} or exists (select 1 from product_translations t where t.product_id = p.id and t.language = ${value}))`,
  minPrice: (value) => `${gross} >= ${value}::bigint`,
  maxPrice: (value) => `${gross} <= ${value}::bigint`,
}

export function createShopRepository(knex: Knex) {
  return {
    async list(filter: ShopFilter): Promise<ShopRow[]> {
      const values: unknown[] = [filter.language, filter.now]
      const conditions = [isForSale]
      const names: string[] = []
      for (const [name, condition] of Object.entries(filters)) {
        const value = filter[name as keyof typeof filters]
        if (value === undefined) continue
        names.push(name)
        conditions.push(condition(`$${values.push(value)}`))
      }
      const order = orders[filter.sort]
      if (filter.after) {
        names.push('after')
        const [key, id] = [values.push(filter.after[0]), values.push(filter.after[1])]
        conditions.push(`(${order.key}, p.id) ${order.direction === 'asc' ? '>' : '<'} ($${key}::${order.cast}, $${id}::uuid)`)
      }
      values.push(filter.limit)
      return prepared<ShopRow>(
        knex,
        `shop-${filter.sort}-${names.join('-')}`,
        `select ${listedProductColumns}, ${order.text} as sort_key from products p ${productCardJoins}
         where ${conditions.join(' and ')} order by ${order.key} ${order.direction}, p.id ${order.direction} limit $${values.length}`,
        values,
      )
    },
  }
}
