import type { Client } from '@e-events/shared/contract/client.ts'
import { config, type ModuleId, type SiteConfig } from '@e-events/shared/contract/settings/config.ts'
import { queryKey } from '@e-events/shared/contract/endpoint.ts'
import { queryOptions } from '@tanstack/react-query'

/** Defaults of a new site: shown until the answer is there, and where none comes. */
export const defaultSiteConfig: SiteConfig = {
  approveUsers: false,
  typeTag: true,
  freeTag: true,
  coupons: true,
  moderatedChat: false,
  languages: true,
  notifications: true,
  currencies: false,
  timezones: true,
}
export const defaultModules: readonly ModuleId[] = ['notifications', 'datasheets', 'meetings']

/** The server says when it changed, so it is never stale by age. */
const fresh = { staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false } as const

export function siteConfigQuery(api: Client) {
  return queryOptions({ queryKey: queryKey(config.get), queryFn: ({ signal }) => api.call(config.get, undefined, { signal }), ...fresh })
}

export function paymentsQuery(api: Client) {
  return queryOptions({
    queryKey: queryKey(config.payments),
    queryFn: ({ signal }) => api.call(config.payments, undefined, { signal }),
    ...fresh,
  })
}

export function modulesQuery(api: Client) {
  return queryOptions({
    queryKey: queryKey(config.modules),
    queryFn: ({ signal }) => api.call(config.modules, undefined, { signal }),
    ...fresh,
  })
}
