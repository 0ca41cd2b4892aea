import { categories } from '@e-events/shared/contract/catalogue/categories.ts'
import type { Client } from '@e-events/shared/contract/client.ts'
import { queryKey } from '@e-events/shared/contract/endpoint.ts'
import { search } from '@e-events/shared/contract/catalogue/search.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { SearchState } from './search-state.ts'

type Filters = Pick<SearchState, 'kind' | 'type' | 'category'>

/** One keyword, or a category without any. */
export function searchQuery(api: Client, keyword: string | undefined, filters: Filters & { language: Language }) {
  const { kind, type, category, language } = filters
  const query = {
    ...(keyword ? { keyword } : {}),
    ...(kind ? { kind } : {}),
    ...(type ? { type } : {}),
    ...(category ? { category } : {}),
    language,
  }
  return infiniteQueryOptions({
    queryKey: queryKey(search.find, { query }),
    queryFn: ({ pageParam, signal }) =>
      api.call(search.find, { query: { ...query, ...(pageParam === null ? {} : { cursor: pageParam }) } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  })
}

export function categoriesQuery(api: Client, language: Language) {
  const input = { query: { language } }
  return queryOptions({
    queryKey: queryKey(categories.list, input),
    queryFn: ({ signal }) => api.call(categories.list, input, { signal }),
    staleTime: 5 * 60_000,
  })
}
