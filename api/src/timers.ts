import type { Log } from './adapters/log.ts'
import type { Timer } from './base.ts'

/**
 * Runs background work every so often, never twice at the same time. Returns what stops it and waits for the work in
 * hand.
 */
export function startTimers(timers: readonly Timer[], log: Log): () => Promise<void> {
  const stops = timers.map(start)
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }

  function start({ name, periodMs, run }: Timer): () => Promise<void> {
    let running: Promise<void> | undefined
    const timer = setInterval(() => {
      running ??= run()
        .then(
          () => undefined,
          (error: unknown) => log.warn({ err: error, work: name }, 'background work failed'),
        )
        .finally(() => {
          running = undefined
        })
    }, periodMs)
    return async () => {
      clearInterval(timer)
      await running
    }
  }
}
