import { z } from 'zod'

/** Integer minor units (cents) and an ISO 4217 currency. Never a float. */
export const moneySchema = z.object({ minor: z.int(), currency: z.string().regex(/^[A-Z]{3}$/) }).meta({ id: 'Money' })
export type Money = z.infer<typeof moneySchema>

/** Tax of a net amount, rounded half up on the minor unit. `rateBasisPoints`: 2100 is 21 %. */
export function taxOf(netMinor: number, rateBasisPoints: number): number {
  return Math.floor((netMinor * rateBasisPoints + 5_000) / 10_000)
}

/** Net, tax and gross of one line. The gross is the sum of its parts, never rounded by itself. */
export function grossOf(net: Money, rateBasisPoints: number): { net: Money; tax: Money; gross: Money } {
  const tax = taxOf(net.minor, rateBasisPoints)
  return {
    net,
    tax: { minor: tax, currency: net.currency },
    gross: { minor: net.minor + tax, currency: net.currency },
  }
}

/**
 * The largest net amount whose gross does not exceed this one: 'price divided by 1.1', for people who think in what the
 * buyer pays.
 */
export function netOf(grossMinor: number, rateBasisPoints: number): number {
  const guess = Math.floor((grossMinor * 10_000) / (10_000 + rateBasisPoints)) + 1
  return guess + taxOf(guess, rateBasisPoints) <= grossMinor ? guess : guess - 1
}
