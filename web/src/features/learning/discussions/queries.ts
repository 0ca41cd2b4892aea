import type { Client } from '@e-events/shared/contract/client.ts'
import { endpointKey, queryKey, type CallOutput } from '@e-events/shared/contract/endpoint.ts'
import { discussions, type DiscussionKind } from '@e-events/shared/contract/learning/discussions.ts'
import { infiniteQueryOptions } from '@tanstack/react-query'

export interface DiscussionFilters {
  kind: DiscussionKind
  lesson?: string | undefined
  unanswered?: 'true' | undefined
}

/** Questions or comments, the newest first, page by page. */
export function discussionQuery(api: Client, slug: string, { kind, lesson, unanswered }: DiscussionFilters) {
  const query = { kind, ...(lesson === undefined ? {} : { lesson }), ...(unanswered ? { unanswered } : {}) }
  const params = { slug }
  return infiniteQueryOptions({
    queryKey: queryKey(discussions.list, { params, query }),
    queryFn: ({ pageParam, signal }) =>
      api.call(discussions.list, { params, query: pageParam === null ? query : { ...query, cursor: pageParam } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page: CallOutput<typeof discussions.list>) => page.nextCursor,
  })
}

/** Every list of a course or master: of its lessons, too. */
export const discussionKey = (slug: string) => endpointKey(discussions.list, { slug })
