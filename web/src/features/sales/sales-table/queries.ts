import type { Client } from '@e-events/shared/contract/client.ts'
import { endpointKey, queryKey, type CallInput } from '@e-events/shared/contract/endpoint.ts'
import { sales } from '@e-events/shared/contract/sales/sales.ts'
import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query'

type ListQuery = NonNullable<CallInput<typeof sales.list>['query']>
/** Own sales, or those of every organizer. */
export type SalesScope = 'own' | 'all'

/** While a refund is on its way, the table is asked for this often. */
const refundingMs = 4_000

export function salesListQuery(api: Client, scope: SalesScope, query: ListQuery) {
  const input = { query }
  const endpoint = scope === 'own' ? sales.listOwn : sales.list
  return queryOptions({
    queryKey: queryKey(endpoint, input),
    queryFn: ({ signal }) => api.call(endpoint, input, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ refund }) => refund !== null && refund.status !== 'succeeded') === true ? refundingMs : false,
  })
}

export function refreshSales(queries: QueryClient): Promise<unknown> {
  return Promise.all([sales.list, sales.listOwn].map((endpoint) => queries.invalidateQueries({ queryKey: endpointKey(endpoint) })))
}
