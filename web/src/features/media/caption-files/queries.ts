import type { Client } from '@e-events/shared/contract/client.ts'
import { queryKey } from '@e-events/shared/contract/endpoint.ts'
import { captions } from '@e-events/shared/contract/media/captions.ts'
import { queryOptions } from '@tanstack/react-query'

export function captionFilesQuery(api: Client, slug: string) {
  const input = { params: { slug } }
  return queryOptions({ queryKey: queryKey(captions.list, input), queryFn: ({ signal }) => api.call(captions.list, input, { signal }) })
}
