import { auth } from '@e-events/shared/contract/people/auth.ts'
import { tickets } from '@e-events/shared/contract/sales/tickets.ts'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { session as sessionReply, sessionUser } from '../testing/factories.ts'
import { createFakeApi, Refusal, type FakeApi } from '../testing/fake-api.ts'
import { createServices } from './services.ts'
import { sessionHintKey } from '@e-events/shared/client/session.ts'

let api: FakeApi
const user = sessionUser()

beforeEach(() => {
  api = createFakeApi()
  api.on(tickets.list, () => ({ items: [], nextCursor: null }))
})

/** They listen to the other tabs until the end of the test. */
function openServices() {
  const services = createServices({ fetch: api.fetch })
  onTestFinished(() => services.session.close())
  return services
}

const remembered = () => localStorage.setItem(sessionHintKey, '1')

describe('calls of the api and the session', () => {
  it('is restored from the cookie, and calls wait for it', async () => {
    remembered()
    api.on(auth.refresh, () => sessionReply(user))
    const services = openServices()
    await services.api.call(tickets.list)
    expect(services.session.get()).toEqual({ status: 'authenticated', user })
    expect(api.calls.map((call) => call.endpoint.path)).toEqual(['/auth/refresh', '/tickets'])
  })

  it('a refresh without an answer logs nobody out', async () => {
    remembered()
    api.on(auth.refresh, () => sessionReply(user))
    const services = openServices()
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
      const services = openServices()
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
    const services = openServices()
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
})
