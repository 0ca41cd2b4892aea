import type { Clock } from '../clock.ts'

export interface FakeClock extends Clock {
  /** Moves time on, runs what falls due in order, and lets the promises it starts settle. */
  advance(byMs: number): Promise<void>
}

interface Timer {
  dueAtMs: number
  everyMs: number | undefined
  run: () => void
}

export function createFakeClock(startMs = Date.UTC(2026, 0, 15, 12)): FakeClock {
  let nowMs = startMs
  const timers = new Set<Timer>()
  const add = (timer: Timer) => {
    timers.add(timer)
    return () => {
      timers.delete(timer)
    }
  }
  const next = (untilMs: number) => [...timers].filter((timer) => timer.dueAtMs <= untilMs).sort((a, b) => a.dueAtMs - b.dueAtMs)[0]
  return {
    nowMs: () => nowMs,
    after: (delayMs, run) => add({ dueAtMs: nowMs + delayMs, everyMs: undefined, run }),
    every: (intervalMs, run) => add({ dueAtMs: nowMs + intervalMs, everyMs: intervalMs, run }),
    async advance(byMs) {
      const untilMs = nowMs + byMs
      await flushPromises()
      for (let timer = next(untilMs); timer; timer = next(untilMs)) {
        nowMs = timer.dueAtMs
        if (timer.everyMs === undefined) timers.delete(timer)
        else timer.dueAtMs += timer.everyMs
        timer.run()
        await flushPromises()
      }
      nowMs = untilMs
      await flushPromises()
    },
  }
}

async function flushPromises(): Promise<void> {
  for (let turn = 0; turn < 12; turn += 1) await Promise.resolve()
}
