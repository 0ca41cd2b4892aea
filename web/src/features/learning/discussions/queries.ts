import type { Client } from '@e-events/shared/contract/client.ts'
import { endpointKey, queryKey, type CallOutput } from '@e-events/shared/contract/endpoint.ts'
import { discussions, type DiscussionKind, type DiscussionOrder } from '@e-events/shared/contract/learning/discussions.ts'
import { discussionReports } from '@e-events/shared/contract/learning/discussion-reports.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

export interface DiscussionFilters {
  kind: DiscussionKind
  lesson?: string | undefined
  unanswered?: 'true' | undefined
  order?: DiscussionOrder
}

/** Questions or comments in an order, the newest first by itself, page by page. */
export function discussionQuery(api: Client, slug: string, { kind, lesson, unanswered, order }: DiscussionFilters) {
  const query = { kind, ...(lesson === undefined ? {} : { lesson }), ...(unanswered ? { unanswered } : {}), ...(order ? { order } : {}) }
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

/** Reported posts of a course or master, for those who teach it. */
export function reportedPostsQuery(api: Client, slug: string) {
  const input = { params: { slug } }
  return queryOptions({
    queryKey: queryKey(discussionReports.list, input),
    queryFn: ({ signal }) => api.call(discussionReports.list, input, { signal }),
    staleTime: 0,
  })
}
