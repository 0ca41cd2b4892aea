import type { Knex } from 'knex'
import type { LedgerCheckInsert, LedgerCheckRow, LedgerDifferenceRow } from '../../../../db/tables/sales-ledger.ts'
import type { ProviderBooking, ProviderId } from '../payments/payment-provider.ts'

export type Difference = Omit<LedgerDifferenceRow, 'check_id'> & { currency: string }
export interface CheckRow extends LedgerCheckRow {
  differences: Pick<LedgerDifferenceRow, 'kind' | 'reference' | 'provider_minor' | 'ledger_minor'>[]
}
export type MatchRepository = ReturnType<typeof createMatchRepository>

export function createMatchRepository(knex: Knex) {
  return {
    /** Money at a provider by the ledger: each payment and each refund with the provider's own id. */
    async booked(provider: ProviderId): Promise<ProviderBooking[]> {
      const { rows } = await knex.raw<{ rows: (Omit<ProviderBooking, 'amountMinor'> & { amount_minor: number })[] }>(
        `select 'payment' as kind, y.provider_payment_id as reference, a.currency, sum(e.amount_minor)::bigint as amount_minor
         from payments y join orders o on o.id = y.order_id
         join ledger_transactions x on x.order_id = y.order_id
           and (x.kind = 'sale' and y.amount_minor = o.total_minor or x.dedupe_key = 'unmatched:' || y.id)
         join ledger_entries e on e.transaction_id = x.id join ledger_accounts a on a.id = e.account_id and a.kind = 'provider_clearing'
         where y.provider = :provider and y.succeeded_at is not null group by y.id, a.currency
         union all
         select 'refund', r.provider_refund_id, a.currency, -sum(e.amount_minor)::bigint
         from refunds r join payments y on y.id = r.payment_id join ledger_transactions x on x.refund_id = r.id
         join ledger_entries e on e.transaction_id = x.id join ledger_accounts a on a.id = e.account_id and a.kind = 'provider_clearing'
         where y.provider = :provider and r.provider_refund_id is not null group by r.id, a.currency`,
        { provider },
      )
      return rows.map(({ amount_minor: amountMinor, ...row }) => ({ ...row, amountMinor }))
    },

    async isChecked(provider: ProviderId, day: string): Promise<boolean> {
      return (await knex('ledger_checks').where({ provider, day }).first('id')) !== undefined
    },

    /** The check of a day takes the place of an earlier one. */
    save(
      check: LedgerCheckInsert & { provider: ProviderId; currency: string; day: string },
      differences: readonly Difference[],
    ): Promise<void> {
      return knex.transaction(async (trx) => {
        const { currency } = check
        const [row] = await trx('ledger_checks').insert(check).onConflict(['provider', 'currency', 'day']).merge().returning('id')
        const id = row?.id ?? ''
        await trx('ledger_differences').where({ check_id: id }).delete()
        const own = differences.filter((one) => one.currency === currency)
        if (own.length > 0) await trx('ledger_differences').insert(own.map(({ currency: _, ...one }) => ({ ...one, check_id: id })))
      })
    },

    /** The latest day of each provider and currency. */
    async latest(): Promise<CheckRow[]> {
      const { rows } = await knex.raw<{ rows: CheckRow[] }>(
        `select distinct on (c.provider, c.currency) c.*, (
           select coalesce(json_agg(json_build_object('kind', d.kind, 'reference', d.reference, 'provider_minor', d.provider_minor,
             'ledger_minor', d.ledger_minor) order by d.kind, d.reference), '[]') from (
             select * from ledger_differences where check_id = c.id order by kind, reference limit 200) d) as differences
         from ledger_checks c order by c.provider, c.currency, c.day desc`,
      )
      return rows
    },
  }
}
