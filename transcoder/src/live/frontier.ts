import type { TrackName } from '../hls/runs.ts'

interface Timed {
  track: TrackName
  durationSec: number
}

/**
 * Decides when segments may be listed. The tracks of a run come out within moments of each other, but a run may die in
 * between: if one track were listed seconds further than another, players would wait for sound that never comes at the
 * discontinuity. So no track is listed more than `toleranceSec` beyond the slowest one, and none at all before each has
 * something. Pure.
 */
export function createFrontier<S extends Timed>(tracks: readonly TrackName[], toleranceSec: number) {
  const arrivedSec = new Map<TrackName, number>(tracks.map((track) => [track, 0]))
  const listedSec = new Map<TrackName, number>(tracks.map((track) => [track, 0]))
  let waiting: S[] = []
  const slowestSec = () => Math.min(...arrivedSec.values())

  return {
    /** Takes segments in the order of their tracks and returns those that may be listed now. */
    add(segments: readonly S[]): S[] {
      for (const segment of segments) arrivedSec.set(segment.track, (arrivedSec.get(segment.track) ?? 0) + segment.durationSec)
      waiting.push(...segments)
      const limitSec = slowestSec() > 0 ? slowestSec() + toleranceSec : 0
      const free: S[] = []
      const blocked = new Set<TrackName>()
      waiting = waiting.filter((segment) => {
        const endSec = (listedSec.get(segment.track) ?? 0) + segment.durationSec
        if (blocked.has(segment.track) || endSec > limitSec) {
          blocked.add(segment.track)
          return true
        }
        listedSec.set(segment.track, endSec)
        free.push(segment)
        return false
      })
      return free
    },
    /** Seconds that every track has reached. */
    slowestSec,
    /** Tracks that are far behind the furthest one: their source sends nothing. */
    lagging(bySec: number): TrackName[] {
      const furthest = Math.max(...arrivedSec.values())
      return [...arrivedSec].filter(([, sec]) => furthest - sec > bySec).map(([track]) => track)
    },
  }
}
export type Frontier = ReturnType<typeof createFrontier>
