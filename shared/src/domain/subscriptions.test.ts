import { describe, expect, it } from 'vitest'
import { periodEnd } from './subscriptions.ts'

const ends = (from: string, period: 'monthly' | 'annual' = 'monthly', anchorDay?: number) =>
  periodEnd(new Date(from), period, anchorDay).toISOString()

describe('the end of a period', () => {
  it('is the same day and hour of the next month or year', () => {
    expect(ends('2026-03-15T10:30:00.000Z')).toBe('2026-04-15T10:30:00.000Z')
    expect(ends('2026-12-15T10:30:00.000Z')).toBe('2027-01-15T10:30:00.000Z')
    expect(ends('2026-03-15T10:30:00.000Z', 'annual')).toBe('2027-03-15T10:30:00.000Z')
  })

  it('is the last day of a shorter month, and comes back to its day afterwards', () => {
    expect(ends('2026-01-31T08:00:00.000Z')).toBe('2026-02-28T08:00:00.000Z')
    expect(ends('2026-02-28T08:00:00.000Z', 'monthly', 31)).toBe('2026-03-31T08:00:00.000Z')
    expect(ends('2028-02-29T08:00:00.000Z', 'annual')).toBe('2029-02-28T08:00:00.000Z')
    expect(ends('2026-04-30T08:00:00.000Z', 'monthly', 31)).toBe('2026-05-31T08:00:00.000Z')
  })
})
