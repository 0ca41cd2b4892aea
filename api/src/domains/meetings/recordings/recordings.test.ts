import { meetRecordings, type MeetRecording } from '@e-events/shared/contract/meetings/recordings.ts'
import { broadcasts, type Recording } from '@e-events/shared/contract/live/broadcasts.ts'
import type { Playback } from '@e-events/shared/contract/live/playback.ts'
import type { Meet } from '@e-events/shared/contract/meetings/meets.ts'
import type { ErrorCode } from '@e-events/shared/errors.ts'
import { findClosed } from '@e-events/shared/node/broadcast-control.ts'
import { findMeetRecording } from '@e-events/shared/node/meet-control.ts'
import { readMediaToken } from '@e-events/shared/node/tokens.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createMeetStage, createMeetTools, type Attendee, type MeetStage } from '../../../testing/meet-stage.ts'
import { codeOf } from '../../../testing/organizer.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

let t: TestApi
let tools: ReturnType<typeof createMeetTools>
beforeAll(async () => {
  t = await createTestApi()
  tools = createMeetTools(t)
})
afterAll(() => t.stop())
beforeEach(async () => {
  await t.redis.flushdb()
  await t.mediaNode({ nodeId: 'sfu-a' })
})

const refuses = async (reply: PromiseLike<{ status: number; body: unknown }>, code: ErrorCode) => expect(codeOf(await reply)).toBe(code)

/** A meeting that runs, and its recording as its people call it. */
async function stage() {
  const meeting = await createMeetStage(t, [-5])
  const { host, product } = meeting
  await host.start().expect(200)
  const params = { slug: product.slug }
  const record = async (act: 'start' | 'stop', one: Attendee = host) =>
    t.call(meetRecordings[act], { params, as: await t.tokenOf(one.user) })
  const list = async (one: Attendee) =>
    ((await t.call(meetRecordings.list, { params, as: await t.tokenOf(one.user) }).expect(200)).body as { items: MeetRecording[] }).items
  const publish = async (id: string, isPublished: boolean, one: Attendee = host) =>
    t.call(meetRecordings.update, { params: { ...params, id }, body: { isPublished }, as: await t.tokenOf(one.user) })
  const play = async (id: string, one: Attendee) =>
    t.call(meetRecordings.playback, { params: { ...params, id }, as: await t.tokenOf(one.user) })
  return { ...meeting, meetId: await tools.findRunning(product), record, list, publish, play }
}

/** The words of media nodes until the recording is whole. */
async function recordWhole({ meetId }: { meetId: string }): Promise<string> {
  const { broadcastId, feedId } = (await findMeetRecording(t.redis, meetId)) ?? {}
  const storagePrefix = `live/${broadcastId}/${feedId}`
  const feed = { broadcastId, feedId }
  const meta = { kind: 'camera', label: 'Meeting', language: null }
  await tools.say({ type: 'feed.live', ...feed, meta, hasAudio: true, hasVideo: true, codec: 'video/VP8' }, 1)
  await tools.say({ type: 'ladder.playable', ...feed, storagePrefix, rungs: ['720p'] }, 4)
  return String(broadcastId)
}
async function closeLadder(broadcastId: string): Promise<void> {
  const feed = await t.database.knex('feeds').where({ broadcast_id: broadcastId }).first('id')
  const feedId = feed?.id
  const storagePrefix = `live/${broadcastId}/${feedId}`
  await tools.say(
    { type: 'ladder.closed', broadcastId, feedId, storagePrefix, rungs: ['720p'], durationMs: 61_000, sizeBytes: 9_000_000, kept: true },
    70,
  )
}

describe('recording a meeting', () => {
  it('begins and ends with its owner alone, and everybody with access sees that it runs', async () => {
    const { host, guest, attendee, record, meetId } = await stage()
    await refuses(record('start', guest), 'FORBIDDEN_ROLE')
    await refuses(record('start', await attendee(await t.factories.producer())), 'NOT_FOUND')
    expect(((await record('start')).body as Meet).isRecording).toBe(true)
    for (const one of [host, guest]) expect((await one.get().expect(200)).body).toMatchObject({ isRecording: true })
    // The node that has the meeting reads it there.
    const told = await findMeetRecording(t.redis, meetId)
    expect(told).not.toBeNull()
    await record('start')
    expect(await findMeetRecording(t.redis, meetId)).toEqual(told)
    expect(((await record('stop')).body as Meet).isRecording).toBe(false)
    expect(await findMeetRecording(t.redis, meetId)).toBeNull()
    expect((await record('stop')).status).toBe(200)
    const acts = await t.database.knex('audit_log').where({ subject_type: 'meet', actor_id: host.user.id }).orderBy('sequence')
    expect(acts.map(({ action }) => action)).toEqual(['meet.record', 'meet.stop_recording'])
  })

  it('needs a meeting that runs, and ends with it', async () => {
    const { host, record, meetId } = await stage()
    await record('start')
    const { broadcastId } = (await findMeetRecording(t.redis, meetId)) ?? {}
    await host.stop().expect(200)
    expect(await findClosed(t.redis, String(broadcastId))).toBe('organizer')
    expect(await findMeetRecording(t.redis, meetId)).toBeNull()
    expect((await host.get().expect(200)).body).toMatchObject({ isRecording: false })
    await refuses(record('start'), 'MEET_STATE')
    await refuses(record('stop'), 'MEET_STATE')
  })

  it('ends with a meeting that its node ended', async () => {
    const { record, meetId } = await stage()
    await record('start')
    const { broadcastId } = (await findMeetRecording(t.redis, meetId)) ?? {}
    await tools.say({ type: 'meet.closed', meetId, reason: 'idle' }, 5)
    expect(await findClosed(t.redis, String(broadcastId))).toBe('organizer')
  })

  it('is nothing that a studio can join, stop or see, and costs nothing', async () => {
    const { host, record, meetId, product } = await stage()
    await record('start')
    const broadcastId = await recordWhole({ meetId })
    const as = await t.tokenOf(host.user)
    const params = { productSlug: product.slug }
    await refuses(t.call(broadcasts.stop, { params, as }), 'BROADCAST_STATE')
    await refuses(t.call(broadcasts.connect, { params, as }), 'BROADCAST_STATE')
    await refuses(t.call(broadcasts.get, { params, as }), 'NOT_FOUND')
    await refuses(t.call(broadcasts.get, { params, query: { id: broadcastId }, as }), 'NOT_FOUND')
    await record('stop')
    await closeLadder(broadcastId)
    await t.api.platform.sales.chargeUsage()
    expect(await t.database.knex('usage_charges').where({ product_id: product.id })).toEqual([])
  })
})

