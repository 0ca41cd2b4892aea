import { broadcasts } from '@e-events/shared/contract/live/broadcasts.ts'
import { realtimeEventSchema, realtimePath, watchReplySchema, type RealtimeEvent } from '@e-events/shared/realtime/events.ts'
import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type RunningApi } from '../server.ts'
import { createShow, interrupted, live } from '../testing/show.ts'
import { createTestApi, type TestApi } from '../testing/test-api.ts'

let t: TestApi
/** A second process of the same api, on the same stores. */
let second: RunningApi
const sockets: Socket[] = []
beforeAll(async () => {
  t = await createTestApi()
  second = await startApi(t.env, { log: t.api.platform.log, clock: t.clock, nodeId: 'second' })
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.disconnect()
})
afterAll(async () => {
  await second.stop()
  await t.stop()
})

interface Browser {
  socket: Socket
  events: RealtimeEvent[]
  watch(message: object): Promise<{ ok: boolean; viewers: number }>
  unwatch(productSlug: string): void
}

async function browser(
  options: { url?: string; token?: string; origin?: string; headers?: Record<string, string> } = {},
): Promise<Browser> {
  const socket = io(options.url ?? t.url, {
    path: realtimePath,
    transports: ['websocket'],
    auth: { token: options.token },
    forceNew: true,
    extraHeaders: { ...options.headers, ...(options.origin ? { origin: options.origin } : {}) },
  })
  sockets.push(socket)
  const events: RealtimeEvent[] = []
  socket.on('event', (message: unknown) => events.push(realtimeEventSchema.parse(message)))
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', reject)
  })
  return {
    socket,
    events,
    watch: async (message) => watchReplySchema.parse(await socket.timeout(5_000).emitWithAck('watch', message)),
    unwatch: (productSlug) => void socket.emit('unwatch', { productSlug }),
  }
}

const viewerToken = async () => t.tokenOf(await t.factories.user())
/** The token of somebody with a ticket for the show. */
async function holderToken(show: { broadcast: { product_id: string } }) {
  const user = await t.factories.user()
  await t.factories.ticket({ user_id: user.id, product_id: show.broadcast.product_id })
  return t.tokenOf(user)
}
const viewersOf = async (id: string) => (await t.database.knex('broadcasts').where({ id }).first('viewer_count', 'peak_viewer_count'))!

