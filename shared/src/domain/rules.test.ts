import { describe, expect, it } from 'vitest'
import { pickResolution, rungs, rungsFor } from './ladder.ts'
import { defaultLanguage, languages, negotiateLanguage } from './language.ts'
import { grossOf, netOf, taxOf } from './money.ts'

describe('rungs', () => {
  const names = (shortSidePx: number) => rungsFor(shortSidePx).map((rung) => rung.name)
  it('makes what fits under the source and never scales up [LIM-027]', () => {
    expect(names(1080)).toEqual(['1080p', '720p', '540p', '360p'])
    expect(names(2160)).toEqual(['1080p', '720p', '540p', '360p'])
    expect(names(1079)).toEqual(['720p', '540p', '360p'])
    expect(names(720)).toEqual(['720p', '540p', '360p'])
    expect(names(360)).toEqual(['360p'])
    expect(names(240)).toEqual(['360p'])
  })
  it('gives 1080p at least 5 Mb/s and 720p less than 3 [LIM-025] [LIM-026]', () => {
    const rateOf = (name: string) => rungs.find((rung) => rung.name === name)?.videoBps
    expect(rateOf('1080p')).toBeGreaterThanOrEqual(5_000_000)
    expect(rateOf('720p')).toBeLessThan(3_000_000)
    expect(rateOf('720p')).toBeGreaterThan(0)
  })
  it('sends 1080p from 5 Mb/s of uplink on and 720p below, between 3 and 5, too [LIVE-010] [LIVE-024]', () => {
    const picked = (mbps: number) => pickResolution(mbps * 1_000_000)
    expect([2, 2.9, 3, 4.9, 5, 12].map(picked)).toEqual(['720p', '720p', '720p', '720p', '1080p', '1080p'])
    const rateOf = (name: string) => (rungs.find((rung) => rung.name === name)?.videoBps ?? 0) / 1_000_000
    expect(rateOf('1080p')).toBeGreaterThanOrEqual(5)
    expect(rateOf('720p')).toBeLessThan(3)
  })
})

describe('language', () => {
  it('is one of three, Spanish where nobody says [LIM-021]', () => {
    expect([...languages]).toEqual(['es', 'en', 'pt'])
    expect(defaultLanguage).toBe('es')
    expect(negotiateLanguage(null)).toBe('es')
  })

  it.each([
    [undefined, 'es'],
    ['', 'es'],
    ['de-DE,fr;q=0.9', 'es'],
    ['pt-BR,en;q=0.8', 'pt'],
    ['de,en-US;q=0.7,es;q=0.3', 'en'],
    ['en;q=0.2,pt;q=0.9', 'pt'],
    ['en;q=0,pt;q=0.1', 'pt'],
  ])('%s → %s', (header, expected) => {
    expect(negotiateLanguage(header)).toBe(expected)
  })
})

describe('money', () => {
  it('rounds tax half up on the minor unit', () => {
    expect(taxOf(1_000, 2_100)).toBe(210)
    expect(taxOf(50, 2_100)).toBe(11)
    expect(taxOf(5, 1_000)).toBe(1)
    expect(taxOf(4, 1_000)).toBe(0)
    expect(taxOf(0, 2_100)).toBe(0)
  })
  it('makes the gross of its parts', () => {
    expect(grossOf({ minor: 992, currency: 'EUR' }, 2_100)).toEqual({
      net: { minor: 992, currency: 'EUR' },
      tax: { minor: 208, currency: 'EUR' },
      gross: { minor: 1_200, currency: 'EUR' },
    })
  })
})

describe('the net of a price that somebody has in mind', () => {
  it('is the price divided by 1.1 at ten percent [LIM-013]', () => {
    expect(netOf(1_100, 1_000)).toBe(1_000)
  })

  it.each([0, 400, 550, 1_000, 2_100, 10_000])('never costs more than that price, and at most a cent or two less, at %d', (rate) => {
    for (let gross = 0; gross < 2_000; gross++) {
      const net = netOf(gross, rate)
      expect(net + taxOf(net, rate)).toBeLessThanOrEqual(gross)
      expect(net + 1 + taxOf(net + 1, rate)).toBeGreaterThan(gross)
    }
  })
})
