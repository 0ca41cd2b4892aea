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

/**
 * Shares an amount of a bundle over its parts in proportion to their own; equal shares where all of these are 0. The
 * shares add up to the amount to the cent: what rounding leaves goes to the largest remainders, the first of equal
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

/** Charge of a bundle, in net prices: the shares of the parts that are included, and nothing for the others. */
export function chargeBundle(netMinor: number, parts: readonly PricedPart[]): { netMinor: number; parts: number[] } {
  const shares = shareBundle(netMinor, parts)
  const charged = parts.map(({ state }, index) => (state === 'included' ? (shares[index] ?? 0) : 0))
  return { netMinor: charged.reduce((sum, share) => sum + share, 0), parts: charged }
}
