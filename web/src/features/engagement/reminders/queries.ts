import type { Client } from '@e-events/shared/contract/client.ts'
import { queryKey } from '@e-events/shared/contract/endpoint.ts'
import { reminders } from '@e-events/shared/contract/engagement/reminders.ts'
import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'

export function reminderQuery(api: Client, slug: string) {
  const input = { params: { slug } }
  return queryOptions({
    queryKey: queryKey(reminders.get, input),
    queryFn: ({ signal }) => api.call(reminders.get, input, { signal }),
  })
}

export function remindMutation(api: Client, queries: QueryClient, slug: string) {
  return mutationOptions({
    mutationFn: (isWanted: boolean) => api.call(reminders.set, { params: { slug }, body: { isWanted } }),
    onSuccess: (reply) => queries.setQueryData(queryKey(reminders.get, { params: { slug } }), reply),
  })
}
