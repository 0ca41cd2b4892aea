import { chat } from '@e-events/shared/contract/live/chat.ts'
import { playback, type Playback } from '@e-events/shared/contract/live/playback.ts'
import { datedFolderOf } from '@e-events/shared/node/dated-folders.ts'
import { realtimePath } from '@e-events/shared/realtime/events.ts'
import { io } from 'socket.io-client'
import { opensKey, readMediaToken } from '@e-events/shared/node/tokens.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
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

const minuteMs = 60_000
const videoMs = 40 * minuteMs
const at = (minutes: number) => new Date(t.clock.nowMs() + minutes * minuteMs)
type State<S extends Playback['state']> = Extract<Playback, { state: S }>
const watch = async (slug: string) =>
  (await t.call(playback.get, { params: { slug }, query: { recording: true }, as: viewer }).expect(200)).body as Playback

/** A deferred live of forty minutes with these dates, which the viewer has a ticket for. */
async function deferred(dates: readonly (readonly [from: number, to: number])[], { isReady = true, isInStep = false } = {}) {
  const product = await t.factories.product({ type: 'live', fake_live: isInStep }, { sessions: 0 })
  for (const [from, to] of dates) await t.factories.session({ product_id: product.id, starts_at: at(from), ends_at: at(to) })
  const video = await t.factories.asset({
    product_id: product.id,
    state: isReady ? 'ready' : 'processing',
    duration_ms: videoMs,
    thumbnails_path: 'thumbnails.vtt',
  })
  await t.database.knex('products').where({ id: product.id }).update({ media_asset_id: video.id })
  await t.factories.ticket({ user_id: user.id, product_id: product.id })
  return { slug: product.slug, id: product.id, video }
}
/** Whole minutes of the video that its viewers are at. */
const placeOf = ({ serverTime, deferred }: State<'on_air'>) =>
  Math.floor((Date.parse(serverTime) - Date.parse(deferred?.startsAt ?? '')) / minuteMs)
