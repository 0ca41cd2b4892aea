import { randomUUID } from 'node:crypto'
import { playback, type Playback } from '@e-events/shared/contract/live/playback.ts'
import { limits } from '@e-events/shared/limits.ts'
import { watchRevocations } from '@e-events/shared/node/revocations.ts'
import { readMediaToken } from '@e-events/shared/node/tokens.ts'
import { realtimeEventSchema, realtimePath, type RealtimeEvent } from '@e-events/shared/realtime/events.ts'
import { Redis } from 'ioredis'
import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'
import { createLeases } from './leases.ts'
import { createLeaseStore } from './lease-store.ts'

let t: TestApi
beforeAll(async () => {
  t = await createTestApi()
})
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.disconnect()
  await t.database.knex('site_config').update({ playbacks_per_ticket: 1 })
})
afterAll(() => t.stop())

const inMinutes = (minutes: number) => new Date(t.clock.nowMs() + minutes * 60_000)
type Playing = Extract<Playback, { state: 'ready' }>

/** Somebody with a ticket for a video that plays, and the devices on which they are signed in. */
async function holder(fields: Parameters<TestApi['factories']['product']>[0] = { type: 'vod' }) {
  const user = await t.factories.user()
  const product = await t.factories.product(fields, { sessions: 0 })
  await t.factories.asset({ product_id: product.id })
  await t.factories.ticket({ user_id: user.id, product_id: product.id })
  const params = { slug: product.slug }
  const device = async (userAgent = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0') => {
    const as = await t.tokenOf(user)
    const [session] = await t.database.knex('user_sessions').where({ user_id: user.id }).orderBy('created_at', 'desc').limit(1)
    await t.database.knex('user_sessions').where({ id: session!.id }).update({ user_agent: userAgent, device_label: '' })
    return {
      as,
      sessionId: session!.id,
      tab(lease: string = randomUUID()) {
        return {
          lease,
          play: async (query: Record<string, unknown> = {}) =>
            answerOf(await t.call(playback.get, { params, query: { lease, ...query }, as })),
          takeOver: () => t.call(playback.takeOver, { params, body: { lease }, as }),
          open: () => openSocket(product.slug, { token: as, lease }),
        }
      },
    }
  }
  return { user, product, device }
}
async function openSocket(productSlug: string, { token, lease }: { token: string; lease?: string }) {
  const socket = io(t.url, { path: realtimePath, transports: ['websocket'], auth: { token }, forceNew: true })
  sockets.push(socket)
  const events: RealtimeEvent[] = []
  socket.on('event', (message: unknown) => events.push(realtimeEventSchema.parse(message)))
  await new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(undefined))
    socket.once('connect_error', reject)
  })
  await socket.timeout(5_000).emitWithAck('watch', { productSlug, playing: false, ...(lease === undefined ? {} : { lease }) })
  return { socket, taken: () => events.filter((event) => event.type === 'playback.taken') }
}
async function playing(tab: { play(): Promise<ReturnType<typeof answerOf>> }) {
  const answer = await tab.play()
  expect(answer.status).toBe(200)
  return answer
}
const refusal = (device: string, rule = 'other_device') => ({
  code: 'PLAYING_ELSEWHERE',
  issues: [{ path: 'query.lease', rule, message: device }],
})
const answerOf = ({ status, body, text }: { status: number; body: unknown; text: string }) => ({ status, body, text })
const tokenOf = (body: unknown) => /\/media\/([^/]+)\//.exec((body as Playing).media.feeds[0]?.masterUrl ?? '')?.[1] ?? ''
const claimsOf = (body: unknown) => readMediaToken(tokenOf(body), t.env.MEDIA_TOKEN_SECRET, t.clock.nowMs())
async function isRevoked(body: unknown): Promise<boolean> {
  const list = watchRevocations(t.api.platform.redis, { intervalMs: 3_600_000 })
  await list.refresh()
  list.stop()
  const claims = claimsOf(body)
  return claims !== undefined && list.isRevoked(claims)
}

