import type { Client } from '@e-events/shared/contract/client.ts'
import { queryKey } from '@e-events/shared/contract/endpoint.ts'
import { ownProducts, ownProductsQuery } from '@e-events/shared/contract/catalogue/own-products.ts'
import { managedProductsQuery, productAdmin } from '@e-events/shared/contract/catalogue/product-admin.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'

/**
 * The tables call what is typed `search`, these lists call it `q`; the channel and the open list are settled by the
 * page.
 */
const words = { search: z.string().trim().max(100).optional() }
export const managedTableQuery = managedProductsQuery.omit({ q: true }).extend(words)
export const ownTableQuery = ownProductsQuery.omit({ q: true }).extend(words)
export type ManagedTableQuery = z.output<typeof managedTableQuery>
export type OwnTableQuery = z.output<typeof ownTableQuery>

/** Query of a table, in the parameters of the list. */
export function toListQuery<T extends { search?: string | undefined }>({ search, ...rest }: T): Omit<T, 'search'> & { q?: string } {
  return search === undefined ? rest : { ...rest, q: search }
}

export function managedListQuery(api: Client, query: ManagedTableQuery) {
  const input = { query: toListQuery(query) }
  return queryOptions({
    queryKey: queryKey(productAdmin.list, input),
    queryFn: ({ signal }) => api.call(productAdmin.list, input, { signal }),
    placeholderData: keepPreviousData,
  })
}

export function openListQuery(api: Client, query: ManagedTableQuery) {
  const input = { query: toListQuery(query) }
  return queryOptions({
    queryKey: queryKey(productAdmin.listOpen, input),
    queryFn: ({ signal }) => api.call(productAdmin.listOpen, input, { signal }),
    placeholderData: keepPreviousData,
    // A product on air changes by itself.
    refetchInterval: 30_000,
  })
}

export function ownListQuery(api: Client, query: OwnTableQuery) {
  const input = { query: toListQuery(query) }
  return queryOptions({
    queryKey: queryKey(ownProducts.listOwn, input),
    queryFn: ({ signal }) => api.call(ownProducts.listOwn, input, { signal }),
    placeholderData: keepPreviousData,
  })
}
