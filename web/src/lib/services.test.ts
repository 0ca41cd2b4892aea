import { auth } from '@e-events/shared/contract/people/auth.ts'
import { notifications } from '@e-events/shared/contract/engagement/notifications.ts'
import { config } from '@e-events/shared/contract/settings/config.ts'
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

  it('shows the key of the service to notifications; a wrong one logs nobody out, a role that may never come does [API-004]', async () => {
    remembered()
    api.on(auth.refresh, () => sessionReply(user))
    api.on(config.realtime, () => ({ apiKey: 'key-of-the-service' }))
    const services = openServices()
    await services.session.ready
    const refuse = (code: 'API_KEY_INVALID' | 'FORBIDDEN_ROLE') => () => {
      throw new Refusal(code)
    }
    api.on(notifications.list, refuse('API_KEY_INVALID'))
    await expect(services.api.call(notifications.list)).rejects.toMatchObject({ code: 'API_KEY_INVALID' })
    expect(api.calls.map(({ endpoint }) => endpoint.path)).toContain('/config/realtime')
    expect(services.session.get().status).toBe('authenticated')
    api.on(notifications.sent, refuse('FORBIDDEN_ROLE'))
    await expect(services.api.call(notifications.sent)).rejects.toMatchObject({ code: 'FORBIDDEN_ROLE' })
    expect(services.session.get().status).not.toBe('authenticated')
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
