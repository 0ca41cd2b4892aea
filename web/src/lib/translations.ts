import { languages, type Language } from '@e-events/shared/domain/language.ts'

interface Written<Texts> {
  /** The language that it was written in. */
  language: Language
  translations: Partial<Record<Language, Texts>>
}

/** The texts of each other language as a form holds them: empty where nothing is translated. */
export function translationsOf<Texts extends object>(
  { language: own, translations }: Written<Texts>,
  empty: Texts,
): Partial<Record<Language, Texts>> {
  const others = languages.filter((language) => language !== own)
  return Object.fromEntries(others.map((language) => [language, translations[language] ?? empty]))
}
