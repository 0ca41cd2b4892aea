import type { Client } from '@e-events/shared/contract/client.ts'
import { endpointKey, queryKey, type CallOutput } from '@e-events/shared/contract/endpoint.ts'
import { notifications, type Notification } from '@e-events/shared/contract/engagement/notifications.ts'
import { infiniteQueryOptions, queryOptions, type InfiniteData, type QueryClient } from '@tanstack/react-query'

type Page = CallOutput<typeof notifications.list>
type Pages = InfiniteData<Page, string | null>

/** My notifications, page by page. */
export function inboxQuery(api: Client) {
  return infiniteQueryOptions({
    queryKey: queryKey(notifications.list),
    queryFn: ({ pageParam, signal }) => api.call(notifications.list, { query: pageParam ? { nextToken: pageParam } : {} }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page: Page) => page.nextToken,
  })
}

/** Only how many I have not read: what the bell says while its list is closed. */
export function unreadQuery(api: Client) {
  const input = { query: { limit: 1 } }
  return queryOptions({
    queryKey: queryKey(notifications.unread, input),
    queryFn: async ({ signal }) => (await api.call(notifications.unread, input, { signal })).unread,
  })
}

const inboxKeys = [queryKey(notifications.list), endpointKey(notifications.unread)]

/** Asks again for the list and for the number. */
export function refreshInbox(queries: QueryClient): Promise<unknown> {
  return Promise.all(inboxKeys.map((key) => queries.invalidateQueries({ queryKey: key })))
}

/** Shows at once what is being asked for; the answer, or the refusal, is fetched afterwards. */
export function patchInbox(queries: QueryClient, change: (item: Notification) => Notification | undefined): void {
  queries.setQueryData<Pages>(queryKey(notifications.list), (known) =>
    known ? { ...known, pages: known.pages.map((page) => ({ ...page, notifications: changed(page.notifications, change) })) } : known,
  )
}

function changed(items: Notification[], change: (item: Notification) => Notification | undefined): Notification[] {
  return items.flatMap((item) => change(item) ?? [])
}

/** Sent messages, for their senders. */
export function sentQuery(api: Client) {
  return infiniteQueryOptions({
    queryKey: queryKey(notifications.sent),
    queryFn: ({ pageParam, signal }) => api.call(notifications.sent, { query: pageParam ? { nextToken: pageParam } : {} }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page: CallOutput<typeof notifications.sent>) => page.nextToken,
  })
}
