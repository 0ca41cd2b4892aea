import type { SoldItem } from '../../orders/repository.ts'

type Paid = Pick<SoldItem, 'total_minor' | 'buyer_fee_minor' | 'support_minor'>

/** All that the buyer paid for a line. */
export const paidMinor = (item: Paid): number => item.total_minor + item.buyer_fee_minor + item.support_minor

/**
 * The part of a line that an amount gives back: net, tax, the amount per ticket, support and fees in proportion. What
 * was given back before decides where this part begins, so that however often a line is divided, its parts are whole
 * minor units, never negative, and add up to the line.
 */
export function partOf(item: SoldItem, amountMinor: number): SoldItem {
  const before = divide(item, item.refunded_minor)
  const after = divide(item, item.refunded_minor + amountMinor)
  const isWhole = amountMinor === paidMinor(item)
  return {
    ...item,
    quantity: isWhole ? item.quantity : 1,
    net_minor: after.gross - after.tax - (before.gross - before.tax),
    tax_minor: after.tax - before.tax,
    total_minor: after.gross - before.gross,
    buyer_fee_minor: after.buyerFee - before.buyerFee,
    support_minor: after.support - before.support,
    platform_fee_minor: after.percentFee - before.percentFee,
    ticket_fee_minor: after.ticketFee - before.ticketFee,
    refunded_minor: 0,
  }
}

/** A line, divided after its first so many minor units. Each figure only grows with them. */
function divide(item: SoldItem, firstMinor: number) {
  const paid = paidMinor(item)
  if (firstMinor < 0 || firstMinor > paid) throw new Error('more is given back than was paid')
  const extras = item.buyer_fee_minor + item.support_minor
  const extra = share(extras, firstMinor, paid)
  const support = share(item.support_minor, extra, extras)
  const gross = firstMinor - extra
  return {
    gross,
    tax: share(item.tax_minor, gross, item.total_minor),
    support,
    buyerFee: extra - support,
    percentFee: share(item.platform_fee_minor, firstMinor, paid),
    ticketFee: share(item.ticket_fee_minor, firstMinor, paid),
  }
}

/** `whole` times `part` by `of`, rounded half up. Products of two amounts do not fit into a number. */
function share(whole: number, part: number, of: number): number {
  if (of === 0) return 0
  return Number((2n * BigInt(whole) * BigInt(part) + BigInt(of)) / (2n * BigInt(of)))
}
