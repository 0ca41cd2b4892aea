import type { Language } from '@e-events/shared/domain/language.ts'

export interface Film {
  video: string
  poster: string
  captions: string
}

/** Filmed by `node tests/films/film-csv-guide.ts` and committed. */
// 'no-inline': the page's policy lets a player load captions from files, not from data addresses.
export const csvFilms: Readonly<Record<Language, Film>> = {
  es: {
    video: new URL('../../../../films/help/csv-es.mp4', import.meta.url).href,
    poster: new URL('../../../../films/help/csv-es.webp', import.meta.url).href,
    captions: new URL('../../../../films/help/csv-es.vtt?no-inline', import.meta.url).href,
  },
  en: {
    video: new URL('../../../../films/help/csv-en.mp4', import.meta.url).href,
    poster: new URL('../../../../films/help/csv-en.webp', import.meta.url).href,
    captions: new URL('../../../../films/help/csv-en.vtt?no-inline', import.meta.url).href,
  },
  pt: {
    video: new URL('../../../../films/help/csv-pt.mp4', import.meta.url).href,
    poster: new URL('../../../../films/help/csv-pt.webp', import.meta.url).href,
    captions: new URL('../../../../films/help/csv-pt.vtt?no-inline', import.meta.url).href,
  },
}
