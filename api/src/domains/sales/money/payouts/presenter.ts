import type {
  LedgerCheck,
  PayoutAccount,
  Payout,
  PayoutRun,
  PayoutRunDetail,
  ProposedPayout,
  Statement,
} from '@e-events/shared/contract/sales/money/payouts.ts'
import { canMove } from '@e-events/shared/domain/machine.ts'
import { payoutTransitions } from '@e-events/shared/domain/states.ts'
import type { CheckRow } from '../ledger/match-repository.ts'
import { toInvoiceRef } from '../invoices/policy.ts'
import type { UseInvoice } from '../invoices/repository.ts'
import { freeAt, holdsOf, type StatementFigures } from './policy.ts'
import type { AccountRow, ProductSumRow, ProposedRow, RunPayoutRow, RunRow } from './repository.ts'
import { dueBy, type Run, type Total } from './service.ts'

/** Use of a month is on the statement of the next one. */
function nextMonth(period: string): string {
  const first = new Date(period)
  return new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 1)).toISOString().slice(0, 10)
}
const monthOf = (period: string): string => period.slice(0, 7)
const ending = (iban: string | null): string | null => iban?.slice(-4) ?? null
const channelOf = ({ slug, title }: { slug: string; title: string }) => ({ slug, title })

export function toAccount(account: AccountRow, now: Date): PayoutAccount {
  return { channel: channelOf(account), ibanEnding: ending(account.iban), freeAt: freeAt(account, now)?.toISOString() ?? null }
}

/** @param invoices those of the channel, for any month and currency */
export function toStatement(figures: StatementFigures, account: AccountRow, invoices: readonly UseInvoice[]): Statement {
  const { currency, payout } = figures
  const money = (minor: number) => ({ minor, currency })
  return {
    channel: channelOf(account),
    month: monthOf(figures.period),
    dueBy: dueBy(figures.period),
    state: figures.state,
    holds: figures.holds,
    carried: money(figures.carriedMinor),
    lines: figures.lines.map(({ line, count, amountMinor }) => ({ line, count, amount: money(amountMinor) })),
    disputed: money(figures.disputedMinor),
    total: money(figures.totalMinor),
    amount: money(figures.amountMinor),
    paidAt: payout?.paid_at?.toISOString() ?? null,
    ibanEnding: ending(payout?.iban ?? account.iban),
    failure: figures.failure,
    invoices: invoices
      .filter(
        (invoice) =>
          invoice.channel_id === figures.channelId && invoice.currency === currency && nextMonth(invoice.period) === figures.period,
      )
      .map(toInvoiceRef),
  }
}

export function toProductLine({ product_slug: slug, title, line, count, amount_minor: minor }: ProductSumRow, currency: string) {
  return { product: slug === null ? null : { slug, title: title ?? '' }, line, count, amount: { minor, currency } }
}

export const toTotals = (totals: readonly Total[]) => totals.map(({ currency, count, minor }) => ({ count, amount: { minor, currency } }))

export function toProposed(row: ProposedRow, now: Date): ProposedPayout {
  const money = (minor: number) => ({ minor, currency: row.currency })
  const amountMinor = row.carried_minor + row.total_minor
  return {
    channel: channelOf(row),
    owner: { name: row.owner_name, email: row.owner_email },
    carried: money(row.carried_minor),
    total: money(row.total_minor),
    amount: money(amountMinor),
    holds: holdsOf(amountMinor, row, now),
    ibanEnding: ending(row.iban),
    freeAt: freeAt(row, now)?.toISOString() ?? null,
  }
}

export function toRun({ processing, paid, failed, ...run }: RunRow): PayoutRun {
  return {
    id: run.id,
    number: run.number,
    month: monthOf(run.period),
    approvedAt: run.approved_at.toISOString(),
    approvedBy: run.approved_by_name,
    totals: run.totals.map(({ currency, count, amount_minor: minor }) => ({ count, amount: { minor, currency } })),
    states: { processing, paid, failed },
  }
}

export function toRunDetail({ run, payouts }: Run, canExportXml: boolean): PayoutRunDetail {
  return { ...toRun(run), payouts: payouts.map(toPayout), canExportXml }
}

function toPayout(row: RunPayoutRow): Payout {
  return {
    id: row.id,
    channel: channelOf(row),
    beneficiary: row.beneficiary,
    ibanEnding: row.iban.slice(-4),
    amount: { minor: row.amount_minor, currency: row.currency },
    status: row.status,
    paidAt: row.paid_at?.toISOString() ?? null,
    note: row.note,
    allowed: (['paid', 'failed'] as const).filter((outcome) => canMove(payoutTransitions, row.status, outcome)),
  }
}

export function toCheck(row: CheckRow): LedgerCheck {
  const money = (minor: number) => ({ minor, currency: row.currency })
  const known = (minor: number | null) => (minor === null ? null : money(minor))
  return {
    provider: row.provider,
    day: row.day,
    checkedAt: row.checked_at.toISOString(),
    provided: money(row.provider_minor),
    booked: money(row.ledger_minor),
    differences: row.differences.map(({ kind, reference, provider_minor, ledger_minor }) => ({
      kind,
      reference,
      provided: known(provider_minor),
      booked: known(ledger_minor),
    })),
  }
}
