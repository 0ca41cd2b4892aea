import { vodCancelKey } from '@e-events/shared/jobs/queues.ts'
import type { Redis } from 'ioredis'

const everyMs = 1_000

/** Checks every second whether a file was withdrawn. While Redis is away the work goes on. */
export function watchCancelled(redis: Redis, assetId: string): { signal: AbortSignal; stop(): void } {
  const cancelled = new AbortController()
  const look = () =>
    redis.exists(vodCancelKey(assetId)).then(
      (found) => {
        if (found > 0) cancelled.abort(new Error('the file is not wanted any more'))
      },
      () => undefined,
    )
  const timer = setInterval(() => void look(), everyMs)
  void look()
  return { signal: cancelled.signal, stop: () => clearInterval(timer) }
}
