import { account } from '@e-events/shared/contract/people/account.ts'
import { orNull404, type Client } from '@e-events/shared/contract/client.ts'
import { queryKey } from '@e-events/shared/contract/endpoint.ts'
import type { UserId } from '@e-events/shared/domain/ids.ts'
import { queryOptions } from '@tanstack/react-query'

export function myDataQuery(api: Client) {
  return queryOptions({ queryKey: queryKey(account.me), queryFn: ({ signal }) => api.call(account.me, undefined, { signal }) })
}

export function devicesQuery(api: Client) {
  return queryOptions({ queryKey: queryKey(account.devices), queryFn: ({ signal }) => api.call(account.devices, undefined, { signal }) })
}

export function identitiesQuery(api: Client) {
  return queryOptions({
    queryKey: queryKey(account.identities),
    queryFn: ({ signal }) => api.call(account.identities, undefined, { signal }),
  })
}

export function profileQuery(api: Client, id: string) {
  const input = { params: { id: id as UserId } }
  return queryOptions({
    queryKey: queryKey(account.publicProfile, input),
    // Somebody who shows nothing looks like nobody: that is an answer, and no failure to retry or to speak of.
    queryFn: ({ signal }) => orNull404(api.call(account.publicProfile, input, { signal })),
  })
}
