import type { Language } from '../domain/language.ts'
import type { Failure } from '../failures.ts'
import { failures as en } from './failures.en.ts'
import { failures as es } from './failures.es.ts'
import { failures as pt } from './failures.pt.ts'

const texts: Record<Language, Record<Failure, string>> = { es, en, pt }

/** Text of a screen for a failed action. */
export function failureText(failure: Failure, language: Language): string {
  return texts[language][failure]
}
