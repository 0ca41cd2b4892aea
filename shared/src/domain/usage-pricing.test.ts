import { describe, expect, it } from 'vitest'
import {
  extraHours,
  liveHoursPrice,
  prepaidPriceMinor,
  privateAccessPrice,
  privateHoursPrice,
  recordingPrice,
  testRoomPrice,
} from './usage-pricing.ts'

describe('hours of a live', () => {
  it.each([
    [0, 0, 0],
    [90, 0, 0],
    [91, 1, 45],
    [150, 1, 45],
    [151, 2, 90],
    // Half a minute is one that has begun.
    [90.5, 1, 45],
  ])('%d minutes with one ticket are %i extra hours for %i cents [SHOP-030]', (minutes, hours, amountMinor) => {
    expect(liveHoursPrice({ minutes, tickets: 1 })).toMatchObject({ hours, amountMinor })
  })

  it('are charged per ticket and started hour: 2:00 with 100 tickets cost 45.00 [SHOP-032]', () => {
    expect(liveHoursPrice({ minutes: 120, tickets: 100 })).toEqual({ hours: 1, quantity: 100, unitMinor: 45, amountMinor: 4_500 })
    expect(liveHoursPrice({ minutes: 120, tickets: 0 }).amountMinor).toBe(0)
  })
})

describe('a private product', () => {
  it.each([
    [120, 19_500],
    [180, 22_400],
    [121, 22_400],
    [181, 25_300],
  ])('of %i minutes with 100 accesses costs %i cents [SHOP-031] [SHOP-065]', (minutes, amountMinor) => {
    expect(privateAccessPrice(100).amountMinor + privateHoursPrice({ minutes, accesses: 100 }).amountMinor).toBe(amountMinor)
  })
})

describe('a test room', () => {
  it.each([
    [60, true, 0],
    [60, false, 500],
    [90, true, 500],
    [120, false, 1_000],
    [121, false, 1_500],
    [0, false, 0],
  ])('of %i minutes, live scheduled: %s, costs %i cents [LIVE-015] [LIVE-025]', (minutes, hasLive, amountMinor) => {
    expect(testRoomPrice({ minutes, hasLive }).amountMinor).toBe(amountMinor)
  })
})

it('a recording costs 49.00, and nothing as VOD', () => {
  expect([recordingPrice({ isVod: false }).amountMinor, recordingPrice({ isVod: true }).amountMinor]).toEqual([4_900, 0])
})

it('prepaid hours have a price only where the site sets one', () => {
  expect(prepaidPriceMinor(10, 390)).toBe(3_900)
  expect(prepaidPriceMinor(10, null)).toBeNull()
})

it('hours never fall below none', () => {
  expect(extraHours(1, 90)).toBe(0)
})
