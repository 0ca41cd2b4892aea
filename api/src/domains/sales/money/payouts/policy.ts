import { fees } from '@e-events/shared/domain/fees.ts'
import { payoutHolds, statementLines, type PayoutHold, type StatementLine, type StatementState } from '@e-events/shared/domain/payouts.ts'
import type { PayoutRow } from '../../../../db/tables/sales-ledger.ts'
import type { Entry } from '../ledger/policy.ts'
import type { PositionSum } from './positions.ts'

export interface Account {
  iban: string | null
  iban_changed_at: Date | null
}

/** Moment from which a changed account is paid to; null where nothing holds it. */
export function freeAt({ iban, iban_changed_at: changedAt }: Account, now: Date): Date | null {
  if (iban === null || changedAt === null) return null
  const free = new Date(changedAt.getTime() + fees.payoutAccountHoldHours * 3_600_000)
  return free > now ? free : null
}

/** Why an amount of this run is not paid now. */
export function holdsOf(amountMinor: number, account: Account, now: Date): PayoutHold[] {
  if (amountMinor <= 0) return amountMinor < 0 ? ['negative'] : []
  if (account.iban === null) return ['no_iban']
  return freeAt(account, now) === null ? [] : ['iban_changed']
}

/** Money that left the platform's account: nothing is owed any more. */
export function payoutEntries(amountMinor: number): Entry[] {
  return [
    { kind: 'organizer_payable', amountMinor },
    { kind: 'cash', amountMinor: -amountMinor },
  ]
}

export interface StatementFigures {
  channelId: string
  currency: string
  period: string
  state: StatementState
  holds: PayoutHold[]
  carriedMinor: number
  lines: { line: StatementLine; count: number; amountMinor: number }[]
  disputedMinor: number
  totalMinor: number
  amountMinor: number
  payout: PayoutRow | undefined
  failure: string | null
}

/**
 * Statements of one channel in one currency, the earliest first. A sum that is left unpaid goes on into the next
 * month; a month that is ahead takes over a debt only, since what is due now is paid before it.
 * @param currentPeriod first day of the month whose run is approved now
 */
export function statementsOf(
  sums: readonly PositionSum[],
  payouts: readonly PayoutRow[],
  { account, currentPeriod, now }: { account: Account; currentPeriod: string; now: Date },
): StatementFigures[] {
  const [first] = [...sums, ...payouts]
  if (!first) return []
  const periods = new Set([...sums, ...payouts].map(({ period }) => period))
  const statements: StatementFigures[] = []
  let carriedMinor = 0
  for (const period of [...periods, currentPeriod].toSorted()) {
    if (statements.at(-1)?.period === period) continue
    const own = sums.filter((sum) => sum.period === period)
    const payout = payouts.find((one) => one.period === period && one.status !== 'failed')
    // The month of the run is a statement of its own only where something is left for it.
    if (!periods.has(period) && carriedMinor === 0) continue
    const lines = linesOf(own)
    const totalMinor = own.reduce((sum, { amount_minor: minor }) => sum + minor, 0)
    const amountMinor = payout?.amount_minor ?? carriedMinor + totalMinor
    const isAhead = period > currentPeriod
    const accountHolds = holdsOf(amountMinor, account, now)
    const state = stateOf({ payout, period, currentPeriod, amountMinor, holds: accountHolds })
    const holds = payout
      ? []
      : isAhead
        ? payoutHolds.filter((hold) => own.some((sum) => sum.hold === hold))
        : period === currentPeriod
          ? accountHolds
          : []
    const failed = payouts.findLast((one) => one.period === period && one.status === 'failed')
    statements.push({
      channelId: first.channel_id,
      currency: first.currency,
      period,
      state,
      holds,
      carriedMinor,
      lines,
      disputedMinor: own.reduce((sum, { hold, amount_minor: minor }) => (hold === 'disputed' ? sum + minor : sum), 0),
      totalMinor,
      amountMinor,
      payout,
      failure: payout ? null : (failed?.note ?? null),
    })
    const leftMinor = carriedMinor + totalMinor - (payout?.amount_minor ?? 0)
    carriedMinor = period < currentPeriod || payout ? leftMinor : Math.min(0, leftMinor)
  }
  return statements
}

function stateOf(of: {
  payout: PayoutRow | undefined
  period: string
  currentPeriod: string
  amountMinor: number
  holds: readonly PayoutHold[]
}): StatementState {
  const { payout, period, currentPeriod } = of
  if (payout) return payout.status === 'paid' ? 'paid' : 'processing'
  if (period > currentPeriod) return 'coming'
  if (period < currentPeriod || of.amountMinor <= 0) return 'carried'
  return of.holds.length > 0 ? 'held' : 'due'
}

function linesOf(sums: readonly PositionSum[]): StatementFigures['lines'] {
  return statementLines.flatMap((line) => {
    const own = sums.filter((sum) => sum.line === line)
    if (own.length === 0) return []
    const add = (of: (sum: PositionSum) => number) => own.reduce((sum, one) => sum + of(one), 0)
    return [{ line, count: add(({ count }) => count), amountMinor: add(({ amount_minor: minor }) => minor) }]
  })
}
