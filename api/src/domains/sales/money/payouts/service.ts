import { eventTimeZone } from '@e-events/shared/domain/session-time.ts'
import { fees } from '@e-events/shared/domain/fees.ts'
import { canMove } from '@e-events/shared/domain/machine.ts'
import { payoutOf } from '@e-events/shared/domain/pricing.ts'
import { payoutTransitions } from '@e-events/shared/domain/states.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { Knex } from 'knex'
import type { Clock } from '../../../../adapters/clock.ts'
import { writeAudit, type AuditContext } from '../../../../db/audit-log.ts'
import type { PayoutRow } from '../../../../db/tables/sales-ledger.ts'
import { book } from '../ledger/repository.ts'
import type { MailPayout } from './payout-mail.ts'
import { holdsOf, payoutEntries, statementsOf, type StatementFigures } from './policy.ts'
import type { AccountRow, Calendar, PayoutRepository, ProposedRow, RunPayoutRow, RunRow, StatementEntryRow } from './repository.ts'

const exportBatch = 1_000

export interface Total {
  currency: string
  count: number
  minor: number
}
export interface Run {
  run: RunRow
  payouts: RunPayoutRow[]
}
type Act = AuditContext & { userId: string }
export type Payouts = ReturnType<typeof createPayouts>

/** Statements for organizers; runs of payouts for administrators. */
export function createPayouts(deps: { knex: Knex; repository: PayoutRepository; mailPayout: MailPayout; clock: Clock }) {
  const { knex, repository, clock } = deps

  async function runOf(db: Knex, id: string): Promise<Run> {
    const found = await repository.run(db, id)
    if (!found) throw new DomainError('NOT_FOUND')
    return found
  }

  return {
    async statements(ownerId: string): Promise<{ accounts: AccountRow[]; statements: StatementFigures[] }> {
      const calendar = calendarOf(clock.now())
      const accounts = await repository.accounts(ownerId)
      const ids = accounts.map(({ id }) => id)
      const [sums, payouts] = await Promise.all([repository.sums(ids, calendar), repository.payouts(ids)])
      const statements = accounts.flatMap((account) => {
        const ofChannel = <Row extends { channel_id: string }>(rows: Row[]) => rows.filter((row) => row.channel_id === account.id)
        const [ownSums, ownPayouts] = [ofChannel(sums), ofChannel(payouts)]
        const currencies = new Set([...ownSums, ...ownPayouts].map(({ currency }) => currency))
        return [...currencies].flatMap((currency) =>
          statementsOf(
            ownSums.filter((sum) => sum.currency === currency),
            ownPayouts.filter((payout) => payout.currency === currency),
            { account, ...calendar },
          ),
        )
      })
      return { accounts, statements: statements.toSorted((a, b) => b.period.localeCompare(a.period)) }
    },

    products(channelId: string, month: string, currency: string) {
      return repository.products({ channelId, currency, period: periodOf(month) }, calendarOf(clock.now()))
    },

    /** Every entry of a statement, batch by batch. */
    async *entries(channelId: string, month: string, currency: string): AsyncGenerator<StatementEntryRow[]> {
      const calendar = calendarOf(clock.now())
      let after: { at: Date; id: string } | undefined
      for (;;) {
        const page = { after, limit: exportBatch }
        const rows = await repository.entries({ channelId, currency, period: periodOf(month) }, calendar, page)
        if (rows.length > 0) yield rows
        const last = rows.at(-1)
        if (!last || rows.length < exportBatch) return
        after = { at: last.occurred_at, id: last.id }
      }
    },

    async proposal(): Promise<{ period: string; rows: ProposedRow[]; totals: Total[] }> {
      const calendar = calendarOf(clock.now())
      const rows = await repository.proposal(knex, calendar)
      return { period: calendar.currentPeriod, rows, totals: totalsOf(payable(rows, calendar.now)) }
    },

    /**
     * Approves what the caller saw. Parallel approvals wait for each other; the one that comes second finds its key, or
     * other amounts than it expects.
     * @throws DomainError PAYOUTS_CHANGED
     */
    async approve(wanted: { idempotencyKey: string; month: string; expected: readonly Total[] }, { userId, ...by }: Act): Promise<Run> {
      return knex.transaction(async (trx) => {
        await repository.lockRuns(trx)
        const done = await repository.findRunByKey(trx, wanted.idempotencyKey)
        if (done) return runOf(trx, done.id)
        const calendar = calendarOf(clock.now())
        const rows = payable(await repository.proposal(trx, calendar), calendar.now)
        if (periodOf(wanted.month) !== calendar.currentPeriod || !isSame(totalsOf(rows), wanted.expected))
          throw new DomainError('PAYOUTS_CHANGED')
        const runId = await repository.insertRun(trx, {
          period: calendar.currentPeriod,
          key: wanted.idempotencyKey,
          by: userId,
          at: calendar.now,
        })
        for (const row of rows) {
          const amountMinor = row.carried_minor + row.total_minor
          const payout = {
            run_id: runId,
            channel_id: row.id,
            period: calendar.currentPeriod,
            amount_minor: amountMinor,
            currency: row.currency,
            iban: row.iban ?? '',
            beneficiary: row.beneficiary,
          }
          // Booked in between: what was seen is not what would be paid.
          if ((await repository.insertPayout(trx, payout, calendar)) !== amountMinor) throw new DomainError('PAYOUTS_CHANGED')
        }
        await writeAudit(trx, {
          ...by,
          action: 'payout.approve',
          subject: { type: 'payout_run', id: runId },
          before: null,
          after: { month: wanted.month, totals: totalsOf(rows) },
        })
        return runOf(trx, runId)
      })
    },

    runs: (page: { before: number | null; limit: number }) => repository.runs(page),
    run: (id: string) => runOf(knex, id),

    /** A file for the bank names people and accounts: who took it is written down. */
    async exported(id: string, format: string, by: AuditContext): Promise<Run> {
      const found = await runOf(knex, id)
      await writeAudit(knex, { ...by, action: 'payout.export', subject: { type: 'payout_run', id }, before: null, after: { format } })
      return found
    },

    /**
     * Marks payouts with what the bank did. Repeating it changes nothing; money is booked once.
     * @throws DomainError NOT_FOUND, STATE_CONFLICT
     */
    async settle(
      id: string,
      wanted: { payoutIds: readonly string[]; outcome: 'paid' | 'failed'; note: string },
      { userId, ...by }: Act,
    ): Promise<Run> {
      const ids = new Set(wanted.payoutIds)
      return knex.transaction(async (trx) => {
        const payouts = await repository.lockPayouts(trx, id, [...ids])
        if (payouts.length !== ids.size) throw new DomainError('NOT_FOUND')
        const open = payouts.filter(({ status }) => status !== wanted.outcome)
        if (open.some(({ status }) => !canMove(payoutTransitions, status, wanted.outcome))) throw new DomainError('STATE_CONFLICT')
        for (const payout of open) await settleOne(trx, payout, wanted, userId)
        if (open.length > 0)
          await writeAudit(trx, {
            ...by,
            action: 'payout.settle',
            subject: { type: 'payout_run', id },
            before: null,
            after: { outcome: wanted.outcome, note: wanted.note, payouts: open.length },
          })
        return runOf(trx, id)
      })
    },
  }

  async function settleOne(trx: Knex, payout: PayoutRow, { outcome, note }: { outcome: 'paid' | 'failed'; note: string }, userId: string) {
    const now = clock.now()
    const { id: payoutId, channel_id: channelId, currency } = payout
    const booking = { kind: 'payout', payoutId, channelId, currency, occurredAt: now } as const
    const entries = payoutEntries(payout.amount_minor)
    if (outcome === 'paid') await book(trx, { ...booking, key: `payout:${payoutId}`, entries })
    else {
      if (payout.status === 'paid')
        await book(trx, {
          ...booking,
          key: `payout:${payoutId}:returned`,
          entries: entries.map(({ kind, amountMinor }) => ({ kind, amountMinor: -amountMinor })),
        })
      await repository.release(trx, payoutId)
    }
    await repository.update(trx, payoutId, {
      status: outcome,
      paid_at: outcome === 'paid' ? now : null,
      settled_by: userId,
      note: note === '' ? null : note,
    })
    const owner = await repository.owner(trx, channelId)
    if (owner) await deps.mailPayout(trx, owner, { payout, outcome })
  }
}

