import { broadcasts, type Recording } from '@e-events/shared/contract/live/broadcasts.ts'
import type { Client } from '@e-events/shared/contract/client.ts'
import { queryKey } from '@e-events/shared/contract/endpoint.ts'
import { infiniteQueryOptions } from '@tanstack/react-query'

const perPage = 20
/** While a show is on air or its files are being made. */
const askAgainMs = 10_000

/** Recordings of a product, newest first. */
export function recordingsQuery(api: Client, product: string) {
  const query = { product, limit: perPage }
  return infiniteQueryOptions({
    queryKey: queryKey(broadcasts.recordings, { query }),
    queryFn: ({ pageParam, signal }) =>
      api.call(broadcasts.recordings, { query: { ...query, ...(pageParam === null ? {} : { cursor: pageParam }) } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: ({ state }) => (state.data?.pages.some(({ items }) => items.some(isUnderWay)) ? askAgainMs : false),
  })
}

export function isUnderWay({ state, files }: Recording): boolean {
  return state === 'recording' || files.some((file) => file.state === 'recording' || file.state === 'processing')
}
