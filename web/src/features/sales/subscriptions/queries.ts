import type { Client } from '@e-events/shared/contract/client.ts'
import { endpointKey, queryKey } from '@e-events/shared/contract/endpoint.ts'
import { playback } from '@e-events/shared/contract/live/playback.ts'
import { posts } from '@e-events/shared/contract/catalogue/posts.ts'
import { products } from '@e-events/shared/contract/catalogue/products.ts'
import { orders } from '@e-events/shared/contract/sales/orders.ts'
import { subscriptions } from '@e-events/shared/contract/sales/subscriptions.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query'

/** Offer of a channel (null: of the platform), and the caller's own subscription to it. */
export function subscriptionOfferQuery(api: Client, { channel, language }: { channel: string | null; language: Language }) {
  const query = { language }
  if (channel === null)
    return queryOptions({
      queryKey: queryKey(subscriptions.platformOffer, { query }),
      queryFn: ({ signal }) => api.call(subscriptions.platformOffer, { query }, { signal }),
    })
  const input = { params: { slug: channel }, query }
  return queryOptions({
    queryKey: queryKey(subscriptions.offer, input),
    queryFn: ({ signal }) => api.call(subscriptions.offer, input, { signal }),
  })
}

export interface OfferFilter {
  category?: string
  minPrice?: number
  maxPrice?: number
}

/** Channels that offer a subscription. */
/** So many stand beside products, and on a page of their own. */
export const [offersBeside, offersAlone] = [4, 24]

export function channelOffersQuery(api: Client, filter: OfferFilter, limit: number, language: Language) {
  const query = { ...filter, limit, language }
  return infiniteQueryOptions({
    queryKey: queryKey(subscriptions.offers, { query }),
    queryFn: ({ pageParam, signal }) =>
      api.call(subscriptions.offers, { query: { ...query, ...(pageParam ? { cursor: pageParam } : {}) } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  })
}

export function mySubscriptionsQuery(api: Client, language: Language) {
  return infiniteQueryOptions({
    queryKey: queryKey(subscriptions.list, { query: { language } }),
    queryFn: ({ pageParam, signal }) =>
      api.call(subscriptions.list, { query: { language, ...(pageParam ? { cursor: pageParam } : {}) } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  })
}

export function subscribersQuery(api: Client, slug: string) {
  const input = { params: { slug } }
  return queryOptions({
    queryKey: queryKey(subscriptions.subscribers, input),
    queryFn: ({ signal }) => api.call(subscriptions.subscribers, input, { signal }),
  })
}

/** A subscription began, was renewed, or ends: every screen that shows it, or what it opens, asks again. */
export function invalidateSubscriptions(queries: QueryClient): Promise<unknown> {
  const changed = [subscriptions.list, subscriptions.offer, subscriptions.platformOffer, products.get, posts.get, playback.get, orders.list]
  return Promise.all(changed.map((endpoint) => queries.invalidateQueries({ queryKey: endpointKey(endpoint) })))
}
