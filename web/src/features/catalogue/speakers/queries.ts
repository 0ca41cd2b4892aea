import type { Client } from '@e-events/shared/contract/client.ts'
import { queryKey, type CallInput, type CallOutput } from '@e-events/shared/contract/endpoint.ts'
import { products } from '@e-events/shared/contract/catalogue/products.ts'
import { speakers } from '@e-events/shared/contract/catalogue/speakers.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import { infiniteQueryOptions, keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query'

type ListQuery = NonNullable<CallInput<typeof speakers.listOwn>['query']>

export function speakerPageQuery(api: Client, { slug, language }: { slug: string; language: Language }) {
  const input = { params: { slug }, query: { language } }
  return queryOptions({ queryKey: queryKey(speakers.get, input), queryFn: ({ signal }) => api.call(speakers.get, input, { signal }) })
}

/** Published products that name a speaker, the newest first. */
export function speakerProductsQuery(api: Client, { slug, language }: { slug: string; language: Language }) {
  const query = { speaker: slug, language, limit: 24 }
  return infiniteQueryOptions({
    queryKey: queryKey(products.list, { query }),
    queryFn: ({ pageParam, signal }) =>
      api.call(products.list, { query: { ...query, ...(pageParam ? { cursor: pageParam } : {}) } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page: CallOutput<typeof products.list>) => page.nextCursor,
  })
}

export function ownListQuery(api: Client, query: ListQuery) {
  const input = { query }
  return queryOptions({
    queryKey: queryKey(speakers.listOwn, input),
    queryFn: ({ signal }) => api.call(speakers.listOwn, input, { signal }),
    // The old rows stay while the next ones are on their way.
    placeholderData: keepPreviousData,
  })
}

export function ownSpeakerQuery(api: Client, id: string) {
  const input = { params: { id } }
  return queryOptions({ queryKey: queryKey(speakers.getOwn, input), queryFn: ({ signal }) => api.call(speakers.getOwn, input, { signal }) })
}

const prefix = ({ method, path }: { method: string; path: string }) => [`${method} ${path}`]

/** Lists, pages and open editors change with a speaker. */
export function refreshSpeakers(queries: QueryClient): Promise<unknown> {
  return Promise.all(
    [speakers.list, speakers.get, speakers.listOwn, speakers.getOwn].map((endpoint) =>
      queries.invalidateQueries({ queryKey: prefix(endpoint) }),
    ),
  )
}
