import type { ExchangeRates } from '@e-events/shared/contract/settings/exchange-rates.ts'
import { firstRates, type ExchangeRate } from '@e-events/shared/domain/exchange.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { Knex } from 'knex'
import type { Clock } from '../../../adapters/clock.ts'
import type { DailyRates } from '../../../adapters/daily-rates.ts'
import { writeAudit, type AuditContext } from '../../../db/audit-log.ts'
import type { ExchangeRateRow } from '../../../db/tables/settings.ts'
import type { ExchangeRateRepository } from './repository.ts'

export type ExchangeRateService = ReturnType<typeof createExchangeRates>

/** Rates beside prices: the table of the code, over it what was typed or read. */
export function createExchangeRates(deps: {
  knex: Knex
  repository: ExchangeRateRepository
  /** Undefined: nothing is fetched from anywhere. */
  readDaily: DailyRates | undefined
  /** Open pages show the new rates. Runs after the commit and never fails it. */
  announce(): Promise<void>
  clock: Pick<Clock, 'nowMs'>
}) {
  const { knex, repository } = deps
  const present = (rows: readonly ExchangeRateRow[]): ExchangeRates => ({ rates: merged(rows), daily: deps.readDaily !== undefined })

  return {
    async get(): Promise<ExchangeRates> {
      return present(await repository.list())
    },

    /** @throws DomainError VALIDATION_FAILED for a day that is yet to come, EDIT_CONFLICT */
    async update(rates: readonly ExchangeRate[], wanted: { by: AuditContext; isStale(present: unknown): boolean }): Promise<ExchangeRates> {
      // A rate of a day to come would outlive every daily list until then.
      const today = new Date(deps.clock.nowMs()).toISOString().slice(0, 10)
      const issues = rates.flatMap(({ asOf }, index) =>
        asOf > today ? [{ path: `body.rates.${index}.asOf`, rule: 'max', message: 'must not be later than today (UTC)' }] : [],
      )
      if (issues.length > 0) throw new DomainError('VALIDATION_FAILED', { issues })
      const after = await knex.transaction(async (trx) => {
        await repository.lock(trx)
        const before = present(await repository.list(trx))
        if (wanted.isStale(before)) throw new DomainError('EDIT_CONFLICT')
        await repository.save(trx, changed(rates, before.rates), 'manual')
        const next = present(await repository.list(trx))
        const subject = { type: 'exchange_rates', id: 'site' } as const
        const [was, is] = [before, next].map(({ rates: all }) => Object.fromEntries(all.map(({ currency, ...rate }) => [currency, rate])))
        await writeAudit(trx, { ...wanted.by, action: 'exchange_rates.update', subject, before: was ?? null, after: is ?? null })
        return next
      })
      await deps.announce()
      return after
    },

    /** Takes over what the list says of currencies that are shown here, unless something newer is known. */
    async readDaily(): Promise<void> {
      if (!deps.readDaily) return
      const read = await deps.readDaily()
      const isNews = await knex.transaction(async (trx) => {
        await repository.lock(trx)
        const known = merged(await repository.list(trx))
        const news = read.filter((rate) => known.some(({ currency, asOf }) => currency === rate.currency && asOf < rate.asOf))
        await repository.save(trx, news, 'daily')
        return news.length > 0
      })
      if (isNews) await deps.announce()
    },
  }
}

function merged(rows: readonly ExchangeRateRow[]): ExchangeRate[] {
  return firstRates.map((first) => {
    const row = rows.find(({ currency }) => currency === first.currency)
    return row ? { currency: row.currency, perEuro: row.per_euro, asOf: row.as_of } : first
  })
}

function changed(wanted: readonly ExchangeRate[], known: readonly ExchangeRate[]): ExchangeRate[] {
  return wanted.filter(
    (rate) => !known.some(({ currency, perEuro, asOf }) => currency === rate.currency && perEuro === rate.perEuro && asOf === rate.asOf),
  )
}
