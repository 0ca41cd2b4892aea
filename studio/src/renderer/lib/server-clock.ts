/** The server's clock as seen from here: the on-air clock must not depend on what this machine believes. */
export interface ServerClock {
  nowMs(): number
  /** Learns from an answer's Date header (whole seconds) and the time its request took. */
  learn(dateHeader: string | null, roundTripMs: number): void
}

export function createServerClock(localNowMs: () => number = Date.now): ServerClock {
  let offsetMs = 0
  return {
    nowMs: () => localNowMs() + offsetMs,
    learn(dateHeader, roundTripMs) {
      const serverMs = dateHeader === null ? Number.NaN : Date.parse(dateHeader)
      if (Number.isNaN(serverMs) || roundTripMs > 5_000) return
      const measuredMs = serverMs + 500 + roundTripMs / 2 - localNowMs()
      // The header is coarser than any clock's error below this.
      offsetMs = Math.abs(measuredMs) < 1_500 ? 0 : measuredMs
    },
  }
}
