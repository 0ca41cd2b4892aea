import { fees, type TicketFeePayer } from '@e-events/shared/domain/fees.ts'
import { breakDownOrder, type OrderBreakdown } from '@e-events/shared/domain/pricing.ts'

const maxMinor = 1_000_000_00
const maxTickets = 1_000_000

/** '12,50', '12.5' or '12' as cents; undefined for anything else, a second group of figures included. */
export function parsePrice(text: string): number | undefined {
  const match = /^(\d{1,7})(?:[.,](\d{1,2}))?$/.exec(text.trim())
  if (!match) return undefined
  const minor = Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
  return minor > 0 && minor <= maxMinor ? minor : undefined
}

export function parseTickets(text: string): number | undefined {
  const count = /^\d{1,7}$/.test(text.trim()) ? Number(text) : 0
  return count > 0 && count <= maxTickets ? count : undefined
}

export interface Estimate extends Pick<OrderBreakdown, 'netMinor' | 'percentFeeMinor' | 'ticketFeeMinor' | 'organizerMinor'> {
  /** Before tax. */
  buyerPaysMinor: number
  totalMinor: number
  /** Share of the net price, 0 to 1. */
  share: number
}

export function estimate(netMinor: number, tickets: number, payer: TicketFeePayer): Estimate {
  const one = breakDownOrder({ netMinor, currency: fees.currency, taxBasisPoints: 0, ticketFeePayer: payer })
  return {
    ...one,
    buyerPaysMinor: one.totalMinor,
    totalMinor: one.organizerMinor * tickets,
    share: one.organizerMinor / netMinor,
  }
}
