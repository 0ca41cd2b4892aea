import type { Client } from '@e-events/shared/contract/client.ts'
import { queryKey } from '@e-events/shared/contract/endpoint.ts'
import { datasheets } from '@e-events/shared/contract/learning/datasheets.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import { queryOptions } from '@tanstack/react-query'

export function datasheetQuery(api: Client, { slug, language }: { slug: string; language: Language }) {
  const input = { params: { slug }, query: { language } }
  return queryOptions({ queryKey: queryKey(datasheets.get, input), queryFn: ({ signal }) => api.call(datasheets.get, input, { signal }) })
}

/** For the form; null: nothing was written yet. */
export function ownDatasheetQuery(api: Client, slug: string) {
  const input = { params: { slug } }
  return queryOptions({
    queryKey: queryKey(datasheets.getOwn, input),
    queryFn: ({ signal }) => api.call(datasheets.getOwn, input, { signal }),
    refetchOnWindowFocus: false,
  })
}