describe('a second device', () => {
  it('is refused with the name of the one that plays, without an address, and stays logged in [PLY-013] [PLY-025]', async () => {
    const { device } = await holder()
    const [first, second] = [await device(), await device('Mozilla/5.0 (iPhone) Safari/600')]
    const began = await playing(first.tab())
    const refused = await second.tab().play()
    expect([refused.status, refused.body]).toMatchObject([409, refusal('Firefox, Linux')])
    expect(refused.text).not.toContain('/media/')
    expect((await t.call(playback.get, { params: { slug: 'absent' }, as: second.as })).status).toBe(404)
    // The running player goes on under the same lease, as often as it asks.
    expect((await first.tab((began.body as Playing).lease ?? '').play()).status).toBe(200)
  })

  it('that starts at the same instant: exactly one plays', async () => {
    const { device } = await holder()
    const devices = await Promise.all(Array.from({ length: 6 }, () => device()))
    // From the second round on the device that holds the lease opens another tab, or the same one asks again.
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all(devices.map(({ tab }) => tab().play()))
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409, 409])
    }
  })

  it('takes over within three seconds: the first one is told where, its token opens nothing more, and its late word changes nothing [PLY-013]', async () => {
    const { device } = await holder()
    const [first, second] = [await device(), await device('Mozilla/5.0 (iPhone) Safari/600')]
    const [one, other] = [first.tab(), second.tab()]
    const before = (await playing(one)).body
    const socket = await one.open()
    expect((await other.play()).status).toBe(409)
    const pressedAtMs = performance.now()
    await other.takeOver().expect(204)
    await expect
      .poll(socket.taken, { timeout: 3_000, interval: 20 })
      .toMatchObject([{ lease: one.lease, device: 'Safari, iOS', isOtherTab: false }])
    expect(performance.now() - pressedAtMs).toBeLessThan(3_000)
    const after = (await playing(other)).body
    expect([await isRevoked(before), await isRevoked(after)]).toEqual([true, false])

    // A zombie: by request, and by a socket that comes back and says its beat.
    expect((await one.play()).body).toMatchObject(refusal('Safari, iOS'))
    const zombie = await one.open()
    await expect.poll(zombie.taken).toHaveLength(1)
    expect((await other.play()).status).toBe(200)
    // Also once the other one has left: what was taken over starts by a press alone.
    const { socket: left } = await other.open()
    left.disconnect()
    await expect.poll(async () => (await first.tab().play()).status).toBe(200)
    expect((await one.play()).status).toBe(409)
  })

  it('gives it back by a press; of two presses at the same instant one holds', async () => {
    const { device } = await holder()
    const [first, second] = [await device(), await device()]
    await playing(first.tab())
    const tabs = [first.tab(), second.tab()]
    await Promise.all(tabs.map((tab) => tab.takeOver().expect(204)))
    const answers = await Promise.all(tabs.map((tab) => tab.play()))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  it('needs access for a take-over, and nobody takes a foreign place', async () => {
    const { product, device } = await holder()
    const stranger = await t.tokenOf(await t.factories.user())
    const body = { lease: randomUUID() }
    const refused = await t.call(playback.takeOver, { params: { slug: product.slug }, body, as: stranger })
    expect([refused.status, refused.body]).toMatchObject([402, { code: 'TICKET_REQUIRED' }])
    const tab = (await device()).tab()
    await playing(tab)
    const buyer = await t.factories.user()
    await t.factories.ticket({ user_id: buyer.id, product_id: product.id })
    // Somebody who knows the lease of another account has none by it.
    const as = await t.tokenOf(buyer)
    await t.call(playback.takeOver, { params: { slug: product.slug }, body: { lease: tab.lease }, as }).expect(204)
    expect((await tab.play()).status).toBe(200)
  })
})

