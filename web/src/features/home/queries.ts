import { home } from '@e-events/shared/contract/home.ts'
import type { Client } from '@e-events/shared/contract/client.ts'
import { queryKey } from '@e-events/shared/contract/endpoint.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import { queryOptions } from '@tanstack/react-query'

export function homeQuery(api: Client, language: Language) {
  const input = { query: { language } }
  return queryOptions({
    queryKey: queryKey(home.get, input),
    queryFn: ({ signal }) => api.call(home.get, input, { signal }),
  })
}

/** The start of the key in every language: what an event about the home page invalidates. */
export const homeKeyPrefix = [queryKey(home.get)[0]] as const
