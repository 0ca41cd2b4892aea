import { channels } from '@e-events/shared/contract/catalogue/channels.ts'
import { playback, type Playback } from '@e-events/shared/contract/live/playback.ts'
import { limits } from '@e-events/shared/limits.ts'
import { announceRoom } from '@e-events/shared/node/registry.ts'
import { opensKey, readMediaToken, verifySfuToken } from '@e-events/shared/node/tokens.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UserRow } from '../../../db/tables/people.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

let t: TestApi
let user: UserRow
let viewer: string
beforeAll(async () => {
  t = await createTestApi()
  user = await t.factories.user()
  viewer = await t.tokenOf(user)
})
afterAll(() => t.stop())

type State<S extends Playback['state']> = Extract<Playback, { state: S }>
const watch = (slug: string, as = viewer) => t.call(playback.get, { params: { slug }, as })
const inMinutes = (minutes: number) => new Date(t.clock.nowMs() + minutes * 60_000)
/** A product the viewer has a ticket for, with sessions at these minutes from now. */
async function owned(
  fields: Parameters<TestApi['factories']['product']>[0] = {},
  sessions: readonly (readonly [number, number])[] = [[60, 150]],
) {
  const product = await t.factories.product(fields, { sessions: 0 })
  for (const [from, to] of sessions) {
    product.sessions.push(await t.factories.session({ product_id: product.id, starts_at: inMinutes(from), ends_at: inMinutes(to) }))
  }
  await t.factories.ticket({ user_id: user.id, product_id: product.id })
  return product
}
const tokenIn = (url: string) => /^\/media\/([^/]+)\/(.+)$/.exec(url)?.slice(1) as [string, string]

describe('no access', () => {
  it('is a refusal with what is missing, never an address, and never one that logs out [PLY-025]', async () => {
    const open = await t.factories.product()
    const paid = await t.factories.product({ plan: 'paid' })
    const over = await t.factories.product({ sale_ends_at: inMinutes(-1) })
    const subscription = await t.factories.product({ subscription_only: true })
    const draft = await t.factories.product({ status: 'draft' })
    const cases: [string, number, string][] = [
      [open.slug, 402, 'TICKET_REQUIRED'],
      [paid.slug, 402, 'TICKET_REQUIRED'],
      [over.slug, 409, 'NOT_PURCHASABLE'],
      [subscription.slug, 402, 'SUBSCRIPTION_REQUIRED'],
      [draft.slug, 404, 'NOT_FOUND'],
      ['absent', 404, 'NOT_FOUND'],
    ]
    for (const [slug, status, code] of cases) {
      const reply = await watch(slug)
      expect([slug, reply.status, (reply.body as { code: string }).code]).toEqual([slug, status, code])
      expect(reply.text).not.toContain('/media/')
    }
    expect((await t.call(playback.get, { params: { slug: open.slug } })).status).toBe(401)
  })

  it('ends with the ticket: revoked or run out', async () => {
    const product = await owned()
    const ticket = () => t.database.knex('tickets').where({ product_id: product.id, user_id: user.id })
    expect((await watch(product.slug)).status).toBe(200)
    await ticket().update({ expires_at: inMinutes(-1) })
    expect((await watch(product.slug)).body).toMatchObject({ code: 'TICKET_REQUIRED' })
    await ticket().update({ expires_at: null, revoked_at: new Date(), revoked_reason: 'refund' })
    expect((await watch(product.slug)).body).toMatchObject({ code: 'TICKET_REQUIRED' })
  })

  it('a subscription opens what only subscribers see, until its end, also when cancelled [PLY-011]', async () => {
    const product = await t.factories.product({ subscription_only: true })
    await t.database.knex('subscriptions').insert({
      user_id: user.id,
      channel_id: product.channel_id,
      status: 'cancelled',
      cancelled_at: new Date(),
      valid_until: inMinutes(10),
      net_minor: 500,
      tax_basis_points: 2_100,
      total_minor: 605,
      currency: 'EUR',
    })
    expect((await watch(product.slug)).status).toBe(200)
    await t.database
      .knex('subscriptions')
      .where({ channel_id: product.channel_id })
      .update({ valid_until: inMinutes(-0.1) })
    expect((await watch(product.slug)).body).toMatchObject({ code: 'SUBSCRIPTION_REQUIRED' })
  })

  it('does not concern its organizer and administrators', async () => {
    const producer = await t.factories.producer()
    const product = await t.factories.product({ channel_id: (await t.factories.channel({ owner_id: producer.id })).id, status: 'draft' })
    expect((await watch(product.slug, await t.tokenOf(producer))).status).toBe(200)
    expect((await watch(product.slug, await t.tokenOf(await t.factories.admin()))).status).toBe(200)
    expect((await watch(product.slug, await t.tokenOf(await t.factories.producer()))).status).toBe(404)
  })
})

