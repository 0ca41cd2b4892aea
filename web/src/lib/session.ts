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
  /** Settles once it is known whether there is a session. */
  ready: Promise<void>
  accessToken: () => string | undefined
  /** One refresh for all callers and tabs. Answers undefined when the session is over; throws when no answer came, which ends nothing. */
  refresh: () => Promise<string | undefined>
  /** @throws ApiError INVALID_LOGIN, TWO_FACTOR_REQUIRED, TWO_FACTOR_WRONG, VALIDATION_FAILED, RATE_LIMITED, NETWORK */
  login: (credentials: { user: string; password: string; code?: string }) => Promise<SessionUser>
  /** A session was opened by a page load (single sign-on): its cookie is there and this page does not know of it yet. */
  adopt: () => Promise<void>
  /** The account was changed here: what is shown of it follows, in the other tabs too. */
  learn: (user: SessionUser) => void
  logout: () => Promise<void>
  /** The server refused this session (401 after a refresh, 403): forget it here and in the other tabs. */
  end: () => void
  close: () => void
}

export interface SessionDeps {
  baseUrl: string
  fetch: FetchLike
  language: () => string
}

/** Says whether a refresh cookie may exist (the cookie itself is HttpOnly), so that visitors cause no needless 401. */
export const sessionHintKey = 'e-events.session'

type TabMessage = { type: 'refreshed'; session: Session } | { type: 'changed'; user: SessionUser } | { type: 'ended'; expired: boolean }

/**
 * The access token lives in memory only; the refresh token is an HttpOnly cookie that rotates. Two tabs that rotate it at once would
 * look like theft to the server, so refreshing takes a lock across tabs and its result is told to all of them.
 */
export function createSession(deps: SessionDeps): SessionStore {
  let state: SessionState = hasHint() ? { status: 'restoring' } : { status: 'anonymous', expired: false }
  let token: string | undefined
  let refreshing: Promise<string | undefined> | undefined
  const listeners = new Set<() => void>()
  const tabs = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('e-events.session')
  const client: Client = createClient({ ...deps, accessToken: () => token, refresh: () => Promise.resolve(undefined) })

  function show(next: SessionState) {
    state = next
    for (const listener of listeners) listener()
  }

  function begin(session: Session) {
    token = session.authToken
    setHint(true)
    show({ status: 'authenticated', user: session.user })
  }

  function replaceUser(user: SessionUser) {
    if (state.status === 'authenticated' && state.user.id === user.id) show({ status: 'authenticated', user })
  }

  function forget(expired: boolean) {
    token = undefined
    setHint(false)
    show({ status: 'anonymous', expired })
  }

  tabs?.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    if (data.type === 'refreshed') begin(data.session)
    // Only what is shown here: a tab that is not logged in does not become so by another one's news.
    else if (data.type === 'changed') replaceUser(data.user)
    else forget(data.expired)
  })

  function tell(message: TabMessage) {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has no target: it stays in the origin
    tabs?.postMessage(message)
  }

  async function rotate(staleToken: string | undefined): Promise<string | undefined> {
    // Another tab may have refreshed while this one waited for the lock.
    if (token !== undefined && token !== staleToken) return token
    try {
      const session = await client.call(auth.refresh, { body: {} })
      begin(session)
      tell({ type: 'refreshed', session })
      return session.authToken
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error
      forget(true)
      tell({ type: 'ended', expired: true })
      return undefined
    }
  }

  function refresh(): Promise<string | undefined> {
    const stale = token
    refreshing ??= withTabLock(() => rotate(stale)).finally(() => (refreshing = undefined))
    return refreshing
  }

  const restored = state.status === 'restoring' ? refresh() : Promise.resolve(undefined)
  const ready = restored.then(
    // An expired cookie at start is no news to anybody: the visitor simply is not logged in.
    (fresh) => (fresh === undefined && state.status === 'anonymous' ? forgetQuietly() : undefined),
    // No answer: go on as a visitor but keep the hint, so that the next visit tries again.
    () => show({ status: 'anonymous', expired: false }),
  )
  function forgetQuietly() {
    if (state.status === 'anonymous' && state.expired) show({ status: 'anonymous', expired: false })
  }

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
      const session = await client.call(auth.login, { body: { ...credentials, client: 'web' } })
      begin(session)
      tell({ type: 'refreshed', session })
      return session.user
    },
    async adopt() {
      await ready
      if (state.status === 'authenticated') return
      // Without an answer, or without a session after all, this stays a visitor; the page in front of them says what to do.
      await refresh().catch(() => undefined)
      forgetQuietly()
    },
    learn(user) {
      if (state.status !== 'authenticated' || state.user.id !== user.id) return
      // An account knows more of itself than a session holds.
      const known = sessionUserSchema.parse(user)
      replaceUser(known)
      tell({ type: 'changed', user: known })
    },
    async logout() {
      // A refresh under way would be refused once the session is gone.
      await ready
      const had = state.status === 'authenticated'
      try {
        if (had || hasHint()) await client.call(auth.logout, { body: {} })
      } finally {
        forget(false)
        tell({ type: 'ended', expired: false })
      }
    },
    end() {
      if (state.status !== 'authenticated') return
      forget(true)
      tell({ type: 'ended', expired: true })
    },
    close() {
      tabs?.close()
      listeners.clear()
    },
  }
}

/** Without the Web Locks API (plain http on a local network) only the callers of this tab share a refresh. */
function withTabLock<T>(work: () => Promise<T>): Promise<T> {
  return 'locks' in navigator ? navigator.locks.request('e-events.refresh', work) : work()
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
