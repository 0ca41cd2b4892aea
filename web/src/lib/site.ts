import { site, type SiteInfo } from '@e-events/shared/contract/settings/site.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useServices, type Services } from './services.ts'

export function siteQuery(api: Services['api']) {
  return queryOptions({ queryKey: ['site', site.info.path], queryFn: () => api.call(site.info), staleTime: Infinity })
}

/** Who runs this site and where help is; undefined until it is known. Nothing waits for it. */
export function useSiteInfo(): SiteInfo | undefined {
  const { api } = useServices()
  return useQuery(siteQuery(api)).data
}
