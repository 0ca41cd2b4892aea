import type { Client } from '@e-events/shared/contract/client.ts'
import { queryKey } from '@e-events/shared/contract/endpoint.ts'
import { posts } from '@e-events/shared/contract/catalogue/posts.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import { queryOptions } from '@tanstack/react-query'

interface BySlug {
  slug: string
  language: Language
}

export function postQuery(api: Client, { slug, language }: BySlug) {
  const input = { params: { slug }, query: { language } }
  return queryOptions({ queryKey: queryKey(posts.get, input), queryFn: ({ signal }) => api.call(posts.get, input, { signal }) })
}

/** Public part of a post. */
export function teaserQuery(api: Client, { slug, language }: BySlug) {
  const input = { params: { slug }, query: { language } }
  return queryOptions({ queryKey: queryKey(posts.teaser, input), queryFn: ({ signal }) => api.call(posts.teaser, input, { signal }) })
}
