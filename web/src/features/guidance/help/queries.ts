import type { Language } from '@e-events/shared/domain/language.ts'
import { queryOptions } from '@tanstack/react-query'
import { loadHelp } from './help-content.ts'

/** The texts are files of the application: once here, they do not grow old. */
export function helpQuery(language: Language) {
  return queryOptions({ queryKey: ['help', language], queryFn: () => loadHelp(language), staleTime: Infinity })
}
