import { expect, it } from 'vitest'
import { grossOf, netOf, taxOf } from './money.ts'
import { breakDownLines } from './pricing.ts'

const euros = (minor: number) => ({ minor, currency: 'EUR' })

it('a gross price divided by 1.1 is its net price at 10 % [SHOP-024]', () => {
  expect([netOf(1_100, 1_000), taxOf(1_000, 1_000)]).toEqual([1_000, 100])
  expect([netOf(1_000, 1_000), taxOf(909, 1_000)]).toEqual([909, 91])
  // Half a cent goes up.
  expect([taxOf(5, 1_000), taxOf(4, 1_000), taxOf(15, 1_000)]).toEqual([1, 0, 2])
})

it('a total is net and its tax in whole cents, and sums stay whole [SHOP-025]', () => {
  expect(grossOf(euros(1_000), 2_100)).toEqual({ net: euros(1_000), tax: euros(210), gross: euros(1_210) })
  expect(grossOf(euros(999), 2_100).gross).toEqual(euros(1_209))
  const line = (netMinor: number) =>
    ({ kind: 'access', quantity: 1, netMinor, currency: 'EUR', taxBasisPoints: 0, ticketFeePayer: 'organizer' }) as const
  expect(breakDownLines([line(10), line(20)]).totalMinor).toBe(30)
})
