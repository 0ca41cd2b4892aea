import type { Language } from '@e-events/shared/domain/language.ts'
import { queryOptions } from '@tanstack/react-query'
import { loadLegal } from './legal-content.ts'

export function legalQuery(language: Language) {
  return queryOptions({ queryKey: ['legal', language], queryFn: () => loadLegal(language), staleTime: Infinity })
}
