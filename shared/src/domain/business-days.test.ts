import { describe, expect, it } from 'vitest'
import { addBusinessDays } from './business-days.ts'

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
})
