import { broadcasts, type Broadcast, type BroadcastGrant, type Feed } from '@e-events/shared/contract/live/broadcasts.ts'
import { limits } from '@e-events/shared/limits.ts'
import { findClosed } from '@e-events/shared/node/broadcast-control.ts'
import { announceRoom } from '@e-events/shared/node/registry.ts'
import { verifySfuToken } from '@e-events/shared/node/tokens.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Fields, FactoryProduct } from '../../testing/factories.ts'
import type { ProductInsert } from '../../db/tables/catalogue.ts'
import { stampede } from '../../testing/stampede.ts'
import { createTestApi, type TestApi } from '../../testing/test-api.ts'

let t: TestApi
beforeAll(async () => {
  t = await createTestApi()
})
afterAll(() => t.stop())
beforeEach(async () => {
  await t.redis.flushdb()
  await t.mediaNode()
})

interface Stage {
  product: FactoryProduct
  owner: string
  ownerId: string
  start: (body?: object) => ReturnType<TestApi['call']>
  stop: () => ReturnType<TestApi['call']>
}

/** A producer with a published product whose session begins in an hour less a minute. */
async function stage(fields: Fields<ProductInsert> = {}, options: { sessions?: number; channel?: object } = {}): Promise<Stage> {
  const producer = await t.factories.producer()
  const channel = await t.factories.channel({ owner_id: producer.id, ...options.channel })
  const product = await t.factories.product({ channel_id: channel.id, ...fields }, { sessions: 0 })
  for (let index = 0; index < (options.sessions ?? 1); index++) {
    product.sessions.push(await t.factories.session({ product_id: product.id, starts_at: inMinutes(59 + index * 24 * 60) }))
  }
  const owner = await t.tokenOf(producer)
  const params = { productSlug: product.slug }
  return {
    product,
    owner,
    ownerId: producer.id,
    start: (body = {}) => t.call(broadcasts.start, { params, body, as: owner }),
    stop: () => t.call(broadcasts.stop, { params, as: owner }),
  }
}

const inMinutes = (minutes: number) => new Date(t.clock.nowMs() + minutes * 60_000)

