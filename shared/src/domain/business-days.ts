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
