import type { Client } from '@e-events/shared/contract/client.ts'
import { queryKey } from '@e-events/shared/contract/endpoint.ts'
import { ownProducts, type OwnProduct } from '@e-events/shared/contract/catalogue/own-products.ts'
import { isAhead, isLive } from '@e-events/shared/domain/event-state.ts'
import { queryOptions } from '@tanstack/react-query'

const input = { query: { type: 'broadcast', sort: 'nextSession', order: 'asc', limit: 100 } } as const

/** The show that runs, else the next one that may go on air; a draft cannot. */
export function nextShowOf(products: readonly OwnProduct[]): OwnProduct | undefined {
  const startOf = ({ event }: OwnProduct) => Date.parse(event?.session?.startsAt ?? '') || Infinity
  const running = products.find(({ broadcast, event }) => broadcast !== null || (event !== null && isLive(event.state)))
  if (running) return running
  return products
    .filter(({ status, event }) => status !== 'draft' && event !== null && isAhead(event.state))
    .toSorted((a, b) => startOf(a) - startOf(b))[0]
}

export function nextShowQuery(api: Client) {
  return queryOptions({
    queryKey: queryKey(ownProducts.listOwn, input),
    queryFn: ({ signal }) => api.call(ownProducts.listOwn, input, { signal }),
    // Viewers come and go, and tickets are got, without anybody telling.
    refetchInterval: ({ state }) => (state.data?.items.some(({ broadcast }) => broadcast !== null) ? 10_000 : 60_000),
  })
}
