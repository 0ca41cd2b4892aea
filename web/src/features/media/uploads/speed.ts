const windowMs = 8_000
const leastMs = 1_000

/** Bytes per second over the last seconds: steady enough to say how long it takes, quick enough to follow the line. */
export function createSpeed() {
  let points: { atMs: number; bytes: number }[] = []
  return {
    /** Null until enough has been seen. */
    learn(bytes: number, atMs: number): number | null {
      // A part that is sent again begins earlier.
      if (bytes < (points.at(-1)?.bytes ?? 0)) points = []
      points = [...points.filter((point) => atMs - point.atMs <= windowMs), { atMs, bytes }]
      const first = points[0] ?? { atMs, bytes }
      const passedMs = atMs - first.atMs
      return passedMs < leastMs ? null : ((bytes - first.bytes) / passedMs) * 1000
    },
  }
}
