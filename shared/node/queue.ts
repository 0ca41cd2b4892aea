// The only file that knows Bull: the package is in maintenance mode, so its successor has to fit through these few
// functions.
import Queue from 'bull'
import { Redis } from 'ioredis'
import type { z } from 'zod'

export interface JobHandle<P> {
  readonly id: string
  readonly payload: P
  readonly attempt: number
  /** 0 to 100. */
  progress(percent: number): Promise<void>
  /** False once this worker was silent for so long that the queue may have handed the job to another one. */
  isMine(): Promise<boolean>
}

export interface WorkQueue<P> {
  /** Adds a job; the same `jobId` while one is waiting, running or kept is a no-op. */
  enqueue(payload: P, options: { jobId: string; attempts?: number; delayMs?: number }): Promise<void>
  /**
   * Works jobs of this queue in this process, `concurrency` at a time. A job whose process dies is handed to another
   * worker within seconds.
   */
  work(concurrency: number, handler: (job: JobHandle<P>) => Promise<void>): void
  /** Stops taking jobs and waits for those in hand. */
  pause(): Promise<void>
  remove(jobId: string): Promise<void>
  /** Forgets a job that has failed for good, so that it can be added anew; one that waits or runs keeps its place. */
  forgetFailed(jobId: string): Promise<void>
  /**
   * Takes no more jobs, waits for `finish` (which brings those in hand to a good place), then gives them free for other
   * workers and closes. Handlers that have not settled by then must not settle any more.
   */
  handOver(finish: Promise<unknown>): Promise<void>
  /** Gives a job free at once whose worker is known to be dead, instead of waiting for its lock to run out. */
  release(jobId: string): Promise<void>
  counts(): Promise<{ waiting: number; active: number; completed: number; failed: number; delayed: number }>
  close(): Promise<void>
}

/**
 * A queue with checked payloads on both ends. `lockMs` is how long a silent worker keeps its job: it renews at a
 * quarter of it, and a stalled job goes to another worker after at most `lockMs` + twice `stalledCheckMs`, as often as
 * it takes.
 */
export function defineQueue<S extends z.ZodType>(
  definition: { name: string; payload: S },
  options: { redisUrl: string; lockMs?: number; stalledCheckMs?: number; onError?: (error: Error) => void },
): WorkQueue<z.output<S>> {
  const queue = new Queue<unknown>(definition.name, {
    createClient: () => {
      const client = new Redis(options.redisUrl, { maxRetriesPerRequest: null, enableReadyCheck: false })
      // Bull listens to some of its connections only; ioredis prints the errors of the others.
      return client.on('error', (error: Error) => options.onError?.(error))
    },
    settings: {
      lockDuration: options.lockMs ?? 10_000,
      lockRenewTime: (options.lockMs ?? 10_000) / 4,
      stalledInterval: options.stalledCheckMs ?? 5_000,
      maxStalledCount: 1_000,
    },
    defaultJobOptions: { removeOnComplete: true, removeOnFail: 500 },
  })
  const inHand = new Map<Queue.JobId, Queue.Job>()
  queue.on('error', (error: Error) => options.onError?.(error))
  return {
    async enqueue(payload, { jobId, attempts = 3, delayMs }) {
      const data = definition.payload.parse(payload)
      await queue.add(data, {
        jobId,
        attempts,
        backoff: { type: 'exponential', delay: 1_000 },
        ...(delayMs === undefined ? {} : { delay: delayMs }),
      })
    },
    work(concurrency, handler) {
      void queue.process(concurrency, async (job) => {
        const payload = definition.payload.parse(job.data)
        inHand.set(job.id, job)
        try {
          await handler({
            id: String(job.id),
            payload,
            attempt: job.attemptsMade + 1,
            progress: async (percent) => {
              await job.progress(percent)
            },
            isMine: async () => (await queue.client.get(`bull:${definition.name}:${job.id}:lock`)) === lockTokenOf(queue),
          })
        } finally {
          inHand.delete(job.id)
        }
      })
    },
    async pause() {
      await queue.pause(true)
    },
    async remove(jobId) {
      const job = await queue.getJob(jobId)
      await job?.remove()
    },
    async forgetFailed(jobId) {
      const job = await queue.getJob(jobId)
      if (job && (await job.isFailed())) await job.remove()
    },
    async release(jobId) {
      // Bull gives a job to the next worker whose lock is missing at two of its checks: this one counts as the first.
      const key = (name: string) => `bull:${definition.name}:${name}`
      await queue.client
        .multi()
        .del(key(`${jobId}:lock`))
        .sadd(key('stalled'), jobId)
        .del(key('stalled-check'))
        .exec()
    },
    async handOver(finish) {
      await queue.pause(true, true)
      await finish
      await Promise.all([...inHand.values()].map((job) => job.releaseLock().catch((error: unknown) => options.onError?.(error as Error))))
      await queue.close(true)
    },
    async counts() {
      const { waiting, active, completed, failed, delayed } = await queue.getJobCounts()
      return { waiting, active, completed, failed, delayed }
    },
    async close() {
      await queue.close()
    },
  }
}

/** Bull writes this random word of the process into every lock that it takes. */
function lockTokenOf(queue: Queue.Queue): string {
  return (queue as Queue.Queue & { token: string }).token
}
