import type { Language } from '@e-events/shared/domain/language.ts'
import { defaultLanguage, languages } from '@e-events/shared/domain/language.ts'
import { createInstance, type i18n } from 'i18next'
import ICU from 'i18next-icu'
import resourcesToBackend from 'i18next-resources-to-backend'
import { initReactI18next } from 'react-i18next'
import { storedLanguage, storeLanguage, toLanguage } from '../lib/language.ts'
import { pseudoProcessor, wantsPseudo } from './pseudo.ts'

/** Every namespace of every language is a chunk of its own: a page fetches its words in one language only. */
const files = import.meta.glob<Record<string, unknown>>(['../features/*/*/locales/*.json', './locales/*.json'], { import: 'default' })

/** The folder of each feature's texts, by the feature's name (`../features/<domain>/<feature>/locales`). */
const folders = new Map(Object.keys(files).map((file) => [file.split('/').at(-3), file.slice(0, file.lastIndexOf('/'))]))

/** Namespaces are named after their feature; the shell's own is `common`. */
function load(language: string, namespace: string): Promise<Record<string, unknown>> {
  const read = files[namespace === 'common' ? `./locales/${language}.json` : `${folders.get(namespace)}/${language}.json`]
  return read ? read() : Promise.reject(new Error(`no words for ${namespace} in ${language}`))
}

/**
 * @param wanted the language to start with; by default the stored choice, else Spanish
 * @param isPseudo every text accented, longer and in brackets, to find what is hard-coded or cut off
 */
export async function createI18n(wanted: Language = storedLanguage(), isPseudo: boolean = wantsPseudo()): Promise<i18n> {
  const instance = createInstance()
  instance.on('languageChanged', (language) => (document.documentElement.lang = language))
  await instance
    .use(ICU)
    .use(resourcesToBackend(load))
    .use(initReactI18next)
    .use(pseudoProcessor)
    .init({
      lng: wanted,
      fallbackLng: defaultLanguage,
      supportedLngs: [...languages],
      load: 'currentOnly',
      ns: ['common'],
      defaultNS: 'common',
      partialBundledLanguages: true,
      interpolation: { escapeValue: false },
      returnNull: false,
      ...(isPseudo ? { postProcess: ['pseudo'] } : {}),
    })
  return instance
}

/** The user's own choice: remembered on this device. */
export async function chooseLanguage(instance: i18n, language: Language): Promise<void> {
  storeLanguage(language)
  if (toLanguage(instance.language) !== language) await instance.changeLanguage(language)
}