describe('states', () => {
  const stateOf = async (slug: string) => (await watch(slug)).body as Playback

  it('available on a date, with the server time for the countdown [PLY-004]', async () => {
    const product = await owned()
    const state = (await stateOf(product.slug)) as State<'available_on'>
    expect(state).toMatchObject({ state: 'available_on', availableAt: product.sessions[0]!.starts_at.toISOString() })
    expect(Math.abs(Date.parse(state.serverTime) - t.clock.nowMs())).toBeLessThan(5_000)
  })

  it('not available yet: in its session but not on air, and a video that is being made [PLY-003]', async () => {
    expect(await stateOf((await owned({}, [[-5, 60]])).slug)).toMatchObject({ state: 'not_available_yet' })
    const video = await owned({ type: 'vod' }, [])
    await t.factories.asset({ product_id: video.id, state: 'processing', duration_ms: null, rungs: [] })
    expect(await stateOf(video.slug)).toMatchObject({ state: 'not_available_yet' })
  })

  it('event date passed: every session lies in the past and none ever went on air [PLY-008]', async () => {
    const product = await owned({}, [
      [-3_000, -2_900],
      [-300, -200],
    ])
    expect(await stateOf(product.slug)).toMatchObject({ state: 'event_date_passed' })
  })

  it('no sessions, and misconfigured with the address of support [PLY-006] [PLY-007]', async () => {
    expect(await stateOf((await owned({}, [])).slug)).toMatchObject({ state: 'no_sessions', session: null })
    const broken = await owned({ type: 'vod' }, [])
    // A player elsewhere is shown in place of ours; an address that names none is no player.
    const elsewhere = await owned({ type: 'vod', url: 'https://vimeo.com/76979871' }, [])
    expect(await stateOf(elsewhere.slug)).toMatchObject({ state: 'embedded', embedUrl: 'https://player.vimeo.com/video/76979871' })
    expect(await stateOf((await owned({ type: 'vod', url: 'https://player.example/1' }, [])).slug)).toMatchObject({
      state: 'misconfigured',
    })
    expect(await stateOf(broken.slug)).toMatchObject({ state: 'misconfigured', supportEmail: 'support@e-events.example' })
    await t.database.knex('site_config').update({ support_email: 'ayuda@example.test' })
    expect(await stateOf(broken.slug)).toMatchObject({ supportEmail: 'ayuda@example.test' })
  })

  it('on air: every feed that has shown something, in its own state', async () => {
    const product = await owned({}, [[-5, 60]])
    const broadcast = await t.factories.broadcast({ product_id: product.id, viewer_count: 3 })
    const announced = await t.factories.feed({ broadcast_id: broadcast.id, state: 'connecting' })
    const fresh = await t.factories.feed({ broadcast_id: broadcast.id })
    const camera = await t.factories.feed({ broadcast_id: broadcast.id })
    const lost = await t.factories.feed({ broadcast_id: broadcast.id, state: 'interrupted' })
    const gone = await t.factories.feed({ broadcast_id: broadcast.id, state: 'ended' })
    for (const feed of [camera, lost, gone]) await t.factories.asset({ feed_id: feed.id })
    const state = (await stateOf(product.slug)) as State<'on_air'>
    expect(state).toMatchObject({ state: 'on_air', startedAt: broadcast.started_at.toISOString(), viewers: 3 })
    expect(state.media.feeds.map((feed) => [feed.id, feed.state])).toEqual([
      [fresh.id, 'preparing'],
      [camera.id, 'live'],
      [lost.id, 'reconnecting'],
      [gone.id, 'ended'],
    ])
    expect(state.media.feeds.map((feed) => feed.id)).not.toContain(announced.id)
    expect(state.media.feeds[1]).toMatchObject({ rungs: ['720p', '360p'], hasAudio: true })
    expect(state.media.lowLatency).toBeNull()
  })

  it('finished: after the end, with the recording where there is one [PLY-005] [LIVE-002]', async () => {
    const product = await owned({}, [[-90, -5]])
    const broadcast = await t.factories.broadcast({ product_id: product.id, state: 'ended' })
    const feed = await t.factories.feed({ broadcast_id: broadcast.id, state: 'ended' })
    expect(await stateOf(product.slug)).toMatchObject({ state: 'finished', recording: null })
    await t.factories.asset({ feed_id: feed.id, kind: 'recording', state: 'ready', duration_ms: 1_800_000 })
    const asked = await t.call(playback.get, { params: { slug: product.slug }, query: { recording: true }, as: viewer })
    const state = asked.body as State<'finished'>
    expect(state.recording).toMatchObject({ durationMs: 1_800_000, lowLatency: null, feeds: [{ id: feed.id, state: 'ended' }] })
  })

  it('ready: a video on demand', async () => {
    const product = await owned({ type: 'vod' }, [])
    const asset = await t.factories.asset({ product_id: product.id, duration_ms: 75_000 })
    const state = (await stateOf(product.slug)) as State<'ready'>
    expect(state).toMatchObject({ state: 'ready', media: { durationMs: 75_000, feeds: [{ kind: 'file', rungs: ['720p', '360p'] }] } })
    expect(tokenIn(state.media.feeds[0]!.masterUrl)[1]).toBe(`${asset.storage_prefix}/master.m3u8`)
    expect(state.media).not.toHaveProperty('chapters')
    await t.database.knex('product_chapters').insert([
      { product_id: product.id, position: 0, title: 'Inicio', start_ms: 0 },
      { product_id: product.id, position: 1, title: 'Final', start_ms: 60_000 },
    ])
    const again = (await stateOf(product.slug)) as State<'ready'>
    expect(again.media.chapters).toEqual([
      { title: 'Inicio', startMs: 0 },
      { title: 'Final', startMs: 60_000 },
    ])
  })
})

