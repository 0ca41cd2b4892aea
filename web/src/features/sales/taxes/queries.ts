import type { Client } from '@e-events/shared/contract/client.ts'
import { endpointKey, queryKey } from '@e-events/shared/contract/endpoint.ts'
import { taxes } from '@e-events/shared/contract/sales/money/taxes.ts'
import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query'

export function taxReportQuery(api: Client, quarter: string | undefined) {
  const input = { query: quarter === undefined ? {} : { quarter } }
  return queryOptions({
    queryKey: queryKey(taxes.report, input),
    queryFn: ({ signal }) => api.call(taxes.report, input, { signal }),
    placeholderData: keepPreviousData,
  })
}

export function taxRulesQuery(api: Client) {
  return queryOptions({ queryKey: queryKey(taxes.listRules), queryFn: ({ signal }) => api.call(taxes.listRules, undefined, { signal }) })
}

export function refreshTaxRules(queries: QueryClient): Promise<unknown> {
  return queries.invalidateQueries({ queryKey: endpointKey(taxes.listRules) })
}
