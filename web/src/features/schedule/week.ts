import type { ScheduleEntry } from '@e-events/shared/contract/schedule.ts'
import { DateTime } from 'luxon'

/** Seven days from a Monday, on the clock of one zone. */
export interface Week {
  /** Its Monday: '2031-03-03', as in the address. */
  monday: string
  from: string
  to: string
  days: string[]
  previous: string
  next: string
  isCurrent: boolean
}

/** The week that a day of the address lies in; the running one where there is none or it makes no sense. */
export function weekOf(day: string | null, zone: string, nowMs: number): Week {
  const now = DateTime.fromMillis(nowMs, { zone })
  const asked = day !== null && /^\d{4}-\d{2}-\d{2}$/.test(day) ? DateTime.fromISO(day, { zone }) : now
  const start = (asked.isValid && asked.year > 1990 && asked.year < 2100 ? asked : now).startOf('week')
  const end = start.plus({ weeks: 1 })
  const isoDay = (moment: DateTime) => moment.toFormat('yyyy-MM-dd')
  return {
    monday: isoDay(start),
    from: start.toUTC().toISO() ?? '',
    to: end.toUTC().toISO() ?? '',
    days: Array.from({ length: 7 }, (_, index) => isoDay(start.plus({ days: index }))),
    previous: isoDay(start.minus({ weeks: 1 })),
    next: isoDay(end),
    isCurrent: start.hasSame(now, 'week'),
  }
}

/** Entries under the day on which they begin for the viewer; what began before the week stands under its first day. */
export function byDay(entries: readonly ScheduleEntry[], week: Week, zone: string): { day: string; entries: ScheduleEntry[] }[] {
  const days = new Map(week.days.map((day) => [day, [] as ScheduleEntry[]]))
  for (const entry of entries) {
    const day = DateTime.fromISO(entry.session.startsAt, { zone }).toFormat('yyyy-MM-dd')
    const place = days.get(day < week.monday ? week.monday : day)
    place?.push(entry)
  }
  return [...days].flatMap(([day, list]) => (list.length > 0 ? [{ day, entries: list }] : []))
}

/** Noon of a day: a moment that lies on it in every zone that could be asked. */
export const noonOf = (day: string, zone: string): number => DateTime.fromISO(day, { zone }).set({ hour: 12 }).toMillis()
export const todayIn = (zone: string, nowMs: number): string => DateTime.fromMillis(nowMs, { zone }).toFormat('yyyy-MM-dd')
