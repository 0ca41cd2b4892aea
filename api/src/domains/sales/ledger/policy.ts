import type { OrderBreakdown } from '@e-events/shared/domain/pricing.ts'
import type { LedgerAccountRow } from '../../../db/tables/sales-ledger.ts'
import type { RefundRow } from '../../../db/tables/sales.ts'
import type { SoldItem } from '../orders/repository.ts'

/**
 * One side of a booking, in minor units. Debits are positive (money that we hold, or that somebody owes us), credits
 * negative (what we owe); the entries of a transaction add up to zero.
 */
export interface Entry {
  kind: LedgerAccountRow['kind']
  amountMinor: number
}

/** Amounts of a line of an order, as they were fixed when it was placed. */
export type SoldAmounts = Pick<
  OrderBreakdown,
  'taxMinor' | 'buyerFeeMinor' | 'totalMinor' | 'percentFeeMinor' | 'ticketFeeMinor' | 'organizerMinor'
>

/** Amounts of a line, for the ledger: each line is booked by itself. */
export function soldAmounts(item: SoldItem): SoldAmounts {
  const {
    tax_minor: taxMinor,
    buyer_fee_minor: buyerFeeMinor,
    platform_fee_minor: percentFeeMinor,
    ticket_fee_minor: ticketFeeMinor,
  } = item
  const totalMinor = paidFor(item)
  return {
    taxMinor,
    buyerFeeMinor,
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

export function saleEntries(sold: SoldAmounts): Entry[] {
  return entries({
    provider_clearing: sold.totalMinor,
    organizer_payable: -sold.organizerMinor,
    platform_revenue: -(sold.percentFeeMinor + sold.ticketFeeMinor),
    tax_payable: -sold.taxMinor,
  })
}

/**
 * Books the refund of a whole line. The tax goes back in every case. `organizer`: the organizer bears it and the
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

/** The fee of the payment provider is borne by the platform. */
export function feeEntries(feeMinor: number): Entry[] {
  return entries({ provider_fees: feeMinor, provider_clearing: -feeMinor })
}

function entries(amounts: Partial<Record<Entry['kind'], number>>): Entry[] {
  return Object.entries(amounts)
    .map(([kind, amountMinor]) => ({ kind: kind as Entry['kind'], amountMinor }))
    .filter(({ amountMinor }) => amountMinor !== 0)
}
