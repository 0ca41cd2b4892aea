import { trackFor, type Removed } from './compose.ts'
import { publicTracks, type Run, type RunTrack, type Segment, type TrackName } from './runs.ts'

export interface Pruned {
  runs: Run[]
  removed: Removed
  /** Keys below the feed's prefix that nothing lists any more. */
  files: string[]
}

/**
 * Takes about `seconds` off the beginning of a feed, in all tracks alike, but keeps what players may be playing now.
 */
export function pruneOldest(runs: readonly Run[], removed: Removed, options: { seconds: number; keepLastSec: number }): Pruned {
  const segments: Partial<Record<TrackName, number>> = { ...removed.segments }
  const files: string[] = []
  const kept: Run[] = []
  let budget = Math.min(options.seconds, longestSec(runs) - options.keepLastSec)
  let removedRuns = removed.runs
  for (const run of runs) {
    const lengthSec = longestSec([run])
    if (budget <= 0) {
      kept.push(run)
      continue
    }
    const cutSec = budget
    budget -= lengthSec
    const cuts = new Map([...run.tracks].map(([name, track]) => [name, leadingSegments(track, cutSec)]))
    for (const name of publicTracks) {
      const source = trackFor(run, name)
      if (source) segments[name] = (segments[name] ?? 0) + (cuts.get(source.name) ?? 0)
    }
    const tracks = new Map<TrackName, RunTrack>()
    for (const [name, track] of run.tracks) {
      const count = cuts.get(name) ?? 0
      files.push(...track.segments.slice(0, count).map((segment) => `${run.id}/${segment.name}`))
      const startOffsetSec = track.facts.startOffsetSec + sum(track.segments.slice(0, count))
      tracks.set(name, { facts: { ...track.facts, startOffsetSec }, segments: track.segments.slice(count) })
    }
    if ([...tracks.values()].every((track) => track.segments.length === 0)) removedRuns++
    else kept.push({ ...run, tracks })
  }
  return { runs: kept, removed: { runs: removedRuns, segments }, files }
}

/** Only whole segments that end inside the cut go. */
function leadingSegments(track: RunTrack, cutSec: number): number {
  let endSec = 0
  let count = 0
  for (const { durationSec } of track.segments) {
    endSec += durationSec
    if (endSec > cutSec + 0.1) break
    count++
  }
  return count
}

function longestSec(runs: readonly Run[]): number {
  return runs.reduce((total, run) => total + Math.max(0, ...[...run.tracks.values()].map((track) => sum(track.segments))), 0)
}

function sum(segments: readonly Segment[]): number {
  return segments.reduce((total, { durationSec }) => total + durationSec, 0)
}
