import { describe, expect, it } from 'vitest'
import { addBusinessDays, businessDaysBetween } from './business-days.ts'
import { fees } from './fees.ts'

describe('working days', () => {
  it('leave weekends out, and keep the time of day', () => {
    const later = (from: string, days: number) => addBusinessDays(new Date(from), days).toISOString()
    // A Friday.
    expect(later('2026-05-01T10:30:00.000Z', 1)).toBe('2026-05-04T10:30:00.000Z')
    expect(later('2026-05-01T10:30:00.000Z', 5)).toBe('2026-05-08T10:30:00.000Z')
    expect(later('2026-05-02T10:30:00.000Z', 1)).toBe('2026-05-04T10:30:00.000Z')
    expect(later('2026-05-01T10:30:00.000Z', 20)).toBe('2026-05-29T10:30:00.000Z')
    expect(later('2026-05-01T10:30:00.000Z', 0)).toBe('2026-05-01T10:30:00.000Z')
  })

  it('are twenty until the last day of a refund: cancelled on a Friday in January, it is the Friday four weeks later [SHOP-039]', () => {
    expect(addBusinessDays(new Date('2025-01-03T12:00:00.000Z'), fees.refundBusinessDays).toISOString()).toBe('2025-01-31T12:00:00.000Z')
  })

  it('between two moments are whole ones', () => {
    const between = (from: string, to: string) => businessDaysBetween(new Date(from), new Date(to))
    expect(between('2025-01-31T12:00:00.000Z', '2025-01-31T12:00:01.000Z')).toBe(0)
    expect(between('2025-01-31T12:00:00.000Z', '2025-02-03T11:59:59.000Z')).toBe(0)
    expect(between('2025-01-31T12:00:00.000Z', '2025-02-03T12:00:00.000Z')).toBe(1)
    expect(between('2025-01-31T12:00:00.000Z', '2025-02-07T12:00:00.000Z')).toBe(5)
    expect(between('2025-02-07T12:00:00.000Z', '2025-01-31T12:00:00.000Z')).toBe(0)
  })
})
