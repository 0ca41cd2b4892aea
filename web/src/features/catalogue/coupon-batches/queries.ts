import type { Client } from '@e-events/shared/contract/client.ts'
import { endpointKey, queryKey } from '@e-events/shared/contract/endpoint.ts'
import { coupons } from '@e-events/shared/contract/sales/coupons.ts'
import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'

/** Batches, newest first, page after page. */
export function batchesQuery(api: Client, slug: string) {
  const input = { params: { slug } }
  return infiniteQueryOptions({
    queryKey: queryKey(coupons.listBatches, input),
    queryFn: ({ pageParam, signal }) =>
      api.call(coupons.listBatches, { ...input, query: { limit: 20, ...(pageParam === null ? {} : { cursor: pageParam }) } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
}

/** Codes of a batch, redeemed ones first. */
export function couponsQuery(api: Client, slug: string, id: string) {
  const input = { params: { slug, id } }
  return infiniteQueryOptions({
    queryKey: queryKey(coupons.list, input),
    queryFn: ({ pageParam, signal }) =>
      api.call(coupons.list, { ...input, query: { limit: 50, ...(pageParam === null ? {} : { cursor: pageParam }) } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
}

export function refreshBatches(queries: QueryClient): Promise<unknown> {
  return Promise.all([coupons.listBatches, coupons.list].map((endpoint) => queries.invalidateQueries({ queryKey: endpointKey(endpoint) })))
}