describe('refusals', () => {
  it('another producer gets NOT_FOUND as for an absent product, a viewer FORBIDDEN_ROLE, a visitor UNAUTHENTICATED [LIVE-001]', async () => {
    const { product } = await stage()
    const stranger = await t.tokenOf(await t.factories.producer())
    const viewer = await t.tokenOf(await t.factories.user())
    const params = { productSlug: product.slug }
    for (const endpoint of [broadcasts.start, broadcasts.stop, broadcasts.connect]) {
      const foreign = await t.call(endpoint, { params, body: endpoint === broadcasts.start ? {} : undefined, as: stranger })
      const absent = await t.call(endpoint, {
        params: { productSlug: 'absent' },
        body: endpoint === broadcasts.start ? {} : undefined,
        as: stranger,
      })
      expect([foreign.status, foreign.body]).toEqual([404, { ...(absent.body as object), requestId: expect.any(String) as string }])
      expect((await t.call(endpoint, { params, as: viewer })).body).toMatchObject({ code: 'FORBIDDEN_ROLE' })
      expect((await t.call(endpoint, { params })).body).toMatchObject({ code: 'UNAUTHENTICATED' })
    }
    expect(await t.database.knex('broadcasts').where({ product_id: product.id })).toEqual([])
  })

  it.each([
    ['a product that is not broadcast', { type: 'vod' }, {}, 'PRODUCT_NOT_LIVE'],
    ['a deferred live', { type: 'live' }, {}, 'PRODUCT_NOT_LIVE'],
    ['a draft', { status: 'draft' }, {}, 'PRODUCT_NOT_PUBLISHED'],
    ['a channel that is not approved', {}, { channel: { status: 'revision' } }, 'CHANNEL_NOT_APPROVED'],
    ['no session at all', {}, { sessions: 0 }, 'BROADCAST_NO_SESSION'],
  ] as const)('%s', async (_, fields, options, code) => {
    const { start } = await stage(fields, options)
    const reply = await start()
    expect([reply.status, (reply.body as { code: string }).code]).toEqual([409, code])
  })

  it('more than 60 minutes before a session it is too early, at 60 minutes it may start; after its end it has finished [LIVE-021]', async () => {
    const early = await stage({}, { sessions: 0 })
    await t.factories.session({ product_id: early.product.id, starts_at: inMinutes(60.5) })
    expect((await early.start()).body).toMatchObject({ code: 'BROADCAST_NO_SESSION' })
    t.clock.advance(30_000)
    expect((await early.start()).status).toBe(200)

    const late = await stage({}, { sessions: 0 })
    await t.factories.session({ product_id: late.product.id, starts_at: inMinutes(-60), ends_at: inMinutes(0.5) })
    t.clock.advance(30_000)
    expect((await late.start()).body).toMatchObject({ code: 'SESSION_FINISHED' })
  })

  it('a session whose show the organizer ended has finished; one that idled out may start again', async () => {
    const ended = await stage()
    await ended.start().expect(200)
    await ended.stop().expect(200)
    expect((await ended.start()).body).toMatchObject({ code: 'SESSION_FINISHED' })

    const idled = await stage()
    await t.factories.broadcast({
      product_id: idled.product.id,
      session_id: idled.product.sessions[0]?.id ?? null,
      state: 'ended',
      end_reason: 'idle',
    })
    expect((await idled.start()).status).toBe(200)
  })

  it('a session of another product is none', async () => {
    const { start } = await stage()
    const other = await stage()
    expect((await start({ sessionId: other.product.sessions[0]?.id })).body).toMatchObject({ code: 'BROADCAST_NO_SESSION' })
  })

  it('without a media node, or with draining and full ones only, nothing is written and 503 says when to try again', async () => {
    await t.redis.flushdb()
    await t.mediaNode({ draining: true })
    await t.mediaNode({ loadPercent: 95 })
    const { start, product } = await stage()
    const reply = await start()
    expect([reply.status, (reply.body as { code: string }).code, reply.get('retry-after')]).toEqual([503, 'NO_MEDIA_NODE', '2'])
    expect(await t.database.knex('broadcasts').where({ product_id: product.id })).toEqual([])
  })
})

