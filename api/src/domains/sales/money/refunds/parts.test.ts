import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SoldItem } from '../../orders/repository.ts'
import { paidMinor, partOf } from './parts.ts'

describe('parts of a line', () => {
  const minor = fc.integer({ min: 0, max: 50_000_000 })
  const line = fc.record({
    net: fc.integer({ min: 1, max: 50_000_000 }),
    basisPoints: fc.integer({ min: 0, max: 2_700 }),
    fee: fc.oneof(fc.constant(0), fc.constant(45), fc.constant(45 * 7)),
    support: fc.oneof(fc.constant(0), minor),
    percent: fc.integer({ min: 0, max: 900 }),
    cuts: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 }),
  })

  it('are never negative and add up to the line, however it is divided', () => {
    fc.assert(
      fc.property(line, ({ net, basisPoints, fee, support, percent, cuts }) => {
        const tax = Math.floor((net * basisPoints + 5_000) / 10_000)
        const item = {
          net_minor: net,
          tax_minor: tax,
          total_minor: net + tax,
          buyer_fee_minor: fee,
          support_minor: support,
          platform_fee_minor: Math.floor((net * percent) / 10_000),
          ticket_fee_minor: fee,
          refunded_minor: 0,
          quantity: 1,
        } as SoldItem
        const paid = paidMinor(item)
        const at = [...new Set([...cuts.map((cut) => Math.floor(cut * paid)), paid])].sort((a, b) => a - b).filter((cut) => cut > 0)
        const sums = new Map<string, number>()
        let given = 0
        for (const cut of at) {
          const part = partOf({ ...item, refunded_minor: given }, cut - given)
          for (const name of [
            'net_minor',
            'tax_minor',
            'total_minor',
            'buyer_fee_minor',
            'support_minor',
            'platform_fee_minor',
            'ticket_fee_minor',
          ] as const) {
            expect(part[name]).toBeGreaterThanOrEqual(0)
            sums.set(name, (sums.get(name) ?? 0) + part[name])
          }
          expect(part.net_minor + part.tax_minor).toBe(part.total_minor)
          expect(paidMinor(part)).toBe(cut - given)
          given = cut
        }
        for (const [name, sum] of sums) expect(sum).toBe(item[name as 'net_minor'])
      }),
      { numRuns: 2_000 },
    )
  })

  it('of more than is left are refused', () => {
    const item = {
      net_minor: 100,
      tax_minor: 0,
      total_minor: 100,
      buyer_fee_minor: 0,
      support_minor: 0,
      platform_fee_minor: 9,
      ticket_fee_minor: 45,
      refunded_minor: 60,
    } as SoldItem
    expect(() => partOf(item, 41)).toThrow('more is given back')
    expect(partOf(item, 40)).toMatchObject({ total_minor: 40 })
  })
})
