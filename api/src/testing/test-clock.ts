import type { Clock } from '../adapters/clock.ts'

/** Real time with an offset that tests move; a stopped one goes on by that alone. */
export interface TestClock extends Clock {
  advance(ms: number): void
}

export function createTestClock({ isStopped = false } = {}): TestClock {
  const startMs = Date.now()
  let offsetMs = 0
  const nowMs = () => (isStopped ? startMs : Date.now()) + offsetMs
  return {
    nowMs,
    now: () => new Date(nowMs()),
    advance(ms) {
      offsetMs += ms
    },
  }
}
