import type { Client } from '@e-events/shared/contract/client.ts'
import { queryKey } from '@e-events/shared/contract/endpoint.ts'
import { shop } from '@e-events/shared/contract/storefront/shop.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { toQuery, type ShopState } from './shop-state.ts'

export function shopQuery(api: Client, state: ShopState, language: Language) {
  const query = { ...toQuery(state), language }
  return infiniteQueryOptions({
    queryKey: queryKey(shop.list, { query }),
    queryFn: ({ pageParam, signal }) =>
      api.call(shop.list, { query: { ...query, ...(pageParam === null ? {} : { cursor: pageParam }) } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  })
}
