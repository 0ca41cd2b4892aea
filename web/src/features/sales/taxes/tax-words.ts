import type { TaxReason } from '@e-events/shared/domain/tax.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import { taxReasonText } from '@e-events/shared/locales/tax-reasons.ts'
import { localeTags } from '@e-events/shared/ui/format.ts'
import { countryName } from '../../../lib/country-name.ts'

/** 2100 as '21 %'. */
export function rateText(basisPoints: number, language: Language): string {
  return new Intl.NumberFormat(localeTags[language], { style: 'percent', maximumFractionDigits: 2 }).format(basisPoints / 10_000)
}

/** Why a rate applies, with the name of its place. */
export function reasonText(reason: TaxReason, place: string | null, language: Language): string {
  return taxReasonText(reason, language, place === null ? undefined : countryName(place, language))
}

/** '2026-Q4' as 'T4 2026'. */
export function quarterName(quarter: string, letter: string): string {
  const [year = '', number = ''] = quarter.split('-Q')
  return `${letter}${number} ${year}`
}
