import { apiBase } from '@e-events/shared/contract/addresses.ts'
import { config } from '@e-events/shared/contract/settings/config.ts'
import { ApiError, createClient, type Client, type FetchLike } from '@e-events/shared/contract/client.ts'
import type { Endpoint } from '@e-events/shared/contract/endpoint.ts'
import { defaultLanguage } from '@e-events/shared/domain/language.ts'
import { QueryClient } from '@tanstack/react-query'
import { createContext, useContext, useSyncExternalStore } from 'react'
import { browserFetch, timedFetch } from '@e-events/shared/client/fetch.ts'
import { retryDelay, shouldRetry } from '@e-events/shared/client/retry.ts'
import { createServerClock, type ServerClock } from '@e-events/shared/client/server-clock.ts'
import { createNotificationService, type NotificationService } from '@e-events/shared/client/notification-service.ts'
import { createPreferences, type Preferences } from './preferences.ts'
import { createRealtime, type Realtime } from '@e-events/shared/client/realtime.ts'
import { createSession, type SessionState, type SessionStore } from '@e-events/shared/client/session.ts'
import { createStepUp, focusAgain, type StepUp } from './step-up.ts'

/** Everything that screens share and that talks to the world. Made once in main.tsx, and once per test. */
export interface Services {
  api: Client
  session: SessionStore
  /** The question for the password that some calls ask. */
  stepUp: StepUp
  queries: QueryClient
  realtime: Realtime
  notices: NotificationService
  preferences: Preferences
  clock: ServerClock
  /** Spreads what many tabs would do in the same instant. */
  random: () => number
}

/** The key was wrong, or somebody moderates a chat no more: their session is as good as before. */
function isRefusedByService({ apiKey, access }: Endpoint, { code }: ApiError): boolean {
  return code === 'API_KEY_INVALID' || (apiKey && access.kind === 'session' && code !== 'UNAUTHENTICATED')
}

export interface ServiceOptions {
  baseUrl?: string
  fetch?: FetchLike
  realtime?: Realtime
  notices?: NotificationService
  random?: () => number
}

export function createServices({ baseUrl = apiBase, fetch = browserFetch, ...given }: ServiceOptions = {}): Services {
  const clock = createServerClock()
  const language = () => document.documentElement.lang || defaultLanguage
  const wire = { baseUrl, fetch: timedFetch(fetch, clock), language }
  const session = createSession(wire)
  const stepUp = createStepUp()
  const apiKey = once(async () => (await client.call(config.realtime)).apiKey)
  const client: Client = createClient({ ...wire, accessToken: session.accessToken, refresh: session.refresh, apiKey })
  const api: Client = {
    async call(endpoint, ...args) {
      const asker = document.activeElement
      await session.ready
      try {
        return await client.call(endpoint, ...args)
      } catch (error) {
        if (error instanceof ApiError && error.code === 'STEP_UP_REQUIRED') {
          try {
            if (await stepUp.ask()) return await client.call(endpoint, ...args)
          } finally {
            focusAgain(asker)
          }
        }
        // 401 and 403 mean 'no valid session' and 'this role may never come here': both log out. Business refusals use
        // other codes, but for the key of a service, and for a moderator who is one no more.
        const isOfService = error instanceof ApiError && isRefusedByService(endpoint, error)
        if (error instanceof ApiError && (error.status === 401 || error.status === 403) && !isOfService) session.end()
        throw error
      }
    },
  }
  const queries = new QueryClient({
    defaultOptions: {
      queries: { staleTime: 30_000, retry: shouldRetry, retryDelay, refetchOnWindowFocus: true },
      mutations: { retry: false },
    },
  })
  const realtime = given.realtime ?? createRealtime({ accessToken: session.accessToken })
  const notices =
    given.notices ??
    createNotificationService({
      accessToken: session.accessToken,
      refresh: session.refresh,
      userId: () => userOf(session.get())?.id,
      apiKey,
    })
  const preferences = createPreferences({ account: () => userOf(session.get()) })
  onAccountChange(session, () => {
    // Nobody is left to answer.
    stepUp.settle(false)
    void queries.resetQueries()
    realtime.reconnect()
    notices.reconnect()
  })
  return { api, session, stepUp, queries, realtime, notices, preferences, clock, random: given.random ?? Math.random }
}

/** Asks once and keeps the answer; a failure is asked again. */
function once<T>(ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | undefined
  return () => {
    answer ??= ask().catch((error: unknown) => {
      answer = undefined
      throw error
    })
    return answer
  }
}

/** Data of one account must not be shown to the next one. */
function onAccountChange(session: SessionStore, react: () => void): void {
  let known = accountOf(session.get())
  session.subscribe(() => {
    const account = accountOf(session.get())
    if (account === undefined || account === known) return
    const isFirst = known === undefined
    known = account
    if (!isFirst) react()
  })
}

function accountOf(state: SessionState): string | null | undefined {
  if (state.status === 'restoring') return undefined
  return userOf(state)?.id ?? null
}

const userOf = (state: SessionState) => (state.status === 'authenticated' ? state.user : undefined)

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

/** The zone in which this viewer is shown times beside the event's own. */
export function useViewerZone(): string {
  const { preferences } = useServices()
  // The account's zone counts too, and is known to the session.
  useSession()
  useSyncExternalStore(preferences.subscribe, preferences.get)
  return preferences.timeZone()
}

/** The currency in which this viewer wants to see about how much something costs. */
export function useViewerCurrency(): string {
  const { preferences } = useServices()
  useSyncExternalStore(preferences.subscribe, preferences.get)
  return preferences.currency()
}
