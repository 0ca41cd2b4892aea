import type { Client } from '@e-events/shared/contract/client.ts'
import { endpointKey, queryKey } from '@e-events/shared/contract/endpoint.ts'
import { shipping, type MoveShipment, type Shipment } from '@e-events/shared/contract/sales/shipping.ts'
import { infiniteQueryOptions, mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'

export function shippingCostsQuery(api: Client, slug: string) {
  const input = { params: { slug } }
  return queryOptions({
    queryKey: queryKey(shipping.forProduct, input),
    queryFn: ({ signal }) => api.call(shipping.forProduct, input, { signal }),
  })
}

export function zonesQuery(api: Client, slug: string) {
  const input = { params: { slug } }
  return queryOptions({ queryKey: queryKey(shipping.zones, input), queryFn: ({ signal }) => api.call(shipping.zones, input, { signal }) })
}

export function shipmentsQuery(api: Client, state: Shipment['state']) {
  const query = { state }
  return infiniteQueryOptions({
    queryKey: queryKey(shipping.shipments, { query }),
    queryFn: ({ pageParam, signal }) =>
      api.call(shipping.shipments, { query: { ...query, ...(pageParam ? { cursor: pageParam } : {}) } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  })
}

export function moveMutation(api: Client, queries: QueryClient, id: Shipment['id']) {
  return mutationOptions({
    mutationFn: (body: Pick<MoveShipment, 'state'> & Partial<MoveShipment>) => api.call(shipping.moveShipment, { params: { id }, body }),
    onSettled: () => queries.invalidateQueries({ queryKey: endpointKey(shipping.shipments) }),
  })
}
