import type { Language } from '@e-events/shared/domain/language.ts'

/** The offer of a language in its own words: who needs it may not read the language that the page is in. */
export const languageOffers: Record<Language, { text: string; accept: string; decline: string }> = {
  es: { text: 'e-events también está en español.', accept: 'Ver en español', decline: 'Ahora no' },
  en: { text: 'e-events is also available in English.', accept: 'Switch to English', decline: 'Not now' },
  pt: { text: 'A e-events também está em português.', accept: 'Ver em português', decline: 'Agora não' },
}