describe('addresses', () => {
  async function onAir(fields: Parameters<TestApi['factories']['product']>[0] = {}) {
    const product = await owned(fields, [[-5, 60]])
    const broadcast = await t.factories.broadcast({ product_id: product.id })
    const feed = await t.factories.feed({ broadcast_id: broadcast.id })
    await t.factories.asset({ feed_id: feed.id })
    const read = async (as = viewer) => ((await watch(product.slug, as)).body as State<'on_air'>).media
    return { product, broadcast, feed, read }
  }

  it('carry a token of this account and product that of this device, opens this broadcast and nothing else, for half an hour [VID-013]', async () => {
    const { product, broadcast, feed, read } = await onAir()
    const media = await read()
    const [token, key] = tokenIn(media.feeds[0]!.masterUrl)
    expect(key).toBe(`live/${broadcast.id}/${feed.id}/master.m3u8`)
    const claims = readMediaToken(token, t.env.MEDIA_TOKEN_SECRET, t.clock.nowMs())!
    expect(claims).toMatchObject({ userId: user.id, productId: product.id, prefixes: [`live/${broadcast.id}`] })
    expect(claims.sessionId).toMatch(/^[0-9a-f-]{36}$/)
    expect(claims.expiresAtMs - t.clock.nowMs()).toBeLessThanOrEqual(30 * 60_000)
    expect(opensKey(claims, key)).toBe(true)
    expect([opensKey(claims, 'live/other/x'), opensKey(claims, `live/${broadcast.id}0/x`), opensKey(claims, 'vod/x')]).toEqual([
      false,
      false,
      false,
    ])
    expect(Math.abs(claims.expiresAtMs - t.clock.nowMs() - limits.playbackTokenMs)).toBeLessThan(5_000)
    expect(media.tokenExpiresAt).toBe(new Date(claims.expiresAtMs).toISOString())
    expect(readMediaToken(token, t.env.MEDIA_TOKEN_SECRET, claims.expiresAtMs)).toBeUndefined()
    expect(readMediaToken(token, 'another secret', t.clock.nowMs())).toBeUndefined()
  })

  it('end with the ticket where that comes first', async () => {
    const { product, read } = await onAir()
    const end = inMinutes(20)
    await t.database.knex('tickets').where({ product_id: product.id }).update({ expires_at: end })
    expect((await read()).tokenExpiresAt).toBe(end.toISOString())
  })

  it('come with a low-latency grant where the node of the room has room, as a viewer of this broadcast', async () => {
    const { product, broadcast, read } = await onAir()
    const node = await t.mediaNode()
    expect((await read()).lowLatency).toBeNull()
    await announceRoom(t.redis, broadcast.id, { nodeId: node.nodeId, controlUrl: node.controlUrl, lastMediaAtMs: Date.now() })
    const { lowLatency } = await read()
    expect(lowLatency).toMatchObject({ url: '/', path: '/sfu/socket.io' })
    const claims = await verifySfuToken(lowLatency!.token, t.env.SFU_TOKEN_SECRET, t.clock.nowMs())
    expect(claims).toMatchObject({ sub: user.id, role: 'viewer', broadcastId: broadcast.id, productId: product.id })
    expect(claims.sessionId).toMatch(/^[0-9a-f-]{36}$/)
    expect(Math.abs((claims.accessUntilMs ?? 0) - t.clock.nowMs() - limits.viewerAccessMs)).toBeLessThan(5_000)
    await t.mediaNode({ ...node, loadPercent: 95 })
    expect((await read()).lowLatency).toBeNull()
    await t.mediaNode(node)
    await t.database.knex('broadcasts').where({ id: broadcast.id }).update({ low_latency: false })
    expect((await read()).lowLatency).toBeNull()
  })

  it('says to begin below a second on a free node, before so many watch that it would be filled by who asked for nothing', async () => {
    const { broadcast, read } = await onAir()
    const node = await t.mediaNode()
    await announceRoom(t.redis, broadcast.id, { nodeId: node.nodeId, controlUrl: node.controlUrl, lastMediaAtMs: Date.now() })
    const facts = async () => {
      const { lowLatency, isLowLatencyFirst } = await read()
      return [lowLatency !== null, isLowLatencyFirst ?? false]
    }
    const seenBy = (viewers: number) => t.database.knex('broadcasts').where({ id: broadcast.id }).update({ viewer_count: viewers })
    await t.mediaNode({ ...node, loadPercent: 10 })
    await seenBy(t.env.LOW_LATENCY_VIEWERS - 1)
    expect(await facts()).toEqual([true, true])
    await seenBy(t.env.LOW_LATENCY_VIEWERS)
    expect(await facts()).toEqual([true, false])
    await seenBy(3)
    await t.mediaNode({ ...node, loadPercent: 50 })
    expect(await facts()).toEqual([true, false])
  })
})

