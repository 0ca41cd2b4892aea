import { expect, it } from 'vitest'
import { netPriceSchema } from '../contract/catalogue/product-fields.ts'
import { currencies, currencySchema, dearestMinor, decimalsOf, defaultCurrency, perTicketMinorOf } from './currencies.ts'
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

it('have a largest price, worth 100,000 euros', () => {
  expect(dearestMinor('EUR')).toBe(10_000_000)
  expect(netPriceSchema.safeParse({ netMinor: 10_000_001, currency: 'EUR' }).success).toBe(false)
  expect(netPriceSchema.safeParse({ netMinor: 10_000_001, currency: 'IDR' }).success).toBe(true)
})
