export interface Turnstile {
  /** Runs `work` when it is its turn. Undefined, without running it, where too many wait already. */
  pass<T>(work: () => Promise<T>): Promise<T | undefined>
}

/**
 * Lets `width` pieces of heavy work run at once and `queue` more wait, so that a flood of them cannot take the machine.
 */
export function createTurnstile({ width, queue }: { width: number; queue: number }): Turnstile {
  let running = 0
  const waiting: (() => void)[] = []
  return {
    async pass(work) {
      if (running >= width) {
        if (waiting.length >= queue) return undefined
        // A finished task hands its place over, so `running` stays as it is.
        await new Promise<void>((resolve) => waiting.push(resolve))
      } else running++
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next) next()
        else running--
      }
    },
  }
}
