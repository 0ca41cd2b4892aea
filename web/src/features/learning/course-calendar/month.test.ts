import { describe, expect, it } from 'vitest'
import { dayIn, daysLater, monthsLater, sameDayIn, weekday, weeksOf } from './month.ts'

describe('a month', () => {
  it('is whole weeks from Monday on, with the days of its neighbours', () => {
    const weeks = weeksOf('2027-03')
    expect(weeks.map(([monday]) => monday)).toEqual(['2027-03-01', '2027-03-08', '2027-03-15', '2027-03-22', '2027-03-29'])
    expect(weeks.at(-1)?.at(-1)).toBe('2027-04-04')
    // A February of four whole weeks, and a month that begins on a Sunday.
    expect(weeksOf('2027-02')).toHaveLength(4)
    expect(weeksOf('2026-11').map(([monday]) => monday)).toEqual([
      '2026-10-26',
      '2026-11-02',
      '2026-11-09',
      '2026-11-16',
      '2026-11-23',
      '2026-11-30',
    ])
    expect(weekday('2026-11-01')).toBe(6)
  })

  it('has neighbours over the end of a year, and days that shorter ones lack', () => {
    expect([monthsLater('2026-12', 1), monthsLater('2027-01', -1), monthsLater('2026-05', 14)]).toEqual(['2027-01', '2026-12', '2027-07'])
    expect(daysLater('2028-02-28', 1)).toBe('2028-02-29')
    expect(sameDayIn('2027-02', '2027-01-31')).toBe('2027-02-28')
    expect(sameDayIn('2027-04', '2027-03-12')).toBe('2027-04-12')
  })

  it('takes the day of a moment from the zone of the reader', () => {
    expect(dayIn('2027-03-31T23:30:00.000Z', 'Europe/Madrid')).toBe('2027-04-01')
    expect(dayIn('2027-03-31T23:30:00.000Z', 'America/Mexico_City')).toBe('2027-03-31')
  })
})
