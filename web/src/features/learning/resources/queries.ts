import type { Client } from '@e-events/shared/contract/client.ts'
import { queryKey } from '@e-events/shared/contract/endpoint.ts'
import { resources } from '@e-events/shared/contract/learning/resources.ts'
import { queryOptions } from '@tanstack/react-query'

/** Material of the lessons of a course or master that are open to the account. */
export function resourcesQuery(api: Client, slug: string) {
  const input = { params: { slug } }
  return queryOptions({
    queryKey: queryKey(resources.list, input),
    queryFn: ({ signal }) => api.call(resources.list, input, { signal }),
  })
}

/** Material of an own lesson. */
export function ownResourcesQuery(api: Client, slug: string, id: string) {
  const input = { params: { slug, id } }
  return queryOptions({
    queryKey: queryKey(resources.listOwn, input),
    queryFn: ({ signal }) => api.call(resources.listOwn, input, { signal }),
  })
}
