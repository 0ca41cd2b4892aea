import { auth } from '@e-events/shared/contract/people/auth.ts'
import { tickets } from '@e-events/shared/contract/sales/tickets.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { session as sessionReply, sessionUser } from '../testing/factories.ts'
import { createFakeApi, Refusal, type FakeApi } from '../testing/fake-api.ts'
import { createServices } from './services.ts'
import { sessionHintKey } from './session.ts'

let api: FakeApi
const user = sessionUser()

beforeEach(() => {
  api = createFakeApi()
  api.on(tickets.list, () => ({ items: [], nextCursor: null }))
})

const remembered = () => localStorage.setItem(sessionHintKey, '1')

describe('session', () => {
  it('asks nothing for a visitor who never logged in', async () => {
    const { session } = createServices({ fetch: api.fetch })
    await session.ready
    expect(session.get()).toEqual({ status: 'anonymous', expired: false })
    expect(api.calls).toEqual([])
  })

  it('an old cookie at the start makes a visitor, without a word about it', async () => {
    remembered()
    api.on(auth.refresh, () => {
      throw new Refusal('UNAUTHENTICATED')
    })
    const { session } = createServices({ fetch: api.fetch })
    await session.ready
    expect(session.get()).toEqual({ status: 'anonymous', expired: false })
    expect(localStorage.getItem(sessionHintKey)).toBeNull()
  })

  it('silence at the start forgets nothing: the next visit tries again', async () => {
    remembered()
    api.silence(true)
    const { session } = createServices({ fetch: api.fetch })
    await session.ready
    expect(session.get().status).toBe('anonymous')
    expect(localStorage.getItem(sessionHintKey)).toBe('1')
  })

  it('is restored from the cookie, and calls wait for it', async () => {
    remembered()
    api.on(auth.refresh, () => sessionReply(user))
    const services = createServices({ fetch: api.fetch })
    await services.api.call(tickets.list)
    expect(services.session.get()).toEqual({ status: 'authenticated', user })
    expect(api.calls.map((call) => call.endpoint.path)).toEqual(['/auth/refresh', '/tickets'])
  })

  it('many calls with an expired token cause one refresh and succeed', async () => {
    remembered()
    api.on(auth.refresh, () => sessionReply(user))
    const services = createServices({ fetch: api.fetch })
    await services.session.ready
    const stale = services.session.accessToken()
    api.on(tickets.list, (_, call) => {
      if (call.token === stale) throw new Refusal('UNAUTHENTICATED')
      return { items: [], nextCursor: null }
    })
    await Promise.all(Array.from({ length: 5 }, () => services.api.call(tickets.list)))
    expect(api.countOf(auth.refresh)).toBe(2)
    expect(services.session.get().status).toBe('authenticated')
  })

  it('a refresh without an answer logs nobody out', async () => {
    remembered()
    api.on(auth.refresh, () => sessionReply(user))
    const services = createServices({ fetch: api.fetch })
    await services.session.ready
    api.on(tickets.list, () => {
      throw new Refusal('UNAUTHENTICATED')
    })
    api.on(auth.refresh, () => {
      throw new Refusal('UNAVAILABLE')
    })
    await expect(services.api.call(tickets.list)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(services.session.get().status).toBe('authenticated')
  })

  it('a refused refresh ends the session; so does a role that may never come here [ERR-001] [ERR-002]', async () => {
    for (const code of ['UNAUTHENTICATED', 'FORBIDDEN_ROLE'] as const) {
      remembered()
      api.on(auth.refresh, () => sessionReply(user))
      const services = createServices({ fetch: api.fetch })
      await services.session.ready
      api.on(tickets.list, () => {
        throw new Refusal(code)
      })
      if (code === 'UNAUTHENTICATED')
        api.on(auth.refresh, () => {
          throw new Refusal('UNAUTHENTICATED')
        })
      await expect(services.api.call(tickets.list)).rejects.toMatchObject({ code })
      expect(services.session.get()).toEqual({ status: 'anonymous', expired: true })
      services.session.close()
    }
  })

  it('ten calls that are forbidden at once end it once [ERR-002]', async () => {
    remembered()
    api.on(auth.refresh, () => sessionReply(user))
    const services = createServices({ fetch: api.fetch })
    await services.session.ready
    api.on(tickets.list, () => {
      throw new Refusal('FORBIDDEN_ROLE')
    })
    let ends = 0
    services.session.subscribe(() => {
      if (services.session.get().status === 'anonymous') ends += 1
    })
    await Promise.allSettled(Array.from({ length: 10 }, () => services.api.call(tickets.list)))
    expect(ends).toBe(1)
  })

  it('logs out even when the server cannot be told', async () => {
    api.on(auth.login, () => sessionReply(user))
    const { session } = createServices({ fetch: api.fetch })
    await session.login({ user: user.user, password: 'Tormenta7!' })
    api.silence(true)
    await expect(session.logout()).rejects.toMatchObject({ code: 'NETWORK' })
    expect(session.get()).toEqual({ status: 'anonymous', expired: false })
    expect(session.accessToken()).toBeUndefined()
  })
})
