import type { QueryClient } from '@tanstack/react-query'
import type { i18n } from 'i18next'

/**
 * Asks again for what was answered in the language before: where a question names no language, the api answers in that
 * of the page. Questions that name one have a key of their own in each language.
 * @returns ends it
 */
export function followLanguage(queries: QueryClient, words: i18n): () => void {
  const askAgain = () => void queries.invalidateQueries({ predicate: ({ queryKey }) => !namesLanguage(queryKey) })
  words.on('languageChanged', askAgain)
  return () => words.off('languageChanged', askAgain)
}

const namesLanguage = (key: readonly unknown[]) => JSON.stringify(key).includes('"language":')
