import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'
import { readVisits } from '../read/watch-evidence.ts'

const second = 1_000
let t: TestApi
beforeAll(async () => {
  t = await createTestApi()
})
afterAll(() => t.stop())

async function playing() {
  const [product, user] = [await t.factories.product(), await t.factories.user()]
  const { watchLog } = t.api.platform
  return {
    product,
    user,
    /** Says every so many seconds that it plays. */
    async plays(seconds: number, every = 15) {
      for (let passed = 0; passed <= seconds; passed += every) {
        await watchLog.seen(product.slug, { userId: user.id, socketId: 'socket' })
        await watchLog.flush()
        if (passed < seconds) t.clock.advance(every * second)
      }
    },
    visits: () => readVisits(t.database.knex, product.id, user.id),
  }
}

describe('who watched what', () => {
  it('is written down by the second, as one visit', async () => {
    const one = await playing()
    await one.plays(300)
    const { watched_ms: ms, visits } = await one.visits()
    expect(visits).toBe(1)
    expect(Math.abs(ms - 300 * second)).toBeLessThan(3 * second)
  })

  it('is another visit after a silence, which does not count as watched', async () => {
    const one = await playing()
    await one.plays(60)
    t.clock.advance(600 * second)
    await one.plays(60)
    const { watched_ms: ms, visits } = await one.visits()
    expect(visits).toBe(2)
    expect(Math.abs(ms - 120 * second)).toBeLessThan(3 * second)
    expect(await t.database.knex('playback_sessions').where({ user_id: one.user.id }).whereNotNull('ended_at')).toMatchObject([
      { end_reason: 'timeout' },
    ])
  })

  it('counts once for several tabs and processes that write at the same moment', async () => {
    const one = await playing()
    await one.plays(30)
    await Promise.all([one.plays(0), one.plays(0), one.plays(0)])
    const { watched_ms: ms, visits } = await one.visits()
    expect(visits).toBe(1)
    expect(ms).toBeLessThan(33 * second)
  })

  it('of a product or an account that is gone disturbs nobody', async () => {
    const one = await playing()
    const { watchLog } = t.api.platform
    await watchLog.seen('gone', { userId: one.user.id, socketId: 'a' })
    await watchLog.seen(one.product.slug, { userId: crypto.randomUUID(), socketId: 'b' })
    await one.plays(15)
    expect((await one.visits()).visits).toBe(1)
  })
})

describe('an interruption', () => {
  it('is written down however the state of a show came about, and says whether another server carried on', async () => {
    const { knex } = t.database
    const broadcast = await t.factories.broadcast({ sfu_node_id: 'sfu-1' })
    const at = (seconds: number) => new Date(broadcast.started_at.getTime() + seconds * second)
    const change = (fields: object) => knex('broadcasts').where({ id: broadcast.id }).update(fields)
    await change({ state: 'interrupted', state_changed_at: at(10) })
    await change({ sfu_node_id: 'sfu-1', viewer_count: 3 })
    await change({ state: 'on_air', state_changed_at: at(20) })
    await change({ state: 'interrupted', state_changed_at: at(30) })
    await change({ sfu_node_id: 'sfu-2' })
    await change({ state: 'on_air', state_changed_at: at(50) })
    await change({ state: 'interrupted', state_changed_at: at(60) })
    await change({ state: 'ended', state_changed_at: at(70), ended_at: at(70), end_reason: 'idle' })
    const rows = await knex('broadcast_interruptions').where({ broadcast_id: broadcast.id }).orderBy('began_at')
    expect(rows.map((row) => [row.began_at, row.ended_at, row.changed_node])).toEqual([
      [at(10), at(20), false],
      [at(30), at(50), true],
      [at(60), at(70), false],
    ])
  })
})
