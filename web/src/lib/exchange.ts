/** How much a euro is in other money, about: for orientation beside a price. What is charged stays in the product's own currency. */
export const euroRates = {
  asOf: '2025-11-14',
  perEuro: { EUR: 1, USD: 1.16, GBP: 0.88, MXN: 21.3, BRL: 6.15, COP: 4360, CLP: 1080, ARS: 1640, PEN: 3.92 },
} as const

export const currencies = Object.keys(euroRates.perEuro) as (keyof typeof euroRates.perEuro)[]
export type Currency = (typeof currencies)[number]

const isKnown = (code: string): code is Currency => Object.hasOwn(euroRates.perEuro, code)

/** Minor units of `to`, or undefined where there is nothing to convert or no rate for it. */
export function approximately(amount: { minor: number; currency: string }, to: string): number | undefined {
  if (amount.currency === to || !isKnown(amount.currency) || !isKnown(to)) return undefined
  const decimals = (code: string) =>
    new Intl.NumberFormat('en', { style: 'currency', currency: code }).resolvedOptions().maximumFractionDigits ?? 2
  const euros = amount.minor / 10 ** decimals(amount.currency) / euroRates.perEuro[amount.currency]
  return Math.round(euros * euroRates.perEuro[to] * 10 ** decimals(to))
}
