import type { Clock } from '../adapters/clock.ts'

/** Real time with an offset that tests move. */
export interface TestClock extends Clock {
  advance(ms: number): void
}

export function createTestClock(): TestClock {
  let offsetMs = 0
  return {
    nowMs: () => Date.now() + offsetMs,
    now: () => new Date(Date.now() + offsetMs),
    advance(ms) {
      offsetMs += ms
    },
  }
}
