import type { Client } from '@e-events/shared/contract/client.ts'
import { queryKey } from '@e-events/shared/contract/endpoint.ts'
import { tickets } from '@e-events/shared/contract/sales/tickets.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import type { TicketFilter } from './ticket-filter.ts'
import { infiniteQueryOptions } from '@tanstack/react-query'

export function ticketsQuery(api: Client, language: Language, filter: Partial<TicketFilter> = {}) {
  const input = { query: { ...filter, language } }
  return infiniteQueryOptions({
    queryKey: queryKey(tickets.list, input),
    queryFn: ({ pageParam, signal }) =>
      api.call(tickets.list, { query: { ...input.query, ...(pageParam ? { cursor: pageParam } : {}) } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  })
}
