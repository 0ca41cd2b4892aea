import { auth, type Session, type SessionUser } from '@e-events/shared/contract/people/auth.ts'
import { ApiError, createClient, type FetchLike } from '@e-events/shared/contract/client.ts'
import { createStore, type Store } from '../../broadcast/store.ts'
import type { Platform } from '../platform/platform.ts'

export type SessionState =
  | { status: 'restoring' }
  /** `expired`: the server ended it; the organizer did not log out. */
  | { status: 'anonymous'; expired: boolean }
  | { status: 'authenticated'; user: SessionUser }

export interface StudioSession extends Store<SessionState> {
  accessToken(): string | undefined
  /** One refresh for all callers. Undefined: the session is over. Throws when no answer came, which ends nothing. */
  refresh(): Promise<string | undefined>
  /** @throws ApiError INVALID_LOGIN, TWO_FACTOR_REQUIRED, TWO_FACTOR_WRONG, RATE_LIMITED, NETWORK */
  login(credentials: { user: string; password: string; code?: string }): Promise<void>
  logout(): Promise<void>
}

export interface SessionDeps {
  platform: Pick<Platform, 'credentials' | 'tokens'>
  baseUrl: string
  fetch: FetchLike
  language(): string
}

/** In a tab the web shares our cookie: both rotate it under one lock, and both read this hint before they ask at all. */
const tabLock = 'e-events.refresh'
const hintKey = 'e-events.session'

/** The access token lives in memory only; what outlives a restart is the platform's business (LIVE-008). */
export function createStudioSession({ platform, baseUrl, fetch, language }: SessionDeps): StudioSession {
  const store = createStore<{ value: SessionState }>({ value: { status: 'restoring' } })
  const kept = platform.credentials === 'keystore'
  let token: string | undefined
  let refreshing: Promise<string | undefined> | undefined
  const client = createClient({ baseUrl, fetch, language, accessToken: () => token, refresh: () => Promise.resolve(undefined) })

  async function begin(session: Session) {
    token = session.authToken
    if (kept && session.refreshToken !== null) await platform.tokens.save(session.refreshToken)
    if (!kept) setHint(true)
    store.set({ value: { status: 'authenticated', user: session.user } })
  }

  async function forget(expired: boolean) {
    token = undefined
    if (kept) await platform.tokens.clear()
    else setHint(false)
    store.set({ value: { status: 'anonymous', expired } })
  }

  async function rotate(): Promise<string | undefined> {
    const refreshToken = kept ? await platform.tokens.load() : null
    if (kept && refreshToken === null) {
      store.set({ value: { status: 'anonymous', expired: store.get().value.status === 'authenticated' } })
      return undefined
    }
    try {
      const session = await client.call(auth.refresh, { body: refreshToken === null ? {} : { refreshToken } })
      await begin(session)
      return session.authToken
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error
      await forget(store.get().value.status === 'authenticated')
      return undefined
    }
  }

  function refresh() {
    refreshing ??= withLock(kept, rotate).finally(() => (refreshing = undefined))
    return refreshing
  }

  async function restore() {
    if (!kept && !hasHint()) return store.set({ value: { status: 'anonymous', expired: false } })
    // No answer at start: the log-in screen says so when it is tried; the kept token stays for the next start.
    await refresh().catch(() => store.set({ value: { status: 'anonymous', expired: false } }))
    return undefined
  }
  void restore()

  return {
    get: () => store.get().value,
    subscribe: store.subscribe,
    accessToken: () => token,
    refresh,
    async login(credentials) {
      await begin(await client.call(auth.login, { body: { ...credentials, client: kept ? 'studio' : 'web' } }))
    },
    async logout() {
      const refreshToken = kept ? await platform.tokens.load() : null
      try {
        await client.call(auth.logout, { body: refreshToken === null ? {} : { refreshToken } })
      } finally {
        await forget(false)
      }
    },
  }
}

function withLock<T>(kept: boolean, work: () => Promise<T>): Promise<T> {
  return !kept && 'locks' in navigator ? navigator.locks.request(tabLock, work) : work()
}

function hasHint(): boolean {
  try {
    return localStorage.getItem(hintKey) === '1'
  } catch {
    return false
  }
}

function setHint(on: boolean): void {
  try {
    if (on) localStorage.setItem(hintKey, '1')
    else localStorage.removeItem(hintKey)
  } catch {
    // Storage refused: the session then lasts as long as the page.
  }
}
