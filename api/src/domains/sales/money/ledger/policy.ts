import type { StatementLine } from '@e-events/shared/domain/payouts.ts'
import type { OrderBreakdown } from '@e-events/shared/domain/pricing.ts'
import type { LedgerAccountRow } from '../../../../db/tables/sales-ledger.ts'
import type { RefundRow } from '../../../../db/tables/sales.ts'
import type { SoldItem } from '../../orders/repository.ts'

/**
 * One side of a booking, in minor units. Debits are positive (money that we hold, or that somebody owes us), credits
 * negative (what we owe); the entries of a transaction add up to zero.
 */
export interface Entry {
  kind: LedgerAccountRow['kind']
  amountMinor: number
  /** Where the organizer's statement says it. */
  line?: StatementLine
}

/** Amounts of a line of an order, as they were fixed when it was placed. */
export type SoldAmounts = Pick<
  OrderBreakdown,
  'taxMinor' | 'buyerFeeMinor' | 'supportMinor' | 'totalMinor' | 'percentFeeMinor' | 'ticketFeeMinor' | 'organizerMinor'
>

/** Amounts of a line, for the ledger: each line is booked by itself. */
export function soldAmounts(item: SoldItem): SoldAmounts {
  const {
    tax_minor: taxMinor,
    buyer_fee_minor: buyerFeeMinor,
    platform_fee_minor: percentFeeMinor,
    ticket_fee_minor: ticketFeeMinor,
    support_minor: supportMinor,
  } = item
  const totalMinor = paidFor(item)
  return {
    taxMinor,
    buyerFeeMinor,
    supportMinor,
    totalMinor,
    percentFeeMinor,
    ticketFeeMinor,
    organizerMinor: totalMinor - taxMinor - percentFeeMinor - ticketFeeMinor,
  }
}

/** All that the buyer paid for a line: its price, the amount per ticket, and the support that stands on it. */
export function paidFor(item: Pick<SoldItem, 'total_minor' | 'buyer_fee_minor' | 'support_minor'>): number {
  return item.total_minor + item.buyer_fee_minor + item.support_minor
}

/** The organizer's share is booked in its parts, so that a statement reads takings, support and fees off the ledger. */
export function saleEntries(sold: SoldAmounts): Entry[] {
  const { totalMinor, taxMinor, buyerFeeMinor, supportMinor, percentFeeMinor, ticketFeeMinor } = sold
  // Sold by the platform itself: all of it is its revenue, and no organizer has a share.
  const isPlatforms = sold.organizerMinor === 0 && percentFeeMinor === totalMinor - taxMinor
  return entries([
    ['provider_clearing', totalMinor],
    ...(isPlatforms
      ? []
      : ([
          ['organizer_payable', buyerFeeMinor + supportMinor + taxMinor - totalMinor, 'takings'],
          ['organizer_payable', -supportMinor, 'support'],
          ['organizer_payable', percentFeeMinor, 'percent_fee'],
          ['organizer_payable', ticketFeeMinor - buyerFeeMinor, 'ticket_fee'],
        ] as const)),
    ['platform_revenue', -(percentFeeMinor + ticketFeeMinor)],
    ['tax_payable', -taxMinor],
  ])
}

/**
 * Books the refund of a line. The tax goes back in every case. `organizer`, `dispute`: the organizer bears it, and the
 * platform keeps its fees. `provider`: the platform bears it, and the organizer keeps the takings without any fee.
 * `viewer`: each side bears half. Else the sale is undone.
 */
export function refundEntries(sold: SoldAmounts, reason: RefundRow['reason']): Entry[] {
  const paidOut = [
    ['provider_clearing', -sold.totalMinor],
    ['tax_payable', sold.taxMinor],
  ] as const
  const rest = sold.totalMinor - sold.taxMinor
  const feesOfOrganizer = sold.percentFeeMinor + sold.ticketFeeMinor - sold.buyerFeeMinor
  switch (reason) {
    case 'organizer':
    case 'dispute':
      return entries([...paidOut, ['organizer_payable', rest, reason === 'dispute' ? 'dispute' : 'refund']])
    case 'provider':
      return entries([
        ...paidOut,
        ['losses', rest],
        ['platform_revenue', feesOfOrganizer],
        ['organizer_payable', -feesOfOrganizer, 'refunded_fees'],
      ])
    case 'viewer': {
      const half = Math.floor(rest / 2)
      return entries([...paidOut, ['organizer_payable', half, 'refund'], ['losses', rest - half]])
    }
    default:
      return saleEntries(sold).map(({ kind, amountMinor, line }) => ({
        kind,
        amountMinor: -amountMinor,
        ...(line && { line: undoneAs(line) }),
      }))
  }
}

/** Lines of a sale that is undone: money that goes back, and the fees that the organizer gets back with it. */
function undoneAs(line: StatementLine): StatementLine {
  if (line === 'percent_fee' || line === 'ticket_fee') return 'refunded_fees'
  return 'refund'
}

/** A line as it is booked when it was paid: prepaid hours are owed until they are used. */
export function lineEntries(item: SoldItem): Entry[] {
  const entriesOfSale = saleEntries(soldAmounts(item))
  if (item.kind !== 'prepaid_hours') return entriesOfSale
  return entriesOfSale.map((entry) => (entry.kind === 'platform_revenue' ? { ...entry, kind: 'prepaid_hours' } : entry))
}

/** Prepaid minutes that were used are earned. */
export function prepaidUseEntries(netMinor: number): Entry[] {
  return entries([
    ['prepaid_hours', netMinor],
    ['platform_revenue', -netMinor],
  ])
}

/**
 * Refund of prepaid hours: `owedMinor` of their net price was not used. More than that is a loss of the platform, and
 * less leaves it the rest.
 */
export function prepaidRefundEntries({ totalMinor, taxMinor }: SoldAmounts, owedMinor: number): Entry[] {
  const rest = totalMinor - taxMinor - owedMinor
  return entries([
    ['provider_clearing', -totalMinor],
    ['tax_payable', taxMinor],
    ['prepaid_hours', owedMinor],
    [rest > 0 ? 'losses' : 'platform_revenue', rest],
  ])
}

/** Money that belongs to no sale: it is owed to whoever paid it. Negative once it was given back. */
export function unmatchedEntries(amountMinor: number): Entry[] {
  return entries([
    ['provider_clearing', amountMinor],
    ['refunds_payable', -amountMinor],
  ])
}

/** Use of the platform comes off what an organizer is owed; a negative amount gives it back. */
export function usageEntries(amountMinor: number, line: StatementLine): Entry[] {
  return entries([
    ['organizer_payable', amountMinor, line],
    ['platform_revenue', -amountMinor],
  ])
}

/** The tax that is in charges which were booked as revenue; a negative amount takes it back. */
export function usageTaxEntries(taxMinor: number): Entry[] {
  return entries([
    ['platform_revenue', taxMinor],
    ['tax_payable', -taxMinor],
  ])
}

/** The fee of the payment provider is borne by the platform. */
export function feeEntries(feeMinor: number): Entry[] {
  return entries([
    ['provider_fees', feeMinor],
    ['provider_clearing', -feeMinor],
  ])
}

function entries(amounts: readonly (readonly [kind: Entry['kind'], amountMinor: number, line?: StatementLine])[]): Entry[] {
  return amounts
    .filter(([, amountMinor]) => amountMinor !== 0)
    .map(([kind, amountMinor, line]) => ({ kind, amountMinor, ...(line && { line }) }))
}
