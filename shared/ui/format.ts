import { decimalsOf } from '@e-events/shared/domain/currencies.ts'

export type Locale = 'es' | 'en' | 'pt'

/** The BCP 47 tag behind each language of the product: Intl needs the region for money and dates. */
export const localeTags: Record<Locale, string> = { es: 'es-ES', en: 'en-GB', pt: 'pt-PT' }

/** Session times are entered and shown as Central European. */
export const platformZone = 'Europe/Madrid'

/** Minor units in, words out; never a float in between that anybody stores. `currency` is ISO 4217. */
export function money(amountMinor: number, currency: string, locale: Locale): string {
  const decimals = decimalsOf(currency)
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  return numberFormat(localeTags[locale], { style: 'currency', currency, useGrouping: 'always', ...digits }).format(
    amountMinor / 10 ** decimals,
  )
}

/** Spanish and Portuguese leave four figures ungrouped by default; in a column they must line up with five. */
export function count(value: number, locale: Locale): string {
  return numberFormat(localeTags[locale], { useGrouping: 'always' }).format(value)
}

/** A share of 1 in whole percent. */
export function percent(share: number, locale: Locale): string {
  return new Intl.NumberFormat(localeTags[locale], { style: 'percent', maximumFractionDigits: 0 }).format(share)
}

/** A running clock: 1:02:07 or 2:07. Seconds may be fractional. */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`
}

/** A length in words: '2 h 10 min', '45 min', '30 s'. The unit symbols are the same in the three languages. */
export function duration(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  if (seconds < 60) return `${Math.max(0, Math.round(seconds))} s`
  if (minutes < 60) return `${minutes} min`
  return minutes % 60 ? `${Math.floor(minutes / 60)} h ${minutes % 60} min` : `${Math.floor(minutes / 60)} h`
}

export type DateStyle = 'day' | 'time' | 'dayTime' | 'full' | 'weekday' | 'dayNumber' | 'month' | 'monthYear'

const dateStyles: Record<DateStyle, Intl.DateTimeFormatOptions> = {
  day: { day: 'numeric', month: 'long', year: 'numeric' },
  time: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  dayTime: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  full: { weekday: 'long', day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  weekday: { weekday: 'long' },
  dayNumber: { day: '2-digit' },
  month: { month: 'short' },
  monthYear: { month: 'long', year: 'numeric' },
}

/** `at` is an ISO string or milliseconds; `timeZone` is an IANA name, the platform's when left out. */
export function date(at: string | number, style: DateStyle, locale: Locale, timeZone: string = platformZone): string {
  return dateFormat(localeTags[locale], { ...dateStyles[style], timeZone })
    .format(new Date(at))
    .replace(/\.$/, '')
}

/** Where the viewer is, by the browser. */
export function viewerZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

/**
 * The place that a zone is named after, in the reader's language where the browser knows it: 'Ciudad de México', else
 * the zone's own 'Madrid'.
 */
export function zoneCity(timeZone: string, locale?: Locale): string {
  const generic = locale === undefined ? '' : zoneName(Date.UTC(2026, 0, 1), timeZone, { locale, style: 'shortGeneric' })
  const place = /^hora de (.+)$/i.exec(generic)?.[1] ?? /^(.+) Time$/.exec(generic)?.[1]
  return place ?? (timeZone.split('/').pop() ?? timeZone).replaceAll('_', ' ')
}

/** 'CET' beside an hour that is not the reader's own; nothing where both clocks show the same. */
export function zoneMark(at: string | number, timeZone: string, { locale, viewer }: { locale: Locale; viewer: string }): string {
  const [there, here] = [timeZone, viewer].map((zone) => date(at, 'dayTime', locale, zone))
  return there === here ? '' : zoneName(at, timeZone, { locale, style: 'short' })
}

function zoneName(at: string | number, timeZone: string, { locale, style }: { locale: Locale; style: 'short' | 'shortGeneric' }): string {
  const parts = dateFormat(localeTags[locale], { timeZone, timeZoneName: style }).formatToParts(new Date(at))
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? timeZone
}

/** Constructing an Intl formatter costs more than using it, and rails format hundreds of values. */
const numberFormats = new Map<string, Intl.NumberFormat>()
const dateFormats = new Map<string, Intl.DateTimeFormat>()

function numberFormat(tag: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${tag}${JSON.stringify(options)}`
  let format = numberFormats.get(key)
  if (!format) numberFormats.set(key, (format = new Intl.NumberFormat(tag, options)))
  return format
}

function dateFormat(tag: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${tag}${JSON.stringify(options)}`
  let format = dateFormats.get(key)
  if (!format) dateFormats.set(key, (format = new Intl.DateTimeFormat(tag, options)))
  return format
}

function two(n: number): string {
  return String(n).padStart(2, '0')
}
