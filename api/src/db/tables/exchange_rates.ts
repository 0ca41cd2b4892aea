// Written by `node api/src/cli/generate-tables.ts` from the migrated database; a test fails when they differ.
import type { Knex } from 'knex'
import type { Insert, Update } from '../row.ts'

export interface ExchangeRateRow {
  currency: string
  per_euro: number
  as_of: string
  source: 'manual' | 'daily'
}
export type ExchangeRateInsert = Insert<ExchangeRateRow, 'currency' | 'per_euro' | 'as_of' | 'source'>
export type ExchangeRateUpdate = Update<ExchangeRateRow>

declare module 'knex/types/tables.js' {
  interface Tables {
    exchange_rates: Knex.CompositeTableType<ExchangeRateRow, ExchangeRateInsert, ExchangeRateUpdate>
  }
}
