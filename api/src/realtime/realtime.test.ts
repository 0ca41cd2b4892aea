import { broadcasts } from '@e-events/shared/contract/broadcasts.ts'
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

async function browser(options: { url?: string; token?: string; origin?: string } = {}): Promise<Browser> {
  const socket = io(options.url ?? t.url, {
    path: realtimePath,
    transports: ['websocket'],
    auth: { token: options.token },
    forceNew: true,
    ...(options.origin ? { extraHeaders: { origin: options.origin } } : {}),
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
const viewersOf = async (id: string) => (await t.database.knex('broadcasts').where({ id }).first('viewer_count', 'peak_viewer_count'))!

describe('what a socket may not do', () => {
  it('is refused in its answer: malformed watches, and too many', async () => {
    const { watch } = await browser()
    for (const message of [{}, { productSlug: '../x' }, { productSlug: 'a', extra: 1 }, [], 'x'] as object[]) {
      expect(await watch(message)).toEqual({ ok: false, viewers: 0 })
    }
    for (let index = 0; index < 20; index++) expect((await watch({ productSlug: `p-${index}` })).ok).toBe(true)
    expect((await watch({ productSlug: 'p-20' })).ok).toBe(false)
    expect((await watch({ productSlug: 'p-3' })).ok).toBe(true)
  })

  it('a visitor or a stale token hears, but does not count as a viewer', async () => {
    const show = await createShow(t)
    for (const token of [undefined, 'stale', `${await viewerToken()}x`]) {
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
      browser({ token: await viewerToken() }),
      browser({ url: second.url, token: await viewerToken() }),
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

  it('of a process that died are forgotten, and the room of the sfu counts too', async () => {
    const show = await createShow(t)
    const { watch } = await browser({ token: await viewerToken() })
    await watch({ productSlug: show.slug, playing: true })
    await t.redis.zadd(`audience:${show.slug}`, t.clock.nowMs() - 60_000, 'socket-of-a-dead-process')
    expect(await t.api.platform.viewerCount.refresh(show.slug)).toBe(1)
    await t.api.platform.handleMediaEvent(show.event(1, { type: 'audience', viewers: 7 }))
    expect(await viewersOf(show.broadcast.id)).toEqual({ viewer_count: 7, peak_viewer_count: 7 })
    await t.api.platform.viewerCount.sample()
    expect(await t.database.knex('audience_samples').where({ broadcast_id: show.broadcast.id })).toMatchObject([
      { viewer_count: 7, low_latency_count: 7 },
    ])
  })
})
