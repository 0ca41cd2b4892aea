import { randomUUID } from 'node:crypto'
import { broadcasts, type BroadcastGrant } from '@e-events/shared/contract/live/broadcasts.ts'
import { playback, type Playback } from '@e-events/shared/contract/live/playback.ts'
import { users } from '@e-events/shared/contract/people/users.ts'
import { watchRevocations } from '@e-events/shared/node/revocations.ts'
import { createTokenGate } from '../../../transcoder/src/delivery/token-gate.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '../../../api/src/testing/test-api.ts'
import { openPeer, startTestSfu, until, type TestPeer, type TestSfu } from './support.ts'

/** Both planes read the list of ended access; here they read it more often than the ten seconds of a real one. */
const readEveryMs = 100

describe('both planes hear of an end', () => {
  let t: TestApi
  let sfu: TestSfu
  let revocations: ReturnType<typeof watchRevocations>
  let admin: string
  beforeAll(async () => {
    t = await createTestApi()
    sfu = await startTestSfu({
      redisUrl: t.env.REDIS_URL,
      env: { SFU_TOKEN_SECRET: t.env.SFU_TOKEN_SECRET, SFU_WORKERS: '1' },
      revocationsEveryMs: readEveryMs,
    })
    revocations = watchRevocations(t.redis, { intervalMs: readEveryMs })
    admin = await t.tokenOf(await t.factories.admin())
  })
  afterAll(async () => {
    revocations.stop()
    await sfu.stop()
    await t.stop()
  })

  async function show() {
    const producer = await t.factories.producer()
    const channel = await t.factories.channel({ owner_id: producer.id })
    const product = await t.factories.product({ channel_id: channel.id })
    const broadcast = await t.factories.broadcast({ product_id: product.id, low_latency: true })
    const feed = await t.factories.feed({ broadcast_id: broadcast.id, state: 'live' })
    await t.factories.asset({ product_id: product.id, broadcast_id: broadcast.id, feed_id: feed.id, kind: 'live', state: 'ready' })
    const as = await t.tokenOf(producer)
    const { grant } = (await t.call(broadcasts.connect, { params: { productSlug: product.slug }, as }).expect(200)).body as BroadcastGrant
    const studio = await openPeer(sfu.service.url, grant.token)
    await studio.client.request('join', { studio: 'device' })
    return { product, producer, studio, as }
  }

  async function watching(product: { id: string; slug: string }) {
    const user = await t.factories.user()
    await t.factories.ticket({ user_id: user.id, product_id: product.id })
    const as = await t.tokenOf(user)
    const grant = await until('a grant for the room', async () => {
      const body = (await t.call(playback.get, { params: { slug: product.slug }, as }).expect(200)).body as Playback
      return body.state === 'on_air' ? body.media.lowLatency : undefined
    })
    const body = (await t.call(playback.get, { params: { slug: product.slug }, as })).body as Extract<Playback, { state: 'on_air' }>
    const peer = await openPeer(sfu.service.url, grant.token)
    await peer.client.request('join', {})
    const [, token = '', key = ''] = /^\/media\/([^/]+)\/(.+)$/.exec(body.media.feeds[0]?.masterUrl ?? '') ?? []
    const gate = createTokenGate({ secret: t.env.MEDIA_TOKEN_SECRET, revocations, now: t.clock.nowMs })
    return { user, as, peer, hls: () => gate.check(token, key) }
  }

  const ended = async (peer: TestPeer) => {
    await until('the connection is closed', () => !peer.socket.connected)
    expect(peer.of('reconnect').at(-1)?.data).toEqual({ reason: 'revoked' })
  }

  it('a blocked viewer loses HLS and WebRTC; the others go on', async () => {
    const { product, studio } = await show()
    const [one, other] = [await watching(product), await watching(product)]
    expect(one.hls()).toMatchObject({ userId: one.user.id })
    await t.call(users.block, { params: { id: one.user.id }, body: { reason: 'spam' }, as: admin }).expect(200)
    await ended(one.peer)
    await until('HLS is closed', () => one.hls() === 'revoked')
    expect([other.peer.socket.connected, studio.socket.connected]).toEqual([true, true])
    expect(other.hls()).toMatchObject({ userId: other.user.id })
  })

  it('a refunded ticket ends both, and a new ticket opens them again', async () => {
    const { product } = await show()
    const one = await watching(product)
    await t.database.knex('tickets').where({ user_id: one.user.id }).update({ revoked_at: t.clock.now(), revoked_reason: 'refund' })
    await t.api.platform.publishEnds()
    await ended(one.peer)
    await until('HLS is closed', () => one.hls() === 'revoked')
    await t.database.knex('tickets').insert({ user_id: one.user.id, product_id: product.id, source: 'free' })
    await t.redis.del('playback:revoked')
    await t.api.platform.publishEnds()
    expect(await t.redis.zscore('playback:revoked', `${one.user.id}:${product.id}`)).toBeNull()
  })

  it('a device whose playback another one took over loses both; the other one plays [PLY-013]', async () => {
    const { product } = await show()
    const one = await watching(product)
    const second = await t.tokenOf(one.user)
    const params = { slug: product.slug }
    await t.call(playback.get, { params, as: second }).expect(409)
    const lease = randomUUID()
    await t.call(playback.takeOver, { params, body: { lease }, as: second }).expect(204)
    await ended(one.peer)
    await until('HLS is closed', () => one.hls() === 'revoked')
    const { media } = (await t.call(playback.get, { params, query: { lease }, as: second }).expect(200)).body as Extract<
      Playback,
      { state: 'on_air' }
    >
    const peer = await openPeer(sfu.service.url, media.lowLatency?.token ?? '')
    await peer.client.request('join', {})
    expect(peer.socket.connected).toBe(true)
  })

  it('a device that is signed out stops watching and sending', async () => {
    const { product, producer, studio } = await show()
    const one = await watching(product)
    const now = t.clock.now()
    for (const { id } of [one.user, producer])
      await t.database.knex('user_sessions').where({ user_id: id }).update({ revoked_at: now, revoked_reason: 'logout' })
    expect(one.hls()).toMatchObject({ userId: one.user.id })
    await t.api.platform.publishEnds()
    await ended(one.peer)
    await until('HLS is closed', () => one.hls() === 'revoked')
    await ended(studio)
  })

  it('a fresh grant prolongs the connection, as often as it is a new one', async () => {
    const { product, as, studio } = await show()
    const { grant } = (await t.call(broadcasts.connect, { params: { productSlug: product.slug }, as })).body as BroadcastGrant
    const { untilMs } = await studio.client.request('renew', { token: grant.token })
    expect(untilMs).toBeGreaterThan(t.clock.nowMs())
    await expect(studio.client.request('renew', { token: grant.token })).rejects.toMatchObject({ code: 'SIGNAL_TOKEN_INVALID' })
  })
})
