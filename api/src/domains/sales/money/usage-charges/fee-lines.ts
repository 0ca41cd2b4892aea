import type { FeeKind } from '../invoices/words.ts'
import type { OpenFee } from './fee-repository.ts'

export interface FeeGroup {
  kind: FeeKind
  quantity: number
  /** Negative where it goes back. */
  amountMinor: number
}

export interface FeesOfMonth {
  groups: FeeGroup[]
  /** Transactions that those groups count. */
  ids: string[]
  /** Refunds of sales that are on an invoice by now, by that invoice. */
  returns: { invoiceId: string; ids: string[]; amountMinor: number }[]
}

/**
 * Fees of sales as lines: the share in the price, the amount per ticket (whoever pays it), and what went back before it
 * was invoiced. A refund whose sale is neither here nor on an invoice waits for it.
 */
export function feesOfMonth(fees: readonly OpenFee[]): FeesOfMonth {
  const sales = fees.filter((fee) => fee.is_sale)
  const items = new Set(sales.map(({ item_id: item }) => item))
  const back = fees.filter((fee) => !fee.is_sale && !fee.is_sale_done && items.has(fee.item_id))
  const ticketOf = (fee: OpenFee) => fee.fee_minor - fee.percent_minor
  const groups: FeeGroup[] = [
    groupOf('percent_fee', sales, ({ percent_minor: minor }) => minor),
    groupOf('ticket_fee', sales, ticketOf),
    groupOf('refunded_fees', back, ({ fee_minor: minor }) => -minor),
  ]
  const later = Map.groupBy(
    fees.filter((fee) => !fee.is_sale && fee.is_sale_done),
    (fee) => fee.invoice_id ?? '',
  )
  return {
    groups: groups.filter(({ amountMinor }) => amountMinor !== 0),
    ids: [...sales, ...back].map(({ id }) => id),
    returns: [...later].map(([invoiceId, own]) => ({
      invoiceId,
      ids: own.map(({ id }) => id),
      amountMinor: own.reduce((sum, { fee_minor: minor }) => sum + minor, 0),
    })),
  }
}

function groupOf(kind: FeeKind, fees: readonly OpenFee[], amountOf: (fee: OpenFee) => number): FeeGroup {
  const counted = fees.map(amountOf).filter((minor) => minor !== 0)
  return { kind, quantity: counted.length, amountMinor: counted.reduce((sum, minor) => sum + minor, 0) }
}
