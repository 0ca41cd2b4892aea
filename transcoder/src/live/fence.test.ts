import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { takeEpoch, type FenceConnections } from './fence.ts'

let connections: FenceConnections
beforeAll(() => {
  const url = process.env['TEST_REDIS_URL'] ?? 'redis://127.0.0.1:6379'
  connections = { redis: new Redis(url, { maxRetriesPerRequest: 1 }), patientRedis: new Redis(url, { maxRetriesPerRequest: null }) }
})
afterAll(() => {
  connections.redis.disconnect()
  connections.patientRedis.disconnect()
})

describe('turns of workers at a feed', () => {
  it('end with the next turn', async () => {
    const feedId = randomUUID()
    const first = await takeEpoch(connections, feedId)
    expect(await first.isCurrent()).toBe(true)
    const second = await takeEpoch(connections, feedId)
    expect(second.epoch).toBe(first.epoch + 1)
    expect(await first.isCurrent()).toBe(false)
    expect(await second.isCurrent()).toBe(true)
  })

  it('are numbered above what storage shows, and survive a Redis that forgot', async () => {
    const feedId = randomUUID()
    const fence = await takeEpoch(connections, feedId, 7)
    expect(fence.epoch).toBe(7)
    await connections.redis.del(`ladder:epoch:${feedId}`)
    expect(await fence.isCurrent()).toBe(true)
    expect((await takeEpoch(connections, feedId)).epoch).toBe(8)
    expect(await fence.isCurrent()).toBe(false)
  })

  it('go on while Redis is away', async () => {
    const away = new Redis(1, '127.0.0.1', { maxRetriesPerRequest: 0, retryStrategy: () => null, lazyConnect: true })
    away.on('error', () => undefined)
    const fence = await takeEpoch({ ...connections, redis: away }, randomUUID())
    expect(await fence.isCurrent()).toBe(true)
    away.disconnect()
  })
})
