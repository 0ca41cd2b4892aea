import { defaultLanguage, languageSchema, type Language } from '@e-events/shared/domain/language.ts'
import { useTranslation } from 'react-i18next'

export const languageStorageKey = 'e-events.language'

/** The language of the page; components that use it render again when it changes. */
export function useLanguage(): Language {
  return toLanguage(useTranslation().i18n.language)
}

export function toLanguage(value: string | null | undefined): Language {
  const parsed = languageSchema.safeParse(value)
  return parsed.success ? parsed.data : defaultLanguage
}

/** A first visit is in the default language, afterwards the stored choice wins; a link may ask for one (`?lang=`, as search engines list pages). */
export function storedLanguage(): Language {
  const asked = languageSchema.safeParse(new URLSearchParams(location.search).get('lang'))
  if (asked.success) return asked.data
  try {
    return toLanguage(localStorage.getItem(languageStorageKey))
  } catch {
    return defaultLanguage
  }
}

export function storeLanguage(language: Language): void {
  try {
    localStorage.setItem(languageStorageKey, language)
  } catch {
    // The choice then lasts as long as the page.
  }
}
