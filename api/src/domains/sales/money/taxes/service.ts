import type { TaxReport, TaxRow, TaxRule } from '@e-events/shared/contract/sales/money/taxes.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { Knex } from 'knex'
import type { Clock } from '../../../../adapters/clock.ts'
import { writeAudit, type AuditContext } from '../../../../db/audit-log.ts'
import { violatedConstraint } from '../../../../db/errors.ts'
import { dayOf, daysOf, quarterOf, toRates } from './policy.ts'
import { toTaxRow, toTaxRule, toTaxSums } from './presenter.ts'
import type { NewTaxRule, TaxRepository } from './repository.ts'

export type TaxBooks = ReturnType<typeof createTaxBooks>

/** Dated rates and the taxes of a quarter, for administrators. */
export function createTaxBooks(deps: { knex: Knex; repository: TaxRepository; clock: Clock }) {
  const { knex, repository, clock } = deps
  const today = () => dayOf(clock.now())

  async function rowsOf(quarter: string): Promise<TaxRow[]> {
    const { from, until } = daysOf(quarter)
    const rates = toRates(await repository.rules())
    return (await repository.sums(from, until)).map((row) => toTaxRow(row, rates))
  }

  return {
    async report(asked: string | undefined): Promise<TaxReport> {
      const running = quarterOf(clock.now())
      const quarter = asked ?? running
      const rows = await rowsOf(quarter)
      const quarters = [...new Set([running, ...(await repository.quarters())])].toSorted().toReversed()
      return { quarter, quarters, rows, sums: toTaxSums(rows) }
    },

    async *rows(quarter: string, scheme: 'all' | 'oss'): AsyncGenerator<TaxRow[]> {
      yield (await rowsOf(quarter)).filter((row) => scheme === 'all' || row.scheme === scheme)
    },

    async rules(): Promise<TaxRule[]> {
      const rules = await repository.rules()
      return rules.map((rule) => toTaxRule(rule, rules, today()))
    },

    /** @throws DomainError VALIDATION_FAILED for a day that is not to come, STATE_CONFLICT where that day has one */
    async addRule(wanted: NewTaxRule, by: AuditContext): Promise<TaxRule> {
      if (wanted.validFrom <= today()) {
        const message = 'must be a day to come'
        throw new DomainError('VALIDATION_FAILED', { issues: [{ path: 'body.validFrom', rule: 'min', message }] })
      }
      try {
        return await knex.transaction(async (trx) => {
          const rule = await repository.insertRule(trx, wanted)
          const { id, ...after } = rule
          await writeAudit(trx, { ...by, action: 'tax_rule.add', subject: { type: 'tax_rule', id }, before: null, after })
          return toTaxRule(rule, await repository.rules(trx), today())
        })
      } catch (error) {
        if (violatedConstraint(error) === 'tax_rules_key') throw new DomainError('STATE_CONFLICT', { cause: error })
        throw error
      }
    },

    /** @throws DomainError NOT_FOUND, STATE_CONFLICT for one that has begun */
    async removeRule(id: string, by: AuditContext): Promise<void> {
      await knex.transaction(async (trx) => {
        const rule = await repository.lockRule(trx, id)
        if (!rule) throw new DomainError('NOT_FOUND')
        if (rule.valid_from <= today()) throw new DomainError('STATE_CONFLICT')
        await repository.removeRule(trx, id)
        const before = {
          country: rule.country,
          product_type: rule.product_type,
          basis_points: rule.basis_points,
          valid_from: rule.valid_from,
          note: rule.note,
        }
        await writeAudit(trx, { ...by, action: 'tax_rule.remove', subject: { type: 'tax_rule', id }, before, after: null })
      })
    },

    /** Who took the file of a quarter is written down. */
    async logExport(query: object, by: AuditContext): Promise<void> {
      await writeAudit(knex, { ...by, action: 'tax.export', subject: { type: 'tax_rule', id: 'quarter' }, before: null, after: query })
    },
  }
}
