import { defaultLanguage, languages, negotiateLanguage, type Language } from '@e-events/shared/domain/language.ts'
import { createInstance, type i18n } from 'i18next'
import ICU from 'i18next-icu'
import resourcesToBackend from 'i18next-resources-to-backend'
import { initReactI18next, useTranslation } from 'react-i18next'

const files = import.meta.glob<Record<string, unknown>>('../locales/*.json', { import: 'default' })
/** The web keeps its choice under the same key: one origin, one language. */
const storageKey = 'e-events.language'

export async function createI18n(wanted: Language = initialLanguage()): Promise<i18n> {
  const instance = createInstance()
  instance.on('languageChanged', (language) => (document.documentElement.lang = language))
  await instance
    .use(ICU)
    .use(resourcesToBackend((language: string) => files[`../locales/${language}.json`]?.() ?? Promise.reject(new Error(`no ${language}`))))
    .use(initReactI18next)
    .init({
      lng: wanted,
      fallbackLng: defaultLanguage,
      supportedLngs: [...languages],
      load: 'currentOnly',
      ns: ['studio'],
      defaultNS: 'studio',
      partialBundledLanguages: true,
      interpolation: { escapeValue: false },
      returnNull: false,
    })
  return instance
}

export async function chooseLanguage(instance: i18n, language: Language): Promise<void> {
  try {
    localStorage.setItem(storageKey, language)
  } catch {
    // Not remembered, but shown.
  }
  await instance.changeLanguage(language)
}

/** The language of the screens, as the formatters and the api want it. */
export function useLanguage(): Language {
  return toLanguage(useTranslation().i18n.language)
}

export function toLanguage(tag: string): Language {
  return languages.find((language) => language === tag) ?? defaultLanguage
}

/** The stored choice, else what the system speaks, else Spanish. */
function initialLanguage(): Language {
  try {
    const stored = languages.find((language) => language === localStorage.getItem(storageKey))
    if (stored) return stored
  } catch {
    // Storage refused: the system decides.
  }
  return negotiateLanguage(navigator.languages.join(','))
}