const claimsOf = (url: string) => {
  const claims = readMediaToken(/^\/media\/([^/]+)\//.exec(url)?.[1] ?? '', t.env.MEDIA_TOKEN_SECRET, t.clock.nowMs())
  if (!claims) throw new Error('no token')
  return claims
}
/** Access ends before a video does: the viewer's is renewed. */
async function goOn(minutes: number): Promise<void> {
  t.clock.advance(minutes * minuteMs)
  onTestFinished(() => t.clock.advance(-minutes * minuteMs))
  viewer = await t.tokenOf(user)
}

/** A browser that plays it, with the numbers of viewers that it was told. */
async function listen(productSlug: string, as: string) {
  const socket = io(t.url, { path: realtimePath, transports: ['websocket'], auth: { token: as }, forceNew: true, reconnection: false })
  const heard: number[] = []
  socket.on('event', (event: { type: string; viewers?: number }) => {
    if (event.type === 'audience' && event.viewers !== undefined) heard.push(event.viewers)
  })
  await new Promise((resolve) => socket.once('connect', () => resolve(undefined)))
  await socket.timeout(5_000).emitWithAck('watch', { productSlug, playing: true })
  return { heard, close: () => socket.close() }
}

describe('a deferred live', () => {
  it('hands out nothing before its hour, and is a refusal without a ticket as any show is', async () => {
    const { slug } = await deferred([[10, 70]])
    const before = await watch(slug)
    expect(before.state).toBe('available_on')
    expect(JSON.stringify(before)).not.toContain('/media/')
    const stranger = await t.tokenOf(await t.factories.user())
    expect((await t.call(playback.get, { params: { slug }, as: stranger })).status).toBe(402)
  })

  it('is on air from its hour on, with addresses that open as its time goes by [LIVE-019] [CAT-022]', async () => {
    const { slug, video } = await deferred([[-10, 50]])
    const shown = (await watch(slug)) as State<'on_air'>
    expect(shown.state).toBe('on_air')
    const startsAtMs = Date.parse(shown.deferred?.startsAt ?? '')
    // The clock of the answer puts whoever comes ten minutes late at ten minutes.
    expect(placeOf(shown)).toBe(10)
    expect(shown.deferred).toMatchObject({ durationMs: videoMs, isInStep: false })
    expect(shown.event?.changesAt).toBe(new Date(startsAtMs + videoMs).toISOString())
    const [feed] = shown.media.feeds
    expect(feed).toMatchObject({ state: 'live', seekPreviewsUrl: null, peaksUrl: null })
    const claims = claimsOf(feed?.masterUrl ?? '')
    const key = `${video.storage_prefix}/720p.m3u8`
    expect(opensKey(claims, key)).toBe(false)
    expect(datedFolderOf(claims, key)).toEqual({ folder: video.storage_prefix, startsAtMs })
  })

  it('says whether its viewers may stop it', async () => {
    const { slug } = await deferred([[-10, 50]], { isInStep: true })
    expect(((await watch(slug)) as State<'on_air'>).deferred?.isInStep).toBe(true)
  })

  it('ends with its video, before or after its session does, and is then a video at the same address [LIVE-019]', async () => {
    for (const end of [20, 90]) {
      const { slug, video } = await deferred([[-39, end]])
      expect((await watch(slug)).state).toBe('on_air')
      await goOn(1)
      const over = (await watch(slug)) as State<'finished'>
      expect([over.state, over.event?.state]).toEqual(['finished', 'ended_with_recording'])
      expect(over.recording?.durationMs).toBe(videoMs)
      const [feed] = over.recording?.feeds ?? []
      expect(feed).toMatchObject({ state: 'ended', seekPreviewsUrl: expect.stringContaining('thumbnails.vtt') as unknown })
      const claims = claimsOf(feed?.masterUrl ?? '')
      // Open as a whole; its pictures keep the time at which they were shown, for the chat of that time.
      expect(opensKey(claims, `${video.storage_prefix}/thumbnails.vtt`)).toBe(true)
      expect(datedFolderOf(claims, `${video.storage_prefix}/720p.m3u8`)).toBeDefined()
    }
  })

  it('tells its viewers how many they are', async () => {
    const { slug } = await deferred([[-10, 50]])
    const other = await t.factories.user()
    const product = await t.database.knex('products').where({ slug }).first('id')
    await t.factories.ticket({ user_id: other.id, product_id: product?.id ?? '' })
    const [one, two] = [await listen(slug, viewer), await listen(slug, await t.tokenOf(other))]
    await expect.poll(() => one.heard.at(-1)).toBe(2)
    expect((await watch(slug)).viewers).toBe(2)
    two.close()
    await expect.poll(() => one.heard.at(-1)).toBe(1)
    one.close()
  })

  it('plays again on each of its dates', async () => {
    const { slug } = await deferred([
      [-60, -10],
      [30, 80],
    ])
    const between = await watch(slug)
    expect([between.state, between.event?.state]).toEqual(['available_on', 'room_open'])
    await goOn(35)
    const again = (await watch(slug)) as State<'on_air'>
    expect([again.state, placeOf(again)]).toEqual(['on_air', 5])
    await goOn(40)
    expect((await watch(slug)).state).toBe('finished')
  })

  it('waits for a video that is late, and joins it at the minute of the clock', async () => {
    const { slug, video } = await deferred([[-5, 55]], { isReady: false })
    expect((await watch(slug)).state).toBe('not_available_yet')
    await goOn(5)
    await t.database.knex('media_assets').where({ id: video.id }).update({ state: 'ready' })
    const shown = (await watch(slug)) as State<'on_air'>
    expect(placeOf(shown)).toBe(10)
  })

  it('keeps what its viewers write at the moment of the picture that they saw', async () => {
    const { slug } = await deferred([[-10, 50]])
    const say = async (moment: Date) => {
      const body = { text: 'Hola', clientId: randomUUID(), moment: moment.toISOString() }
      return (await t.call(chat.post, { params: { slug }, body, as: viewer })).body as { moment: string; timestamp: string }
    }
    const seen = at(-4)
    expect((await say(seen)).moment).toBe(seen.toISOString())
    await goOn(1)
    // Before its beginning there is no picture.
    const early = await say(at(-30))
    expect(early.moment).toBe(early.timestamp)
  })
})
