import { randomUUID } from 'node:crypto'
import { mediaEventStream, type MediaEvent } from '@e-events/shared/events/media.ts'
import { queues } from '@e-events/shared/jobs/queues.ts'
import { findClosed } from '@e-events/shared/node/broadcast-control.ts'
import { createMediaEventPublisher } from '@e-events/shared/node/media-events.ts'
import { defineQueue } from '@e-events/shared/node/queue.ts'
import { limits } from '@e-events/shared/limits.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { closed, composed, createShow, interrupted, live, playable, prefixOf, type Show } from '../../testing/show.ts'
import { createTestApi, type TestApi } from '../../testing/test-api.ts'

let t: TestApi
beforeAll(async () => {
  t = await createTestApi()
})
afterAll(() => t.stop())

const show = (feedCount = 1) => createShow(t, feedCount)

/** How many events of a type had an effect, and how many were known already. */
async function outcomes(type: string): Promise<{ applied: number; duplicate: number }> {
  const { values } = await t.api.platform.metrics.mediaEvents.get()
  const count = (outcome: string) => values.find(({ labels }) => labels.type === type && labels.outcome === outcome)?.value ?? 0
  return { applied: count('applied'), duplicate: count('duplicate') }
}

describe('what does not fit', () => {
  it('is remembered and changes nothing: unknown broadcasts, feeds and assets', async () => {
    const s = await show()
    const other = await show()
    const [foreign] = other.feeds
    await t.api.platform.handleMediaEvent(s.event(1, { ...live(foreign!), broadcastId: randomUUID() }))
    await s.apply(2, live(foreign!))
    await t.api.platform.handleMediaEvent(s.event(3, { type: 'vod.failed', assetId: randomUUID(), reason: 'x' }))
    expect((await other.read()).feeds).toMatchObject([{ state: 'connecting' }])
    expect((await s.read()).feeds).toMatchObject([{ state: 'connecting' }])
  })

  it('cannot bring an ended broadcast back', async () => {
    const s = await show()
    const [feed] = s.feeds
    await s.stop()
    await s.apply(5, live(feed!))
    await s.apply(6, { type: 'broadcast.closed', reason: 'idle' })
    expect(await s.read()).toMatchObject({ state: 'ended', endReason: 'organizer', feeds: [{ state: 'ended' }] })
  })
})

describe('feeds', () => {
  it('go live with what they carry, and one ladder job is queued for each, however often the event arrives', async () => {
    const s = await show(2)
    const [camera, screen] = s.feeds
    const before = await outcomes('feed.live')
    const first = await s.apply(1, live(camera!))
    await t.api.platform.handleMediaEvent(first)
    await Promise.all([1, 2, 3].map(() => t.api.platform.handleMediaEvent(first)))
    const after = await outcomes('feed.live')
    expect([after.applied - before.applied, after.duplicate - before.duplicate]).toEqual([1, 4])
    await s.apply(2, { ...live(screen!), meta: { kind: 'screen', label: 'Diapositivas', language: null }, hasAudio: false })
    expect((await s.read()).feeds).toMatchObject([
      { state: 'live', hasAudio: true, hasVideo: true, label: 'Cámara', language: 'es' },
      { state: 'live', hasAudio: false, hasVideo: true, label: 'Diapositivas', language: null },
    ])
    const jobs = await t.database.knex('media_jobs').where({ broadcast_id: s.broadcast.id })
    expect(new Set(jobs.map((job) => `${job.kind} ${job.dedupe_key}`))).toEqual(new Set(s.feeds.map((feed) => `live_ladder ${feed.id}`)))
    expect(jobs).toHaveLength(2)
    const ladder = defineQueue(queues.liveLadder, { redisUrl: t.env.REDIS_URL })
    try {
      const payloads: unknown[] = []
      ladder.work(2, async (job) => void payloads.push([job.id, job.payload]))
      await vi.waitFor(() => expect(payloads).toHaveLength(2), { timeout: 10_000 })
      expect(payloads).toContainEqual([
        camera!.id,
        { broadcastId: s.broadcast.id, feedId: camera!.id, storagePrefix: prefixOf(s, camera!), recording: true, segmentDurationSec: 2 },
      ])
    } finally {
      await ladder.close()
    }
  })

  it('interrupt the broadcast when all of them lost their publisher, and bring it back on air', async () => {
    const s = await show(2)
    const [camera, screen] = s.feeds
    await s.apply(1, live(camera!))
    await s.apply(1, live(screen!))
    await s.apply(5, interrupted(camera!))
    expect(await s.read()).toMatchObject({ state: 'on_air', idleClosesAt: null })
    await s.apply(6, interrupted(screen!))
    const lost = await s.read()
    expect(lost).toMatchObject({ state: 'interrupted', feeds: [{ state: 'interrupted' }, { state: 'interrupted' }] })
    expect(Date.parse(lost.idleClosesAt!) - s.broadcast.started_at.getTime()).toBe(6_000 + limits.idleCutoffMs)
    await s.apply(9, live(screen!))
    expect(await s.read()).toMatchObject({ state: 'on_air', idleClosesAt: null })
    await s.apply(10, { type: 'feed.closed', feedId: camera!.id })
    expect((await s.read()).feeds).toMatchObject([{ state: 'ended' }, { state: 'live' }])
  })

  it('say since when they are live or lost, by the clock of the media plane', async () => {
    const s = await show()
    const [camera] = s.feeds
    const since = async () => (Date.parse((await s.read()).feeds[0]!.since) - s.broadcast.started_at.getTime()) / 1_000
    await s.apply(1, live(camera!))
    await s.apply(3, { ...live(camera!), hasAudio: false })
    expect(await since()).toBe(1)
    await s.apply(8, interrupted(camera!))
    expect(await since()).toBe(8)
  })

  it('leave the broadcast interrupted when none is left: nothing arrives', async () => {
    const s = await show()
    const [camera] = s.feeds
    await s.apply(1, live(camera!))
    await s.apply(5, { type: 'feed.closed', feedId: camera!.id })
    const now = await s.read()
    expect(now).toMatchObject({ state: 'interrupted', feeds: [{ state: 'ended' }] })
    expect(Date.parse(now.idleClosesAt!) - s.broadcast.started_at.getTime()).toBe(5_000 + limits.idleCutoffMs)
  })

  it('end in the same state whichever order the events of two nodes arrive in', async () => {
    const events = (s: Show) => {
      const [feed] = s.feeds
      return [s.event(1, live(feed!)), s.event(20, interrupted(feed!)), s.event(21, { ...live(feed!), source: 'sfu-2' })]
    }
    for (const order of [
      [0, 1, 2],
      [0, 2, 1],
      [1, 0, 2],
      [1, 2, 0],
      [2, 0, 1],
      [2, 1, 0],
    ]) {
      const s = await show()
      const all = events(s)
      for (const index of order) await t.api.platform.handleMediaEvent(all[index]!)
      expect([order, await s.read()]).toMatchObject([order, { state: 'on_air', feeds: [{ state: 'live' }] }])
    }
    const gone = await show()
    const [feed] = gone.feeds
    await gone.apply(20, interrupted(feed!))
    await gone.apply(1, live(feed!))
    expect(await gone.read()).toMatchObject({ state: 'interrupted', feeds: [{ state: 'interrupted' }] })
  })
})

