import { describe, expect, it } from 'vitest'
import { fees } from './fees.ts'
import { breakDownOrder, isSold, payoutOf } from './pricing.ts'
import { productTypes } from './states.ts'

const film = { netMinor: 1_000, currency: 'EUR', taxBasisPoints: 2_100 }

describe('the breakdown of an order', () => {
  it('10.00 at 21 % with the organizer paying the fee, and with the buyer paying it', () => {
    expect(breakDownOrder({ ...film, ticketFeePayer: 'organizer' })).toEqual({
      netMinor: 1_000,
      taxMinor: 210,
      grossMinor: 1_210,
      buyerFeeMinor: 0,
      supportMinor: 0,
      totalMinor: 1_210,
      percentFeeMinor: 90,
      ticketFeeMinor: 45,
      organizerMinor: 865,
    })
    expect(breakDownOrder({ ...film, ticketFeePayer: 'buyer' }, 200)).toMatchObject({
      buyerFeeMinor: 45,
      totalMinor: 1_455,
      organizerMinor: 1_110,
    })
  })

  it('100 tickets of 10.00 bring 865.00, and all of the support', () => {
    const one = breakDownOrder({ ...film, ticketFeePayer: 'organizer' })
    expect(one.organizerMinor * 100).toBe(86_500)
    expect(breakDownOrder({ ...film, ticketFeePayer: 'organizer' }, 500).organizerMinor - one.organizerMinor).toBe(500)
  })

  it('has every cent of the total in a share, for 10,000 random orders', () => {
    let seed = 48
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return seed % below
    }
    for (let index = 0; index < 10_000; index++) {
      const product = {
        netMinor: random(500_000),
        currency: 'EUR',
        taxBasisPoints: random(3_000),
        ticketFeePayer: random(2) === 0 ? 'buyer' : 'organizer',
      } as const
      const order = breakDownOrder(product, random(50_000))
      const { taxMinor, percentFeeMinor, ticketFeeMinor, organizerMinor } = order
      expect(order.totalMinor).toBe(taxMinor + percentFeeMinor + ticketFeeMinor + organizerMinor)
      expect(order.totalMinor).toBe(order.grossMinor + order.buyerFeeMinor + order.supportMinor)
      expect(Object.values(order).every(Number.isSafeInteger)).toBe(true)
    }
  })

  it.each([
    [1_000, 'organizer', 865, 0],
    [1_000, 'buyer', 910, 45],
    [1_005, 'buyer', 915, 45],
    [50, 'organizer', 0, 0],
    [10, 'organizer', -36, 0],
  ] as const)(
    '%i cents net, the %s pays the fixed amount: %i for the organizer',
    (netMinor, ticketFeePayer, organizerMinor, buyerFeeMinor) => {
      expect(breakDownOrder({ netMinor, currency: 'EUR', taxBasisPoints: 0, ticketFeePayer })).toMatchObject({
        organizerMinor,
        buyerFeeMinor,
      })
    },
  )

  it('takes no fixed amount for what costs nothing', () => {
    expect(breakDownOrder({ netMinor: 0, currency: 'EUR', taxBasisPoints: 2_100, ticketFeePayer: 'organizer' })).toMatchObject({
      ticketFeeMinor: 0,
      totalMinor: 0,
    })
    expect(breakDownOrder({ netMinor: 1, currency: 'EUR', taxBasisPoints: 0, ticketFeePayer: 'buyer' }).ticketFeeMinor).toBe(
      fees.perTicketMinor,
    )
  })
})

describe('the payout', () => {
  it.each([
    ['2025-01-31T20:00:00Z', '2025-02', '2025-02-05'],
    ['2025-02-01T20:00:00Z', '2025-03', '2025-03-05'],
    ['2025-12-15T20:00:00Z', '2026-01', '2026-01-05'],
    // Half past midnight of 1 February in Madrid.
    ['2025-01-31T23:30:00Z', '2025-03', '2025-03-05'],
  ])('of what takes place, or is sold, at %s is in the first days of %s [SHOP-037] [LIM-016]', (at, month, dueBy) => {
    expect(payoutOf(new Date(at))).toEqual({ month, dueBy })
  })
})

it('sells every type, and no goods in a bundle', () => {
  expect(productTypes.filter((type) => !isSold({ type, isBundle: false }))).toEqual([])
  expect(productTypes.filter((type) => !isSold({ type, isBundle: true }))).toEqual(['physical'])
})
