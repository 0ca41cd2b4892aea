import { payouts as contract } from '@e-events/shared/contract/sales/money/payouts.ts'
import { eventTimeZone, toWallTime } from '@e-events/shared/domain/session-time.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { Clock } from '../../../../adapters/clock.ts'
import { cursorKey, decodeCursor, toPage } from '../../../../db/cursor.ts'
import { auditContextOf } from '../../../../http/audit-context.ts'
import type { ApiRouter, Bind } from '../../../../http/bind.ts'
import { toTableFile } from '../../../../http/table-file.ts'
import type { InvoiceRepository } from '../invoices/repository.ts'
import type { MatchRepository } from '../ledger/match-repository.ts'
import { toPain001, type Debtor } from './bank-file.ts'
import { payoutWords, runColumns, statementColumns } from './columns.ts'
import { toAccount, toCheck, toProductLine, toProposed, toRun, toRunDetail, toStatement, toTotals } from './presenter.ts'
import type { RunPayoutRow } from './repository.ts'
import { dueBy, type Payouts, type Run } from './service.ts'

export function payoutRoutes(
  router: ApiRouter,
  bind: Bind,
  deps: {
    payouts: Payouts
    invoices: Pick<InvoiceRepository, 'ofChannels'>
    debtor: Debtor | undefined
    matches: MatchRepository
    clock: Clock
  },
): void {
  const { payouts, debtor, clock } = deps
  bind(router, contract, {
    async listOwn({ user }) {
      const { accounts, statements } = await payouts.statements(user.id)
      const invoices = await deps.invoices.ofChannels(accounts.map(({ id }) => id))
      const byId = new Map(accounts.map((account) => [account.id, account]))
      const items = statements.flatMap((figures) => {
        const account = byId.get(figures.channelId)
        return account ? [toStatement(figures, account, invoices)] : []
      })
      return { items, accounts: accounts.map((account) => toAccount(account, clock.now())) }
    },
    async getOwn({ owned, params, query }) {
      const rows = await payouts.products(owned.id, params.month, query.currency)
      return { items: rows.map((row) => toProductLine(row, query.currency)) }
    },
    exportOwn({ owned, params, query, language }) {
      return toTableFile({
        name: `${payoutWords[language].statement}-${params.slug}-${params.month}`,
        format: query.format,
        columns: statementColumns(language, query.currency),
        batches: payouts.entries(owned.id, params.month, query.currency),
      })
    },
    async proposal() {
      const { period, rows, totals } = await payouts.proposal()
      const now = clock.now()
      return {
        month: period.slice(0, 7),
        dueBy: dueBy(period),
        lines: rows.map((row) => toProposed(row, now)),
        totals: toTotals(totals),
        debtor: debtor ? { name: debtor.name, ibanEnding: debtor.iban.slice(-4) } : null,
      }
    },
    async approve(call) {
      return present(await payouts.approve(call.body, { ...auditContextOf(call), userId: call.user.id }))
    },
    async listRuns({ query: { cursor, limit } }) {
      const before = decodeCursor(cursor, [cursorKey.sequence])?.[0]
      const rows = await payouts.runs({ before: before === undefined ? null : Number(before), limit: limit + 1 })
      return toPage(rows, limit, { item: toRun, cursor: ({ number }) => [number] })
    },
    getRun: async ({ params }) => present(await payouts.run(params.id)),
    async exportRun(call) {
      const { format } = call.query
      if (format === 'xml' && !debtor) throw new DomainError('PAYOUT_DEBTOR_MISSING')
      const found = await payouts.exported(call.params.id, format, auditContextOf(call))
      const name = `${payoutWords[call.language].run}-${found.run.period.slice(0, 7)}-${found.run.number}`
      if (format === 'csv' || !debtor)
        return toTableFile({
          name,
          format: 'csv',
          columns: runColumns(call.language, referenceOf(found)),
          batches: oneBatch(found.payouts),
        })
      return { fileName: `${name}.xml`, contentType: 'application/xml; charset=utf-8', content: xmlOf(found, debtor) }
    },
    listChecks: async () => ({ items: (await deps.matches.latest()).map(toCheck) }),
    async settle(call) {
      return present(await payouts.settle(call.params.id, call.body, { ...auditContextOf(call), userId: call.user.id }))
    },
  })

  const present = (run: Run) => toRunDetail(run, debtor !== undefined)
}

async function* oneBatch<Row>(rows: Row[]): AsyncGenerator<Row[]> {
  yield rows
}

function xmlOf(found: Run, debtor: Debtor): string {
  const { run, payouts } = found
  const reference = referenceOf(found)
  return toPain001({
    id: run.id,
    debtor,
    createdAt: run.approved_at,
    executeOn: toWallTime(run.approved_at, eventTimeZone).slice(0, 10),
    transfers: payouts.map((row) => ({
      id: row.id,
      beneficiary: row.beneficiary,
      iban: row.iban,
      amountMinor: row.amount_minor,
      currency: row.currency,
      reference: reference(row),
    })),
  })
}

/** The same for both files: month, channel and run. */
function referenceOf({ run }: Run): (row: RunPayoutRow) => string {
  return ({ slug }) => `e-events ${run.period.slice(0, 7)} ${slug} ${run.number}`
}