describe('what a socket may not do', () => {
  it('is refused in its answer: malformed watches, and too many', async () => {
    const { watch } = await browser()
    for (const message of [{}, { productSlug: '../x' }, { productSlug: 'a', extra: 1 }, [], 'x'] as object[]) {
      expect(await watch(message)).toEqual({ ok: false, viewers: 0 })
    }
    const slugs: string[] = []
    for (let index = 0; index < 21; index++) slugs.push((await t.factories.product()).slug)
    for (const productSlug of slugs.slice(0, 20)) expect((await watch({ productSlug })).ok).toBe(true)
    expect((await watch({ productSlug: slugs[20] })).ok).toBe(false)
    expect((await watch({ productSlug: slugs[3] })).ok).toBe(true)
  })

  it('ask more often than a person does', async () => {
    const { watch } = await browser()
    const { slug } = await t.factories.product()
    const answers = await Promise.all(Array.from({ length: 300 }, () => watch({ productSlug: slug })))
    const passed = answers.filter(({ ok }) => ok).length
    expect(passed).toBeGreaterThanOrEqual(60)
    expect(passed).toBeLessThan(200)
  })

  it('hear of what is private, a draft or absent: all three look alike, and nothing is told', async () => {
    const show = await createShow(t)
    const draft = await t.factories.product({ status: 'draft' })
    await t.database.knex('products').where({ id: show.broadcast.product_id }).update({ status: 'private' })
    const [visitor, stranger] = await Promise.all([browser(), browser({ token: await viewerToken() })])
    for (const one of [visitor, stranger]) {
      for (const productSlug of [show.slug, draft.slug, 'absent']) {
        expect(await one.watch({ productSlug, playing: true })).toEqual({ ok: false, viewers: 0 })
      }
    }
    const [holder, owner] = await Promise.all([browser({ token: await holderToken(show) }), browser({ token: show.as })])
    for (const one of [holder, owner]) expect((await one.watch({ productSlug: show.slug })).ok).toBe(true)
    await show.apply(1, live(show.feeds[0]!))
    for (const one of [holder, owner]) {
      await expect.poll(() => one.events.map(({ type }) => type)).toEqual(expect.arrayContaining(['playback.changed', 'event.changed']))
    }
    await t.api.platform.realtime.notify({ type: 'home.updated' })
    for (const one of [visitor, stranger]) await expect.poll(() => one.events.map(({ type }) => type)).toEqual(['home.updated'])
  })

  it('take more connections than an account ever needs', async () => {
    const token = await viewerToken()
    await Promise.all(Array.from({ length: 50 }, () => browser({ token })))
    await expect(browser({ token })).rejects.toMatchObject({ message: 'RATE_LIMITED' })
    expect((await browser({ token: await viewerToken() })).socket.connected).toBe(true)
  })

  it('connect without end from one address', async () => {
    // Three at once and one more every two seconds.
    const strict = await startApi({ ...t.env, RATE_LIMIT_FACTOR: 0.01 }, { log: t.api.platform.log, clock: t.clock, nodeId: 'strict' })
    const from = (address: string) => browser({ url: strict.url, headers: { 'x-forwarded-for': `192.0.2.1, ${address}` } })
    try {
      const tries = await Promise.allSettled(Array.from({ length: 60 }, () => from('203.0.113.77')))
      const passed = tries.filter(({ status }) => status === 'fulfilled').length
      expect(passed).toBeGreaterThanOrEqual(3)
      expect(passed).toBeLessThan(20)
      expect((await from('203.0.113.78')).socket.connected).toBe(true)
    } finally {
      await strict.stop()
    }
  })

  it('a visitor, a stale token or somebody without a ticket hears, but does not count as a viewer', async () => {
    const show = await createShow(t)
    for (const token of [undefined, 'stale', `${await viewerToken()}x`, await viewerToken()]) {
      const { watch } = await browser(token === undefined ? {} : { token })
      expect(await watch({ productSlug: show.slug, playing: true })).toEqual({ ok: true, viewers: 0 })
    }
  })

  it('a page of another origin does not get in', async () => {
    await expect(browser({ origin: 'https://evil.example' })).rejects.toThrow('websocket error')
    await expect(browser({ origin: 'null' })).rejects.toThrow('websocket error')
    for (const origin of [t.env.PUBLIC_ORIGIN, 'app://studio', t.url]) expect((await browser({ origin })).socket.connected).toBe(true)
  })
})

describe('pushes', () => {
  it('reach those who watch the product, on every process, and nobody else', async () => {
    const show = await createShow(t)
    const other = await createShow(t)
    const [near, far, elsewhere] = await Promise.all([browser(), browser({ url: second.url }), browser()])
    await near.watch({ productSlug: show.slug })
    await far.watch({ productSlug: show.slug })
    await elsewhere.watch({ productSlug: other.slug })
    await show.apply(1, live(show.feeds[0]!))
    await show.apply(5, interrupted(show.feeds[0]!))
    const changes = [
      { type: 'playback.changed', productSlug: show.slug, broadcast: 'on_air' },
      { type: 'playback.changed', productSlug: show.slug, broadcast: 'interrupted' },
    ]
    const ofRoom = ({ events }: Browser) => events.filter(({ type }) => type !== 'event.changed')
    await expect.poll(() => ofRoom(near)).toEqual(changes)
    await expect.poll(() => ofRoom(far)).toEqual(changes)
    expect(ofRoom(elsewhere)).toEqual([])
    // That it began and broke off is told to everybody.
    await expect.poll(() => elsewhere.events).toEqual([1, 2].map(() => ({ type: 'event.changed', productSlug: show.slug })))
    near.unwatch(show.slug)
    await near.watch({ productSlug: other.slug })
    await show.apply(6, live(show.feeds[0]!))
    await expect.poll(() => ofRoom(far)).toHaveLength(3)
    expect(ofRoom(near)).toHaveLength(2)
  })

  it('going on air and ending tell everybody that the home page changed [LIVE-001] [LIVE-002]', async () => {
    await t.mediaNode()
    const producer = await t.factories.producer()
    const product = await t.factories.product({ channel_id: (await t.factories.channel({ owner_id: producer.id })).id })
    const as = await t.tokenOf(producer)
    const [watcher, visitor] = await Promise.all([browser(), browser({ url: second.url })])
    await watcher.watch({ productSlug: product.slug })
    const params = { productSlug: product.slug }
    await t.call(broadcasts.start, { params, body: {}, as }).expect(200)
    const changed = { type: 'event.changed', productSlug: product.slug }
    await expect.poll(() => visitor.events).toEqual([changed, { type: 'home.updated' }])
    await t.call(broadcasts.stop, { params, as }).expect(200)
    await expect.poll(() => visitor.events).toEqual([changed, { type: 'home.updated' }, changed, { type: 'home.updated' }])
    const states = watcher.events.flatMap((event) => (event.type === 'playback.changed' ? [event.broadcast] : []))
    expect(states).toEqual(['on_air', 'ended'])
  })
})

