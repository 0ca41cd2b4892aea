import type { Client } from '@e-events/shared/contract/client.ts'
import { queryKey } from '@e-events/shared/contract/endpoint.ts'
import { onAirList } from '@e-events/shared/contract/live/on-air.ts'
import { queryOptions } from '@tanstack/react-query'

/** Asked this often while it is looked at: a stopped show leaves the list within ten seconds. */
const askAgainMs = 5_000

export const onAirQuery = (api: Client) =>
  queryOptions({
    queryKey: queryKey(onAirList.list),
    queryFn: ({ signal }) => api.call(onAirList.list, undefined, { signal }),
    refetchInterval: askAgainMs,
  })
