import type { Client } from '@e-events/shared/contract/client.ts'
import { queryKey } from '@e-events/shared/contract/endpoint.ts'
import type { Order } from '@e-events/shared/contract/sales/orders.ts'
import { paying } from '@e-events/shared/contract/sales/money/paying.ts'
import { queryOptions } from '@tanstack/react-query'

/** Opens the payment of an order: each time counts as an attempt, so it is asked for once a visit. */
export function paymentStepQuery(api: Client, id: string) {
  const params = { id: id as Order['id'] }
  return queryOptions({
    queryKey: queryKey(paying.open, { params }),
    queryFn: ({ signal }) => api.call(paying.open, { params }, { signal }),
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}
