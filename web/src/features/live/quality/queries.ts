import type { Client } from '@e-events/shared/contract/client.ts'
import { queryKey } from '@e-events/shared/contract/endpoint.ts'
import { viewings, type QualityPart } from '@e-events/shared/contract/live/viewings.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

/** Players report once a minute. */
const askAgainMs = 60_000

export function qualityQuery(api: Client, slug: string, part: QualityPart | undefined) {
  const input = { params: { slug }, query: part === undefined ? {} : { part } }
  return queryOptions({
    queryKey: queryKey(viewings.quality, input),
    queryFn: ({ signal }) => api.call(viewings.quality, input, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: askAgainMs,
  })
}
