/**
 * The same time of day so many working days later. Saturdays and Sundays do not count; holidays differ from town to
 * town and do.
 */
export function addBusinessDays(from: Date, days: number): Date {
  const date = new Date(from)
  for (let left = days; left > 0;) {
    date.setUTCDate(date.getUTCDate() + 1)
    const weekday = date.getUTCDay()
    if (weekday !== 0 && weekday !== 6) left -= 1
  }
  return date
}

/** Whole working days from one moment to a later one. */
export function businessDaysBetween(from: Date, to: Date): number {
  let days = 0
  for (let next = addBusinessDays(from, 1); next <= to; next = addBusinessDays(next, 1)) days += 1
  return days
}
