import { describe, expect, it } from 'vitest'
import { shippingNetOf, zoneOf, type ShippingPrice } from './shipping.ts'

const zone = (fields: Partial<ShippingPrice> = {}): ShippingPrice => ({
  countries: [],
  currency: 'EUR',
  netMinor: 400,
  nextNetMinor: 150,
  taxBasisPoints: 2_100,
  freeFromMinor: null,
  ...fields,
})

describe('the zone of a country', () => {
  const spain = zone({ countries: ['ES', 'PT'] })
  const world = zone({ netMinor: 1_200 })
  const dollars = zone({ countries: ['US'], currency: 'USD' })

  it('is the one that names it, else the one of all others', () => {
    expect(zoneOf([world, spain, dollars], { country: 'PT', currency: 'EUR' })).toBe(spain)
    expect(zoneOf([world, spain, dollars], { country: 'US', currency: 'EUR' })).toBe(world)
  })

  it('is none where nothing is sent in this currency', () => {
    expect(zoneOf([spain, dollars], { country: 'US', currency: 'EUR' })).toBeUndefined()
    expect(zoneOf([spain], { country: 'ES', currency: 'USD' })).toBeUndefined()
  })
})

describe('the price of sending', () => {
  const goods = (quantity: number, fields = {}) => ({ quantity, surchargeNetMinor: 0, grossMinor: 1_210 * quantity, ...fields })

  it('counts the first piece, each further one, and the own postage of bulky ones', () => {
    expect(shippingNetOf(zone(), [])).toBe(0)
    expect(shippingNetOf(zone(), [goods(1)])).toBe(400)
    expect(shippingNetOf(zone(), [goods(2), goods(1)])).toBe(700)
    expect(shippingNetOf(zone(), [goods(2, { surchargeNetMinor: 300 })])).toBe(1_150)
  })

  it('is nothing from an amount on, to the cent', () => {
    expect(shippingNetOf(zone({ freeFromMinor: 2_420 }), [goods(2)])).toBe(0)
    expect(shippingNetOf(zone({ freeFromMinor: 2_421 }), [goods(2)])).toBe(550)
  })
})
