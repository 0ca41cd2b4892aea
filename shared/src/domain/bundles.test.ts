import { describe, expect, it } from 'vitest'
import { chargeBundle, shareBundle, type PricedPart } from './bundles.ts'

const parts = (...netMinors: number[]) => netMinors.map((netMinor) => ({ netMinor }))
const sum = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + amount, 0)

describe('share of a bundle', () => {
  it('follows the own prices of the parts', () => {
    expect(shareBundle(3_000, parts(1_000, 2_000, 3_000))).toEqual([500, 1_000, 1_500])
    expect(shareBundle(3_000, parts(0, 2_000))).toEqual([0, 3_000])
  })

  it('is equal where all parts are free', () => {
    expect(shareBundle(100, parts(0, 0, 0))).toEqual([34, 33, 33])
  })

  it('gives what rounding leaves to the largest remainders, the first of equal ones', () => {
    expect(shareBundle(1_000, parts(1, 1, 1))).toEqual([334, 333, 333])
    expect(shareBundle(100, parts(1, 2))).toEqual([33, 67])
    expect(shareBundle(1, parts(5, 5))).toEqual([1, 0])
  })

  it('adds up to the price for 2,000 random bundles, none further than a cent from its proportion', () => {
    const random = seeded(7)
    for (let round = 0; round < 2_000; round++) {
      const netMinor = random(10_000_000)
      const own = Array.from({ length: 2 + random(49) }, () => ({ netMinor: random(3) === 0 ? 0 : random(10_000_000) }))
      const shares = shareBundle(netMinor, own)
      expect(sum(shares)).toBe(netMinor)
      const whole = sum(own.map((part) => part.netMinor))
      if (whole > 0)
        for (const [index, share] of shares.entries())
          expect(Math.abs(share - (netMinor * (own[index]?.netMinor ?? 0)) / whole)).toBeLessThanOrEqual(1)
    }
  })
})

describe('charge of a bundle', () => {
  const four = (...states: PricedPart['state'][]): PricedPart[] => states.map((state) => ({ state, netMinor: 1_500 }))

  it('leaves out owned parts: two of four owned, half of the price', () => {
    expect(chargeBundle(4_000, four('owned', 'included', 'owned', 'included'))).toEqual({ netMinor: 2_000, parts: [0, 1_000, 0, 1_000] })
  })

  it('leaves out what cannot be had any more', () => {
    expect(chargeBundle(4_000, four('unavailable', 'included', 'included', 'included')).netMinor).toBe(3_000)
  })

  it('is nothing where every part is owned', () => {
    expect(chargeBundle(4_000, four('owned', 'owned')).netMinor).toBe(0)
  })

  it('is the sum of its parts, and never more than the price', () => {
    const random = seeded(11)
    for (let round = 0; round < 1_000; round++) {
      const netMinor = random(100_000)
      const own = Array.from({ length: 2 + random(20) }, (): PricedPart => ({
        state: random(3) === 0 ? 'owned' : 'included',
        netMinor: random(5_000),
      }))
      const charge = chargeBundle(netMinor, own)
      expect(sum(charge.parts)).toBe(charge.netMinor)
      expect(charge.netMinor).toBeLessThanOrEqual(netMinor)
    }
  })
})

/** Repeatable numbers below `limit`. */
function seeded(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * limit)
  }
}
