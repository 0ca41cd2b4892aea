import { categories } from '@e-events/shared/contract/catalogue/categories.ts'
import { channels } from '@e-events/shared/contract/catalogue/channels.ts'
import type { Client } from '@e-events/shared/contract/client.ts'
import { endpointKey, queryKey } from '@e-events/shared/contract/endpoint.ts'
import { config } from '@e-events/shared/contract/settings/config.ts'
import { ownProducts } from '@e-events/shared/contract/catalogue/own-products.ts'
import { productAdmin } from '@e-events/shared/contract/catalogue/product-admin.ts'
import { productCodes } from '@e-events/shared/contract/sales/product-codes.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'

export function ownProductQuery(api: Client, slug: string) {
  const input = { params: { slug } }
  return queryOptions({
    queryKey: queryKey(ownProducts.getOwn, input),
    queryFn: ({ signal }) => api.call(ownProducts.getOwn, input, { signal }),
  })
}

/** The caller's channels (an administrator's: everybody's), narrowed by what was typed. */
export function ownChannelsQuery(api: Client, search = '') {
  const input = { query: { limit: 50, ...(search === '' ? {} : { search }) } }
  return queryOptions({
    queryKey: queryKey(channels.listOwn, input),
    queryFn: ({ signal }) => api.call(channels.listOwn, input, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** Kinds of sale that the site allows. */
export function paymentsQuery(api: Client) {
  return queryOptions({ queryKey: queryKey(config.payments), queryFn: ({ signal }) => api.call(config.payments, undefined, { signal }) })
}

export function productTypesQuery(api: Client) {
  return queryOptions({
    queryKey: queryKey(productAdmin.types),
    queryFn: ({ signal }) => api.call(productAdmin.types, undefined, { signal }),
    staleTime: 5 * 60_000,
  })
}

export function categoriesQuery(api: Client, language: Language) {
  const input = { query: { language, empty: 'true' as const } }
  return queryOptions({
    queryKey: queryKey(categories.list, input),
    queryFn: ({ signal }) => api.call(categories.list, input, { signal }),
    staleTime: 5 * 60_000,
  })
}

/** Products that a bundle may hold, by their words. */
export function bundleCandidatesQuery(api: Client, q: string) {
  const input = { query: { limit: 20, sort: 'title' as const, ...(q === '' ? {} : { q }) } }
  return queryOptions({
    queryKey: queryKey(ownProducts.listOwn, input),
    queryFn: ({ signal }) => api.call(ownProducts.listOwn, input, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** Codes, newest first, page after page. */
export function codesQuery(api: Client, slug: string) {
  const input = { params: { slug } }
  return infiniteQueryOptions({
    queryKey: queryKey(productCodes.list, input),
    queryFn: ({ pageParam, signal }) =>
      api.call(productCodes.list, { ...input, query: { limit: 50, ...(pageParam === null ? {} : { cursor: pageParam }) } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
}
export const codesKeyPrefix = endpointKey(productCodes.list)