describe('a show from start to stop', () => {
  it('goes on air with a grant that opens exactly this room as its publisher [LIVE-001]', async () => {
    const node = await t.mediaNode({ loadPercent: 1, publicUrl: 'https://sfu-1.example.org/sfu' })
    const { start, product, ownerId } = await stage()
    const reply = await start()
    expect(reply.status).toBe(200)
    const { broadcast, grant } = reply.body as BroadcastGrant
    expect(broadcast).toMatchObject({
      state: 'on_air',
      productSlug: product.slug,
      sessionId: product.sessions[0]?.id,
      recording: true,
      segmentDurationSec: 2,
      endReason: null,
      feeds: [],
    })
    expect(grant).toMatchObject({ url: 'https://sfu-1.example.org', path: '/sfu/socket.io', iceServers: [] })
    const claims = await verifySfuToken(grant.token, t.env.SFU_TOKEN_SECRET, t.clock.nowMs())
    expect(claims).toMatchObject({ sub: ownerId, role: 'publisher', broadcastId: broadcast.id, productId: product.id })
    await expect(verifySfuToken(grant.token, t.env.SFU_TOKEN_SECRET, t.clock.nowMs() + limits.sfuTokenMs + 1_000)).rejects.toThrow(
      'SIGNAL_TOKEN_INVALID',
    )
    const row = await t.database.knex('broadcasts').where({ id: broadcast.id }).first()
    expect(row?.sfu_node_id).toBe(node.nodeId)
    expect(await t.database.knex('recordings').where({ broadcast_id: broadcast.id }).first()).toMatchObject({ state: 'recording' })
  })

  it('is recorded as its product says, unless the studio says otherwise', async () => {
    await t.mediaNode()
    const recorded = async (product: boolean, body: object) => {
      const stand = await stage({ records_broadcasts: product })
      const reply = await t.call(broadcasts.start, { params: { productSlug: stand.product.slug }, body, as: stand.owner }).expect(200)
      return (reply.body as BroadcastGrant).broadcast.recording
    }
    expect([await recorded(true, {}), await recorded(false, {}), await recorded(false, { recording: true })]).toEqual([true, false, true])
  })

  it('an administrator may start it too [ID-044]', async () => {
    const { product } = await stage()
    const admin = await t.tokenOf(await t.factories.admin())
    expect((await t.call(broadcasts.start, { params: { productSlug: product.slug }, body: {}, as: admin })).status).toBe(200)
  })

  it('a second start is refused and the feeds go on [LIVE-023]', async () => {
    const { start, product, owner } = await stage()
    const { broadcast } = (await start()).body as BroadcastGrant
    const feed = await t.factories.feed({ broadcast_id: broadcast.id })
    const second = await start()
    expect([second.status, (second.body as { code: string }).code]).toEqual([409, 'BROADCAST_STATE'])
    const now = (await t.call(broadcasts.get, { params: { productSlug: product.slug }, as: owner })).body as Broadcast
    expect(now).toMatchObject({ id: broadcast.id, state: 'on_air', feeds: [{ id: feed.id, state: 'live' }] })
  })

  it('of ten starts at the same moment exactly one goes on air', async () => {
    const { start, product } = await stage()
    const race = { lock: `select id from products where id = '${product.id}' for update`, requests: 10 }
    const replies = await stampede(t.database, race, () => start())
    expect(replies.map((reply) => reply.status).toSorted((a, b) => a - b)).toEqual([200, ...Array.from({ length: 9 }, () => 409)])
    expect(
      replies.filter((reply) => reply.status === 409).every((reply) => (reply.body as { code: string }).code === 'BROADCAST_STATE'),
    ).toBe(true)
    expect(await t.database.knex('broadcasts').where({ product_id: product.id })).toHaveLength(1)
  })

  it('connect answers the same broadcast and feeds with a fresh grant on the node that has the room', async () => {
    const { start, product, owner, stop } = await stage()
    const params = { productSlug: product.slug }
    expect((await t.call(broadcasts.connect, { params, as: owner })).body).toMatchObject({ code: 'BROADCAST_STATE' })
    const { broadcast } = (await start()).body as BroadcastGrant
    await t.mediaNode({ loadPercent: 1 })
    const busy = await t.mediaNode({ loadPercent: 97, publicUrl: 'https://busy.example.org/sfu' })
    await announceRoom(t.redis, broadcast.id, { nodeId: busy.nodeId, controlUrl: busy.controlUrl, lastMediaAtMs: Date.now() })
    const again = (await t.call(broadcasts.connect, { params, as: owner })).body as BroadcastGrant
    expect(again.broadcast.id).toBe(broadcast.id)
    expect(again.grant.url).toBe('https://busy.example.org')
    await stop().expect(200)
    expect((await t.call(broadcasts.connect, { params, as: owner })).body).toMatchObject({ code: 'BROADCAST_STATE' })
  })

  it('stop ends every feed and tells the media plane; before the start and a second time it is refused [LIVE-002] [LIVE-003]', async () => {
    const { start, stop, product, owner } = await stage()
    expect((await stop()).body).toMatchObject({ code: 'BROADCAST_STATE' })
    const { broadcast } = (await start()).body as BroadcastGrant
    await t.factories.feed({ broadcast_id: broadcast.id })
    await t.factories.feed({ broadcast_id: broadcast.id, state: 'interrupted' })
    const reply = await stop()
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({ state: 'ended', endReason: 'organizer', feeds: [{ state: 'ended' }, { state: 'ended' }] })
    expect(await findClosed(t.redis, broadcast.id)).toBe('organizer')
    const second = await stop()
    expect([second.status, (second.body as { code: string }).code]).toEqual([409, 'BROADCAST_STATE'])
    const last = await t.call(broadcasts.get, { params: { productSlug: product.slug }, as: owner })
    expect(last.body).toMatchObject({ id: broadcast.id, state: 'ended' })
  })

  it('an end that Redis did not hear is announced again by the sweeper', async () => {
    const { start, stop } = await stage()
    const { broadcast } = (await start()).body as BroadcastGrant
    const feed = await t.factories.feed({ broadcast_id: broadcast.id })
    await t.factories.asset({ feed_id: feed.id })
    await stop().expect(200)
    await t.redis.flushdb()
    await t.api.platform.sweep.repeatCloses()
    expect(await findClosed(t.redis, broadcast.id)).toBeUndefined()
    t.clock.advance(31_000)
    expect(await t.api.platform.sweep.repeatCloses()).toBeGreaterThanOrEqual(1)
    expect(await findClosed(t.redis, broadcast.id)).toBe('organizer')
  })
})

