import { expect, it } from 'vitest'
import { netPriceSchema } from '../contract/catalogue/product-fields.ts'
import { currencies, currencySchema, dearestMinor, decimalsOf, defaultCurrency, perEuro, perTicketMinorOf } from './currencies.ts'
import { approximately } from './exchange.ts'
import { fees } from './fees.ts'
import { breakDownOrder } from './pricing.ts'

it('are more than 130 codes of ISO 4217, each once, that browsers know by name [SHOP-040]', () => {
  expect(currencies.length).toBeGreaterThan(130)
  expect(new Set(currencies).size).toBe(currencies.length)
  const names = new Intl.DisplayNames('en', { type: 'currency', fallback: 'none' })
  // The newest two stand in the list before browsers know them.
  expect(currencies.filter((code) => names.of(code) === undefined && code !== 'XCG' && code !== 'ZWG')).toEqual([])
})

it.each([
  ['JPY', 0],
  ['EUR', 2],
  ['KWD', 3],
  ['CLP', 0],
  // Browsers show these without decimals; ISO 4217 gives them some.
  ['IQD', 3],
  ['LBP', 2],
  ['ALL', 2],
])('%s has %i decimals [SHOP-040]', (code, decimals) => expect(decimalsOf(code)).toBe(decimals))

it('are the euro where none is named, and an unknown code is refused [SHOP-040]', () => {
  expect([defaultCurrency, netPriceSchema.parse({ netMinor: 1_000 }).currency]).toEqual(['EUR', 'EUR'])
  for (const code of ['XYZ', 'eur', 'XAU', 'XXX', 'EURO', '']) expect(currencySchema.safeParse(code).success).toBe(false)
  expect(netPriceSchema.safeParse({ netMinor: 1_000, currency: 'XYZ' }).success).toBe(false)
})

it('bear a fixed amount per ticket of their own, worth about the same, and 9 % of any price', () => {
  expect(perTicketMinorOf('EUR')).toBe(fees.perTicketMinor)
  const of = (currency: string, netMinor: number) =>
    breakDownOrder({ netMinor, currency, taxBasisPoints: 2_100, ticketFeePayer: 'organizer' })
  expect(of('JPY', 1_800)).toMatchObject({ percentFeeMinor: 162, ticketFeeMinor: 81, organizerMinor: 1_557, taxMinor: 378 })
  expect(of('KWD', 3_600)).toMatchObject({ percentFeeMinor: 324, ticketFeeMinor: 160, organizerMinor: 3_116, totalMinor: 4_356 })
})

it('have the rates of fixed money, and an amount per ticket that is worth 0.45 euro within 5 %', () => {
  const pegs: [keyof typeof perEuro, keyof typeof perEuro, number][] = [
    ['AED', 'USD', 3.6725],
    ['SAR', 'USD', 3.75],
    ['QAR', 'USD', 3.64],
    ['BHD', 'USD', 0.376],
    ['OMR', 'USD', 0.38449],
    ['JOD', 'USD', 0.709],
    ['BBD', 'USD', 2],
    ['PAB', 'USD', 1],
    ['XCD', 'USD', 2.7],
    ['XCG', 'USD', 1.79],
    ['DJF', 'USD', 177.721],
    ['LBP', 'USD', 89_500],
    ['XAF', 'EUR', 655.957],
    ['XPF', 'EUR', 119.332],
    ['BAM', 'EUR', 1.95583],
    ['DKK', 'EUR', 7.46],
    ['NPR', 'INR', 1.6],
    ['BTN', 'INR', 1],
    ['NAD', 'ZAR', 1],
    ['BND', 'SGD', 1],
    ['GIP', 'GBP', 1],
  ]
  for (const [code, base, rate] of pegs) {
    const off = perEuro[code] / perEuro[base] / rate - 1
    expect([code, Math.abs(off) < 0.01]).toEqual([code, true])
  }
  const rates = currencies.map((currency) => ({ currency, perEuro: perEuro[currency], asOf: '2025-11-14' }))
  for (const code of currencies.filter((one) => one !== 'EUR')) {
    const worth = approximately({ minor: perTicketMinorOf(code) * 1_000, currency: code }, 'EUR', rates)?.minor ?? 0
    expect([code, worth / 1_000 > 42.75 && worth / 1_000 < 47.25]).toEqual([code, true])
  }
})

it('have a largest price, worth 100,000 euros', () => {
  expect(dearestMinor('EUR')).toBe(10_000_000)
  expect(netPriceSchema.safeParse({ netMinor: 10_000_001, currency: 'EUR' }).success).toBe(false)
  expect(netPriceSchema.safeParse({ netMinor: 10_000_001, currency: 'IDR' }).success).toBe(true)
})
