import type { ExchangeRate } from '@e-events/shared/domain/exchange.ts'
import type { Knex } from 'knex'
import type { ExchangeRateRow } from '../../../db/tables/settings.ts'

export type ExchangeRateRepository = ReturnType<typeof createExchangeRateRepository>

export function createExchangeRateRepository(knex: Knex) {
  return {
    async list(trx: Knex = knex): Promise<ExchangeRateRow[]> {
      return trx('exchange_rates').orderBy('currency')
    },

    /** Serialises concurrent edits of the rates by an advisory lock: there may be no row yet that could be locked. */
    async lock(trx: Knex): Promise<void> {
      await trx.raw('lock table exchange_rates in share row exclusive mode')
    },

    async save(trx: Knex, rates: readonly ExchangeRate[], source: ExchangeRateRow['source']): Promise<void> {
      if (rates.length === 0) return
      await trx('exchange_rates')
        .insert(rates.map(({ currency, perEuro, asOf }) => ({ currency, per_euro: perEuro, as_of: asOf, source })))
        .onConflict('currency')
        .merge()
    },
  }
}
