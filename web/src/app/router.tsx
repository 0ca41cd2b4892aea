import type { i18n } from 'i18next'
import type { ComponentType } from 'react'
import { redirect, type RouteObject } from 'react-router'
import { paths } from '../config/paths.ts'
import { homeQuery } from '../features/home/queries.ts'
import { productQuery } from '../features/products/queries.ts'
import { toLanguage } from '../lib/language.ts'
import type { Services } from '../lib/services.ts'
import { createGates } from './gates.ts'
import { AccountOnly } from './layout/account-only.tsx'
import { RootLayout } from './layout/root-layout.tsx'
import { StoreLayout, type RouteHandle } from './layout/store-layout.tsx'
import { CrashPage } from './routes/crash.tsx'
import { NotFoundPage } from './routes/not-found.tsx'
import { Splash } from './splash.tsx'

interface PageModule {
  Component: ComponentType
}

const over: RouteHandle = { bar: 'over' }

/** Every page is a chunk of its own and arrives together with its words; what it will ask the api is asked meanwhile. */
export function createRoutes(services: Services, words: i18n): RouteObject[] {
  const gates = createGates(services)
  const { api, queries } = services
  const language = () => toLanguage(words.language)
  const page = (load: () => Promise<PageModule>, ...namespaces: string[]) => ({
    lazy: async () => {
      const [module] = await Promise.all([load(), words.loadNamespaces(namespaces)])
      return { Component: module.Component }
    },
  })
  return [
    {
      Component: RootLayout,
      ErrorBoundary: CrashPage,
      HydrateFallback: Splash,
      children: [
        {
          Component: StoreLayout,
          children: [
            {
              // A page that breaks leaves the frame, and with it the way out, standing.
              ErrorBoundary: CrashPage,
              children: [
                {
                  index: true,
                  handle: over,
                  loader: () => {
                    void queries.prefetchQuery(homeQuery(api, language()))
                    return null
                  },
                  ...page(() => import('./routes/home/home.tsx'), 'home'),
                },
                {
                  path: 'products/:slug',
                  loader: ({ params }) => {
                    void queries.prefetchQuery(productQuery(api, { slug: params['slug'] ?? '', language: language() }))
                    return null
                  },
                  ...page(() => import('./routes/product/product.tsx'), 'products'),
                },
                {
                  path: 'mystuff',
                  loader: gates.account,
                  Component: AccountOnly,
                  children: [
                    { index: true, loader: () => redirect(paths.myProducts) },
                    { path: 'products', ...page(() => import('./routes/mystuff/products.tsx'), 'tickets') },
                  ],
                },
                { path: '*', loader: gates.unknown, Component: NotFoundPage },
              ],
            },
          ],
        },
        { path: 'login', loader: gates.visitor, ...page(() => import('./routes/login/login.tsx'), 'auth') },
        { path: 'logout', loader: gates.logout, Component: Splash },
        {
          path: 'player/:slug',
          loader: gates.account,
          Component: AccountOnly,
          children: [{ index: true, ...page(() => import('./routes/player/player.tsx'), 'player') }],
        },
      ],
    },
  ]
}
