import type { Language } from '@e-events/shared/domain/language.ts'

/** A size in the unit that fits it, by steps of 1024. */
export function bytes(value: number, language: Language): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const
  const step = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, value)) / 10))
  const amount = value / 1024 ** step
  const options = {
    style: 'unit',
    unit: units[step] ?? 'byte',
    unitDisplay: 'short',
    maximumFractionDigits: amount < 10 && step > 1 ? 1 : 0,
  } as const
  return new Intl.NumberFormat(language, options).format(amount)
}
