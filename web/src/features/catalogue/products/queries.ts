import { channels } from '@e-events/shared/contract/catalogue/channels.ts'
import type { Client } from '@e-events/shared/contract/client.ts'
import { endpointKey, queryKey } from '@e-events/shared/contract/endpoint.ts'
import { products } from '@e-events/shared/contract/catalogue/products.ts'
import { tickets } from '@e-events/shared/contract/sales/tickets.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'

interface BySlug {
  slug: string
  language: Language
  /** Code of an address that opens a private product. */
  code?: string | undefined
}

export function productQuery(api: Client, { slug, language, code }: BySlug) {
  const input = { params: { slug }, query: { language, ...(code ? { code } : {}) } }
  return queryOptions({
    queryKey: queryKey(products.get, input),
    queryFn: ({ signal }) => api.call(products.get, input, { signal }),
  })
}

export function relatedQuery(api: Client, { slug, language }: BySlug) {
  const input = { params: { slug }, query: { language } }
  return queryOptions({
    queryKey: queryKey(products.related, input),
    queryFn: ({ signal }) => api.call(products.related, input, { signal }),
    staleTime: 5 * 60_000,
  })
}

export function channelQuery(api: Client, { slug, language }: BySlug) {
  const input = { params: { slug }, query: { language } }
  return queryOptions({
    queryKey: queryKey(channels.get, input),
    queryFn: ({ signal }) => api.call(channels.get, input, { signal }),
    staleTime: 5 * 60_000,
  })
}

/** Gets the free ticket; afterwards the product page and the list of tickets know it, whatever the answer was. */
export function redeemMutation(api: Client, queries: QueryClient) {
  return mutationOptions({
    mutationFn: (slug: string) => api.call(tickets.redeem, { params: { slug } }),
    onSettled: () =>
      Promise.all([products.get, tickets.list].map((endpoint) => queries.invalidateQueries({ queryKey: endpointKey(endpoint) }))),
  })
}

export function invalidateProducts(queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey: endpointKey(products.get) })
}
