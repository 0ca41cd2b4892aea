import type { Client } from '@e-events/shared/contract/client.ts'
import { endpointKey, queryKey } from '@e-events/shared/contract/endpoint.ts'
import { products } from '@e-events/shared/contract/catalogue/products.ts'
import { orders, type Order } from '@e-events/shared/contract/sales/orders.ts'
import { tickets } from '@e-events/shared/contract/sales/tickets.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query'

/** While an order waits, it is asked for this often. */
const pendingMs = 2_000

export function ordersQuery(api: Client, language: Language) {
  const input = { query: { language } }
  return infiniteQueryOptions({
    queryKey: queryKey(orders.list, input),
    queryFn: ({ pageParam, signal }) =>
      api.call(orders.list, { query: { language, ...(pageParam ? { cursor: pageParam } : {}) } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  })
}

/** An order whose buyer came back from paying: the payment service is asked, until it is known what became of it. */
export function orderQuery(api: Client, id: string) {
  const params = { id: id as Order['id'] }
  return queryOptions({
    queryKey: queryKey(orders.get, { params }),
    queryFn: ({ signal }) => api.call(orders.check, { params }, { signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? pendingMs : false),
  })
}

/** A ticket was bought: every screen that shows it asks again. */
export function invalidateBought(queries: QueryClient): Promise<unknown> {
  return Promise.all(
    [products.get, tickets.list, orders.list].map((endpoint) => queries.invalidateQueries({ queryKey: endpointKey(endpoint) })),
  )
}
