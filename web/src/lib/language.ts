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

/**
 * A first visit is in the default language, afterwards the stored choice wins; a link may ask for one (`?lang=`, as
 * search engines list pages).
 */
export function storedLanguage(): Language {
  const asked = languageSchema.safeParse(new URLSearchParams(location.search).get('lang'))
  if (asked.success) return asked.data
  try {
    return toLanguage(localStorage.getItem(languageStorageKey))
  } catch {
    return defaultLanguage
  }
}

/** Whether somebody chose a language on this device, or the address asks for one. */
export function hasChosenLanguage(): boolean {
  if (new URLSearchParams(location.search).has('lang')) return true
  try {
    return localStorage.getItem(languageStorageKey) !== null
  } catch {
    // Where nothing can be kept, an offer would come back with every page.
    return true
  }
}

/** The first of the browser's languages that is one of ours. */
export function browserLanguage(): Language | undefined {
  return navigator.languages.map((tag) => languageSchema.safeParse(tag.slice(0, 2).toLowerCase()).data).find((known) => known !== undefined)
}

export function storeLanguage(language: Language): void {
  try {
    localStorage.setItem(languageStorageKey, language)
  } catch {
    // The choice then lasts as long as the page.
  }
}