describe('feeds', () => {
  const announce = (scene: Stage, body: object) =>
    t.call(broadcasts.announceFeed, { params: { productSlug: scene.product.slug }, body, as: scene.owner })
  const camera = { key: 'cam-1', kind: 'camera', label: 'Cámara' }

  it('need a running broadcast', async () => {
    expect((await announce(await stage(), camera)).body).toMatchObject({ code: 'BROADCAST_STATE' })
  })

  it('are idempotent by key, count up, and stop at the limit', async () => {
    const scene = await stage()
    await scene.start().expect(200)
    const first = await announce(scene, camera)
    expect(first.status).toBe(201)
    expect(first.body).toMatchObject({ ...camera, ordinal: 0, state: 'connecting', rungs: [] })
    const again = await announce(scene, { ...camera, label: 'Cámara 2' })
    expect(again.body).toMatchObject({ id: (first.body as Feed).id, label: 'Cámara 2' })
    const twins = await Promise.all([1, 2, 3].map(() => announce(scene, { key: 'screen', kind: 'screen', label: 'Pantalla' })))
    expect(new Set(twins.map((reply) => (reply.body as Feed).id)).size).toBe(1)
    for (let index = 2; index < limits.feedsPerBroadcast; index++) await announce(scene, { ...camera, key: `cam-${index}` }).expect(201)
    expect((await announce(scene, { ...camera, key: 'one-too-many' })).body).toMatchObject({ code: 'FEED_LIMIT' })
  })

  it('another device of the organizer that names the key sends the same feed, whatever its source is', async () => {
    const scene = await stage()
    await scene.start().expect(200)
    const first = (await announce(scene, camera)).body as Feed
    t.clock.advance(5_000)
    const second = await announce(scene, { key: camera.key, kind: 'screen', label: 'Cámara', language: 'es' })
    expect(second.body).toEqual({ ...first, kind: 'screen', language: 'es' })
    const now = (await t.call(broadcasts.get, { params: { productSlug: scene.product.slug }, as: scene.owner })).body as Broadcast
    expect(now.feeds.map(({ id, since }) => [id, since])).toEqual([[first.id, first.since]])
    expect(t.clock.nowMs() - Date.parse(first.since)).toBeGreaterThanOrEqual(5_000)
  })

  it('are not told to another organizer, nor is their seat given: as for a product that is not there', async () => {
    const scene = await stage()
    await scene.start().expect(200)
    const feed = (await announce(scene, camera)).body as Feed
    const stranger = await t.tokenOf(await t.factories.producer())
    const viewer = await t.tokenOf(await t.factories.user())
    const params = { productSlug: scene.product.slug }
    const asks = [
      (as: string) => t.call(broadcasts.announceFeed, { params, body: { ...camera, label: 'Mine now' }, as }),
      (as: string) => t.call(broadcasts.connect, { params, as }),
      (as: string) => t.call(broadcasts.get, { params, as }),
    ]
    for (const ask of asks) {
      const reply = await ask(stranger)
      expect([reply.status, (reply.body as { code: string }).code]).toEqual([404, 'NOT_FOUND'])
      expect((await ask(viewer)).body).toMatchObject({ code: 'FORBIDDEN_ROLE' })
    }
    expect(await t.database.knex('feeds').where({ id: feed.id })).toMatchObject([{ label: camera.label }])
  })

  it('closed for good free their key and their place', async () => {
    const scene = await stage()
    await scene.start().expect(200)
    const first = (await announce(scene, camera)).body as Feed
    await t.database.knex('feeds').where({ id: first.id }).update({ state: 'ended', ended_at: new Date() })
    const next = (await announce(scene, camera)).body as Feed
    expect(next).toMatchObject({ key: camera.key, ordinal: 1, state: 'connecting' })
    expect(next.id).not.toBe(first.id)
  })
})
