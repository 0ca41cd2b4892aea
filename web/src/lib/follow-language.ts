import type { QueryClient } from '@tanstack/react-query'
import type { i18n } from 'i18next'

/**
 * Asks again for what was answered in the language before: where a question names no language, the api answers in that
 * of the page. Questions that name one have a key of their own in each language.
 * @returns ends it
 */
export function followLanguage(queries: QueryClient, words: i18n): () => void {
  const predicate = ({ queryKey }: { queryKey: readonly unknown[] }) => !namesLanguage(queryKey)
  const askAgain = async () => {
    // A first answer that is on its way would be taken for the new one.
    await queries.cancelQueries({ type: 'active', fetchStatus: 'fetching', predicate })
    await queries.invalidateQueries({ predicate })
  }
  const onChanged = () => void askAgain()
  words.on('languageChanged', onChanged)
  return () => words.off('languageChanged', onChanged)
}

const namesLanguage = (key: readonly unknown[]) => JSON.stringify(key).includes('"language":')
