import type { Client } from '@e-events/shared/contract/client.ts'
import { queryKey } from '@e-events/shared/contract/endpoint.ts'
import { uploads, type MediaState, type ProductMedia } from '@e-events/shared/contract/media/uploads.ts'
import { queryOptions } from '@tanstack/react-query'

/** The live push is the quick way; this is for when it is gone. */
const pollMs = 4_000

export function productMediaQuery(api: Client, slug: string) {
  const input = { params: { slug } }
  return queryOptions({
    queryKey: queryKey(uploads.media, input),
    queryFn: ({ signal }) => api.call(uploads.media, input, { signal }),
    refetchInterval: (query) => (query.state.data && hasWork(query.state.data) ? pollMs : false),
  })
}

function hasWork({ video, trailer, audio }: ProductMedia): boolean {
  return [video, trailer, audio].some((state: MediaState) => state.state === 'processing' || state.state === 'uploading')
}