describe('the trailer', () => {
  const trailerOf = (slug: string, as?: string) => t.call(playback.trailer, { params: { slug }, ...(as ? { as } : {}) })
  async function withTrailer(fields: Parameters<TestApi['factories']['product']>[0] = {}) {
    const product = await t.factories.product({ type: 'vod', plan: 'paid', ...fields }, { sessions: 0 })
    const video = await t.factories.asset({ product_id: product.id })
    const trailer = await t.factories.asset({ product_id: product.id, kind: 'trailer', duration_ms: 30_000 })
    await t.database.knex('media_assets').where({ id: trailer.id }).update({ poster_path: 'poster.jpg', thumbnails_path: 'thumbnails.vtt' })
    await t.database.knex('products').where({ id: product.id }).update({ trailer_asset_id: trailer.id, media_asset_id: video.id })
    return { product, video, trailer }
  }

  it('is absent where none was uploaded, for what is not published, and while it is made', async () => {
    expect((await trailerOf((await t.factories.product()).slug)).status).toBe(404)
    const { product, trailer } = await withTrailer({ status: 'draft' })
    expect((await trailerOf(product.slug)).status).toBe(404)
    expect((await trailerOf(product.slug, viewer)).status).toBe(404)
    const admin = await t.tokenOf(await t.factories.admin())
    expect((await trailerOf(product.slug, admin)).status).toBe(200)
    await t.database.knex('media_assets').where({ id: trailer.id }).update({ state: 'processing' })
    expect((await trailerOf(product.slug, admin)).status).toBe(404)
  })

  it('plays for anybody, and opens nothing of the video, which stays closed [VID-009]', async () => {
    const { product, video, trailer } = await withTrailer()
    const reply = await trailerOf(product.slug)
    expect(reply.status).toBe(200)
    const body = reply.body as { masterUrl: string; posterUrl: string; seekPreviewsUrl: string; durationMs: number }
    const [token, key] = tokenIn(body.masterUrl)
    expect(key).toBe(`${trailer.storage_prefix}/master.m3u8`)
    expect(body.durationMs).toBe(30_000)
    expect([tokenIn(body.posterUrl)[1], tokenIn(body.seekPreviewsUrl)[1]]).toEqual([
      `${trailer.storage_prefix}/poster.jpg`,
      `${trailer.storage_prefix}/thumbnails.vtt`,
    ])
    const claims = readMediaToken(token, t.env.MEDIA_TOKEN_SECRET, t.clock.nowMs())!
    expect(opensKey(claims, key)).toBe(true)
    expect(opensKey(claims, `${video.storage_prefix}/master.m3u8`)).toBe(false)
    expect((await t.call(playback.get, { params: { slug: product.slug } })).status).toBe(401)
    expect((await watch(product.slug)).body).toMatchObject({ code: 'TICKET_REQUIRED' })
  })
})

