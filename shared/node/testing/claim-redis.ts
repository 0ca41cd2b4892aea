import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'

export interface ClaimedRedis {
  url: string
  redis: Redis
  release(): Promise<void>
}

/**
 * One of Redis's sixteen databases, claimed through the first so that test files in parallel never share one. Needs
 * TEST_REDIS_URL.
 */
export async function claimRedis(): Promise<ClaimedRedis> {
  // oxlint-disable-next-line node/no-process-env -- tests have no composition root that could hand it in
  const base = process.env['TEST_REDIS_URL']
  if (!base) throw new Error('TEST_REDIS_URL is not set: `npm test` sets it, `npm run services` prints one for a terminal')
  const registry = new Redis(base, { maxRetriesPerRequest: 2 })
  const owner = randomUUID()
  for (let attempt = 0; attempt < 600; attempt++) {
    for (let index = 15; index >= 6; index--) {
      const claimed = await registry.set(`test:redis-database:${index}`, owner, 'PX', 120_000, 'NX')
      if (claimed !== 'OK') continue
      const url = `${base.replace(/\/\d*$/, '')}/${index}`
      const redis = new Redis(url)
      await redis.flushdb()
      const renewal = setInterval(() => void registry.pexpire(`test:redis-database:${index}`, 120_000).catch(() => undefined), 30_000)
      return {
        url,
        redis,
        async release() {
          clearInterval(renewal)
          redis.disconnect()
          await registry.del(`test:redis-database:${index}`)
          registry.disconnect()
        },
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('no free Redis database')
}
