import type { Client } from '@e-events/shared/contract/client.ts'
import { endpointKey, queryKey } from '@e-events/shared/contract/endpoint.ts'
import { products } from '@e-events/shared/contract/catalogue/products.ts'
import { stock } from '@e-events/shared/contract/sales/stock.ts'
import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'

/** An offer may come at any moment: the place in line is asked for this often while its page is open. */
const entryMs = 30_000

export function entryQuery(api: Client, slug: string) {
  const input = { params: { slug } }
  return queryOptions({
    queryKey: queryKey(stock.waiting, input),
    queryFn: ({ signal }) => api.call(stock.waiting, input, { signal }),
    refetchInterval: ({ state }) => (state.data?.entry?.status === 'waiting' ? entryMs : false),
  })
}

export function figuresQuery(api: Client, slug: string) {
  const input = { params: { slug } }
  return queryOptions({ queryKey: queryKey(stock.figures, input), queryFn: ({ signal }) => api.call(stock.figures, input, { signal }) })
}

export function waitMutation(api: Client, queries: QueryClient, slug: string) {
  return mutationOptions({
    mutationFn: (act: 'join' | 'leave') => api.call(stock[act], { params: { slug } }),
    onSuccess: (reply) => queries.setQueryData(queryKey(stock.waiting, { params: { slug } }), reply),
    // The page shows what came back or was taken meanwhile.
    onSettled: () => queries.invalidateQueries({ queryKey: endpointKey(products.get) }),
  })
}