/** The month whose run is now, and the one after it. */
export function calendarOf(now: Date): Calendar {
  const [year = 0, month = 0] = new Intl.DateTimeFormat('en-CA', { timeZone: eventTimeZone, year: 'numeric', month: '2-digit' })
    .format(now)
    .split('-')
    .map(Number)
  return {
    now,
    currentPeriod: new Date(Date.UTC(year, month - 1, 1)).toISOString().slice(0, 10),
    nextMonth: `${payoutOf(now).month}-01`,
  }
}

export const periodOf = (month: string): string => `${month}-01`
export const dueBy = (period: string): string => `${period.slice(0, 7)}-${String(fees.payoutLatestDay).padStart(2, '0')}`

/** Rows that nothing holds. */
function payable(rows: readonly ProposedRow[], now: Date): ProposedRow[] {
  return rows.filter((row) => {
    const amountMinor = row.carried_minor + row.total_minor
    return amountMinor > 0 && holdsOf(amountMinor, row, now).length === 0
  })
}

function totalsOf(rows: readonly ProposedRow[]): Total[] {
  const totals = new Map<string, Total>()
  for (const { currency, carried_minor: carried, total_minor: total } of rows) {
    const sum = totals.get(currency) ?? { currency, count: 0, minor: 0 }
    totals.set(currency, { currency, count: sum.count + 1, minor: sum.minor + carried + total })
  }
  return [...totals.values()].toSorted((a, b) => a.currency.localeCompare(b.currency))
}

function isSame(a: readonly Total[], b: readonly Total[]): boolean {
  const text = (totals: readonly Total[]) =>
    totals
      .map(({ currency, count, minor }) => `${currency} ${count} ${minor}`)
      .toSorted()
      .join()
  return text(a) === text(b)
}
