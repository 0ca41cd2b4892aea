import type { ShowUsage } from '@e-events/shared/contract/sales/money/usage.ts'
import { usage } from '@e-events/shared/contract/sales/money/usage.ts'
import { queryKey } from '@e-events/shared/contract/endpoint.ts'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useServices } from './services.ts'

const lookEveryMs = 30_000

/** Costs of the product's show, kept fresh while it runs. */
export function useShowUsage(productSlug: string): UseQueryResult<ShowUsage> {
  const { api } = useServices()
  const input = { params: { productSlug } } as const
  return useQuery({
    queryKey: queryKey(usage.show, input),
    queryFn: () => api.call(usage.show, input),
    refetchInterval: lookEveryMs,
    refetchIntervalInBackground: true,
    retry: false,
  })
}
