import type { Client } from '@e-events/shared/contract/client.ts'
import { queryKey } from '@e-events/shared/contract/endpoint.ts'
import { problemReports } from '@e-events/shared/contract/live/problem-reports.ts'
import { infiniteQueryOptions } from '@tanstack/react-query'

export function problemsQuery(api: Client) {
  return infiniteQueryOptions({
    queryKey: queryKey(problemReports.list),
    queryFn: ({ pageParam, signal }) => api.call(problemReports.list, { query: pageParam ? { cursor: pageParam } : {} }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  })
}
