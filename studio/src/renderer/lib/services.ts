import { createClient, type Client, type FetchLike } from '@e-events/shared/contract/client.ts'
import { config } from '@e-events/shared/contract/settings/config.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import { QueryClient } from '@tanstack/react-query'
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Studio, StudioFactory } from '../../broadcast/studio.ts'
import { browserFetch, timedFetch } from '@e-events/shared/client/fetch.ts'
import { createRealtime, type Realtime } from '@e-events/shared/client/realtime.ts'
import { retryDelay, shouldRetry } from '@e-events/shared/client/retry.ts'
import { createSession, type SessionState, type SessionStore } from '@e-events/shared/client/session.ts'
import { createServerClock, type ServerClock } from '@e-events/shared/client/server-clock.ts'
import type { Platform } from '../platform/platform.ts'

/** Everything that screens share and that talks to the world. Made once in main.tsx, and once per test. */
export interface Services {
  platform: Platform
  api: Client
  session: SessionStore
  queries: QueryClient
  clock: ServerClock
  realtime: Pick<Realtime, 'chat'>
  /** The desk of one product; the same object until it is closed. */
  studio(slug: string): Studio
}

export interface ServiceOptions {
  platform: Platform
  baseUrl: string
  fetch?: FetchLike
  language(): Language
  createStudio: StudioFactory
  realtime?: Services['realtime']
}

export function createServices({ platform, baseUrl, fetch = browserFetch, language, createStudio, ...given }: ServiceOptions): Services {
  const clock = createServerClock()
  const wire = { baseUrl, fetch: timedFetch(fetch, clock), language }
  const session = createSession({ ...wire, refreshTokens: platform.credentials === 'keystore' ? platform.tokens : undefined })
  const apiKey = async () => {
    const ask = () => api.call(config.realtime)
    return (await queries.fetchQuery({ queryKey: ['service key'], queryFn: ask, staleTime: Infinity })).apiKey
  }
  const api: Client = createClient({ ...wire, accessToken: session.accessToken, refresh: session.refresh, apiKey })
  const queries = new QueryClient({
    defaultOptions: {
      queries: { staleTime: 15_000, retry: shouldRetry, retryDelay, refetchOnWindowFocus: true },
      mutations: { retry: false },
    },
  })
  const studios = new Map<string, Studio>()
  return {
    platform,
    api,
    session,
    queries,
    clock,
    realtime: given.realtime ?? createRealtime({ accessToken: session.accessToken, origin: () => platform.server.origin() }),
    studio(slug) {
      const known = studios.get(slug)
      if (known && !known.isClosed()) return known
      const made = createStudio({ slug, api, clock, platform })
      studios.set(slug, made)
      return made
    },
  }
}

export const ServicesContext = createContext<Services | null>(null)

export function useServices(): Services {
  const services = useContext(ServicesContext)
  if (!services) throw new Error('useServices needs a ServicesContext above it')
  return services
}

export function useSession(): SessionState {
  const { session } = useServices()
  return useSyncExternalStore(session.subscribe, session.get)
}
