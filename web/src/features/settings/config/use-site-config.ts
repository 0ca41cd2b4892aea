import type { ModuleId, SiteConfig } from '@e-events/shared/contract/settings/config.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useServices } from '../../../lib/services.ts'
import { defaultModules, defaultSiteConfig, modulesQuery, siteConfigQuery } from './queries.ts'

/** The nine switches of the site; every component that reads them follows a change without a reload. */
export function useSiteConfig(): SiteConfig {
  const { api } = useServices()
  // With both options an answer like the defaults is the same object: nothing is drawn anew.
  return useQuery({ ...siteConfigQuery(api), placeholderData: defaultSiteConfig, select: asItIs }).data ?? defaultSiteConfig
}

const asItIs = (config: SiteConfig): SiteConfig => config

export interface Modules {
  isOn: (module: ModuleId) => boolean
  /** Nothing is known yet: a page that depends on it waits instead of saying that it is not there. */
  isPending: boolean
}

export function useModules(): Modules {
  const { api } = useServices()
  const { data, isPending } = useQuery(modulesQuery(api))
  const on = data ? data.modules.filter((module) => module.active).map((module) => module.id) : defaultModules
  return { isOn: (module) => on.includes(module), isPending }
}

/** Mounted once: hears of changed switches and modules, also of those that changed while the line was broken. */
export function useConfigUpdates(): void {
  const { notices, queries } = useServices()
  useEffect(() => {
    // Switches, modules and the sign-up form have addresses of one family.
    const again = () => void queries.invalidateQueries({ predicate: ({ queryKey: [name] }) => /^GET \/config(\/|$)/.test(String(name)) })
    const stops = [
      notices.onSystem(({ type }) => {
        if (type === 'config.updated' || type === 'modules.updated') again()
      }),
      notices.onReconnect(again),
    ]
    return () => stops.forEach((stop) => stop())
  }, [notices, queries])
}
