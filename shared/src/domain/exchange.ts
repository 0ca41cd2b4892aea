import { decimalsOf, perEuro, ratesAsOf } from './currencies.ts'

/**
 * How much a euro was in other money on a day, about: for orientation beside a price. Charges stay in the product's own
 * currency.
 */
export interface ExchangeRate {
  currency: string
  /** Units of the currency for one euro. */
  perEuro: number
  /** YYYY-MM-DD. */
  asOf: string
}

/** Default rates until an administrator or the central bank's daily list replaces them. */
export const firstRates: readonly ExchangeRate[] = (['USD', 'GBP', 'MXN', 'BRL', 'COP', 'CLP', 'ARS', 'PEN'] as const).map((currency) => ({
  currency,
  perEuro: perEuro[currency],
  asOf: ratesAsOf,
}))

/** Currencies in which visitors may see prices, in the order of the list. */
export const shownCurrencies: readonly string[] = ['EUR', ...firstRates.map(({ currency }) => currency)]

/**
 * Minor units of `to` and the day of the older rate that was used, or undefined where there is nothing to convert or no
 * rate for it.
 */
export function approximately(
  amount: { minor: number; currency: string },
  to: string,
  rates: readonly ExchangeRate[],
): { minor: number; asOf: string } | undefined {
  if (amount.currency === to) return undefined
  const [from, into] = [amount.currency, to].map((code) => (code === 'EUR' ? one : rates.find(({ currency }) => currency === code)))
  if (!from || !into) return undefined
  const euros = amount.minor / 10 ** decimalsOf(amount.currency) / from.perEuro
  const asOf = [from.asOf, into.asOf].filter((day) => day !== '').toSorted()[0] ?? ''
  return { minor: Math.round(euros * into.perEuro * 10 ** decimalsOf(to)), asOf }
}

const one: ExchangeRate = { currency: 'EUR', perEuro: 1, asOf: '' }