describe('what is taken away', () => {
  const listed = async (productId: string) => (await t.redis.zscore('playback:revoked', `anybody:${productId}`)) !== null
  async function trailer() {
    const channel = await t.factories.channel()
    const product = await t.factories.product({ type: 'vod', channel_id: channel.id }, { sessions: 0 })
    const asset = await t.factories.asset({ product_id: product.id, kind: 'trailer' })
    await t.database.knex('products').where({ id: product.id }).update({ trailer_asset_id: asset.id })
    const read = async (as?: string) => {
      const reply = await t.call(playback.trailer, { params: { slug: product.slug }, ...(as ? { as } : {}) }).expect(200)
      const claims = readMediaToken(tokenIn((reply.body as { masterUrl: string }).masterUrl)[0], t.env.MEDIA_TOKEN_SECRET, t.clock.nowMs())
      return claims!
    }
    return { channel, product, read }
  }

  it('ends the trailer for everybody, not for its owner, and plays again when it is back', async () => {
    const { channel, product, read } = await trailer()
    const owner = await t.tokenOf((await t.database.knex('users').where({ id: channel.owner_id }).first()) as UserRow)
    expect(await read()).toMatchObject({ userId: 'anybody', productId: product.id })
    await t.api.platform.publishEnds()
    expect(await listed(product.id)).toBe(false)
    await t.database.knex('products').where({ id: product.id }).update({ status: 'private' })
    await t.api.platform.publishEnds()
    expect(await listed(product.id)).toBe(true)
    const own = await read(owner)
    expect([own.userId, typeof own.sessionId]).toEqual([channel.owner_id, 'string'])
    await t.database.knex('products').where({ id: product.id }).update({ status: 'published' })
    await t.api.platform.publishEnds()
    expect(await listed(product.id)).toBe(false)
  })

  it('is also every product of a channel that staff bans', async () => {
    const { channel, product } = await trailer()
    const admin = await t.tokenOf(await t.factories.admin())
    await t.call(channels.ban, { params: { slug: channel.slug }, body: { reason: 'not allowed here' }, as: admin }).expect(200)
    await t.api.platform.publishEnds()
    expect(await listed(product.id)).toBe(true)
  })
})

describe('an uploaded file', () => {
  it('brings its seek previews and the shape of its sound to the player [VID-014]', async () => {
    const product = await owned({ type: 'vod' }, [])
    const asset = await t.factories.asset({ product_id: product.id })
    const feed = async () => ((await watch(product.slug)).body as State<'ready'>).media.feeds[0]!
    expect(await feed()).toMatchObject({ seekPreviewsUrl: null, peaksUrl: null })
    await t.database.knex('media_assets').where({ id: asset.id }).update({ thumbnails_path: 'thumbnails.vtt', peaks_path: 'peaks.json' })
    const { seekPreviewsUrl, peaksUrl } = await feed()
    expect(tokenIn(seekPreviewsUrl ?? '')[1]).toBe(`${asset.storage_prefix}/thumbnails.vtt`)
    expect(tokenIn(peaksUrl ?? '')[1]).toBe(`${asset.storage_prefix}/peaks.json`)
  })
})
