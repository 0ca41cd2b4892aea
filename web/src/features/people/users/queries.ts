import type { Client } from '@e-events/shared/contract/client.ts'
import { endpointKey, queryKey, type CallInput, type CallOutput } from '@e-events/shared/contract/endpoint.ts'
import { users, type UserAction } from '@e-events/shared/contract/people/users.ts'
import { infiniteQueryOptions, keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query'

type ListQuery = NonNullable<CallInput<typeof users.list>['query']>
/** A row of the list of clients. */
export type ClientRow = CallOutput<typeof users.clients>['items'][number]
export type AuditFilters = Omit<NonNullable<CallInput<typeof users.audit>['query']>, 'cursor' | 'limit'>

export function peopleQuery(api: Client, query: ListQuery) {
  const input = { query }
  return queryOptions({
    queryKey: queryKey(users.list, input),
    queryFn: ({ signal }) => api.call(users.list, input, { signal }),
    // The old rows stay while the next ones are on their way.
    placeholderData: keepPreviousData,
  })
}

/** How many accounts a filter leaves. */
export function countQuery(api: Client, query: ListQuery) {
  const input = { query: { ...query, limit: 1 } }
  return queryOptions({
    queryKey: queryKey(users.list, input),
    queryFn: ({ signal }) => api.call(users.list, input, { signal }),
  })
}

export function personQuery(api: Client, id: string) {
  const input = { params: { id: id as CallOutput<typeof users.get>['id'] } }
  return queryOptions({ queryKey: queryKey(users.get, input), queryFn: ({ signal }) => api.call(users.get, input, { signal }) })
}

export function clientsQuery(api: Client, search: string) {
  const query = search === '' ? {} : { search }
  return infiniteQueryOptions({
    queryKey: queryKey(users.clients, { query }),
    queryFn: ({ pageParam, signal }) =>
      api.call(users.clients, { query: { ...query, ...(pageParam ? { cursor: pageParam } : {}) } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page: CallOutput<typeof users.clients>) => page.nextCursor,
    placeholderData: keepPreviousData,
  })
}

export function auditQuery(api: Client, filters: AuditFilters) {
  return infiniteQueryOptions({
    queryKey: queryKey(users.audit, { query: filters }),
    queryFn: ({ pageParam, signal }) =>
      api.call(users.audit, { query: { ...filters, ...(pageParam ? { cursor: pageParam } : {}) } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page: CallOutput<typeof users.audit>) => page.nextCursor,
    placeholderData: keepPreviousData,
  })
}

/** Lists, numbers, open details and the log all change with an account. */
export function refreshPeople(queries: QueryClient): Promise<unknown> {
  return Promise.all([users.list, users.get, users.audit].map((endpoint) => queries.invalidateQueries({ queryKey: endpointKey(endpoint) })))
}

export function refreshClients(queries: QueryClient): Promise<unknown> {
  return queries.invalidateQueries({ queryKey: endpointKey(users.clients) })
}

export type ActResult = CallOutput<typeof users.bulk>['results']
type UserId = ActResult[number]['id']

export interface Act {
  action: UserAction
  ids: UserId[]
  reason: string
}

/** As many as the contract takes at once. */
const bulkMost = 200

/**
 * One account is asked for by its own call, whose refusal says why; several by one call in which each has its own
 * answer.
 */
export async function act(api: Client, { action, ids, reason }: Act): Promise<ActResult> {
  const [id, ...others] = ids
  if (id === undefined) return []
  if (others.length > 0) {
    const results: ActResult = []
    for (let from = 0; from < ids.length; from += bulkMost) {
      const body = { action, ids: ids.slice(from, from + bulkMost), reason }
      results.push(...(await api.call(users.bulk, { body })).results)
    }
    return results
  }
  await api.call(users[action], { params: { id }, body: { reason } })
  return [{ id, code: null }]
}
