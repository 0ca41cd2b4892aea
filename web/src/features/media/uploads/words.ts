import type { Language } from '@e-events/shared/domain/language.ts'
import { bytes } from '../../../lib/bytes.ts'

export function perSecond(value: number, language: Language): string {
  return `${bytes(value, language)}/s`
}

export function percentOf(value: number, language: Language): string {
  return new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 }).format(Math.floor(value) / 100)
}

/** '40 s', '12 min', '1 h 05 min': nobody wants the seconds of an hour. */
export function timeLeft(seconds: number, language: Language): string {
  const unit = (value: number, name: 'second' | 'minute' | 'hour') =>
    new Intl.NumberFormat(language, { style: 'unit', unit: name, unitDisplay: 'short' }).format(value)
  if (seconds < 60) return unit(Math.max(1, Math.ceil(seconds)), 'second')
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 60) return unit(minutes, 'minute')
  return `${unit(Math.floor(minutes / 60), 'hour')} ${unit(minutes % 60, 'minute')}`
}

/** Whole hours or whole minutes, rounded down: what is promised must be there. */
export function wholeTime(ms: number, language: Language): string {
  const isHours = ms >= 2 * 60 * 60_000
  const value = Math.floor(ms / (isHours ? 60 * 60_000 : 60_000))
  return new Intl.NumberFormat(language, { style: 'unit', unit: isHours ? 'hour' : 'minute', unitDisplay: 'short' }).format(value)
}
