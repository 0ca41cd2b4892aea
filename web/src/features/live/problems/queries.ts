import type { Client } from '@e-events/shared/contract/client.ts'
import { queryKey } from '@e-events/shared/contract/endpoint.ts'
import { problemReports, type ProblemState } from '@e-events/shared/contract/live/problem-reports.ts'
import { infiniteQueryOptions } from '@tanstack/react-query'

export function problemsQuery(api: Client, state: ProblemState) {
  return infiniteQueryOptions({
    queryKey: queryKey(problemReports.list, { query: { state } }),
    queryFn: ({ pageParam, signal }) =>
      api.call(problemReports.list, { query: { state, ...(pageParam ? { cursor: pageParam } : {}) } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  })
}
