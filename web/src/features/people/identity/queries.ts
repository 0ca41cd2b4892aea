import type { Client } from '@e-events/shared/contract/client.ts'
import { config } from '@e-events/shared/contract/settings/config.ts'
import { queryKey } from '@e-events/shared/contract/endpoint.ts'
import { queryOptions } from '@tanstack/react-query'

export function registerFieldsQuery(api: Client) {
  return queryOptions({
    queryKey: queryKey(config.registerFields),
    queryFn: ({ signal }) => api.call(config.registerFields, undefined, { signal }),
  })
}

export function registerDomainsQuery(api: Client) {
  return queryOptions({
    queryKey: queryKey(config.registerDomains),
    queryFn: ({ signal }) => api.call(config.registerDomains, undefined, { signal }),
  })
}

export function registerSocialQuery(api: Client) {
  return queryOptions({
    queryKey: queryKey(config.registerSocial),
    queryFn: ({ signal }) => api.call(config.registerSocial, undefined, { signal }),
  })
}
