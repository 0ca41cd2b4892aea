/** Time and timers as the engine sees them, so that tests own them. */
export interface Clock {
  nowMs(): number
  /** Calls `work` once after `delayMs`; the answer cancels it. */
  after(delayMs: number, work: () => void): () => void
}

export const systemClock: Clock = {
  nowMs: () => Date.now(),
  after(delayMs, work) {
    const timer = setTimeout(work, delayMs)
    return () => clearTimeout(timer)
  },
}

/** Repeats `work` with `everyMs` between the end of one turn and the start of the next. */
export function every(clock: Clock, everyMs: number, work: () => Promise<void> | void): () => void {
  let stopped = false
  let cancel = () => {}
  const turn = () => {
    cancel = clock.after(everyMs, () => {
      void Promise.resolve(work()).finally(() => {
        if (!stopped) turn()
      })
    })
  }
  turn()
  return () => {
    stopped = true
    cancel()
  }
}