describe('the idle cutoff', () => {
  it('of the sfu ends the broadcast with reason idle, and the media plane is told', async () => {
    const s = await show()
    const closesAtMs = s.broadcast.started_at.getTime() + limits.idleCutoffMs
    await s.apply(1_500, { type: 'broadcast.idleWarning', closesAtMs })
    expect((await s.read()).idleClosesAt).toBe(new Date(closesAtMs).toISOString())
    await s.apply(1_800, { type: 'broadcast.closed', reason: 'idle' })
    expect(await s.read()).toMatchObject({ state: 'ended', endReason: 'idle', feeds: [{ state: 'ended' }] })
    expect(await findClosed(t.redis, s.broadcast.id)).toBe('idle')
  })
})

describe('ladders and recordings', () => {
  it('become a recording with duration and size once the show has ended and every folder is closed [LIVE-013]', async () => {
    const s = await show(2)
    const [camera, screen] = s.feeds
    for (const feed of s.feeds) {
      await s.apply(1, live(feed))
      await s.apply(4, playable(s, feed))
    }
    await s.apply(5, { type: 'ladder.changed', feedId: camera!.id, rungs: ['1080p', '720p', '540p', '360p'] })
    expect((await s.read()).feeds.map((feed) => feed.rungs)).toEqual([
      ['1080p', '720p', '540p', '360p'],
      ['720p', '360p'],
    ])
    expect(await s.recordings()).toMatchObject([{ state: 'recording', durationMs: 0 }])
    await s.stop()
    await s.apply(62, closed(s, camera!))
    expect(await s.recordings()).toMatchObject([{ state: 'recording' }])
    const last = await s.apply(63, closed(s, screen!, { durationMs: 59_000, sizeBytes: 1_000_000 }))
    await t.api.platform.handleMediaEvent(last)
    expect(await s.recordings()).toMatchObject([{ state: 'recording' }])
    // Both were there all the time: nothing had to be put together.
    await s.apply(63.2, composed())
    expect(await s.recordings()).toMatchObject([
      {
        state: 'ready',
        durationMs: 61_000,
        sizeBytes: 6_000_000,
        files: [
          { feedId: camera!.id, state: 'processing', mp4Url: null },
          { feedId: screen!.id, state: 'processing', mp4Url: null },
        ],
      },
    ])
    await s.apply(64, { type: 'mp4.failed', feedId: screen!.id, reason: 'no space' })
    await s.apply(70, {
      type: 'mp4.ready',
      feedId: camera!.id,
      key: `${prefixOf(s, camera!)}/out.mp4`,
      durationMs: 61_000,
      sizeBytes: 4_900_000,
    })
    const [recording] = await s.recordings()
    expect(recording?.files).toMatchObject([
      { state: 'ready', sizeBytes: 4_900_000 },
      { state: 'failed', mp4Url: null },
    ])
    expect(recording?.files[0]?.mp4Url).toMatch(new RegExp(`^/media/[\\w-]+\\.[\\w-]+/${prefixOf(s, camera!)}/out\\.mp4$`))
    const jobs = await t.database.knex('media_jobs').where({ broadcast_id: s.broadcast.id, kind: 'recording_remux' }).orderBy('dedupe_key')
    expect(jobs.map((job) => job.state).toSorted()).toEqual(['failed', 'succeeded'])
  })

  it('are deleted with recording off, and a show without media leaves a failed recording', async () => {
    const s = await show()
    await s.apply(1, live(s.feeds[0]!))
    await s.apply(4, playable(s, s.feeds[0]!))
    await s.stop()
    await s.apply(60, closed(s, s.feeds[0]!, { kept: false, sizeBytes: 0 }))
    expect(await t.database.knex('media_assets').where({ broadcast_id: s.broadcast.id })).toMatchObject([{ state: 'deleted' }])
    const silent = await show()
    await silent.stop()
    expect(await silent.recordings()).toMatchObject([{ state: 'failed', durationMs: 0 }])
  })

  it('stand the same when their events arrive backwards', async () => {
    const s = await show()
    const [feed] = s.feeds
    await s.apply(30, { type: 'mp4.ready', feedId: feed!.id, key: `${prefixOf(s, feed!)}/recording.mp4`, durationMs: 20_000, sizeBytes: 7 })
    await s.apply(25, closed(s, feed!, { durationMs: 20_000 }))
    await s.apply(5, { type: 'ladder.changed', feedId: feed!.id, rungs: ['360p'] })
    await s.apply(4, playable(s, feed!))
    await s.apply(29, { type: 'mp4.failed', feedId: feed!.id, reason: 'first try' })
    await s.stop()
    expect(await s.recordings()).toMatchObject([{ state: 'ready', durationMs: 20_000, files: [{ state: 'ready', sizeBytes: 7 }] }])
    expect(await t.database.knex('media_assets').where({ feed_id: feed!.id })).toMatchObject([{ state: 'ready', rungs: ['720p', '360p'] }])
  })
})

