/** Each language in its own words: who cannot read the page finds it all the same. */
export const languageNames = { es: 'Español', en: 'English', pt: 'Português' } as const
