import { breakDownLine } from '@e-events/shared/domain/pricing.ts'
import { describe, expect, it } from 'vitest'
import { refundEntries, saleEntries, type Entry, type SoldAmounts } from './policy.ts'

/** Tickets of 10.00 without tax. */
const tickets = (quantity = 1, ticketFeePayer: 'organizer' | 'buyer' = 'organizer'): SoldAmounts =>
  breakDownLine({ kind: 'access', netMinor: 1_000, currency: 'EUR', taxBasisPoints: 0, ticketFeePayer, quantity })
const sumOf = (entries: readonly Entry[], kind: Entry['kind']) =>
  entries.filter((entry) => entry.kind === kind).reduce((sum, { amountMinor }) => sum + amountMinor, 0)
const lines = (entries: readonly Entry[]): Record<string, number> =>
  Object.fromEntries(entries.flatMap(({ line, amountMinor }) => (line === undefined ? [] : [[line, -amountMinor]])))

describe('a sale', () => {
  it('costs 0.90 and 0.45 for one ticket of 10.00, and 135.00 for a hundred [SHOP-026]', () => {
    expect(-sumOf(saleEntries(tickets()), 'platform_revenue')).toBe(135)
    expect(-sumOf(saleEntries(tickets(100)), 'platform_revenue')).toBe(13_500)
  })

  it('leaves 91 % of takings, less 0.45 per ticket as a line of its own, which the buyer may pay instead [SHOP-027] [SHOP-028]', () => {
    const entries = saleEntries(tickets(100))
    expect(lines(entries)).toEqual({ takings: 100_000, percent_fee: -9_000, ticket_fee: -4_500 })
    expect(-sumOf(entries, 'organizer_payable')).toBe(86_500)
    const paidByBuyer = saleEntries(tickets(100, 'buyer'))
    expect(lines(paidByBuyer)).toEqual({ takings: 100_000, percent_fee: -9_000 })
    expect(sumOf(paidByBuyer, 'provider_clearing')).toBe(104_500)
  })

  it('of the platform itself is its revenue, and no organizer’s', () => {
    const line = breakDownLine({
      kind: 'prepaid_hours',
      netMinor: 2_000,
      currency: 'EUR',
      taxBasisPoints: 2_100,
      ticketFeePayer: 'organizer',
      quantity: 3,
    })
    expect(saleEntries(line)).toEqual([
      { kind: 'provider_clearing', amountMinor: 7_260 },
      { kind: 'platform_revenue', amountMinor: -6_000 },
      { kind: 'tax_payable', amountMinor: -1_260 },
    ])
  })
})

describe('a refund', () => {
  it('by the organizer costs the organizer all of it, and the platform keeps its fees [SHOP-033]', () => {
    const [sale, refund] = [saleEntries(tickets(10)), refundEntries(tickets(10), 'organizer')]
    expect(sumOf(refund, 'provider_clearing')).toBe(-10_000)
    expect(lines(refund)).toEqual({ refund: -10_000 })
    expect(-sumOf([...sale, ...refund], 'platform_revenue')).toBe(1_350)
  })

  it('for a fault of the provider leaves the organizer the takings without any fee [SHOP-034] [SHOP-035]', () => {
    const entries = [...saleEntries(tickets(10)), ...refundEntries(tickets(10), 'provider')]
    expect(-sumOf(entries, 'organizer_payable')).toBe(10_000)
    expect(sumOf(entries, 'losses') + sumOf(entries, 'platform_revenue')).toBe(10_000)
    expect(lines(refundEntries(tickets(10), 'provider'))).toEqual({ refunded_fees: 1_350 })
  })

  it('for a connection of the viewer makes two cost lines of 5.00, and gives the whole price back [SHOP-036] [SHOP-064]', () => {
    const entries = refundEntries(tickets(), 'viewer')
    expect(sumOf(entries, 'provider_clearing')).toBe(-1_000)
    expect([sumOf(entries, 'organizer_payable'), sumOf(entries, 'losses')]).toEqual([500, 500])
  })

  it('for a dispute that was lost costs the organizer all of it, on a line of its own', () => {
    const entries = refundEntries(tickets(), 'dispute')
    expect([sumOf(entries, 'organizer_payable'), sumOf(entries, 'platform_revenue')]).toEqual([1_000, 0])
    expect(lines(entries)).toEqual({ dispute: -1_000 })
  })

  it.each(['duplicate', 'withdrawal'] as const)('for %s undoes the sale', (reason) => {
    const both = [...saleEntries(tickets()), ...refundEntries(tickets(), reason)]
    for (const { kind } of both) expect(sumOf(both, kind)).toBe(0)
    expect(lines(refundEntries(tickets(), reason))).toMatchObject({ refund: -1_000 })
  })

  it.each(['organizer', 'provider', 'viewer', 'duplicate', 'dispute'] as const)('for %s adds up to zero with every cent', (reason) => {
    for (const netMinor of [1, 2, 3, 999, 1_001, 12_345])
      for (const ticketFeePayer of ['organizer', 'buyer'] as const) {
        const sold = breakDownLine({ kind: 'access', netMinor, currency: 'EUR', taxBasisPoints: 2_100, ticketFeePayer, quantity: 1 }, 7)
        for (const entries of [saleEntries(sold), refundEntries(sold, reason)])
          expect(entries.reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(0)
      }
  })
})
