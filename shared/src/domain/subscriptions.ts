/** Times of renewals, in milliseconds. */
export const renewal = {
  /** A period is paid this long before the one before it ends. */
  leadMs: 3_600_000,
  /** A payment that was refused is tried again this long after each attempt: three times in a week. */
  retriesMs: [1, 2, 4].map((days) => days * 86_400_000),
  /** Access goes on while it is tried again. */
  graceMs: 7 * 86_400_000,
  /** A higher price counts from the first period of which its subscriber knew it this long before. */
  priceNoticeMs: 7 * 86_400_000,
} as const

export type SubscriptionPeriod = 'monthly' | 'annual'

/** Day of the month on which the periods of a subscription end. */
export const anchorDayOf = (start: Date): number => start.getUTCDate()

/** End of the period that begins at `from`: the same day of the month, or its last one where it is shorter. */
export function periodEnd(from: Date, period: SubscriptionPeriod, anchorDay: number = anchorDayOf(from)): Date {
  const end = new Date(from)
  end.setUTCDate(1)
  end.setUTCMonth(end.getUTCMonth() + (period === 'monthly' ? 1 : 12))
  const daysOfMonth = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate()
  end.setUTCDate(Math.min(anchorDay, daysOfMonth))
  return end
}
