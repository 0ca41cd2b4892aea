import { DateTime } from 'luxon'
import type { DemoDate } from './content.ts'

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

/** The session that begins now; the broadcaster adds the ones after it. */
export function liveDates(now: Date): SessionDates {
  const startsAt = DateTime.fromJSDate(now, { zone }).startOf('minute')
  return { startsAt: startsAt.toJSDate(), endsAt: startsAt.plus({ minutes: liveMinutes }).toJSDate() }
}
