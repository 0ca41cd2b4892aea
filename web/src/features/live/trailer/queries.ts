import type { Client } from '@e-events/shared/contract/client.ts'
import { queryKey } from '@e-events/shared/contract/endpoint.ts'
import { playback } from '@e-events/shared/contract/live/playback.ts'
import { queryOptions } from '@tanstack/react-query'
import { renewAfterMs } from '../../../lib/signed-address.ts'

export function trailerQuery(api: Client, slug: string) {
  const input = { params: { slug } }
  return queryOptions({
    queryKey: queryKey(playback.trailer, input),
    queryFn: ({ signal }) => api.call(playback.trailer, input, { signal }),
    // Signed addresses end; who comes back to an old page gets new ones.
    staleTime: renewAfterMs,
    retry: false,
  })
}
