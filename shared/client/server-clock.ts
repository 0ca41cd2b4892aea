/**
 * The server's clock as seen from a browser, so that countdowns and the on-air clock do not depend on what the device
 * believes.
 */
export interface ServerClock {
  nowMs: () => number
  /** Learns from an answer's Date header (whole seconds) and the time its request took. */
  learn: (dateHeader: string | null, roundTripMs: number) => void
}

export function createServerClock(localNowMs: () => number = Date.now): ServerClock {
  let offsetMs = 0
  return {
    nowMs: () => localNowMs() + offsetMs,
    learn: (dateHeader, roundTripMs) => {
      const serverMs = dateHeader === null ? Number.NaN : Date.parse(dateHeader)
      if (Number.isNaN(serverMs) || roundTripMs > 5_000) return
      // The header is cut to the second: half a second is the best guess of what was cut.
      const measuredMs = serverMs + 500 + roundTripMs / 2 - localNowMs()
      // Below a second and a half the header is coarser than any clock's error.
      offsetMs = Math.abs(measuredMs) < 1_500 ? 0 : measuredMs
    },
  }
}
