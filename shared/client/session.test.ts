import { createClient } from '@e-events/shared/contract/client.ts'
import { tickets } from '@e-events/shared/contract/sales/tickets.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSession, sessionHintKey, type RefreshTokens, type SessionStore } from './session.ts'
import { fakeApi, fakeSession, refusal, type Answers } from './testing/fake-api.ts'

const session = fakeSession()
const cookieSession = { ...session, refreshToken: null }
const credentials = { user: session.user.user, password: 'Tormenta7!' }
const opened: SessionStore[] = []

function open(answers: Answers, refreshTokens?: RefreshTokens) {
  const api = fakeApi(answers)
  const wire = { baseUrl: '/api', fetch: api.fetch, language: () => 'es' }
  const store = createSession({ ...wire, refreshTokens })
  opened.push(store)
  const client = createClient({ ...wire, accessToken: store.accessToken, refresh: store.refresh })
  return { store, client, calls: () => api.calls.map(({ key }) => key), api }
}

const silent = () => {
  throw new TypeError('Failed to fetch')
}

beforeEach(() => localStorage.clear())
afterEach(() => {
  for (const store of opened.splice(0)) store.close()
})

describe('a session in a browser tab', () => {
  it('sends no request for a visitor who never logged in', async () => {
    const { store, calls } = open({})
    expect(store.get()).toEqual({ status: 'anonymous', expired: false })
    await store.ready
    expect(calls()).toEqual([])
  })

  it('treats an old cookie at start as a visitor and reports nothing', async () => {
    localStorage.setItem(sessionHintKey, '1')
    const { store } = open({ 'POST /auth/refresh': refusal('UNAUTHENTICATED', 401) })
    const seen: unknown[] = []
    store.subscribe(() => seen.push(store.get()))
    await store.ready
    expect(seen).toEqual([{ status: 'anonymous', expired: false }])
    expect(localStorage.getItem(sessionHintKey)).toBeNull()
  })

  it('keeps the hint when no answer comes at start, so that the next visit tries again', async () => {
    localStorage.setItem(sessionHintKey, '1')
    const { store } = open({ 'POST /auth/refresh': silent })
    await store.ready
    expect(store.get()).toEqual({ status: 'anonymous', expired: false })
    expect(localStorage.getItem(sessionHintKey)).toBe('1')
  })

  it('refreshes once for many calls with an expired token, and they succeed', async () => {
    localStorage.setItem(sessionHintKey, '1')
    let refreshes = 0
    const { store, client, api } = open({
      'POST /auth/refresh': () => ({ status: 200, body: { ...cookieSession, authToken: `access-${(refreshes += 1)}` } }),
      'GET /tickets': () =>
        api.calls.at(-1)?.token === 'Bearer access-1'
          ? refusal('UNAUTHENTICATED', 401)
          : { status: 200, body: { items: [], nextCursor: null } },
    })
    await store.ready
    await Promise.all(Array.from({ length: 5 }, () => client.call(tickets.list)))
    expect(refreshes).toBe(2)
    expect(store.get().status).toBe('authenticated')
  })

  it('ends as expired when the server refuses the refresh of a session in use', async () => {
    localStorage.setItem(sessionHintKey, '1')
    let refreshes = 0
    const { store } = open({
      'POST /auth/refresh': () => ((refreshes += 1) === 1 ? { status: 200, body: cookieSession } : refusal('UNAUTHENTICATED', 401)),
    })
    await store.ready
    expect(await store.refresh()).toBeUndefined()
    expect(store.get()).toEqual({ status: 'anonymous', expired: true })
    expect(store.accessToken()).toBeUndefined()
  })

  it('stays one that the server ended when calls that were under way are refused after it', async () => {
    localStorage.setItem(sessionHintKey, '1')
    let refreshes = 0
    const { store, client } = open({
      'POST /auth/refresh': () => ((refreshes += 1) === 1 ? { status: 200, body: cookieSession } : refusal('UNAUTHENTICATED', 401)),
      'GET /tickets': () => {
        store.end()
        return refusal('UNAUTHENTICATED', 401)
      },
    })
    await store.ready
    await expect(client.call(tickets.list)).rejects.toMatchObject({ status: 401 })
    // The call did ask for another token.
    expect(refreshes).toBe(2)
    expect(store.get()).toEqual({ status: 'anonymous', expired: true })
  })

  it('logs out here even when the server does not answer', async () => {
    const { store } = open({ 'POST /auth/login': { status: 200, body: cookieSession }, 'POST /auth/logout': silent })
    await store.login(credentials)
    await expect(store.logout()).rejects.toMatchObject({ code: 'NETWORK' })
    expect(store.get()).toEqual({ status: 'anonymous', expired: false })
    expect(store.accessToken()).toBeUndefined()
  })

  it('is shared by the tabs of the origin: log-in, changes of the account and its end', async () => {
    const first = open({ 'POST /auth/login': { status: 200, body: cookieSession } }).store
    const second = open({}).store
    const reached = (state: unknown) => expect.poll(() => second.get()).toEqual(state)
    await first.login(credentials)
    await reached({ status: 'authenticated', user: session.user })
    expect(second.accessToken()).toBe(session.authToken)
    first.updateUser({ ...session.user, name: 'Inés' })
    await reached({ status: 'authenticated', user: { ...session.user, name: 'Inés' } })
    first.end()
    await reached({ status: 'anonymous', expired: true })
  })
})

describe('a session with a key store', () => {
  function keyStore(kept: string | null) {
    const log: string[] = []
    const refreshTokens: RefreshTokens = {
      load: () => Promise.resolve(kept),
      save: (token) => Promise.resolve(void log.push(`save ${(kept = token)}`)),
      clear: () => {
        kept = null
        return Promise.resolve(void log.push('clear'))
      },
    }
    return { log, refreshTokens }
  }

  it('is restored with the kept token, saves the rotated one and leaves no hint for tabs', async () => {
    const { log, refreshTokens } = keyStore('refresh-0')
    const { store, api } = open({ 'POST /auth/refresh': { status: 200, body: session } }, refreshTokens)
    await store.ready
    expect(api.calls[0]).toMatchObject({ key: 'POST /auth/refresh', body: { refreshToken: 'refresh-0' } })
    expect(log).toEqual(['save refresh-1'])
    expect(store.get().status).toBe('authenticated')
    expect(localStorage.getItem(sessionHintKey)).toBeNull()
  })

  it('without a kept token asks nothing, and logs in as the studio', async () => {
    const { log, refreshTokens } = keyStore(null)
    const { store, api, calls } = open({ 'POST /auth/login': { status: 200, body: session } }, refreshTokens)
    await store.ready
    expect([store.get(), calls()]).toEqual([{ status: 'anonymous', expired: false }, []])
    await store.login(credentials)
    expect(api.calls[0]).toMatchObject({ body: { client: 'studio' } })
    expect(log).toEqual(['save refresh-1'])
  })

  it('clears a token that the server refuses, and sends the kept one when it logs out', async () => {
    const refused = keyStore('stolen')
    await open({ 'POST /auth/refresh': refusal('UNAUTHENTICATED', 401) }, refused.refreshTokens).store.ready
    expect(refused.log).toEqual(['clear'])

    const kept = keyStore('refresh-0')
    const { store, api } = open(
      { 'POST /auth/refresh': { status: 200, body: session }, 'POST /auth/logout': { status: 204 } },
      kept.refreshTokens,
    )
    await store.logout()
    expect(api.calls.at(-1)).toMatchObject({ key: 'POST /auth/logout', body: { refreshToken: 'refresh-1' } })
    expect(kept.log.at(-1)).toBe('clear')
  })
})
