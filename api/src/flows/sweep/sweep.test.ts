import { createHash, randomBytes } from 'node:crypto'
import { queues } from '@e-events/shared/jobs/queues.ts'
import { limits } from '@e-events/shared/limits.ts'
import { defineQueue } from '@e-events/shared/node/queue.ts'
import { announceRoom } from '@e-events/shared/node/registry.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createShow, live, type Show } from '../../testing/show.ts'
import { createTestApi, type TestApi } from '../../testing/test-api.ts'
import { forgetOldSessions } from '../../domains/people/identity/forget-sessions.ts'

let t: TestApi
beforeEach(async () => {
  t = await createTestApi()
})
afterEach(() => t.stop())

const stateOf = async (s: Show) => t.database.knex('broadcasts').where({ id: s.broadcast.id }).first('state', 'end_reason')
const onAir = { state: 'on_air', end_reason: null }
const idled = { state: 'ended', end_reason: 'idle' }
const sweepIdle = () => t.api.platform.sweep.endIdle()

describe('a broadcast without media', () => {
  it('is ended as idle where no living sfu holds its room, once, and never while one does', async () => {
    const s = await createShow(t)
    await s.apply(0, live(s.feeds[0]!))
    const node = await t.mediaNode()
    await announceRoom(t.redis, s.broadcast.id, { nodeId: node.nodeId, controlUrl: node.controlUrl, lastMediaAtMs: 0 })
    t.clock.advance(limits.idleCutoffMs + 3 * 60_000)
    await t.mediaNode(node)
    expect(await sweepIdle()).toBe(0)
    await t.redis.flushdb()
    const ended = await Promise.all([sweepIdle(), sweepIdle()])
    expect(ended.toSorted((a, b) => a - b)).toEqual([0, 1])
    expect(await stateOf(s)).toEqual(idled)
  })

  it('gets the whole idle time and two minutes more, counted from its last media', async () => {
    const s = await createShow(t)
    const startedMs = s.broadcast.started_at.getTime()
    const at = (ms: number) => t.clock.advance(startedMs + ms - t.clock.nowMs())
    await s.apply(20 * 60, live(s.feeds[0]!))
    at(20 * 60_000 + limits.idleCutoffMs + 2 * 60_000 - 5_000)
    expect(await sweepIdle()).toBe(0)
    at(20 * 60_000 + limits.idleCutoffMs + 2 * 60_000 + 1_000)
    expect(await sweepIdle()).toBe(1)
  })

  it('is counted from what the room reported, even when Redis is emptied afterwards', async () => {
    const s = await createShow(t)
    await announceRoom(t.redis, s.broadcast.id, {
      nodeId: 'dead',
      controlUrl: 'http://127.0.0.1:1',
      lastMediaAtMs: t.clock.nowMs() + 20 * 60_000,
    })
    t.clock.advance(21 * 60_000)
    await sweepIdle()
    await t.redis.flushdb()
    t.clock.advance(30 * 60_000)
    await sweepIdle()
    expect(await stateOf(s)).toEqual(onAir)
    t.clock.advance(2 * 60_000)
    await sweepIdle()
    expect(await stateOf(s)).toEqual(idled)
  })
})

describe('a show that was started and sends nothing', () => {
  it('is on air for its first seconds only; one that sends stays', async () => {
    const [silent, sending] = [await createShow(t), await createShow(t)]
    await sending.apply(1, live(sending.feeds[0]!))
    const began = { started_at: t.clock.now() }
    await t.database
      .knex('broadcasts')
      .where({ id: silent.broadcast.id })
      .update({ ...began, first_media_at: null })
    await t.database.knex('broadcasts').where({ id: sending.broadcast.id }).update(began)
    t.clock.advance(10_000)
    expect(await t.api.platform.sweep.interruptUnaired()).toBe(0)
    t.clock.advance(10_000)
    expect(await t.api.platform.sweep.interruptUnaired()).toBe(1)
    expect(await stateOf(silent)).toEqual({ state: 'interrupted', end_reason: null })
    expect(await stateOf(sending)).toEqual(onAir)
    await silent.apply(3_600, live(silent.feeds[0]!))
    expect(await stateOf(silent)).toEqual(onAir)
  })
})

