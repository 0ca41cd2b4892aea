import { useMemo } from 'react'
import { factsIn } from '../../../lib/facts.ts'
import { useLanguage } from '../../../lib/language.ts'

/** The numbers of the page's texts. */
export function useFacts() {
  const language = useLanguage()
  return useMemo(() => factsIn(language), [language])
}