describe('what was recorded', () => {
  async function recorded(): Promise<Awaited<ReturnType<typeof stage>> & { id: string; broadcastId: string } & MeetStage> {
    const meeting = await stage()
    await meeting.record('start')
    const broadcastId = await recordWhole(meeting)
    await meeting.host.stop().expect(200)
    await closeLadder(broadcastId)
    const [item] = await meeting.list(meeting.host)
    return { ...meeting, broadcastId, id: item?.id ?? '' }
  }

  it('is there for its organizer at once, and for those with a ticket once it is published', async () => {
    const { host, guest, list, publish, play, id, broadcastId } = await recorded()
    expect(await list(host)).toMatchObject([{ id, state: 'ready', durationMs: 61_000, isPublished: false }])
    expect(await list(guest)).toEqual([])
    await refuses(play(id, guest), 'NOT_FOUND')
    expect(((await play(id, host)).body as Playback).state).toBe('finished')

    await refuses(publish(id, true, guest), 'FORBIDDEN_ROLE')
    await publish(id, true)
    expect(await list(guest)).toMatchObject([{ id, isPublished: true }])
    const { recording } = (await play(id, guest)).body as Extract<Playback, { state: 'finished' }>
    expect(recording).toMatchObject({ durationMs: 61_000, feeds: [{ hasAudio: true, hasVideo: true, rungs: ['720p'] }] })
    expect(recording?.feeds[0]?.masterUrl).toContain(`/live/${broadcastId}/`)

    await publish(id, false)
    await refuses(play(id, guest), 'NOT_FOUND')
  })

  it('is nothing for somebody without access, nor by the address of another meeting', async () => {
    const { attendee, host, publish, play, id } = await recorded()
    await publish(id, true)
    await refuses(play(id, await attendee(await t.factories.user())), 'NOT_PURCHASABLE')
    const other = await recorded()
    await refuses(other.play(id, other.host), 'NOT_FOUND')
    await refuses(other.publish(id, true), 'NOT_FOUND')
    expect((await play(id, host)).status).toBe(200)
  })

  it('plays by the course that has the meeting as a lesson, with addresses that rest on the course', async () => {
    const { product, publish, list, play, attendee, id } = await recorded()
    const { knex } = t.database
    await publish(id, true)
    const course = await t.factories.product({ type: 'course', channel_id: product.channel_id, status: 'published' }, { sessions: 0 })
    const [module] = await knex('course_modules').insert({ product_id: course.id, title: 'Uno', position: 0 }).returning('id')
    const lesson = { module_id: module?.id ?? '', title: 'Hablar', position: 0, kind: 'meeting' as const, source_product_id: product.id }
    await knex('lessons').insert(lesson)
    const learner = await attendee(await t.factories.user())
    expect((await play(id, learner)).status).toBe(409)
    await t.factories.ticket({ user_id: learner.user.id, product_id: course.id })
    expect(await list(learner)).toMatchObject([{ id }])
    const { recording } = (await play(id, learner)).body as Extract<Playback, { state: 'finished' }>
    const token = recording?.feeds[0]?.masterUrl.split('/media/')[1]?.split('/')[0] ?? ''
    expect(readMediaToken(token, t.env.MEDIA_TOKEN_SECRET, t.clock.nowMs())).toMatchObject({ productId: course.id })
  })

  it('is among the recordings of its organizer, with a file to download', async () => {
    const { host, id, broadcastId } = await recorded()
    const feed = await t.database.knex('feeds').where({ broadcast_id: broadcastId }).first('id')
    await tools.say(
      {
        type: 'mp4.ready',
        broadcastId,
        feedId: feed?.id,
        key: `live/${broadcastId}/${feed?.id}/recording.mp4`,
        durationMs: 61_000,
        sizeBytes: 8_000_000,
      },
      90,
    )
    const reply = await t.call(broadcasts.recordings, { as: await t.tokenOf(host.user) }).expect(200)
    const [item] = (reply.body as { items: Recording[] }).items
    expect(item).toMatchObject({ id, state: 'ready', isCharged: false, files: [{ state: 'ready' }] })
    expect(item?.files[0]?.mp4Url).toContain('recording.mp4')
  })
})