describe('work that got lost', () => {
  it('is queued again, once per term, when a media node owes a sign of life, also after Redis was emptied', async () => {
    const s = await createShow(t)
    await s.apply(0, live(s.feeds[0]!))
    await t.redis.flushdb()
    const ladder = defineQueue(queues.liveLadder, { redisUrl: t.env.REDIS_URL })
    try {
      const term = (ms: number) =>
        t.database
          .knex('media_jobs')
          .where({ dedupe_key: s.feeds[0]!.id })
          .update({ lease_until: new Date(t.clock.nowMs() + ms) })
      await term(10_000)
      expect(await t.api.platform.sweep.wakeOverdue()).toBe(0)
      expect((await ladder.counts()).waiting).toBe(0)
      t.clock.advance(11_000)
      const woken = await Promise.all([t.api.platform.sweep.wakeOverdue(), t.api.platform.sweep.wakeOverdue()])
      expect(woken.toSorted((a, b) => a - b)).toEqual([0, 1])
      expect((await ladder.counts()).waiting).toBe(1)
      await term(-1)
      await t.api.platform.sweep.wakeOverdue()
      expect((await ladder.counts()).waiting).toBe(1)
    } finally {
      await ladder.close()
    }
  })

  it('is queued again after a worker gave up on it', async () => {
    const s = await createShow(t)
    await s.apply(0, live(s.feeds[0]!))
    const ladder = defineQueue(queues.liveLadder, { redisUrl: t.env.REDIS_URL })
    const jobId = s.feeds[0]!.id
    try {
      await ladder.remove(jobId)
      await ladder.enqueue(
        {
          broadcastId: s.broadcast.id as never,
          feedId: jobId as never,
          storagePrefix: `live/${s.broadcast.id}/${jobId}`,
          recording: true,
          segmentDurationSec: 2,
        },
        { jobId, attempts: 1 },
      )
      const failed = new Promise<void>((resolve) => {
        ladder.work(1, async () => {
          resolve()
          throw new Error('no ffmpeg')
        })
      })
      await failed
      await expect.poll(async () => (await ladder.counts()).failed, { timeout: 5_000 }).toBe(1)
      await ladder.pause()
      t.clock.advance(60 * 60_000)
      await t.api.platform.sweep.wakeOverdue()
      const counts = await ladder.counts()
      expect(counts.failed).toBe(0)
      expect(counts.waiting + counts.active + counts.delayed).toBeGreaterThanOrEqual(1)
    } finally {
      await ladder.close()
    }
  })
})

describe('what ended a month ago', () => {
  it('is forgotten: devices, their tokens and links of mails; what works and what ended lately stays', async () => {
    const { knex } = t.database
    const user = await t.factories.user()
    const day = (days: number) => new Date(t.clock.nowMs() + days * 24 * 60 * 60_000)
    const device = async (label: string, fields: { expires_at: Date; revoked_at?: Date; revoked_reason?: 'logout' }) => {
      const [row] = await knex('user_sessions')
        .insert({ user_id: user.id, device_label: label, ...fields })
        .returning('id')
      await knex('refresh_tokens').insert({ session_id: row!.id, token_hash: randomBytes(32), expires_at: fields.expires_at })
      return row!.id
    }
    await device('works', { expires_at: day(10) })
    await device('ended lately', { expires_at: day(-29) })
    await device('signed out long ago', { expires_at: day(10), revoked_at: day(-31), revoked_reason: 'logout' })
    await device('ended long ago', { expires_at: day(-31) })
    const link = (name: string, fields: { expires_at: Date; used_at?: Date }) =>
      knex('email_tokens').insert({
        user_id: user.id,
        purpose: 'reset_password',
        token_hash: createHash('sha256').update(name).digest(),
        ...fields,
      })
    const lately = day(-29)
    await link('used lately', { expires_at: day(-28), used_at: lately })
    await link('used long ago', { expires_at: day(-30), used_at: day(-31) })
    await link('never used', { expires_at: day(-31) })
    await forgetOldSessions(knex, t.clock.now())
    const labels = await knex('user_sessions').where({ user_id: user.id }).pluck('device_label')
    expect(labels.toSorted()).toEqual(['ended lately', 'works'])
    expect(await knex('refresh_tokens').join('user_sessions as s', 's.id', 'session_id').where('s.user_id', user.id)).toHaveLength(2)
    expect(await knex('email_tokens').where({ user_id: user.id }).pluck('used_at')).toEqual([lately])
  })
})
