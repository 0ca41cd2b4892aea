/** The one time source: tests move it. */
export interface Clock {
  /** Epoch milliseconds. */
  nowMs(): number
  now(): Date
}

export const systemClock: Clock = { nowMs: () => Date.now(), now: () => new Date() }
