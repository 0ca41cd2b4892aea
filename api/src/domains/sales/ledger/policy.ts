import type { OrderBreakdown } from '@e-events/shared/domain/pricing.ts'
import type { LedgerAccountRow } from '../../../db/tables/sales-ledger.ts'
import type { RefundRow } from '../../../db/tables/sales.ts'

/**
 * One side of a booking, in minor units. Debits are positive (money that we hold, or that somebody owes us), credits
 * negative (what we owe); the entries of a transaction add up to zero.
 */
export interface Entry {
  kind: LedgerAccountRow['kind']
  amountMinor: number
}

/** Amounts of an order, as they were fixed when it was placed. */
export type SoldAmounts = Pick<
  OrderBreakdown,
  'taxMinor' | 'buyerFeeMinor' | 'totalMinor' | 'percentFeeMinor' | 'ticketFeeMinor' | 'organizerMinor'
>

export function saleEntries(sold: SoldAmounts): Entry[] {
  return entries({
    provider_clearing: sold.totalMinor,
    organizer_payable: -sold.organizerMinor,
    platform_revenue: -(sold.percentFeeMinor + sold.ticketFeeMinor),
    tax_payable: -sold.taxMinor,
  })
}

/**
 * Books the refund of a whole order. The tax goes back in every case. `organizer`: the organizer bears it and the
 * platform keeps its fees. `provider`: the platform bears it, and the organizer keeps the takings without any fee.
 * `viewer`: each side bears half. Else the sale is undone.
 */
export function refundEntries(sold: SoldAmounts, reason: RefundRow['reason']): Entry[] {
  const paidOut = { provider_clearing: -sold.totalMinor, tax_payable: sold.taxMinor }
  const rest = sold.totalMinor - sold.taxMinor
  const feesOfOrganizer = sold.percentFeeMinor + sold.ticketFeeMinor - sold.buyerFeeMinor
  switch (reason) {
    case 'organizer':
      return entries({ ...paidOut, organizer_payable: rest })
    case 'provider':
      return entries({ ...paidOut, losses: rest, platform_revenue: feesOfOrganizer, organizer_payable: -feesOfOrganizer })
    case 'viewer': {
      const half = Math.floor(rest / 2)
      return entries({ ...paidOut, organizer_payable: half, losses: rest - half })
    }
    default:
      return saleEntries(sold).map(({ kind, amountMinor }) => ({ kind, amountMinor: -amountMinor }))
  }
}

/** Money that belongs to no sale: it is owed to whoever paid it. Negative once it was given back. */
export function unmatchedEntries(amountMinor: number): Entry[] {
  return entries({ provider_clearing: amountMinor, refunds_payable: -amountMinor })
}

function entries(amounts: Partial<Record<Entry['kind'], number>>): Entry[] {
  return Object.entries(amounts)
    .map(([kind, amountMinor]) => ({ kind: kind as Entry['kind'], amountMinor }))
    .filter(({ amountMinor }) => amountMinor !== 0)
}
