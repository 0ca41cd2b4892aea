import type { PostProcessorModule } from 'i18next'

/**
 * Under this name the pseudo-locale is stored as the language of a browser; `?lng=xx` shows it once. Development builds
 * only.
 */
export const pseudoLanguage = 'ee-pseudo'

const [plain, accented] = ['aeiouAEIOUcny', 'áéíóúÁÉÍÓÚçñý']

/** A third longer, accented and in brackets: what stays plain is hard-coded, and a missing bracket is cut off. */
export function pseudo(text: string): string {
  // Tags belong to the markup of a sentence and stay as they are.
  const foreign = text.replaceAll(/<[^>]+>|[a-zA-Z]/g, (part) => accented[part.length === 1 ? plain.indexOf(part) : -1] ?? part)
  const letters = text.replaceAll(/<[^>]+>/g, '').length
  return `⟦${foreign}${'·'.repeat(Math.ceil(letters / 3))}⟧`
}

export const pseudoProcessor: PostProcessorModule = { type: 'postProcessor', name: 'pseudo', process: (value: string) => pseudo(value) }

export function wantsPseudo(): boolean {
  if (!import.meta.env.DEV) return false
  try {
    return new URLSearchParams(location.search).get('lng') === 'xx' || localStorage.getItem('e-events.language') === pseudoLanguage
  } catch {
    return false
  }
}
