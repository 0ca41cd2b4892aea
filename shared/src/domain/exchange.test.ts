import { describe, expect, it } from 'vitest'
import { approximately, firstRates, shownCurrencies } from './exchange.ts'

const rates = [
  { currency: 'USD', perEuro: 1.25, asOf: '2026-11-20' },
  { currency: 'GBP', perEuro: 0.8, asOf: '2026-11-18' },
  { currency: 'CLP', perEuro: 1000, asOf: '2026-11-19' },
]

describe('approximate prices', () => {
  it('are nothing for the same currency and for one without a rate', () => {
    expect(approximately({ minor: 1_000, currency: 'EUR' }, 'EUR', rates)).toBeUndefined()
    expect(approximately({ minor: 1_000, currency: 'EUR' }, 'JPY', rates)).toBeUndefined()
    expect(approximately({ minor: 1_000, currency: 'JPY' }, 'USD', rates)).toBeUndefined()
  })

  it('are converted over the euro, with the decimals of each currency', () => {
    expect(approximately({ minor: 1_000, currency: 'EUR' }, 'USD', rates)).toEqual({ minor: 1_250, asOf: '2026-11-20' })
    // Ten pounds are 12.50 euros; Chilean pesos have no cents.
    expect(approximately({ minor: 1_000, currency: 'GBP' }, 'CLP', rates)).toEqual({ minor: 12_500, asOf: '2026-11-18' })
  })

  it('can be shown in every currency that may be chosen', () => {
    for (const currency of shownCurrencies.filter((code) => code !== 'EUR'))
      expect(approximately({ minor: 1_000, currency: 'EUR' }, currency, firstRates)?.minor).toBeGreaterThan(0)
  })
})
