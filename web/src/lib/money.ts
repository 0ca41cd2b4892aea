import type { Language } from '@e-events/shared/domain/language.ts'
import { localeTags } from '@e-events/shared/ui/format.ts'

/** Validates a typed amount: the rule that it breaks. */
export type AmountFault = 'number' | 'decimals'

/**
 * Cents of an amount as people type it: comma or point before the cents, the other of the two or blanks between
 * thousands. A lone separator before three digits could be either, so it is refused rather than guessed. `decimals`: of
 * the currency.
 */
export function parseMinor(text: string, decimals = 2): { minor: number } | { fault: AmountFault } {
  const plain = text.trim().replaceAll(/[\s\u00A0\u202F€]/g, '')
  const parts = /^(?<whole>\d{1,9}|\d{1,3}(?:\.\d{3})+(?=,)|\d{1,3}(?:,\d{3})+(?=\.))(?:[.,](?<cents>\d+))?$/.exec(plain)?.groups
  if (!parts) return { fault: 'number' }
  const cents = parts['cents'] ?? ''
  if (cents.length > decimals) return { fault: 'decimals' }
  return { minor: Number((parts['whole'] ?? '').replaceAll(/\D/g, '')) * 10 ** decimals + Number(cents.padEnd(decimals, '0')) }
}

/** An amount as it stands in a field: the locale's own separator, all decimals, nothing between thousands. */
export function minorText(minor: number, language: Language, decimals = 2): string {
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  return (minor / 10 ** decimals).toLocaleString(localeTags[language], { ...digits, useGrouping: false })
}

/** A rate as people type it ('21', '5,5') in basis points. */
export function parseBasisPoints(text: string): number | undefined {
  const parsed = parseMinor(text.replace('%', ''))
  return 'minor' in parsed && parsed.minor <= 10_000 ? parsed.minor : undefined
}

export function basisPointsText(basisPoints: number, language: Language): string {
  return (basisPoints / 100).toLocaleString(localeTags[language], { maximumFractionDigits: 2, useGrouping: false })
}
