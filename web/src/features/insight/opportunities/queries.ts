import type { Client } from '@e-events/shared/contract/client.ts'
import { queryKey, type CallInput } from '@e-events/shared/contract/endpoint.ts'
import { opportunities } from '@e-events/shared/contract/sales/opportunities.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

export function opportunitiesListQuery(api: Client, query: NonNullable<CallInput<typeof opportunities.list>['query']>) {
  const input = { query }
  return queryOptions({
    queryKey: queryKey(opportunities.list, input),
    queryFn: ({ signal }) => api.call(opportunities.list, input, { signal }),
    placeholderData: keepPreviousData,
  })
}
