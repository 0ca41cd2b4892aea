import { auth, sessionUserSchema, type Session, type SessionUser } from '@e-events/shared/contract/people/auth.ts'
import { ApiError, createClient, type Client, type FetchLike } from '@e-events/shared/contract/client.ts'

export type SessionState =
  | { status: 'restoring' }
  /** `expired`: there was a session and the server ended it; the user did not log out. */
  | { status: 'anonymous'; expired: boolean }
  | { status: 'authenticated'; user: SessionUser }

export interface SessionStore {
  get: () => SessionState
  subscribe: (listener: () => void) => () => void
  /** Resolves once it is known whether there is a session. */
  ready: Promise<void>
  accessToken: () => string | undefined
  /**
   * One refresh for all callers and tabs. Resolves to undefined when the session is over; rejects when no answer came,
   * which ends nothing.
   */
  refresh: () => Promise<string | undefined>
  /** @throws ApiError INVALID_LOGIN, TWO_FACTOR_REQUIRED, TWO_FACTOR_WRONG, VALIDATION_FAILED, RATE_LIMITED, NETWORK */
  login: (credentials: { user: string; password: string; code?: string }) => Promise<SessionUser>
  /**
   * Takes over a session that a page load opened (single sign-on): its cookie exists and this page has not used it yet.
   */
  adopt: () => Promise<void>
  /** Replaces the shown account after a change of it, here and in the other tabs. */
  updateUser: (user: SessionUser) => void
  logout: () => Promise<void>
  /** Forgets the session here and in the other tabs because the server refused it (401 after a refresh, 403). */
  end: () => void
  close: () => void
}

/** Storage for a refresh token outside of the browser: the key store of the system (LIVE-008). */
export interface RefreshTokens {
  load: () => Promise<string | null>
  save: (token: string) => Promise<void>
  clear: () => Promise<void>
}

export interface SessionDeps {
  baseUrl: string
  fetch: FetchLike
  language: () => string
  /**
   * Present in the installed studio; without it the refresh token is an HttpOnly cookie that all tabs of the origin
   * share.
   */
  refreshTokens?: RefreshTokens | undefined
}

/** Says whether a refresh cookie may exist (the cookie itself is HttpOnly), so that visitors cause no needless 401. */
export const sessionHintKey = 'e-events.session'
const tabLock = 'e-events.refresh'
const tabChannel = 'e-events.session'

type TabMessage = { type: 'refreshed'; session: Session } | { type: 'changed'; user: SessionUser } | { type: 'ended'; expired: boolean }

/**
 * The session of an application. The access token lives in memory only; the refresh token rotates. Two tabs that rotate
 * a shared cookie at once would look like theft to the server, so a refresh holds a lock across tabs and its result is
 * broadcast to all of them.
 */
