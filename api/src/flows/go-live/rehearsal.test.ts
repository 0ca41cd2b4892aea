import { randomUUID } from 'node:crypto'
import { ownProducts } from '@e-events/shared/contract/catalogue/own-products.ts'
import { products } from '@e-events/shared/contract/catalogue/products.ts'
import { search } from '@e-events/shared/contract/catalogue/search.ts'
import type { Endpoint } from '@e-events/shared/contract/endpoint.ts'
import { broadcasts, type BroadcastGrant } from '@e-events/shared/contract/live/broadcasts.ts'
import { playback, type Playback } from '@e-events/shared/contract/live/playback.ts'
import { tickets } from '@e-events/shared/contract/sales/tickets.ts'
import { home } from '@e-events/shared/contract/storefront/home.ts'
import type { MediaEvent } from '@e-events/shared/events/media.ts'
import { verifySfuToken } from '@e-events/shared/node/tokens.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ProductInsert } from '../../db/tables/catalogue.ts'
import type { Fields } from '../../testing/factories.ts'
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

/** A product of an organizer with a session tomorrow, or in so many minutes. */
async function stage(
  fields: Fields<ProductInsert> = {},
  { startsInMin = 24 * 60, channel = {} }: { startsInMin?: number; channel?: object } = {},
) {
  const organizer = await t.factories.producer()
  const { id } = await t.factories.channel({ owner_id: organizer.id, ...channel })
  const product = await t.factories.product({ channel_id: id, ...fields }, { sessions: 0 })
  await t.factories.session({ product_id: product.id, starts_at: new Date(t.clock.nowMs() + startsInMin * 60_000) })
  const owner = await t.tokenOf(organizer)
  const params = { productSlug: product.slug }
  const start = (body: object = { kind: 'rehearsal' }, as = owner) => t.call(broadcasts.start, { params, body, as })
  const apply = (broadcastId: string, event: object) =>
    t.api.platform.handleMediaEvent({ id: randomUUID(), source: 'node-1', atMs: t.clock.nowMs(), broadcastId, ...event } as MediaEvent)
  return {
    product,
    owner,
    start,
    apply,
    rehearse: async () => ((await start().expect(200)).body as BroadcastGrant).broadcast,
    stop: () => t.call(broadcasts.stop, { params, as: owner }),
    connect: () => t.call(broadcasts.connect, { params, as: owner }),
    /** A camera whose picture arrives. */
    async send(broadcastId: string) {
      const body = { key: 'camera', kind: 'camera', label: 'Stage' }
      const feed = (await t.call(broadcasts.announceFeed, { params, body, as: owner }).expect(201)).body as { id: string }
      const meta = { label: 'Stage', kind: 'camera', language: null }
      await apply(broadcastId, { type: 'feed.live', feedId: feed.id, meta, hasAudio: true, hasVideo: true, codec: 'video/H264' })
      return feed.id
    },
    watch: async (key: string, as: string) => (await t.call(playback.rehearsal, { params: { key }, as }).expect(200)).body as Playback,
  }
}
const viewer = async () => t.tokenOf(await t.factories.user())
const codeOf = (reply: { body: unknown }) => (reply.body as { code?: string }).code

