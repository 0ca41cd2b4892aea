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

/**
 * Another language becomes the original. Where the form has a text in it, that text changes places with the original;
 * where it has none, the original's words count as written in it. So no text is lost.
 */
export function withOriginal<Texts extends Record<string, string>>(
  { language: from, texts, translations }: Written<{ [Name in keyof Texts]?: string | undefined }> & { texts: Texts },
  to: Language,
  empty: Texts,
): { texts: Texts; translations: Partial<Record<Language, Texts>> } {
  const { [to]: translated = empty, ...others } = translations
  const isTranslated = Object.values(translated).some(Boolean)
  return {
    texts: isTranslated ? { ...empty, ...translated } : texts,
    translations: translationsOf({ language: to, translations: { ...others, ...(isTranslated && { [from]: texts }) } }, empty),
  }
}
