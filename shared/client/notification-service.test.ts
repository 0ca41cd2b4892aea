import type { UserNotification } from '@e-events/shared/realtime/notifications.ts'
import { cachedResponseMs } from '@e-events/shared/contract/endpoint.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createNotificationService, type NotificationSocket } from './notification-service.ts'

const me = '00000000-0000-4000-8000-000000000001'
const id = '00000000-0000-4000-8000-0000000000aa'

/** The other end of the line, played by the test. */
function line({ replies = [] as { ok: boolean; code?: string }[], token = 'fresh' } = {}) {
  const listeners = new Map<string, (message: unknown) => void>()
  const asked: unknown[] = []
  let connects = 0
  let active = true
  const socket: NotificationSocket = {
    on: (event, listener) => listeners.set(event, listener),
    get active() {
      return active
    },
    connect: () => {
      connects += 1
      return socket
    },
    disconnect: () => socket,
    timeout: () => ({
      emitWithAck: (_, message) => {
        asked.push(message)
        return Promise.resolve(replies.shift() ?? { ok: true })
      },
    }),
  }
  let current = token
  let refreshes = 0
  const service = createNotificationService(
    {
      accessToken: () => current,
      refresh: () => {
        refreshes += 1
        current = `fresh-${refreshes}`
        return Promise.resolve(current)
      },
      userId: () => me,
      apiKey: () => Promise.resolve('key'),
    },
    () => Promise.resolve(socket),
  )
  return {
    service,
    asked,
    hear: (event: string, message?: unknown) => listeners.get(event)?.(message),
    counts: () => ({ connects, refreshes }),
    giveUp: () => (active = false),
    ready: () => vi.waitFor(() => expect(listeners.has('user')).toBe(true)),
  }
}

describe('the notification service', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  it('asks for the messages of who is logged in, and tells of every connection after the first', async () => {
    const { service, asked, hear, ready } = line()
    let again = 0
    service.onReconnect(() => (again += 1))
    await ready()
    hear('connect')
    expect(asked).toEqual([{ user: me }])
    expect(again).toBe(0)
    hear('connect')
    expect(asked).toHaveLength(2)
    expect(again).toBe(1)
  })

  it('renews a token that was too old once, and takes a second refusal for an answer', async () => {
    const refused = { ok: false, code: 'UNAUTHENTICATED' }
    const { service, hear, counts, ready } = line({ replies: [refused, refused, refused] })
    service.onUser(() => undefined)
    await ready()
    hear('connect')
    await vi.waitFor(() => expect(counts()).toEqual({ connects: 1, refreshes: 1 }))
    hear('connect')
    hear('connect')
    await Promise.resolve()
    await Promise.resolve()
    await Promise.resolve()
    expect(counts()).toEqual({ connects: 1, refreshes: 1 })
  })

  it('tries again after a while where the server refused the connection for good', async () => {
    const { service, hear, counts, giveUp, ready } = line()
    service.onSystem(() => undefined)
    await ready()
    hear('connect_error')
    vi.advanceTimersByTime(60_000)
    expect(counts().connects).toBe(0)
    giveUp()
    hear('connect_error')
    vi.advanceTimersByTime(29_999)
    expect(counts().connects).toBe(0)
    vi.advanceTimersByTime(1)
    expect(counts().connects).toBe(1)
  })

  it('passes on what is for everybody and for this account, and nothing broken or meant for somebody else', async () => {
    const { service, hear, ready } = line()
    const system: string[] = []
    const user: UserNotification[] = []
    service.onSystem(({ type }) => system.push(type))
    service.onUser((message) => user.push(message))
    await ready()
    const update = { id, payload: { type: 'config.updated', message: '{}', notificationType: 'success' } }
    hear('system', update)
    hear('system', { ...update, payload: { ...update.payload, message: '{' } })
    hear('system', 'nonsense')
    // The api may answer with a cached response from before the change.
    vi.advanceTimersByTime(cachedResponseMs)
    expect(system).toEqual([])
    vi.advanceTimersByTime(50)
    expect(system).toEqual(['config.updated'])
    hear('system', { id, payload: { type: 'snack.notification', message: '{"text":"Hola"}', notificationType: 'info' } })
    expect(system).toEqual(['config.updated', 'snack.notification'])
    const ended = { id, user: me, type: 'session.ended', payload: { reason: 'blocked' } }
    hear('user', ended)
    hear('user', { ...ended, user: '00000000-0000-4000-8000-000000000002' })
    hear('user', { ...ended, payload: { reason: 'no reason of ours' } })
    expect(user).toEqual([ended])
  })
})