describe('a rehearsal', () => {
  it('is watched by any account with its link, and by nobody else [LIVE-016]', async () => {
    const at = await stage({ plan: 'paid', net_price_minor: 1_000 })
    const rehearsal = await at.rehearse()
    expect(rehearsal).toMatchObject({ kind: 'rehearsal', sessionId: null, recording: false, state: 'on_air' })
    const key = rehearsal.rehearsalKey!
    const feedId = await at.send(rehearsal.id)
    const guest = await viewer()
    const seen = await at.watch(key, guest)
    if (seen.state !== 'on_air') throw new Error(seen.state)
    expect(seen.media.feeds.map(({ id }) => id)).toEqual([feedId])
    expect(seen.media.feeds[0]!.masterUrl).toContain(`live/${rehearsal.id}/${feedId}`)
    expect([seen.viewers, seen.media.lowLatency]).toEqual([0, null])
    await t.call(playback.rehearsal, { params: { key } }).expect(401)
    const other = `${key.startsWith('A') ? 'B' : 'A'}${key.slice(1)}`
    await t.call(playback.rehearsal, { params: { key: other }, as: guest }).expect(404)
    // The door of the show knows nothing of it, with a ticket or without.
    const holder = await t.factories.user()
    await t.factories.ticket({ user_id: holder.id, product_id: at.product.id })
    const door = (as: string) => t.call(playback.get, { params: { slug: at.product.slug }, as })
    expect(((await door(await t.tokenOf(holder)).expect(200)).body as Playback).state).toBe('available_on')
    await door(guest).expect(402)
    await at.stop().expect(200)
    expect((await at.watch(key, guest)).state).toBe('finished')
  })

  it('stands in no list, changes no date, sells and counts nothing [LIVE-016]', async () => {
    const at = await stage({ title: 'Ensayo general de otoño' })
    const read = async () => {
      const answers = await Promise.all([
        t.call(products.list, { query: { limit: 100 } }),
        t.call(products.get, { params: { slug: at.product.slug } }),
        t.call(home.get),
        t.call(search.find, { query: { keyword: 'Ensayo general' } }),
        t.call(ownProducts.listOwn, { query: { limit: 100 }, as: at.owner }),
        t.call(tickets.list, { as: at.owner }),
      ])
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
      return answers.map(({ body }) => body as unknown)
    }
    const before = await read()
    const rehearsal = await at.rehearse()
    await at.send(rehearsal.id)
    await at.apply(rehearsal.id, { type: 'audience', viewers: 12 })
    expect(await read()).toEqual(before)
    const row = await t.database.knex('broadcasts').where({ id: rehearsal.id }).first()
    expect(row).toMatchObject({ viewer_count: 0, peak_viewer_count: 0, is_recording: false })
    await at.stop().expect(200)
    expect(await read()).toEqual(before)
    expect(await t.database.knex('recordings').where({ broadcast_id: rehearsal.id })).toEqual([])
    // As a show the same row is told of.
    const [session] = await t.database.knex('product_sessions').where({ product_id: at.product.id })
    const asShow = { kind: 'live', session_id: session!.id, rehearsal_key: null } as const
    await t.database.knex('broadcasts').where({ id: rehearsal.id }).update(asShow)
    expect(await read()).not.toEqual(before)
  })

  it('needs neither a session nor a published product, but an approved channel', async () => {
    const draft = await stage({ status: 'draft' })
    await draft.rehearse()
    expect(codeOf(await (await stage({}, { channel: { status: 'revision' } })).start())).toBe('CHANNEL_NOT_APPROVED')
    expect(codeOf(await (await stage({ type: 'vod' })).start())).toBe('PRODUCT_NOT_LIVE')
    await draft.start({ kind: 'rehearsal' }, await t.tokenOf(await t.factories.producer())).expect(404)
    await draft.start({ kind: 'rehearsal' }, await viewer()).expect(403)
  })

  it('is rejoined with a grant for its own room', async () => {
    const at = await stage()
    const rehearsal = await at.rehearse()
    const again = (await at.connect().expect(200)).body as BroadcastGrant
    expect(again.broadcast.id).toBe(rehearsal.id)
    expect(await verifySfuToken(again.grant.token, t.env.SFU_TOKEN_SECRET, t.clock.nowMs())).toMatchObject({ broadcastId: rehearsal.id })
  })

  it('ends where its show begins, and never runs beside it', async () => {
    const at = await stage({}, { startsInMin: 30 })
    const rehearsal = await at.rehearse()
    expect(codeOf(await at.start())).toBe('BROADCAST_STATE')
    const show = ((await at.start({}).expect(200)).body as BroadcastGrant).broadcast
    expect(show).toMatchObject({ kind: 'live', rehearsalKey: null })
    expect(await t.database.knex('broadcasts').where({ id: rehearsal.id }).first('state')).toEqual({ state: 'ended' })
    expect(codeOf(await at.start())).toBe('BROADCAST_STATE')
    expect((await at.watch(rehearsal.rehearsalKey!, await viewer())).state).toBe('finished')
    // A device that was in the rehearsal neither joins the show nor ends it.
    const call = (endpoint: Endpoint, id: string) =>
      t.call(endpoint, { params: { productSlug: at.product.slug }, query: { id }, as: at.owner })
    for (const endpoint of [broadcasts.connect, broadcasts.stop]) expect(codeOf(await call(endpoint, rehearsal.id))).toBe('BROADCAST_STATE')
    expect((await call(broadcasts.get, rehearsal.id).expect(200)).body).toMatchObject({ id: rehearsal.id, state: 'ended' })
    expect((await call(broadcasts.get, show.id).expect(200)).body).toMatchObject({ state: 'on_air' })
    const foreign = await (await stage()).rehearse()
    await call(broadcasts.get, foreign.id).expect(404)
    await call(broadcasts.stop, show.id).expect(200)
  })

  it('is one, however many start at once', async () => {
    const at = await stage()
    const lock = `select 1 from products where id = '${at.product.id}' for update`
    const replies = await stampede(t.database, { lock, requests: 4 }, () => at.start())
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
  })
})
