import { describe, expect, it } from 'vitest'
import { euCountries } from './tax.ts'
import { readVatId } from './vat-id.ts'

/** Numbers whose check holds, as the countries publish them or their companies print them. */
const known = {
  AT: 'ATU13585627',
  BE: 'BE0428759497',
  BG: 'BG175074752',
  CY: 'CY10259033P',
  CZ: 'CZ25123891',
  DE: 'DE136695976',
  DK: 'DK13585628',
  EE: 'EE100931558',
  ES: 'ESA58818501',
  FI: 'FI20774740',
  FR: 'FR40303265045',
  GR: 'EL094259216',
  HR: 'HR33392005961',
  HU: 'HU12892312',
  IE: 'IE6433435F',
  IT: 'IT00743110157',
  LT: 'LT119511515',
  LU: 'LU15027442',
  LV: 'LV40003521600',
  MT: 'MT11679112',
  NL: 'NL004495445B01',
  PL: 'PL8567346215',
  PT: 'PT501964843',
  RO: 'RO18547290',
  SE: 'SE556188840401',
  SI: 'SI50223054',
  SK: 'SK2022749619',
} as const satisfies Record<(typeof euCountries)[number], string>
/** Countries whose check digits this code knows. */
const checked = Object.keys(known).filter((country) => !['BG', 'CY', 'CZ', 'LT', 'LV'].includes(country)) as (keyof typeof known)[]

describe('VAT ids', () => {
  it.each(euCountries)('of %s are known with prefix, without it, and with blanks', (country) => {
    const id = known[country]
    const read = readVatId(id, country)
    expect(read).toEqual({ prefix: id.slice(0, 2), number: id.slice(2) })
    expect(readVatId(id.slice(2), country)).toEqual(read)
    expect(readVatId(` ${id.slice(0, 4)} ${id.slice(4).toLowerCase()} `, country)).toEqual(read)
  })

  it.each(checked)('of %s: no other single digit in the place of one passes', (country) => {
    const id = known[country]
    const passed: string[] = []
    for (let at = 2; at < id.length; at++) {
      if (!/\d/.test(id[at] ?? '')) continue
      for (const digit of '0123456789') {
        const other = id.slice(0, at) + digit + id.slice(at + 1)
        if (other !== id && readVatId(other, country)) passed.push(other)
      }
    }
    // The branch of a Dutch id is no part of the check of companies, and in Romania the rests 0 and 10 share a digit.
    const leaks: Partial<Record<keyof typeof known, number>> = { NL: 19, RO: 8 }
    expect(passed.length).toBeLessThanOrEqual(leaks[country] ?? 0)
  })

  it.each([
    ['DE', 'DE136695977', 'a wrong check digit'],
    ['DE', '27/123/45678', 'a tax number of the country that is no VAT id'],
    ['ES', '12345678A', 'a wrong letter'],
    ['FR', 'FR41303265045', 'a wrong key'],
    ['NL', 'NL004495446B01', 'a wrong check digit'],
    ['NL', '004495445', 'no branch'],
    ['IT', 'IT00743110158', 'a wrong check digit'],
    ['PT', 'ES501964843', 'the prefix of another country'],
    ['US', '12-3456789', 'a country without VAT ids'],
    ['ES', '', 'nothing'],
    [null, 'ESA58818501', 'no country'],
    ['ES', null, 'no id'],
  ])('refuses %s %s: %s', (country, text) => expect(readVatId(text, country)).toBeUndefined())

  it('of people in the Netherlands are checked as a whole, French keys may have letters, and Ireland has three forms', () => {
    expect(readVatId('NL123456789B13', 'NL')).toBeDefined()
    expect(readVatId('FRK7399859412', 'FR')).toBeDefined()
    expect(readVatId('IE8D79739I', 'IE')).toBeDefined()
    expect(readVatId('IE3628739UA', 'IE')).toBeDefined()
  })

  it('of the United Kingdom: Northern Ireland says so by its prefix', () => {
    expect(readVatId('GB980780684', 'GB')).toEqual({ prefix: 'GB', number: '980780684' })
    expect(readVatId('XI980780684', 'GB')).toEqual({ prefix: 'XI', number: '980780684' })
    expect(readVatId('GB980780683', 'GB')).toBeUndefined()
  })
})
