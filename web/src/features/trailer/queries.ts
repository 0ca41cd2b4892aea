import type { Client } from '@e-events/shared/contract/client.ts'
import { queryKey } from '@e-events/shared/contract/endpoint.ts'
import { playback } from '@e-events/shared/contract/playback.ts'
import { queryOptions } from '@tanstack/react-query'

/** Signed addresses end after hours; who comes back to a page of yesterday gets new ones. */
const freshMs = 60 * 60_000

export function trailerQuery(api: Client, slug: string) {
  const input = { params: { slug } }
  return queryOptions({
    queryKey: queryKey(playback.trailer, input),
    queryFn: ({ signal }) => api.call(playback.trailer, input, { signal }),
    staleTime: freshMs,
    retry: false,
  })
}
