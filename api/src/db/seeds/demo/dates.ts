import { DateTime } from 'luxon'
import type { DemoDate, DemoRepeats } from './content.ts'

const zone = 'Europe/Madrid'
/** A show of the demo's broadcaster and a little more. */
const liveMinutes = 32

export interface SessionDates {
  startsAt: Date
  endsAt: Date
}

/** The dates of an event as seen from today: the demo's calendar moves with the calendar on the wall. */
export function datesFrom(now: Date, dates: readonly DemoDate[]): SessionDates[] {
  const today = DateTime.fromJSDate(now, { zone }).startOf('day')
  return dates.map(({ day, at, minutes }) => {
    const [hour, minute] = at.split(':').map(Number)
    // Wall time of that day: `plus` before `set`, or a night with a clock change would shift the show by an hour.
    const startsAt = today.plus({ days: day }).set({ hour: hour ?? 0, minute: minute ?? 0 })
    return { startsAt: startsAt.toJSDate(), endsAt: startsAt.plus({ minutes }).toJSDate() }
  })
}

/** A first date that somebody who has just started the demo can wait for, and those after it. */
export function repeatedDates(now: Date, { everyMinutes, minutes, times }: DemoRepeats): SessionDates[] {
  const first = DateTime.fromJSDate(now, { zone }).startOf('minute').plus({ minutes: 3 })
  return Array.from({ length: times }, (_, index) => {
    const startsAt = first.plus({ minutes: index * everyMinutes })
    return { startsAt: startsAt.toJSDate(), endsAt: startsAt.plus({ minutes }).toJSDate() }
  })
}

/** The session that begins now; the broadcaster adds the ones after it. */
export function liveDates(now: Date): SessionDates {
  const startsAt = DateTime.fromJSDate(now, { zone }).startOf('minute')
  return { startsAt: startsAt.toJSDate(), endsAt: startsAt.plus({ minutes: liveMinutes }).toJSDate() }
}
