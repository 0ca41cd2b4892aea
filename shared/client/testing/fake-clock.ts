import type { Clock } from '../clock.ts'

export interface FakeClock extends Clock {
  /** Moves time; timers that fall due run in order, each after what it follows has settled. */
  advance(byMs: number): Promise<void>
}

export function createFakeClock(startMs = 1_000_000): FakeClock {
  let now = startMs
  let timers: { atMs: number; work: () => void }[] = []
  return {
    nowMs: () => now,
    after(delayMs, work) {
      const timer = { atMs: now + delayMs, work }
      timers.push(timer)
      return () => (timers = timers.filter((other) => other !== timer))
    },
    async advance(byMs) {
      const end = now + byMs
      await flushPromises()
      for (;;) {
        const [next] = timers.filter((timer) => timer.atMs <= end).toSorted((a, b) => a.atMs - b.atMs)
        if (!next) break
        timers = timers.filter((timer) => timer !== next)
        now = Math.max(now, next.atMs)
        next.work()
        await flushPromises()
      }
      now = end
    },
  }
}

/** Runs the continuations of promises that are settled. */
export async function flushPromises(): Promise<void> {
  for (let turn = 0; turn < 30; turn += 1) await Promise.resolve()
}
