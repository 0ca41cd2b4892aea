import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { defineQueue, type WorkQueue } from './queue.ts'
import { claimRedis } from './testing/claim-redis.ts'

interface Payload {
  film: string
}

describe('a queue of jobs', () => {
  let redis: Awaited<ReturnType<typeof claimRedis>>
  let queue: WorkQueue<Payload>
  beforeEach(async () => {
    redis = await claimRedis()
    queue = defineQueue({ name: 'films', payload: z.object({ film: z.string() }) }, { redisUrl: redis.url })
  })
  afterEach(async () => {
    await queue.close()
    await redis.release()
  })

  it('tries a job that fails again, a second later, and is done with it once it succeeds [CARD-020]', async () => {
    const tries: { film: string; attempt: number; atMs: number }[] = []
    queue.work(1, ({ payload, attempt }) => {
      tries.push({ ...payload, attempt, atMs: Date.now() })
      return attempt === 1 ? Promise.reject(new Error('ffmpeg was killed')) : Promise.resolve()
    })
    await queue.enqueue({ film: 'faro' }, { jobId: 'faro' })
    await vi.waitFor(() => expect(tries).toMatchObject([{ film: 'faro', attempt: 1 }, { attempt: 2 }]), { timeout: 10_000 })
    expect((tries[1]?.atMs ?? 0) - (tries[0]?.atMs ?? 0)).toBeGreaterThanOrEqual(900)
    await vi.waitFor(async () => expect(await queue.counts()).toEqual({ waiting: 0, active: 0, completed: 0, failed: 0, delayed: 0 }))
  })

  it('gives a job up after its last attempt, and takes it again only when the failed one is forgotten', async () => {
    let tries = 0
    queue.work(1, () => {
      tries += 1
      return Promise.reject(new Error('not a film'))
    })
    await queue.enqueue({ film: 'faro' }, { jobId: 'faro', attempts: 1 })
    await vi.waitFor(async () => expect(await queue.counts()).toMatchObject({ failed: 1 }), { timeout: 10_000 })
    await queue.enqueue({ film: 'faro' }, { jobId: 'faro', attempts: 1 })
    expect(await queue.counts()).toMatchObject({ waiting: 0, failed: 1 })
    await queue.forgetFailed('faro')
    await queue.enqueue({ film: 'faro' }, { jobId: 'faro', attempts: 1 })
    await vi.waitFor(() => expect(tries).toBe(2), { timeout: 10_000 })
  })

  it('gives the job of a dead worker to the next one at its start, without waiting for a lock or a check', async () => {
    const dead = Promise.withResolvers<void>()
    const begun: string[] = []
    queue.work(1, ({ payload }) => {
      begun.push(payload.film)
      return dead.promise
    })
    await queue.enqueue({ film: 'faro' }, { jobId: 'faro' })
    await vi.waitFor(() => expect(begun).toEqual(['faro']))
    const next = defineQueue(
      { name: 'films', payload: z.object({ film: z.string() }) },
      { redisUrl: redis.url, lockMs: 600_000, stalledCheckMs: 600_000 },
    )
    const taken = Promise.withResolvers<string>()
    await next.release('faro')
    next.work(1, async ({ payload }) => taken.resolve(payload.film))
    expect(await taken.promise).toBe('faro')
    await next.close()
    dead.resolve()
  })

  it('takes no payload of another shape', async () => {
    await expect(queue.enqueue({ film: 7 } as unknown as Payload, { jobId: 'seven' })).rejects.toThrow(/expected string/)
    expect(await queue.counts()).toMatchObject({ waiting: 0 })
  })
})
