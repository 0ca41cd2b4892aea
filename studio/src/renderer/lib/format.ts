import { localeTags, type Locale } from '@e-events/shared/ui/format.ts'

/** 00:42:17; a wait counts down with a minus in front. */
export function airClock(seconds: number): string {
  const whole = Math.floor(Math.abs(seconds))
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60].map((part) => String(part).padStart(2, '0'))
  return `${seconds < 0 ? '−' : ''}${parts.join(':')}`
}

/** Bits per second as Mb/s with one decimal. */
export function megabits(bps: number, locale: Locale): string {
  return `${decimal(bps / 1_000_000, locale)} Mb/s`
}

export function decimal(value: number, locale: Locale, digits = 1): string {
  return new Intl.NumberFormat(localeTags[locale], { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value)
}

/** −14 dB, +3 dB; silence is −∞. */
export function decibels(db: number, locale: Locale): string {
  if (db <= -60) return '−∞'
  const rounded = Math.round(db)
  const sign = rounded > 0 ? '+' : rounded < 0 ? '−' : ''
  return `${sign}${new Intl.NumberFormat(localeTags[locale]).format(Math.abs(rounded))} dB`
}

export function megabytes(bytes: number, locale: Locale): string {
  return bytes >= 1e9 ? `${decimal(bytes / 1e9, locale)} GB` : `${decimal(bytes / 1e6, locale)} MB`
}
