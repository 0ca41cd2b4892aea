import type { Language } from '../domain/language.ts'
import type { ErrorCode } from '../errors.ts'
import { errors as en } from './errors.en.ts'
import { errors as es } from './errors.es.ts'
import { errors as pt } from './errors.pt.ts'

const texts: Record<Language, Record<ErrorCode, string>> = { es, en, pt }

/** The text of a refusal in the caller's language. A code without a text does not compile. */
export function errorText(code: ErrorCode, language: Language): string {
  return texts[language][code]
}

const soldOut: Record<Language, (titles: string) => string> = {
  es: (titles) => `Agotado: ${titles}.`,
  en: (titles) => `Sold out: ${titles}.`,
  pt: (titles) => `Esgotado: ${titles}.`,
}

/** Text of a refusal because these products are not left; another reason than that stands before them. */
export function soldOutText(code: ErrorCode, language: Language, titles: readonly string[]): string {
  const named = soldOut[language](new Intl.ListFormat(language).format(titles.map((title) => `«${title}»`)))
  return code === 'SOLD_OUT' ? named : `${errorText(code, language)} ${named}`
}
