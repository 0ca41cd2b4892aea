import { describe, expect, it } from 'vitest'
import { eventTimeZone, toInstant, toWallTime } from './session-time.ts'

const utc = (moment: string, zone: string = eventTimeZone) => toInstant(moment, zone)?.toISOString()

describe('times of sessions', () => {
  it('are typed in Central European time and kept in UTC, winter and summer [CAT-042]', () => {
    expect(utc('2025-01-10T20:00')).toBe('2025-01-10T19:00:00.000Z')
    expect(utc('2025-07-10T20:00')).toBe('2025-07-10T18:00:00.000Z')
  })

  it('a time that summer time skips does not exist; one that comes twice is the first of them [CAT-042]', () => {
    // Clocks go from 02:00 to 03:00 on 29 March 2026 and from 03:00 back to 02:00 on 25 October 2026.
    expect(utc('2026-03-29T01:59')).toBe('2026-03-29T00:59:00.000Z')
    expect(utc('2026-03-29T02:00')).toBeUndefined()
    expect(utc('2026-03-29T02:59')).toBeUndefined()
    expect(utc('2026-03-29T03:00')).toBe('2026-03-29T01:00:00.000Z')
    expect(utc('2026-10-25T01:59')).toBe('2026-10-24T23:59:00.000Z')
    expect(utc('2026-10-25T02:30')).toBe('2026-10-25T00:30:00.000Z')
    expect(utc('2026-10-25T03:00')).toBe('2026-10-25T02:00:00.000Z')
  })

  it('an instant with its offset stays what it is, and other zones count as they do', () => {
    expect(utc('2025-07-10T20:00:00Z')).toBe('2025-07-10T20:00:00.000Z')
    expect(utc('2025-07-10T20:00:00+05:30')).toBe('2025-07-10T14:30:00.000Z')
    expect(utc('2025-07-10T20:00', 'America/Bogota')).toBe('2025-07-11T01:00:00.000Z')
    expect(utc('2025-07-10T20:00', 'Pacific/Kiritimati')).toBe('2025-07-10T06:00:00.000Z')
  })

  it('come back as they were typed', () => {
    for (const moment of ['2025-01-10T20:00', '2025-07-10T20:00', '2026-10-25T02:30', '2026-12-31T23:59'])
      expect(toWallTime(toInstant(moment, eventTimeZone)!, eventTimeZone)).toBe(moment)
  })
})
