import type { Client } from '@e-events/shared/contract/client.ts'
import { entities } from '@e-events/shared/contract/storefront/entities.ts'
import { endpointKey, queryKey } from '@e-events/shared/contract/endpoint.ts'
import { pages, type placesQuery } from '@e-events/shared/contract/storefront/pages.ts'
import { sections } from '@e-events/shared/contract/storefront/sections.ts'
import { users } from '@e-events/shared/contract/people/users.ts'
import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query'
import type { z } from 'zod'

type Query = z.output<typeof placesQuery>

export function pagesQuery(api: Client, query: Query) {
  return queryOptions({
    queryKey: queryKey(pages.list, { query }),
    queryFn: ({ signal }) => api.call(pages.list, { query }, { signal }),
    placeholderData: keepPreviousData,
  })
}

export function entitiesQuery(api: Client, query: Query) {
  return queryOptions({
    queryKey: queryKey(entities.list, { query }),
    queryFn: ({ signal }) => api.call(entities.list, { query }, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** Organizers who can be made members. */
export function organizersQuery(api: Client, search: string) {
  const query = { role: 'PRODUCER' as const, sort: 'name' as const, order: 'asc' as const, limit: 20, ...(search ? { search } : {}) }
  return queryOptions({
    queryKey: queryKey(users.list, { query }),
    queryFn: ({ signal }) => api.call(users.list, { query }, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** After one was made, renamed or deleted: the tables, what the site shows of them, and their editors. */
export function forgetPlaces(queries: QueryClient): Promise<unknown> {
  const changed = [pages.list, pages.get, entities.list, entities.get, entities.listOwn, sections.get]
  return Promise.all(changed.map((endpoint) => queries.invalidateQueries({ queryKey: endpointKey(endpoint) })))
}
