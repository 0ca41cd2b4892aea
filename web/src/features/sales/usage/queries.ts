import type { Client } from '@e-events/shared/contract/client.ts'
import { queryKey } from '@e-events/shared/contract/endpoint.ts'
import { prepaid } from '@e-events/shared/contract/sales/money/prepaid.ts'
import { usage } from '@e-events/shared/contract/sales/money/usage.ts'
import { queryOptions } from '@tanstack/react-query'

const runningMs = 30_000

export function showUsageQuery(api: Client, productSlug: string) {
  const input = { params: { productSlug } }
  return queryOptions({
    queryKey: queryKey(usage.show, input),
    queryFn: ({ signal }) => api.call(usage.show, input, { signal }),
    refetchInterval: ({ state }) => (state.data?.show?.endedAt === null ? runningMs : false),
  })
}

export const prepaidKey = queryKey(prepaid.get)

export function prepaidQuery(api: Client) {
  return queryOptions({ queryKey: prepaidKey, queryFn: ({ signal }) => api.call(prepaid.get, undefined, { signal }) })
}
