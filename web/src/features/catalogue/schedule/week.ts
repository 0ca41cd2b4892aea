import type { ScheduleEntry } from '@e-events/shared/contract/catalogue/schedule.ts'

/** Seven days, on the clock of one zone. */
export interface Week {
  /** The first: '2031-03-03', as in the address. */
  first: string
  from: string
  to: string
  days: string[]
  previous: string
  next: string
  /** It begins today. */
  isCurrent: boolean
}

const dayMs = 86_400_000

/** The seven days from a day of the address on; from today on where there is none or it makes no sense. */
export function weekOf(day: string | null, zone: string, nowMs: number): Week {
  const today = todayIn(zone, nowMs)
  const first = day !== null && isDay(day) ? day : today
  return {
    first,
    from: new Date(midnightOf(first, zone)).toISOString(),
    to: new Date(midnightOf(plusDays(first, 7), zone)).toISOString(),
    days: Array.from({ length: 7 }, (_, index) => plusDays(first, index)),
    previous: plusDays(first, -7),
    next: plusDays(first, 7),
    isCurrent: first === today,
  }
}

/** Entries under the day on which they begin for the viewer; what began before the week stands under its first day. */
export function byDay(entries: readonly ScheduleEntry[], week: Week, zone: string): { day: string; entries: ScheduleEntry[] }[] {
  const days = new Map(week.days.map((day) => [day, [] as ScheduleEntry[]]))
  for (const entry of entries) {
    const day = todayIn(zone, Date.parse(entry.session.startsAt))
    days.get(day < week.first ? week.first : day)?.push(entry)
  }
  return [...days].flatMap(([day, list]) => (list.length > 0 ? [{ day, entries: list }] : []))
}

/** A moment that lies on this day on the clock of the zone. */
export const noonOf = (day: string, zone: string): number => midnightOf(day, zone) + dayMs / 2

/** The day of a moment in a zone: '2031-03-03'. */
export function todayIn(zone: string, atMs: number): string {
  return new Date(atMs + offsetMs(zone, atMs)).toISOString().slice(0, 10)
}

/**
 * When a day begins. Its clock may stand elsewhere at midnight than it would by Greenwich's, so the first guess is
 * looked at again.
 */
function midnightOf(day: string, zone: string): number {
  const wall = Date.parse(`${day}T00:00:00Z`)
  const guess = wall - offsetMs(zone, wall)
  return wall - offsetMs(zone, guess)
}

/** How far a zone's clock is ahead of Greenwich at a moment. */
function offsetMs(zone: string, atMs: number): number {
  const parts = Object.fromEntries(
    clockOf(zone)
      .formatToParts(atMs)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(atMs / 1000) * 1000
}

const clocks = new Map<string, Intl.DateTimeFormat>()
function clockOf(zone: string): Intl.DateTimeFormat {
  const two = '2-digit'
  const made =
    clocks.get(zone) ??
    new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: two,
      day: two,
      hour: two,
      minute: two,
      second: two,
    })
  clocks.set(zone, made)
  return made
}

const plusDays = (day: string, count: number) => new Date(Date.parse(`${day}T00:00:00Z`) + count * dayMs).toISOString().slice(0, 10)

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < '1990' || text > '2100') return false
  const moment = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(text)
}
