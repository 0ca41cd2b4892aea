import { auth } from '@e-events/shared/contract/people/auth.ts'
import { broadcasts } from '@e-events/shared/contract/live/broadcasts.ts'
import { home } from '@e-events/shared/contract/storefront/home.ts'
import { findClosed } from '@e-events/shared/node/broadcast-control.ts'
import { realtimePath } from '@e-events/shared/realtime/events.ts'
import pg from 'pg'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLog } from '../adapters/log.ts'
import { startApi, type RunningApi } from '../server.ts'
import { factoryPassword } from '../testing/factories.ts'
import { createShow } from '../testing/show.ts'
import { createTcpProxy, type TcpProxy } from '../testing/tcp-proxy.ts'
import { createTestApi, type TestApi } from '../testing/test-api.ts'
import { isOutage } from './refusal.ts'

/**
 * PostgreSQL and Redis behind wires that are cut, frozen and mended (F7, F8). `t` sees the stores directly, `cut`
 * through the wires.
 */
let t: TestApi
let api: RunningApi
const wires: Record<'database' | 'redis', TcpProxy> = {} as never

beforeAll(async () => {
  t = await createTestApi()
  wires.database = await createTcpProxy(addressOf(t.env.DATABASE_URL))
  wires.redis = await createTcpProxy(addressOf(t.env.REDIS_URL))
  const env = { ...t.env, DATABASE_URL: through(t.env.DATABASE_URL, wires.database), REDIS_URL: through(t.env.REDIS_URL, wires.redis) }
  api = await startApi(env, { log: createLog({ level: 'fatal', node: 'cut' }), clock: t.clock, nodeId: 'cut' })
})
afterAll(async () => {
  await Promise.all([wires.database.mend(), wires.redis.mend()])
  await api.stop()
  await Promise.all([wires.database.close(), wires.redis.close()])
  await t.stop()
})

function addressOf(url: string): { host: string; port: number } {
  const { hostname, port } = new URL(url)
  return { host: hostname, port: Number(port) }
}
function through(url: string, wire: TcpProxy): string {
  const changed = new URL(url)
  changed.host = `127.0.0.1:${wire.port}`
  return changed.toString()
}
const get = (path: string) => fetch(`${api.url}${path}`, { signal: AbortSignal.timeout(15_000) })
const homeStatus = async () => (await get(`/api${home.get.path}`)).status
const post = (path: string, body: object, token?: string) =>
  fetch(`${api.url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(15_000),
  })

describe('without PostgreSQL', { timeout: 60_000 }, () => {
  it('answers 503 in the caller’s language with a time to come back, stays alive, and works again by itself', async () => {
    expect(await homeStatus()).toBe(200)
    await wires.database.cut()
    // The cached response has expired by then.
    t.clock.advance(2_000)
    const replies = await Promise.all([
      get('/api/home?language=en'),
      get('/api/home'),
      post(auth.login.path, { user: 'a@b.example', password: 'x' }),
    ])
    for (const reply of replies) {
      expect(reply.status).toBe(503)
      expect(Number(reply.headers.get('retry-after'))).toBe(2)
      expect(await reply.json()).toMatchObject({ code: 'UNAVAILABLE' })
    }
    expect((await get('/healthz')).status).toBe(200)
    expect(await (await get('/readyz')).json()).toMatchObject({ status: 'unavailable', database: false, redis: true })
    await wires.database.mend()
    await expect.poll(homeStatus, { timeout: 20_000 }).toBe(200)
    expect((await get('/readyz')).status).toBe(200)
  })

  it('that takes a connection and says nothing, is an outage, too', async () => {
    wires.database.freeze()
    const client = new pg.Client({ connectionString: through(t.env.DATABASE_URL, wires.database), connectionTimeoutMillis: 300 })
    const said: unknown = await client.connect().catch((error: unknown) => error)
    expect([isOutage(said), String(said)]).toEqual([true, 'Error: timeout expired'])
    await wires.database.mend()
    await expect.poll(homeStatus, { timeout: 20_000 }).toBe(200)
  })
})

describe('a browser that connects while PostgreSQL is away', { timeout: 60_000 }, () => {
  it('is told to ask again, and is in the chat and among the viewers once it is back', async () => {
    const { slug, broadcast } = await createShow(t)
    const user = await t.factories.user()
    await t.factories.ticket({ user_id: user.id, product_id: broadcast.product_id })
    const token = await t.tokenOf(user)
    await wires.database.cut()
    const socket = io(api.url, { path: realtimePath, transports: ['websocket'], auth: { token }, forceNew: true })
    const join = (name: 'chat' | 'watch', body: object): Promise<unknown> => socket.timeout(15_000).emitWithAck(name, body)
    try {
      await new Promise<void>((resolve) => socket.once('connect', resolve))
      const [chat, watch] = [
        { productSlug: slug, joins: true },
        { productSlug: slug, playing: true },
      ]
      expect(await join('chat', chat)).toMatchObject({ ok: false, again: true })
      expect(await join('watch', watch)).toMatchObject({ ok: false, again: true })
      await wires.database.mend()
      await expect.poll(() => join('chat', chat), { timeout: 20_000 }).toEqual({ ok: true })
      await expect.poll(() => join('watch', watch), { timeout: 20_000 }).toEqual({ ok: true, viewers: 1 })
    } finally {
      socket.disconnect()
      await wires.database.mend()
    }
  })
})

describe('without Redis', { timeout: 90_000 }, () => {
  it('reading and logging in go on; what needs a media node says 503; ending a show works and is told later', async () => {
    const producer = await t.factories.producer()
    const product = await t.factories.product({ channel_id: (await t.factories.channel({ owner_id: producer.id })).id })
    const next = await t.factories.product({ channel_id: product.channel_id })
    const broadcast = await t.factories.broadcast({ product_id: product.id })
    for (const how of ['freeze', 'cut'] as const) {
      await wires.redis[how]()
      expect(await homeStatus()).toBe(200)
      const login = await post(auth.login.path, { user: producer.email, password: factoryPassword, client: 'studio' })
      expect(login.status).toBe(200)
      const { authToken } = (await login.json()) as { authToken: string }
      const start = await post(broadcasts.start.path.replace(':productSlug', next.slug), {}, authToken)
      expect([start.status, await start.json()]).toMatchObject([503, { code: 'UNAVAILABLE' }])
      expect(await (await get('/readyz')).json()).toMatchObject({ database: true, redis: false })
      if (how === 'cut') {
        const stop = await post(broadcasts.stop.path.replace(':productSlug', product.slug), {}, authToken)
        expect([stop.status, await stop.json()]).toMatchObject([200, { state: 'ended' }])
      }
      await wires.redis.mend()
      await expect.poll(async () => (await get('/readyz')).status, { timeout: 20_000 }).toBe(200)
    }
    expect(await findClosed(t.redis, broadcast.id)).toBeUndefined()
    t.clock.advance(60_000)
    await api.platform.sweep.repeatCloses()
    expect(await findClosed(t.redis, broadcast.id)).toBe('organizer')
  })
})