describe('a place is free again', () => {
  it('at once when the player leaves, and its token ends when somebody else needs the place', async () => {
    const { device } = await holder()
    const [first, second] = [await device(), await device()]
    const one = first.tab()
    const { body } = await playing(one)
    const { socket } = await one.open()
    expect((await second.tab().play()).status).toBe(409)
    socket.disconnect()
    await expect.poll(async () => (await second.tab().play()).status, { timeout: 2_000 }).toBe(200)
    expect(await isRevoked(body)).toBe(true)
  })

  it('at once when the player page is left for another one', async () => {
    const { device } = await holder()
    const [first, second] = [await device(), await device()]
    const one = first.tab()
    const { slug } = ((await playing(one)).body as Playing).product
    const { socket } = await one.open()
    socket.emit('unwatch', { productSlug: slug })
    await expect.poll(async () => (await second.tab().play()).status, { timeout: 2_000 }).toBe(200)
  })

  it('after 35 s of silence at most; until then not [PLY-013]', async () => {
    const { device } = await holder()
    const [first, second] = [await device(), await device()]
    await playing(first.tab())
    t.clock.advance(limits.playbackLeaseMs - 1_000)
    expect((await second.tab().play()).status).toBe(409)
    t.clock.advance(1_001)
    expect((await second.tab().play()).status).toBe(200)
    expect(limits.playbackLeaseMs).toBeLessThanOrEqual(35_000)
  })

  it('is kept by a player that was away for a moment, where nobody came', async () => {
    const { device } = await holder()
    const first = await device()
    const one = first.tab()
    const { body } = await playing(one)
    const { socket } = await one.open()
    socket.disconnect()
    t.clock.advance(10 * 60_000)
    const again = await one.open()
    expect(again.taken()).toEqual([])
    expect((await one.play()).status).toBe(200)
    expect(await isRevoked(body)).toBe(false)
  })
})

describe('one device', () => {
  it('goes on in its newest tab without a question, and the older one is told that it is a tab of its own', async () => {
    const { device } = await holder()
    const { tab } = await device()
    const [one, two] = [tab(), tab()]
    await playing(one)
    const socket = await one.open()
    await playing(two)
    await expect.poll(socket.taken).toMatchObject([{ lease: one.lease, isOtherTab: true }])
    expect((await one.play()).body).toMatchObject(refusal('Firefox, Linux', 'other_tab'))
    expect((await two.play()).status).toBe(200)
  })

  it('has one lease where its program names none', async () => {
    const { product, device } = await holder()
    const [first, second] = [await device(), await device()]
    const ask = (as: string) => t.call(playback.get, { params: { slug: product.slug }, as })
    expect(((await ask(first.as)).body as Playing).lease).toBe(first.sessionId)
    expect([(await ask(first.as)).status, (await ask(second.as)).status]).toEqual([200, 409])
  })
})

describe('nothing is used', () => {
  it('by waiting for the start, by a page that says that it is over, and by refused requests', async () => {
    const { product, device } = await holder({ type: 'broadcast' })
    const [first, second] = [await device(), await device()]
    await t.factories.session({ product_id: product.id, starts_at: inMinutes(5), ends_at: inMinutes(60) })
    for (const { tab } of [first, second]) expect((await tab().play()).body).toMatchObject({ state: 'available_on', lease: null })
    t.clock.advance(10 * 60_000)
    for (const { tab } of [first, second]) expect((await tab().play()).body).toMatchObject({ state: 'not_available_yet', lease: null })
    const broadcast = await t.factories.broadcast({ product_id: product.id, started_at: inMinutes(-5) })
    for (const { tab } of [first, second]) expect((await tab().play()).body).toMatchObject({ state: 'on_air', lease: null })
    await t.factories.feed({ broadcast_id: broadcast.id })
    const one = first.tab()
    expect((await one.play()).body).toMatchObject({ state: 'on_air', lease: one.lease })
    expect((await second.tab().play()).status).toBe(409)
  })

  it('by word of a recording: its addresses come with the lease alone', async () => {
    const { product, device } = await holder({ type: 'broadcast' })
    const session = await t.factories.session({ product_id: product.id, starts_at: inMinutes(-60), ends_at: inMinutes(-30) })
    const broadcast = await t.factories.broadcast({
      product_id: product.id,
      session_id: session.id,
      state: 'ended',
      end_reason: 'organizer',
    })
    const feed = await t.factories.feed({ broadcast_id: broadcast.id, state: 'ended' })
    await t.factories.asset({ feed_id: feed.id, kind: 'recording', state: 'ready', duration_ms: 1_000 })
    const [first, second] = [await device(), await device()]
    const told = (await first.tab().play()).body as Extract<Playback, { state: 'finished' }>
    expect(told).toMatchObject({ state: 'finished', lease: null, recording: { durationMs: 1_000, feeds: [] } })
    const watched = (await second.tab().play({ recording: true })).body as Extract<Playback, { state: 'finished' }>
    expect(watched.recording?.feeds).toHaveLength(1)
    expect((await first.tab().play({ recording: true })).status).toBe(409)
    expect((await first.tab().play()).status).toBe(200)
  })
})