describe('viewers', () => {
  it('are counted while they play, over all processes, and the peak stays', async () => {
    const show = await createShow(t)
    const [first, other] = await Promise.all([
      browser({ token: await holderToken(show) }),
      browser({ url: second.url, token: await holderToken(show) }),
    ])
    expect(await first.watch({ productSlug: show.slug, playing: true })).toEqual({ ok: true, viewers: 1 })
    expect(await first.watch({ productSlug: show.slug, playing: true })).toEqual({ ok: true, viewers: 1 })
    expect(await other.watch({ productSlug: show.slug, playing: true })).toEqual({ ok: true, viewers: 2 })
    await expect.poll(() => first.events.at(-1)).toEqual({ type: 'audience', productSlug: show.slug, viewers: 2 })
    expect(await other.watch({ productSlug: show.slug, playing: false })).toEqual({ ok: true, viewers: 1 })
    expect(await other.watch({ productSlug: show.slug, playing: true })).toEqual({ ok: true, viewers: 2 })
    other.socket.disconnect()
    await expect.poll(() => viewersOf(show.broadcast.id)).toEqual({ viewer_count: 1, peak_viewer_count: 2 })
    first.unwatch(show.slug)
    await expect.poll(() => viewersOf(show.broadcast.id)).toEqual({ viewer_count: 0, peak_viewer_count: 2 })
  })

  it('are people: one in three tabs is one, until the last tab is closed', async () => {
    const show = await createShow(t)
    const token = await holderToken(show)
    const tabs = await Promise.all([browser({ token }), browser({ token }), browser({ url: second.url, token })])
    for (const { watch } of tabs) expect(await watch({ productSlug: show.slug, playing: true })).toEqual({ ok: true, viewers: 1 })
    tabs[0].socket.disconnect()
    tabs[1].unwatch(show.slug)
    const other = await browser({ token: await holderToken(show) })
    expect(await other.watch({ productSlug: show.slug, playing: true })).toEqual({ ok: true, viewers: 2 })
    tabs[2].socket.disconnect()
    await expect.poll(() => viewersOf(show.broadcast.id)).toEqual({ viewer_count: 1, peak_viewer_count: 2 })
  })

  it('of a process that died are forgotten, and the room of a media node adds nobody, also once the node is gone', async () => {
    const show = await createShow(t)
    const { watch } = await browser({ token: await holderToken(show) })
    await watch({ productSlug: show.slug, playing: true })
    await t.redis.zadd(`audience:${show.slug}`, t.clock.nowMs() - 60_000, 'socket-of-a-dead-process')
    expect(await t.api.platform.viewerCount.refresh(show.slug)).toBe(1)
    await t.api.platform.handleMediaEvent(show.event(1, { type: 'audience', viewers: 7 }))
    expect(await viewersOf(show.broadcast.id)).toEqual({ viewer_count: 1, peak_viewer_count: 1 })
    await t.api.platform.viewerCount.sample()
    expect(await t.database.knex('audience_samples').where({ broadcast_id: show.broadcast.id })).toMatchObject([
      { viewer_count: 1, low_latency_count: 1 },
    ])
  })
})
