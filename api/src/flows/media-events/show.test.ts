import { ownProducts, type OwnProductDetail } from '@e-events/shared/contract/catalogue/own-products.ts'
import { playback, type Playback } from '@e-events/shared/contract/live/playback.ts'
import { queues, type RecordingMp4Job, type RecordingShowJob } from '@e-events/shared/jobs/queues.ts'
import { defineQueue } from '@e-events/shared/node/queue.ts'
import { opensKey, readMediaToken } from '@e-events/shared/node/tokens.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { closed, composed, createShow, live, playable, prefixOf, type Show } from '../../testing/show.ts'
import { createTestApi, type TestApi } from '../../testing/test-api.ts'

let t: TestApi
beforeAll(async () => {
  t = await createTestApi()
})
afterAll(() => t.stop())

/** Two takes from two devices, a minute apart. */
async function twoTakes(): Promise<Show> {
  const s = await createShow(t, 2)
  for (const [index, feed] of s.feeds.entries()) {
    await s.apply(1 + 80 * index, live(feed))
    await s.apply(4 + 80 * index, playable(s, feed))
  }
  return s
}
const takes = [24_000, 36_000]
async function closeBoth(s: Show): Promise<void> {
  for (const [index, feed] of s.feeds.entries()) await s.apply(118, closed(s, feed, { durationMs: takes[index] }))
}
const bothComposed = (s: Show) => composed(s.feeds.map((feed) => ({ feed, durationMs: 60_000, rungs: ['1080p', '360p'] })))
const jobsOf = (s: Show, kind: 'recording_show' | 'recording_remux') =>
  t.database.knex('media_jobs').where({ broadcast_id: s.broadcast.id, kind }).orderBy('dedupe_key')
const payloadOf = (s: Show) => ({
  broadcastId: s.broadcast.id,
  feeds: s.feeds.map((feed) => ({ feedId: feed.id, storagePrefix: prefixOf(s, feed), hasAudio: true, hasVideo: true })),
})

async function recordingOf(slug: string) {
  const viewer = await t.factories.user()
  const product = await t.database.knex('products').where({ slug }).first('id')
  await t.factories.ticket({ user_id: viewer.id, product_id: product!.id })
  const as = await t.tokenOf(viewer)
  return (await t.call(playback.get, { params: { slug }, query: { recording: true }, as }).expect(200)).body as Playback
}
const keyOf = (url: string) => url.split('/').slice(3).join('/')
const tokenOf = (url: string) => readMediaToken(url.split('/')[2]!, t.env.MEDIA_TOKEN_SECRET, t.clock.nowMs())!

