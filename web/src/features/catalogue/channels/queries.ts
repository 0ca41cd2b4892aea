import { categories } from '@e-events/shared/contract/catalogue/categories.ts'
import { channels, ownChannelsQuery, type OwnChannelDetail } from '@e-events/shared/contract/catalogue/channels.ts'
import type { Client } from '@e-events/shared/contract/client.ts'
import { config } from '@e-events/shared/contract/settings/config.ts'
import { queryKey, type CallInput, type CallOutput } from '@e-events/shared/contract/endpoint.ts'
import { products } from '@e-events/shared/contract/catalogue/products.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import { infiniteQueryOptions, keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query'

type ListQuery = NonNullable<CallInput<typeof channels.listOwn>['query']>
interface BySlug {
  slug: string
  language: Language
}

/** The language comes from the caller, not from the table's address. */
export const channelTableQuery = ownChannelsQuery.omit({ language: true })

export function channelPageQuery(api: Client, { slug, language }: BySlug) {
  const input = { params: { slug }, query: { language } }
  return queryOptions({ queryKey: queryKey(channels.get, input), queryFn: ({ signal }) => api.call(channels.get, input, { signal }) })
}

/** Published products, the newest first, page by page. */
export function channelProductsQuery(api: Client, { slug, language }: BySlug) {
  const query = { channel: slug, language, limit: 48 }
  return infiniteQueryOptions({
    queryKey: queryKey(products.list, { query }),
    queryFn: ({ pageParam, signal }) =>
      api.call(products.list, { query: { ...query, ...(pageParam ? { cursor: pageParam } : {}) } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page: CallOutput<typeof products.list>) => page.nextCursor,
  })
}

export function ownListQuery(api: Client, query: ListQuery) {
  const input = { query }
  return queryOptions({
    queryKey: queryKey(channels.listOwn, input),
    queryFn: ({ signal }) => api.call(channels.listOwn, input, { signal }),
    // The old rows stay while the next ones are on their way.
    placeholderData: keepPreviousData,
  })
}

/** How many wait for staff, and of these how many for too long. */
export function waitingQuery(api: Client, filter: { status: 'revision' } | { overdue: 'true' }) {
  const input = { query: { ...filter, limit: 1 } }
  return queryOptions({
    queryKey: queryKey(channels.listOwn, input),
    queryFn: ({ signal }) => api.call(channels.listOwn, input, { signal }),
    select: ({ total }) => total,
  })
}

export function ownChannelQuery(api: Client, { slug, language }: BySlug) {
  const input = { params: { slug }, query: { language } }
  return queryOptions({ queryKey: queryKey(channels.getOwn, input), queryFn: ({ signal }) => api.call(channels.getOwn, input, { signal }) })
}

/** Categories of a channel. */
export function categoriesQuery(api: Client, language: Language) {
  const input = { query: { language, empty: 'true' as const } }
  return queryOptions({
    queryKey: queryKey(categories.list, input),
    queryFn: ({ signal }) => api.call(categories.list, input, { signal }),
    staleTime: 5 * 60_000,
  })
}

/** Whether the site lets channels offer subscriptions is told with its ways to pay. */
export function paymentsQuery(api: Client) {
  return queryOptions({ queryKey: queryKey(config.payments), queryFn: ({ signal }) => api.call(config.payments, undefined, { signal }) })
}

const prefix = ({ method, path }: { method: string; path: string }) => [`${method} ${path}`]

/** An answer of the server is the channel from now on; lists and its page are asked again. */
export function learnChannel(queries: QueryClient, channel: OwnChannelDetail, language: Language): Promise<unknown> {
  queries.setQueryData(queryKey(channels.getOwn, { params: { slug: channel.slug }, query: { language } }), channel)
  return Promise.all(
    [channels.listOwn, channels.list, channels.get].map((endpoint) => queries.invalidateQueries({ queryKey: prefix(endpoint) })),
  )
}
