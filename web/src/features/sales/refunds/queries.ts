import type { Client } from '@e-events/shared/contract/client.ts'
import { endpointKey, queryKey } from '@e-events/shared/contract/endpoint.ts'
import type { Order } from '@e-events/shared/contract/sales/orders.ts'
import { disputes } from '@e-events/shared/contract/sales/money/disputes.ts'
import { refunds, type RefundProposal } from '@e-events/shared/contract/sales/money/refunds.ts'
import { sales } from '@e-events/shared/contract/sales/sales.ts'
import { infiniteQueryOptions, keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query'

/** Refunds that the organizer bears, or everybody's. */
export type RefundScope = 'own' | 'all'
export type ProposalStatus = RefundProposal['status']

/** While refunds are paid out, their progress is asked for this often. */
const runningMs = 5_000

export function refundItemsQuery(api: Client, id: Order['id']) {
  const params = { id }
  return queryOptions({
    queryKey: queryKey(refunds.items, { params }),
    queryFn: ({ signal }) => api.call(refunds.items, { params }, { signal }),
  })
}

export function proposalsQuery(api: Client, scope: RefundScope, status: ProposalStatus) {
  const endpoint = scope === 'own' ? refunds.listOwn : refunds.list
  return infiniteQueryOptions({
    queryKey: queryKey(endpoint, { query: { status } }),
    queryFn: ({ pageParam, signal }) => api.call(endpoint, { query: { status, ...(pageParam ? { cursor: pageParam } : {}) } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  })
}

export function runsQuery(api: Client, scope: RefundScope) {
  const endpoint = scope === 'own' ? refunds.runsOwn : refunds.runs
  return queryOptions({
    queryKey: queryKey(endpoint),
    queryFn: ({ signal }) => api.call(endpoint, undefined, { signal }),
    refetchInterval: ({ state }) => (state.data?.items.some(({ done, total }) => done < total) === true ? runningMs : false),
  })
}

export function overdueQuery(api: Client) {
  return queryOptions({
    queryKey: queryKey(refunds.overdue),
    queryFn: ({ signal }) => api.call(refunds.overdue, undefined, { signal }),
  })
}

export function disputesQuery(api: Client) {
  return queryOptions({
    queryKey: queryKey(disputes.list),
    queryFn: ({ signal }) => api.call(disputes.list, undefined, { signal }),
  })
}

export function disputeQuery(api: Client, id: string) {
  const params = { id }
  return queryOptions({
    queryKey: queryKey(disputes.get, { params }),
    queryFn: ({ signal }) => api.call(disputes.get, { params }, { signal }),
  })
}

/** A refund was decided: lists, counts and the table of sales ask again. */
export function refreshRefunds(queries: QueryClient): Promise<unknown> {
  const touched = [refunds.list, refunds.listOwn, refunds.runs, refunds.runsOwn, refunds.overdue, sales.list, sales.listOwn]
  return Promise.all(touched.map((endpoint) => queries.invalidateQueries({ queryKey: endpointKey(endpoint) })))
}
