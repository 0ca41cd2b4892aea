import type { Knex } from 'knex'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { createFactories, type Factories } from '../testing/factories.ts'
import { outcomeOf, type RefusalCase } from '../testing/refusals.ts'

let database: TestDatabase
let knex: Knex
let make: Factories

beforeAll(async () => {
  database = await createTestDatabase({ poolMax: 20 })
  knex = database.knex
  make = createFactories(knex)
})
afterAll(() => database.drop())

describe('broadcasts', () => {
  it.each<RefusalCase>([
    [
      'a second running one of the session',
      'broadcasts_one_running_per_session',
      async () => {
        const product = await make.product()
        await make.broadcast({ product_id: product.id })
        // Without the index per product, so that the one per session is what refuses.
        await knex.transaction(async (trx) => {
          await trx.raw('drop index broadcasts_one_running_per_product')
          await trx('broadcasts').insert({ product_id: product.id, session_id: product.sessions[0]?.id ?? null })
        })
      },
    ],
    [
      'a second running one of the product, in another session',
      'broadcasts_one_running_per_product',
      async () => {
        const product = await make.product({}, { sessions: 2 })
        await make.broadcast({ product_id: product.id, session_id: product.sessions[0]?.id ?? null })
        await make.broadcast({ product_id: product.id, session_id: product.sessions[1]?.id ?? null })
      },
    ],
    [
      'a session of another product',
      'broadcasts_session_id_product_id_fkey',
      async () => {
        const [one, other] = await Promise.all([make.product(), make.product()])
        await make.broadcast({ product_id: one.id, session_id: other.sessions[0]?.id ?? null })
      },
    ],
    [
      'a show without a session',
      'broadcasts_session_needed',
      async () => knex('broadcasts').insert({ product_id: (await make.product()).id }),
    ],
    [
      'an end without a reason',
      'broadcasts_ended',
      async () =>
        knex('broadcasts')
          .where({ id: (await make.broadcast()).id })
          .update({ state: 'ended', ended_at: new Date() }),
    ],
    ['segments of five seconds', 'broadcasts_segment_duration_sec_check', () => make.broadcast({ segment_duration_sec: 5 as 2 })],
    [
      'a feed announced twice under one key',
      'feeds_key_key',
      async () => {
        const { id: broadcast_id } = await make.broadcast()
        await make.feed({ broadcast_id, key: 'cam' })
        await make.feed({ broadcast_id, key: 'cam' })
      },
    ],
    [
      'two folders of one feed',
      'media_assets_feed_key',
      async () => {
        const feed = await make.feed()
        await make.asset({ feed_id: feed.id })
        await make.asset({ feed_id: feed.id, storage_prefix: 'elsewhere' })
      },
    ],
    [
      'a folder that two assets share',
      'media_assets_storage_prefix_key',
      async () => make.asset({ storage_prefix: (await make.asset()).storage_prefix }),
    ],
    [
      'an event consumed twice',
      'media_events_pkey',
      async () => {
        const event = { event_id: crypto.randomUUID(), type: 'feed.live', source: 'sfu-1', occurred_at: new Date() }
        await knex('media_events').insert([event, event])
      },
    ],
    ['a running job without a lease', 'media_jobs_lease', () => knex('media_jobs').insert({ kind: 'vod_ladder', state: 'running' })],
    [
      'a failed job that does not say why',
      'media_jobs_failed',
      () => knex('media_jobs').insert({ kind: 'vod_ladder', state: 'failed', finished_at: new Date() }),
    ],
  ])('refuse %s', async (_refusal, constraint, act) => {
    expect(await outcomeOf(act())).toBe(constraint)
  })

  it('of ten started at the same moment one runs', async () => {
    const product = await make.product()
    const starts = Array.from({ length: 10 }, () => outcomeOf(make.broadcast({ product_id: product.id })))
    const outcomes = await Promise.all(starts)
    expect(outcomes.filter((result) => result === 'allowed')).toHaveLength(1)
    expect(await knex('broadcasts').where({ product_id: product.id })).toHaveLength(1)
  })

  it('may start again in the session after the end', async () => {
    const product = await make.product()
    await make.broadcast({ product_id: product.id, state: 'ended', end_reason: 'idle' })
    expect(await outcomeOf(make.broadcast({ product_id: product.id }))).toBe('allowed')
  })
})