export function createSession({ refreshTokens, ...wire }: SessionDeps): SessionStore {
  let state: SessionState = refreshTokens || hasHint() ? { status: 'restoring' } : { status: 'anonymous', expired: false }
  let token: string | undefined
  let refreshing: Promise<string | undefined> | undefined
  const listeners = new Set<() => void>()
  const tabs = refreshTokens || typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(tabChannel)
  const client: Client = createClient({ ...wire, accessToken: () => token, refresh: () => Promise.resolve(undefined) })

  function show(next: SessionState) {
    state = next
    for (const listener of listeners) listener()
  }

  async function begin(session: Session) {
    token = session.authToken
    if (!refreshTokens) setHint(true)
    else if (session.refreshToken !== null) await refreshTokens.save(session.refreshToken)
    show({ status: 'authenticated', user: session.user })
  }

  async function forget(expired: boolean) {
    token = undefined
    if (refreshTokens) await refreshTokens.clear()
    else setHint(false)
    // The first reason stays: the calls of a session that was ended are refused after it, and their refresh with them.
    if (state.status !== 'anonymous') show({ status: 'anonymous', expired })
  }

  function replaceUser(user: SessionUser) {
    if (state.status === 'authenticated' && state.user.id === user.id) show({ status: 'authenticated', user })
  }

  tabs?.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    if (data.type === 'refreshed') void begin(data.session)
    // A change of the account logs in no tab that is logged out.
    else if (data.type === 'changed') replaceUser(data.user)
    else void forget(data.expired)
  })

  function publish(message: TabMessage) {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has no target: it stays in the origin
    tabs?.postMessage(message)
  }

  async function rotate(staleToken: string | undefined, wasAuthenticated: boolean): Promise<string | undefined> {
    // Another tab may have refreshed while this one waited for the lock.
    if (token !== undefined && token !== staleToken) return token
    const refreshToken = await loadToken()
    if (refreshTokens && refreshToken === null) {
      token = undefined
      show({ status: 'anonymous', expired: wasAuthenticated })
      return undefined
    }
    try {
      const session = await client.call(auth.refresh, { body: bodyOf(refreshToken) })
      await begin(session)
      publish({ type: 'refreshed', session })
      return session.authToken
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error
      // An expired cookie at start is not reported: the visitor simply is not logged in.
      await forget(wasAuthenticated)
      publish({ type: 'ended', expired: true })
      return undefined
    }
  }

  function refresh(): Promise<string | undefined> {
    const stale = token
    const wasAuthenticated = state.status === 'authenticated'
    const work = () => rotate(stale, wasAuthenticated)
    refreshing ??= (refreshTokens ? work() : withTabLock(work)).finally(() => (refreshing = undefined))
    return refreshing
  }

  const loadToken = () => (refreshTokens ? refreshTokens.load() : Promise.resolve(null))
  // Without an answer the application goes on as a visitor's; hint and token stay, so that the next start tries again.
  const restored = state.status === 'restoring' ? refresh().catch(() => show({ status: 'anonymous', expired: false })) : Promise.resolve()
  const ready = restored.then(() => undefined)

  return {
    get: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    ready,
    accessToken: () => token,
    refresh,
    async login(credentials) {
      const session = await client.call(auth.login, { body: { ...credentials, client: refreshTokens ? 'studio' : 'web' } })
      await begin(session)
      publish({ type: 'refreshed', session })
      return session.user
    },
    async adopt() {
      await ready
      if (state.status === 'authenticated') return
      // Without an answer, or without a session after all, this stays a visitor; the page in front of them says what to
      // do.
      await refresh().catch(() => undefined)
    },
    updateUser(user) {
      if (state.status !== 'authenticated' || state.user.id !== user.id) return
      // An account has more fields than a session holds.
      const known = sessionUserSchema.parse(user)
      replaceUser(known)
      publish({ type: 'changed', user: known })
    },
    async logout() {
      // A refresh under way would be refused once the session is gone.
      await ready
      const refreshToken = await loadToken()
      try {
        if (state.status === 'authenticated' || hasHint() || refreshToken !== null)
          await client.call(auth.logout, { body: bodyOf(refreshToken) })
      } finally {
        await forget(false)
        publish({ type: 'ended', expired: false })
      }
    },
    end() {
      if (state.status !== 'authenticated') return
      void forget(true)
      publish({ type: 'ended', expired: true })
    },
    close() {
      tabs?.close()
      listeners.clear()
    },
  }
}

const bodyOf = (refreshToken: string | null) => (refreshToken === null ? {} : { refreshToken })

/** Without the Web Locks API (plain http on a local network) only the callers of this tab share a refresh. */
function withTabLock<T>(work: () => Promise<T>): Promise<T> {
  return 'locks' in navigator ? navigator.locks.request(tabLock, work) : work()
}

function hasHint(): boolean {
  try {
    return localStorage.getItem(sessionHintKey) === '1'
  } catch {
    return false
  }
}

function setHint(on: boolean): void {
  try {
    if (on) localStorage.setItem(sessionHintKey, '1')
    else localStorage.removeItem(sessionHintKey)
  } catch {
    // Storage refused: the session then lasts as long as the page.
  }
}
