import { describe, expect, it } from 'vitest'
import { basisPointsText, minorText, parseBasisPoints, parseMinor } from './money.ts'

describe('an amount as people type it', () => {
  it.each(['', 'ab', '-1', '12,', '1.2.3', '1,2,3', '12€5x', '1234567890'])('refuses %j: only numbers are accepted', (text) => {
    expect(parseMinor(text)).toEqual({ fault: 'number' })
  })

  it.each(['12,345', '1.234', '0.001', '1.234,567'])(
    'refuses %j: at most two decimals, and nobody guesses what a lone separator means',
    (text) => {
      expect(parseMinor(text)).toEqual({ fault: 'decimals' })
    },
  )

  it.each([
    ['12', 1_200],
    ['12,5', 1_250],
    ['12.5', 1_250],
    ['0,05', 5],
    [' 9,99 € ', 999],
    ['1.234,50', 123_450],
    ['1,234.50', 123_450],
    ['1 234,50', 123_450],
    ['1.234.567,00', 123_456_700],
  ])('reads %j as %d cents', (text, minor) => {
    expect(parseMinor(text)).toEqual({ minor })
  })

  it('is written back with the separator of the language', () => {
    expect([minorText(123_450, 'es'), minorText(123_450, 'en'), minorText(5, 'pt')]).toEqual(['1234,50', '1234.50', '0,05'])
  })

  it('reads and writes rates', () => {
    expect([parseBasisPoints('21'), parseBasisPoints('5,5 %'), parseBasisPoints('101'), parseBasisPoints('x')]).toEqual([
      2_100,
      550,
      undefined,
      undefined,
    ])
    expect([basisPointsText(2_100, 'es'), basisPointsText(550, 'en')]).toEqual(['21', '5.5'])
  })
})
