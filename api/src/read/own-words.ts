import type { Language } from '@e-events/shared/domain/language.ts'
import { DomainError } from '@e-events/shared/errors.ts'

/** SQL of a text in the reader's language, else in es, else as it was written; `row` names `channels` or `speakers`. */
const textIn = (row: string, column: string, field: string, language: string) =>
  `text_in(${row}.${column}, ${row}.language, ${row}.translations, '${field}', ${language})`

export const channelDescription = (row: string, language: string): string => textIn(row, 'short_description', 'shortDescription', language)
export const speakerText = (row: string, field: 'title' | 'bio', language: string): string => textIn(row, field, field, language)

/** The text of a language stands on the thing itself. @throws DomainError VALIDATION_FAILED where a translation is in the language it was written in */
export function assertTranslations(own: Language, translations: Partial<Record<Language, unknown>> | undefined): void {
  if (translations?.[own] === undefined) return
  const issue = { path: `body.translations.${own}`, rule: 'own_language', message: 'is the language that it was written in' }
  throw new DomainError('VALIDATION_FAILED', { issues: [issue] })
}
