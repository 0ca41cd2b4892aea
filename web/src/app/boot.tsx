import type { ReactNode } from 'react'
import type { RouteObject } from 'react-router'
import { config as configureZod } from 'zod'
import { siteConfigQuery } from '../features/settings/config/queries.ts'
import { createServices } from '../lib/services.ts'
import { AppProviders } from './providers.tsx'
import { createI18n } from './i18n.ts'
import { createRoutes } from './router.tsx'

// The page's policy lets no code be made at run time; without this, zod tries to.
configureZod({ jitless: true })

export interface BootedApp {
  routes: RouteObject[]
  wrap: (children: ReactNode) => ReactNode
}

/**
 * Everything behind the first paint: the api client, the session, the words and the pages. Its chunk is fetched beside
 * the shell's.
 */
export async function boot(): Promise<BootedApp> {
  const services = createServices()
  // The frame of every page follows the site's switches: an answer that came after it would draw the page anew.
  void services.queries.prefetchQuery(siteConfigQuery(services.api))
  const words = await createI18n()
  return {
    routes: createRoutes(services, words),
    wrap: (children) => (
      <AppProviders services={services} words={words}>
        {children}
      </AppProviders>
    ),
  }
}
