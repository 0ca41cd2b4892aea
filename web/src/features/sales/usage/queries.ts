import type { Client } from '@e-events/shared/contract/client.ts'
import { queryKey } from '@e-events/shared/contract/endpoint.ts'
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
