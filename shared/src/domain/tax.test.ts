import { describe, expect, it } from 'vitest'
import { decideTax, placeProofs, rateOn, supplyOf, taxedUnit, territoryOf, type TaxQuestion, type TaxRate } from './tax.ts'

const rate = (country: string | null, basisPoints: number, validFrom: string, productType: TaxRate['productType'] = null): TaxRate => ({
  country,
  productType,
  basisPoints,
  validFrom,
})
const question: TaxQuestion = {
  supply: 'electronic',
  productType: 'vod',
  seller: { place: 'ES', basisPoints: 2_100 },
  buyer: { place: 'EE', isBusiness: false },
  shippedTo: null,
  day: '2025-07-01',
}
const estonia = [rate('EE', 2_200, '2024-01-01'), rate('EE', 2_400, '2025-07-01'), rate(null, 0, '2021-07-01')]

describe('dated rates', () => {
  it.each([
    ['2023-12-31', 0],
    ['2024-01-01', 2_200],
    ['2025-06-30', 2_200],
    ['2025-07-01', 2_400],
    ['2030-01-01', 2_400],
  ])('on %s the rate is %i', (day, basisPoints) => {
    expect(decideTax({ ...question, day }, [...estonia].reverse()).basisPoints).toBe(basisPoints)
  })

  it('of a type come before the standard rate of the place, and no other type has them', () => {
    const rates = [...estonia, rate('EE', 900, '2025-01-01', 'podcast')]
    expect(rateOn(rates, { place: 'EE', productType: 'podcast', day: '2025-07-01' })?.basisPoints).toBe(900)
    expect(rateOn(rates, { place: 'EE', productType: 'vod', day: '2025-07-01' })?.basisPoints).toBe(2_400)
    expect(rateOn(rates, { place: 'EE', productType: 'podcast', day: '2024-12-31' })?.basisPoints).toBe(2_200)
  })
})

describe('the place', () => {
  it('that is unknown of the seller leaves the rate of the product', () => {
    expect(decideTax({ ...question, seller: { place: null, basisPoints: 1_000 } }, estonia)).toEqual({
      basisPoints: 1_000,
      reason: 'seller_unknown',
      place: null,
    })
  })

  it.each([
    ['ES', '35001', 'IC'],
    ['ES', '38.612', 'IC'],
    ['ES', '51001', 'EA'],
    ['ES', '52001', 'EA'],
    ['ES', '28013', 'ES'],
    ['ES', null, 'ES'],
    ['DE', '35037', 'DE'],
    [null, '35001', null],
  ])('of %s %s is %s', (country, postalCode, place) => expect(territoryOf(country, postalCode)).toBe(place))

  it('outside of the area of VAT bears no tax, though it belongs to Spain', () => {
    expect(decideTax({ ...question, buyer: { place: 'IC', isBusiness: false } }, estonia).reason).toBe('outside_area')
  })

  it.each([
    ['physical', 'physical', 'goods'],
    ['shipping', null, 'goods'],
    ['access', 'live', 'event'],
    ['access', 'broadcast', 'event'],
    ['access', 'meet', 'event'],
    ['access', 'vod', 'electronic'],
    ['gift', 'live', 'event'],
    ['channel_subscription', null, 'electronic'],
    ['platform_subscription', null, 'electronic'],
  ] as const)('a line %s of %s is a supply of %s', (kind, type, supply) => expect(supplyOf(kind, type)).toBe(supply))

  it('is shown by two proofs: those that agree first, and one that does not where no second agrees', () => {
    expect(placeProofs('DE', { billing_country: 'DE', account_country: 'ES', phone_prefix: 'DE' })).toEqual([
      { kind: 'billing_country', country: 'DE', agrees: true },
      { kind: 'phone_prefix', country: 'DE', agrees: true },
    ])
    expect(placeProofs('DE', { billing_country: 'DE', account_country: 'ES', browser_region: 'DE' }).map(({ kind }) => kind)).toEqual([
      'billing_country',
      'browser_region',
    ])
    expect(placeProofs('DE', { billing_country: 'DE', account_country: 'ES' })).toEqual([
      { kind: 'billing_country', country: 'DE', agrees: true },
      { kind: 'account_country', country: 'ES', agrees: false },
    ])
    expect(placeProofs('DE', { billing_country: 'DE', phone_prefix: null })).toHaveLength(1)
  })
})

describe('the price of one unit', () => {
  const price = { netMinor: 1_000, taxMinor: 210 }
  it.each([
    ['seller_country', 2_100, 1_000, 210],
    ['event_at_organizer', 2_100, 1_000, 210],
    ['electronic_service', 1_900, 1_017, 193],
    ['electronic_service', 2_700, 953, 257],
    ['distance_sale', 2_300, 984, 226],
    ['outside_area', 0, 1_210, 0],
    ['export', 0, 1_210, 0],
    ['reverse_charge', 0, 1_000, 0],
    ['intra_community_supply', 0, 1_000, 0],
    ['business_abroad', 0, 1_000, 0],
  ] as const)('by %s at %i is %i and %i', (reason, basisPoints, netMinor, taxMinor) => {
    expect(taxedUnit(price, { reason, basisPoints })).toEqual({ netMinor, taxMinor })
  })

  it('keeps the gross price to the cent, and its tax within half a cent of the rate, for 10,000 random prices', () => {
    let seed = 52
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return seed % below
    }
    for (let index = 0; index < 10_000; index++) {
      const own = { netMinor: random(500_000), taxMinor: random(100_000) }
      const basisPoints = random(10_001)
      const { netMinor, taxMinor } = taxedUnit(own, { reason: 'electronic_service', basisPoints })
      const grossMinor = own.netMinor + own.taxMinor
      expect(netMinor + taxMinor).toBe(grossMinor)
      expect(Math.abs(taxMinor - (grossMinor * basisPoints) / (10_000 + basisPoints))).toBeLessThanOrEqual(0.5)
      // The bound of the database for a line of one unit.
      expect(Math.abs(taxMinor - Math.floor((netMinor * basisPoints + 5_000) / 10_000))).toBeLessThanOrEqual(1)
    }
  })
})
