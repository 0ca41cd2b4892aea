import type { Client } from '@e-events/shared/contract/client.ts'
import { endpointKey, queryKey, type CallInput, type CallOutput } from '@e-events/shared/contract/endpoint.ts'
import { payouts } from '@e-events/shared/contract/sales/money/payouts.ts'
import { queryOptions, type QueryClient } from '@tanstack/react-query'

/** The run of this month before it is approved. */
export type Proposed = CallOutput<typeof payouts.proposal>

export function statementsQuery(api: Client) {
  return queryOptions({ queryKey: queryKey(payouts.listOwn), queryFn: ({ signal }) => api.call(payouts.listOwn, undefined, { signal }) })
}

/** Lines of a statement by product, once it is opened. */
export function productsQuery(api: Client, input: CallInput<typeof payouts.getOwn>) {
  return queryOptions({
    queryKey: queryKey(payouts.getOwn, input),
    queryFn: ({ signal }) => api.call(payouts.getOwn, input, { signal }),
  })
}

export function proposalQuery(api: Client) {
  return queryOptions({ queryKey: queryKey(payouts.proposal), queryFn: ({ signal }) => api.call(payouts.proposal, undefined, { signal }) })
}

export function runsQuery(api: Client) {
  return queryOptions({
    queryKey: queryKey(payouts.listRuns),
    queryFn: ({ signal }) => api.call(payouts.listRuns, { query: { limit: 24 } }, { signal }),
  })
}

export function checksQuery(api: Client) {
  return queryOptions({
    queryKey: queryKey(payouts.listChecks),
    queryFn: ({ signal }) => api.call(payouts.listChecks, undefined, { signal }),
  })
}

export function runQuery(api: Client, id: string) {
  const params = { id }
  return queryOptions({
    queryKey: queryKey(payouts.getRun, { params }),
    queryFn: ({ signal }) => api.call(payouts.getRun, { params }, { signal }),
  })
}

/** A run was approved, or the bank said something: every screen of payouts asks again. */
export function refreshPayouts(queries: QueryClient): Promise<unknown> {
  return Promise.all(
    [payouts.proposal, payouts.listRuns, payouts.getRun].map((endpoint) => queries.invalidateQueries({ queryKey: endpointKey(endpoint) })),
  )
}
