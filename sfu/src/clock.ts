/** The one source of time, so that thirty minutes take none in a test. Every method returns the way to stop. */
export interface Clock {
  nowMs(): number
  after(delayMs: number, run: () => void): () => void
  every(intervalMs: number, run: () => void): () => void
}

export const systemClock: Clock = {
  nowMs: () => Date.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs)
    return () => clearTimeout(timer)
  },
  every(intervalMs, run) {
    const timer = setInterval(run, intervalMs)
    return () => clearInterval(timer)
  },
}
