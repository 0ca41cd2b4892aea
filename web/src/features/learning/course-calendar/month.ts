/** A day as 'YYYY-MM-DD', a month as 'YYYY-MM'. */
type Day = string
export type Month = string

const dayMs = 86_400_000
const at = (day: Day) => Date.parse(`${day}T00:00:00.000Z`)
const dayOf = (ms: number): Day => new Date(ms).toISOString().slice(0, 10)

/** The day of a moment in a zone. */
export function dayIn(moment: string | number, timeZone: string): Day {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).formatToParts(
    new Date(moment),
  )
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? ''
  return `${of('year')}-${of('month')}-${of('day')}`
}

export const monthOf = (day: Day): Month => day.slice(0, 7)

export const daysLater = (day: Day, days: number): Day => dayOf(at(day) + days * dayMs)

export function monthsLater(month: Month, months: number): Month {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return monthOf(new Date(Date.UTC(year, number - 1 + months, 1)).toISOString())
}

/** From 0 for Monday to 6. */
export const weekday = (day: Day): number => (new Date(at(day)).getUTCDay() + 6) % 7

/** The same day of another month, or its last one where it is shorter. */
export function sameDayIn(month: Month, day: Day): Day {
  const last = daysLater(`${monthsLater(month, 1)}-01`, -1)
  const same = `${month}-${day.slice(8)}`
  return same < last ? same : last
}

/** Weeks from Monday to Sunday that have days of a month, with the days of its neighbours. */
export function weeksOf(month: Month): Day[][] {
  const first = `${month}-01`
  const weeks: Day[][] = []
  for (let monday = daysLater(first, -weekday(first)); monday < `${monthsLater(month, 1)}-01`; monday = daysLater(monday, 7)) {
    weeks.push(Array.from({ length: 7 }, (_, index) => daysLater(monday, index)))
  }
  return weeks
}

/** Noon of a day, for words about it. */
export const noonOf = (day: Day): string => `${day}T12:00:00.000Z`
