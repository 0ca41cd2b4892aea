import type { ProductType } from '@e-events/shared/domain/states.ts'
import { eventTimeZone } from '@e-events/shared/domain/session-time.ts'
import type { TaxReason } from '@e-events/shared/domain/tax.ts'
import type { Knex } from 'knex'
import { prepared } from '../../../../db/knex.ts'
import type { TaxRuleRow } from '../../../../db/tables/sales-ledger.ts'

export type TaxRule = Pick<TaxRuleRow, 'id' | 'country' | 'product_type' | 'basis_points' | 'valid_from' | 'note'>

export interface NewTaxRule {
  country: string
  productType: ProductType | null
  basisPoints: number
  validFrom: string
  note: string
}

/** Lines of invoices and credit notes that share all but their amounts. */
export interface TaxSumRow {
  seller_country: string | null
  place: string | null
  reason: TaxReason
  basis_points: number
  /** Day of the first of these lines, on which the rate is looked up. */
  day: string
  currency: string
  net_minor: number
  tax_minor: number
  lines: number
  corrects: string | null
}

/** Address of a seller, as far as taxes ask for it. */
export interface SellerPlace {
  country: string | null
  postalCode: string | null
}

export type TaxRepository = ReturnType<typeof createTaxRepository>

const quarterOf = (at: string) => `to_char(${at} at time zone '${eventTimeZone}', 'YYYY-"Q"Q')`

export function createTaxRepository(knex: Knex) {
  return {
    /** By country, the latest first. */
    rules(db: Knex = knex): Promise<TaxRule[]> {
      return db('tax_rules')
        .select('id', 'country', 'product_type', 'basis_points', 'valid_from', 'note')
        .orderBy([
          { column: 'country', nulls: 'last' },
          { column: 'product_type', nulls: 'first' },
          { column: 'valid_from', order: 'desc' },
        ])
    },

    /** The rules, and the place of a seller. */
    async forSale(db: Knex, channelId: string | null): Promise<{ rules: TaxRule[]; seller: SellerPlace }> {
      const [row] = await prepared<{ rules: TaxRule[]; country: string | null; postalCode: string | null }>(
        db,
        'taxes-for-sale',
        `with seller as (
           select c.billing_country as country, c.billing_postal_code as postal_code from channels c where c.id = $1
           union all select y.seller_country, y.seller_postal_code from payment_config y where $1::uuid is null
         )
         select (select coalesce(json_agg(r), '[]') from tax_rules r) as rules, (select s.country from seller s) as country,
           (select s.postal_code from seller s) as "postalCode"`,
        [channelId],
      )
      if (!row) throw new Error('no row of taxes')
      const { rules, country, postalCode } = row
      return { rules, seller: { country, postalCode } }
    },

    /** Place of a channel; null: of the platform. */
    async sellerOf(db: Knex, channelId: string | null): Promise<SellerPlace> {
      if (channelId === null) {
        const site = await db('payment_config').first('seller_country', 'seller_postal_code')
        return { country: site?.seller_country ?? null, postalCode: site?.seller_postal_code ?? null }
      }
      const row = await db('channels').where({ id: channelId }).first('billing_country', 'billing_postal_code')
      return { country: row?.billing_country ?? null, postalCode: row?.billing_postal_code ?? null }
    },

    async insertRule(trx: Knex, rule: NewTaxRule): Promise<TaxRule> {
      const [row] = await trx('tax_rules')
        .insert({
          country: rule.country,
          product_type: rule.productType,
          basis_points: rule.basisPoints,
          valid_from: rule.validFrom,
          note: rule.note === '' ? null : rule.note,
        })
        .returning(['id', 'country', 'product_type', 'basis_points', 'valid_from', 'note'])
      if (!row) throw new Error('no row of a rule')
      return row
    },

    lockRule(trx: Knex, id: string): Promise<TaxRule | undefined> {
      return trx('tax_rules').where({ id }).forUpdate().first()
    },

    async removeRule(trx: Knex, id: string): Promise<void> {
      await trx('tax_rules').where({ id }).delete()
    },

    /** Quarters in which something was issued. */
    async quarters(): Promise<string[]> {
      const { rows } = await knex.raw<{ rows: { quarter: string }[] }>(
        `select distinct ${quarterOf('issued_at')} as quarter from invoices order by quarter desc`,
      )
      return rows.map(({ quarter }) => quarter)
    },

    /**
     * Sums of a quarter. Lines of invoices that are older than reasons were taxed in the seller's country. Support and
     * the fee per ticket are lines without an item and without tax: they are left out.
     */
    async sums(from: string, until: string): Promise<TaxSumRow[]> {
      const reason = `coalesce(l.tax_reason, 'seller_country')`
      const seller = `nullif(v.seller ->> 'country', '')`
      const place = `coalesce(l.tax_place, case when l.tax_reason is null then ${seller} end)`
      const corrects = `nullif(${quarterOf('cv.issued_at')}, ${quarterOf('v.issued_at')})`
      const day = `to_char(v.issued_at at time zone '${eventTimeZone}', 'YYYY-MM-DD')`
      const { rows } = await knex.raw<{ rows: TaxSumRow[] }>(
        `select ${seller} as seller_country, ${place} as place, ${reason} as reason, l.tax_basis_points as basis_points, min(${day}) as day,
           v.currency, sum(l.net_minor)::bigint as net_minor, sum(l.tax_minor)::bigint as tax_minor, count(*)::int as lines, ${corrects} as corrects
         from invoices v join invoice_lines l on l.invoice_id = v.id left join invoices cv on cv.id = v.corrects_id
         where v.issued_at >= (:from::date)::timestamp at time zone :zone and v.issued_at < (:until::date)::timestamp at time zone :zone
           and (l.order_item_id is not null or l.tax_reason is not null)
         group by 1, 2, 3, 4, v.currency, ${corrects}
         order by v.currency, place nulls last, reason, basis_points desc, corrects nulls first, seller_country nulls last`,
        { from, until, zone: eventTimeZone },
      )
      return rows
    },
  }
}
