import type { Client } from '@e-events/shared/contract/client.ts'
import { entities } from '@e-events/shared/contract/storefront/entities.ts'
import { endpointKey, queryKey } from '@e-events/shared/contract/endpoint.ts'
import { home } from '@e-events/shared/contract/storefront/home.ts'
import { pages } from '@e-events/shared/contract/storefront/pages.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import { queryOptions } from '@tanstack/react-query'

/**
 * Kept from visit to visit: `home.updated` says when it is another one (API-014). Changes by time alone are asked for
 * again after a while.
 */
const staleTime = 5 * 60_000

export function homeQuery(api: Client, language: Language) {
  const input = { query: { language } }
  return queryOptions({
    queryKey: queryKey(home.get, input),
    queryFn: ({ signal }) => api.call(home.get, input, { signal }),
    staleTime,
  })
}

const sectionPages = { store: entities.get, page: pages.get }

/** The home page of an entity (`/store/x`) or a page (`/page/x`). */
export function sectionPageQuery(api: Client, { kind, slug, language }: { kind: 'store' | 'page'; slug: string; language: Language }) {
  const endpoint = sectionPages[kind]
  const input = { params: { slug }, query: { language } }
  return queryOptions({
    queryKey: queryKey(endpoint, input),
    queryFn: ({ signal }) => api.call(endpoint, input, { signal }),
    staleTime,
  })
}

/** Matches one page in every language. */
export const sectionPageKey = (kind: 'store' | 'page', slug: string) => endpointKey(sectionPages[kind], { slug })
