import type { Language } from '@e-events/shared/domain/language.ts'
import { localeTags } from '@e-events/shared/ui/format.ts'

const names = new Map<Language, Intl.DisplayNames>()

/** 'ES' as people read it, for lists in which many are shown. */
export function countryName(code: string, language: Language): string {
  let words = names.get(language)
  if (!words) names.set(language, (words = new Intl.DisplayNames(localeTags[language], { type: 'region' })))
  return words.of(code) ?? code
}
