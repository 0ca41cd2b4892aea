import { taxOf } from './money.ts'

/**
 * included: bought with the bundle. owned: the buyer has access already, so it is not charged. unavailable: cannot be
 * had any more (cancelled, over, not published), so it is neither charged nor given.
 */
export const bundlePartStates = ['included', 'owned', 'unavailable'] as const
export type BundlePartState = (typeof bundlePartStates)[number]

export interface PricedPart {
  state: BundlePartState
  /** Net price of the part sold by itself. */
  netMinor: number
}

export interface PartShare {
  netMinor: number
  taxMinor: number
}

/**
 * Shares the net price of a bundle over its parts in proportion to their own prices; equal shares where all are free.
 * The shares add up to the price to the cent: what rounding leaves goes to the largest remainders, the first of equal
 * ones.
 */
export function shareBundle(netMinor: number, parts: readonly Pick<PricedPart, 'netMinor'>[]): number[] {
  const sum = parts.reduce((all, part) => all + part.netMinor, 0)
  const weights = sum === 0 ? parts.map(() => 1) : parts.map((part) => part.netMinor)
  const whole = sum === 0 ? parts.length : sum
  const exact = weights.map((weight, index) => {
    const product = BigInt(netMinor) * BigInt(weight)
    return { index, floor: Number(product / BigInt(whole)), rest: Number(product % BigInt(whole)) }
  })
  let left = netMinor - exact.reduce((all, { floor }) => all + floor, 0)
  const shares = exact.map(({ floor }) => floor)
  for (const { index } of exact.toSorted((a, b) => b.rest - a.rest || a.index - b.index)) {
    if (left <= 0) break
    shares[index] = (shares[index] ?? 0) + 1
    left -= 1
  }
  return shares
}

/**
 * Charge of a bundle: the shares of the parts that are included. The tax is that of the sum, half up, and its parts are
 * differences of running sums, so that they add up to it.
 */
export function chargeBundle(
  price: { netMinor: number; taxBasisPoints: number },
  parts: readonly PricedPart[],
): { netMinor: number; parts: PartShare[] } {
  const shares = shareBundle(price.netMinor, parts)
  let netMinor = 0
  const charged = parts.map(({ state }, index): PartShare => {
    const share = state === 'included' ? (shares[index] ?? 0) : 0
    const taxBefore = taxOf(netMinor, price.taxBasisPoints)
    netMinor += share
    return { netMinor: share, taxMinor: taxOf(netMinor, price.taxBasisPoints) - taxBefore }
  })
  return { netMinor, parts: charged }
}