describe('the recording of takes of different moments', () => {
  it('is played once the whole show is put together, and is as long as both takes, for the player and for the organizer', async () => {
    const s = await twoTakes()
    await s.stop()
    await closeBoth(s)
    expect(await recordingOf(s.slug)).toMatchObject({ state: 'finished', recording: null })
    expect(await s.recordings()).toMatchObject([{ state: 'recording' }])
    expect(await jobsOf(s, 'recording_show')).toMatchObject([{ state: 'queued', payload: payloadOf(s) }])
    expect(await jobsOf(s, 'recording_remux')).toEqual([])
    const event = await s.apply(118.5, bothComposed(s))
    await t.api.platform.handleMediaEvent(event)
    expect(await s.recordings()).toMatchObject([
      { state: 'ready', durationMs: 60_000, files: [{ state: 'processing' }, { state: 'processing' }] },
    ])
    const shown = (await recordingOf(s.slug)) as Extract<Playback, { state: 'finished' }>
    expect(shown.recording?.durationMs).toBe(60_000)
    expect(shown.recording?.feeds.map((feed) => [keyOf(feed.masterUrl), feed.rungs])).toEqual(
      s.feeds.map((feed) => [`${prefixOf(s, feed)}/show/master.m3u8`, ['1080p', '360p']]),
    )
    expect(await jobsOf(s, 'recording_show')).toMatchObject([{ state: 'succeeded' }])
  })

  it('is the MP4 of the first picture; the others’ are what they sent themselves', async () => {
    const s = await twoTakes()
    await s.stop()
    await closeBoth(s)
    await s.apply(118.5, bothComposed(s))
    const payloads = (await jobsOf(s, 'recording_remux')).map((job) => job.payload as RecordingMp4Job)
    const of = (index: number) => payloads.find((payload) => payload.feedId === s.feeds[index]!.id)
    expect(of(0)?.show).toEqual(payloadOf(s).feeds)
    expect(of(1)).toEqual({ broadcastId: s.broadcast.id, feedId: s.feeds[1]!.id, storagePrefix: prefixOf(s, s.feeds[1]!) })
    for (const payload of payloads) queues.recordingMp4.payload.parse(payload)
  })

  it('wakes a worker, also where both feeds were closed before the organizer ended', async () => {
    const s = await twoTakes()
    await closeBoth(s)
    expect(await jobsOf(s, 'recording_show')).toEqual([])
    await s.stop()
    const queue = defineQueue(queues.recordingShow, { redisUrl: t.env.REDIS_URL })
    try {
      const taken: RecordingShowJob[] = []
      queue.work(1, async ({ payload }) => void taken.push(payload))
      await vi.waitFor(() => expect(taken).toContainEqual(payloadOf(s)), { timeout: 10_000 })
    } finally {
      await queue.close()
    }
  })

  it('plays what each feed sent where the show cannot be put together, and the whole once a later try succeeds', async () => {
    const s = await twoTakes()
    await s.stop()
    await closeBoth(s)
    await s.apply(119, { type: 'show.failed', reason: 'the storage is away' })
    expect(await s.recordings()).toMatchObject([{ state: 'ready', durationMs: 36_000 }])
    const before = (await recordingOf(s.slug)) as Extract<Playback, { state: 'finished' }>
    expect(before.recording?.feeds.map((feed) => keyOf(feed.masterUrl))).toEqual(s.feeds.map((feed) => `${prefixOf(s, feed)}/master.m3u8`))
    await s.apply(121, bothComposed(s))
    expect(await s.recordings()).toMatchObject([{ state: 'ready', durationMs: 60_000 }])
  })

  it('takes no list from a feed of another show', async () => {
    const s = await twoTakes()
    const other = await twoTakes()
    await s.stop()
    await closeBoth(s)
    await s.apply(119, composed([{ feed: other.feeds[0]!, durationMs: 5 }]))
    expect(await t.database.knex('media_assets').where({ feed_id: other.feeds[0]!.id })).toMatchObject([{ master_path: 'master.m3u8' }])
  })

  it('put on demand plays the same lists, with a token that opens all feeds of the show', async () => {
    const s = await twoTakes()
    await s.stop()
    await closeBoth(s)
    await s.apply(118.5, bothComposed(s))
    const [recording] = await s.recordings()
    const made = (await t.call(ownProducts.recordingToVod, { params: { id: recording!.id }, as: s.as }).expect(201))
      .body as OwnProductDetail
    expect(made.durationMs).toBe(60_000)
    await t.database.knex('products').where({ id: made.id }).update({ status: 'published', published_at: t.clock.now() })
    const shown = (await recordingOf(made.slug)) as Extract<Playback, { state: 'ready' }>
    expect(shown.media.durationMs).toBe(60_000)
    expect(shown.media.feeds.map((feed) => keyOf(feed.masterUrl))).toEqual(s.feeds.map((feed) => `${prefixOf(s, feed)}/show/master.m3u8`))
    const [first] = shown.media.feeds
    for (const feed of s.feeds) expect(opensKey(tokenOf(first!.masterUrl), `${prefixOf(s, feed)}/e1r0/720p_00001.m4s`)).toBe(true)
  })
})