describe('an uploaded file', () => {
  it('becomes playable, whether or not an earlier try failed', async () => {
    const asset = await t.factories.asset({ state: 'processing', rungs: [], duration_ms: null })
    const event = (fields: object) => ({ id: randomUUID(), atMs: Date.now(), source: 'tc-1', assetId: asset.id, ...fields }) as MediaEvent
    const read = () => t.database.knex('media_assets').where({ id: asset.id }).first()
    await t.api.platform.handleMediaEvent(event({ type: 'vod.failed', reason: 'x' }))
    expect(await read()).toMatchObject({ state: 'failed', error_code: 'unexpected' })
    const ready = { type: 'vod.ready', storagePrefix: asset.storage_prefix, rungs: ['360p'], durationMs: 5_000, sizeBytes: 9 }
    await t.api.platform.handleMediaEvent(event(ready))
    await t.api.platform.handleMediaEvent(event({ type: 'vod.failed', reason: 'late' }))
    expect(await read()).toMatchObject({ state: 'ready', rungs: ['360p'], duration_ms: 5_000, error_code: null })
  })
})

describe('the stream', () => {
  it('is consumed once by several processes, and unreadable entries are passed over', async () => {
    const worker = await createTestApi({ background: true })
    try {
      const product = await worker.factories.product()
      const broadcast = await worker.factories.broadcast({ product_id: product.id })
      const feed = await worker.factories.feed({ broadcast_id: broadcast.id, state: 'connecting' })
      await worker.redis.xadd(mediaEventStream, '*', 'event', '{"type":"nonsense"}')
      await worker.redis.xadd(mediaEventStream, '*', 'other', 'x')
      const publisher = createMediaEventPublisher(worker.redis, { source: 'sfu-1' })
      await publisher.publish({ ...live(feed), broadcastId: broadcast.id } as never)
      const state = async () => (await worker.database.knex('feeds').where({ id: feed.id }).first('state'))?.state
      await vi.waitFor(async () => expect(await state()).toBe('live'), { timeout: 15_000, interval: 50 })
      await vi.waitFor(async () => expect(await worker.redis.xpending(mediaEventStream, 'api')).toEqual([0, null, null, null]), {
        timeout: 5_000,
      })
    } finally {
      await worker.stop()
    }
  })
})
