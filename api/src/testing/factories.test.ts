import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verify } from '@node-rs/argon2'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { createFactories, factoryPassword, type Factories } from './factories.ts'

let database: TestDatabase
let make: Factories

beforeAll(async () => {
  database = await createTestDatabase()
  make = createFactories(database.knex)
})
afterAll(() => database.drop())

describe('factories', () => {
  it('complete a product: published, in a published channel of a producer, with a session to come', async () => {
    const product = await make.product()
    const channel = await database.knex('channels').where({ id: product.channel_id }).first()
    const owner = await database.knex('users').where({ id: channel?.owner_id }).first()
    expect(product).toMatchObject({ type: 'broadcast', plan: 'free', status: 'published' })
    expect(channel?.status).toBe('published')
    expect(owner?.roles).toContain('PRODUCER')
    expect(product.sessions).toHaveLength(1)
    expect(product.sessions[0]?.starts_at.getTime()).toBeGreaterThan(Date.now())
  })

  it('keep what the test asked for', async () => {
    const product = await make.product({ plan: 'paid', title: 'Pulso', status: 'private' }, { sessions: 3 })
    expect(product).toMatchObject({ plan: 'paid', title: 'Pulso', status: 'private', net_price_minor: 1_000 })
    expect(product.sessions).toHaveLength(3)
    expect((await make.product({ status: 'draft' })).published_at).toBeNull()
    expect((await make.product({ type: 'vod' })).sessions).toHaveLength(0)
  })

  it('make everything that hangs on a broadcast', async () => {
    const broadcast = await make.broadcast()
    const camera = await make.feed({ broadcast_id: broadcast.id })
    const screen = await make.feed({ broadcast_id: broadcast.id, kind: 'screen', label: 'Pantalla' })
    const growing = await make.asset({ feed_id: camera.id })
    expect([camera.ordinal, screen.ordinal]).toEqual([0, 1])
    expect(growing).toMatchObject({ kind: 'live', state: 'recording', broadcast_id: broadcast.id })
    expect(await make.asset()).toMatchObject({ kind: 'vod', state: 'ready' })
    expect(await make.broadcast({ state: 'ended' })).toMatchObject({ end_reason: 'organizer' })
    expect(await make.ticket()).toMatchObject({ source: 'free', revoked_at: null })
  })

  it('give users a password that logs in', async () => {
    const { password_hash: stored } = await make.user()
    expect(await verify(stored ?? '', factoryPassword)).toBe(true)
  })
})
