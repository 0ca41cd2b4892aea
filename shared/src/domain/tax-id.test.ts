import { describe, expect, it } from 'vitest'
import { isTaxId, normalTaxId } from './tax-id.ts'

describe('tax numbers', () => {
  it.each([
    ['ES', '12345678A'],
    ['ES', '1234567Z'],
    ['ES', 'X1234567A'],
    ['ES', 'A58818502'],
    ['ES', 'B1234567'],
    ['ES', 'P2807900A'],
    ['PT', '123456780'],
    ['PT', '023456789'],
    ['PT', '12345678'],
    ['FR', 'ab'],
    [null, 'ñandú 1'],
  ])('of %s: %s is none', (country, text) => expect(isTaxId(text, country)).toBe(false))

  it.each([
    ['ES', '12345678Z'],
    ['ES', '12.345.678-z'],
    ['ES', 'ES12345678Z'],
    ['ES', 'X1234567L'],
    ['ES', 'A58818501'],
    ['ES', 'P2807900B'],
    ['PT', '123456789'],
    ['PT', 'PT 501 442 600'],
    ['FR', 'FR 83 404 833 048'],
    [null, 'GB-123456789'],
  ])('of %s: %s is one', (country, text) => expect(isTaxId(text, country)).toBe(true))

  it('are kept without what people write between the signs', () => {
    expect(normalTaxId('b-58.818 501')).toBe('B58818501')
  })
})