describe('who is not limited', () => {
  it('the organizer, moderators of the event and administrators; and podcasts, which apps fetch as a whole', async () => {
    const { user, product, device } = await holder()
    const everywhere = async () => {
      const devices = [await device(), await device()]
      const answers = await Promise.all(devices.map(async ({ tab }) => tab().play()))
      return answers.map(({ status, body }) => [status, (body as Playing).lease] as const)
    }
    const free = [
      [200, null],
      [200, null],
    ]
    await t.database.knex('chat_moderators').insert({ product_id: product.id, user_id: user.id })
    expect(await everywhere()).toEqual(free)
    await t.database.knex('chat_moderators').delete()
    await t.database.knex('channels').where({ id: product.channel_id }).update({ owner_id: user.id })
    expect(await everywhere()).toEqual(free)
    await t.database
      .knex('channels')
      .where({ id: product.channel_id })
      .update({ owner_id: (await t.factories.producer()).id })
    expect((await everywhere()).map(([status]) => status)).toEqual(expect.arrayContaining([200, 409]))
    const heard = await holder({ type: 'podcast' })
    for (const { tab } of [await heard.device(), await heard.device()])
      expect((await tab().play()).body).toMatchObject({ state: 'ready', lease: null })
  })

  it('anybody while Redis is gone: what plays goes on, and what starts is let in', async () => {
    const dead = new Redis({ port: 1, lazyConnect: true, enableOfflineQueue: false, maxRetriesPerRequest: 0, retryStrategy: () => null })
    dead.on('error', () => undefined)
    onTestFinished(() => dead.disconnect())
    const leases = createLeases({
      store: createLeaseStore(dead, t.clock.nowMs),
      notifier: t.api.platform.realtime,
      nameDevice: async () => '',
      readLimit: async () => 1,
      log: t.api.platform.log,
    })
    const player = () => ({ userId: 'one', productId: 'film', productSlug: 'film', sessionId: randomUUID(), leaseId: randomUUID() })
    const running = player()
    await leases.start(running, 1)
    await leases.start(player(), 1)
    expect(await leases.goOn(running)).toBeUndefined()
  })
})

describe('the setting of the platform', () => {
  it('lets a ticket play on as many devices as it says; a lower number ends nothing that plays', async () => {
    await t.database.knex('site_config').update({ playbacks_per_ticket: 2 })
    const { device } = await holder()
    const [first, second, third] = [await device(), await device(), await device()]
    const [one, two, three] = [first.tab(), second.tab(), third.tab()]
    await playing(one)
    await playing(two)
    expect((await three.play()).status).toBe(409)
    await t.database.knex('site_config').update({ playbacks_per_ticket: 1 })
    expect([(await one.play()).status, (await two.play()).status]).toEqual([200, 200])
    await t.database.knex('site_config').update({ playbacks_per_ticket: 2 })
    // The one that has played for longest makes room.
    t.clock.advance(1_000)
    await three.takeOver().expect(204)
    expect([(await one.play()).status, (await two.play()).status, (await three.play()).status]).toEqual([409, 200, 200])
  })
})
