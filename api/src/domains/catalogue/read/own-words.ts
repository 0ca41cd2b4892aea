import type { Language } from '@e-events/shared/domain/language.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import { toJson, type JsonText } from '../../../db/row.ts'

type Translations = Partial<Record<Language, unknown>>

/** SQL of a text in the reader's language, else in es, else as it was written; `row` names `channels` or `speakers`. */
const textIn = (row: string, column: string, field: string, language: string) =>
  `text_in(${row}.${column}, ${row}.language, ${row}.translations, '${field}', ${language})`

export const channelDescription = (row: string, language: string): string => textIn(row, 'short_description', 'shortDescription', language)
export const speakerText = (row: string, field: 'title' | 'bio', language: string): string => textIn(row, field, field, language)

/**
 * The text of a language stands on the thing itself.
 * @throws DomainError VALIDATION_FAILED where a translation is in the language it was written in
 */
export function assertTranslations(own: Language, translations: Translations | undefined): void {
  if (translations?.[own] === undefined) return
  const issue = { path: `body.translations.${own}`, rule: 'own_language', message: 'is the language that it was written in' }
  throw new DomainError('VALIDATION_FAILED', { issues: [issue] })
}

/**
 * Columns of another language: the words stay and count as written in it, so a stored translation into it has no place
 * any more and goes. Translations of the body are stored with the other fields.
 * @throws DomainError VALIDATION_FAILED where one of them is in the language that it is written in from now on
 */
export function toLanguageChange(
  row: { language: Language; translations: unknown },
  { language, translations }: { language?: Language | undefined; translations?: Translations | undefined },
): { language?: Language; translations?: JsonText } {
  assertTranslations(language ?? row.language, translations)
  if (language === undefined || language === row.language) return {}
  if (translations) return { language }
  const { [language]: _dropped, ...others } = row.translations as Translations
  return { language, translations: toJson(others) }
}
