import { rungNames, type RungName } from '@e-events/shared/domain/ladder.ts'
import { durationOf, initName, type Run, type RunTrack, type TrackName } from './runs.ts'

export interface ComposeOptions {
  track: TrackName
  targetDurationSec: number
  ended: boolean
  /** List only about this much from the end: the sliding window for those who watch at the live edge. Absent: the whole show. */
  windowSec?: number
  /** What was removed from the beginning to make room (see prune.ts). */
  removed?: Removed
}

/** Counts of what left the lists for good: numbering goes on as if it were still there. */
export interface Removed {
  runs: number
  segments: Readonly<Partial<Record<TrackName, number>>>
}

export interface ComposedPlaylist {
  text: string
  /** Media sequence number of the last listed segment, -1 for none. The whole list and the window count alike. */
  lastMsn: number
}

/**
 * The public playlist of one track over all runs: one map per run, a discontinuity between runs, in every track at the same places, so that players
 * switch between them freely. A run without this rung lends another one (`standIn`).
 */
export function composePlaylist(runs: readonly Run[], options: ComposeOptions): ComposedPlaylist {
  const parts = runs.flatMap((run) => {
    const found = trackFor(run, options.track)
    return found ? [{ run, ...found }] : []
  })
  const total = parts.reduce((sum, { track }) => sum + track.segments.length, 0)
  const removedSegments = options.removed?.segments[options.track] ?? 0
  const removedRuns = options.removed?.runs ?? 0
  const skip = options.windowSec === undefined ? 0 : total - countFromEnd(parts, options.windowSec)

  const lines: string[] = []
  let discontinuities = 0
  let position = 0
  let isFirstListed = true
  for (const [index, part] of parts.entries()) {
    const { segments } = part.track
    if (position + segments.length <= skip) {
      position += segments.length
      continue
    }
    const from = Math.max(0, skip - position)
    if (isFirstListed) discontinuities = removedRuns + index
    else lines.push('#EXT-X-DISCONTINUITY')
    isFirstListed = false
    lines.push(`#EXT-X-MAP:URI="${part.run.id}/${initName(part.name)}"`, segmentLines(part.run, part.name, part.track, from))
    position += segments.length
  }
  const isWhole = options.windowSec === undefined && removedSegments === 0 && removedRuns === 0
  const header = [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${options.targetDurationSec}`,
    `#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,HOLD-BACK=${(options.targetDurationSec * 3).toFixed(1)}`,
    `#EXT-X-MEDIA-SEQUENCE:${removedSegments + skip}`,
    ...(discontinuities > 0 ? [`#EXT-X-DISCONTINUITY-SEQUENCE:${discontinuities}`] : []),
    ...(isWhole ? ['#EXT-X-PLAYLIST-TYPE:EVENT'] : []),
    '#EXT-X-INDEPENDENT-SEGMENTS',
  ]
  const text = `${[...header, ...lines, ...(options.ended ? ['#EXT-X-ENDLIST'] : [])].join('\n')}\n`
  return { text, lastMsn: removedSegments + total - 1 }
}

/** The track of a run that plays where `wanted` is asked for: itself, else the next lower rung, else the next higher one. */
export function trackFor(run: Run, wanted: TrackName): { name: TrackName; track: RunTrack } | undefined {
  for (const name of wanted === 'audio' ? [wanted] : [wanted, ...standIns(wanted)]) {
    const track = run.tracks.get(name)
    if (track && track.segments.length > 0) return { name, track }
  }
  return undefined
}

function standIns(rung: RungName): RungName[] {
  const index = rungNames.indexOf(rung)
  return [...rungNames.slice(index + 1), ...rungNames.slice(0, index).toReversed()]
}

/** Every rung that some run really has, highest first. */
export function rungsOf(runs: readonly Run[]): RungName[] {
  return rungNames.filter((name) => runs.some((run) => (run.tracks.get(name)?.segments.length ?? 0) > 0))
}

function countFromEnd(parts: readonly { track: RunTrack }[], windowSec: number): number {
  let seconds = 0
  let count = 0
  for (const { track } of parts.toReversed()) {
    for (const { durationSec } of track.segments.toReversed()) {
      if (seconds >= windowSec) return count
      seconds += durationSec
      count++
    }
  }
  return count
}

interface Written {
  /** Text of all segments so far, with the position at which each begins. */
  text: string
  starts: number[]
  atSec: number
}
// A show of hours has ten thousand segments per track and a new one every two seconds: only the new lines are made.
const written = new WeakMap<RunTrack, Map<string, Written>>()

function segmentLines(run: Run, name: TrackName, track: RunTrack, from: number): string {
  const byKey = written.get(track) ?? new Map<string, Written>()
  written.set(track, byKey)
  const key = `${run.id}/${name}`
  const known = byKey.get(key) ?? { text: '', starts: [], atSec: 0 }
  byKey.set(key, known)
  for (const segment of track.segments.slice(known.starts.length)) {
    known.starts.push(known.text.length)
    const capturedAt = new Date(Math.round(run.capturedAtMs + (track.facts.startOffsetSec + known.atSec) * 1000)).toISOString()
    known.text += `#EXT-X-PROGRAM-DATE-TIME:${capturedAt}\n#EXTINF:${segment.durationSec.toFixed(5)},\n${run.id}/${segment.name}\n`
    known.atSec += segment.durationSec
  }
  return known.text.slice(known.starts[from] ?? 0, -1)
}

/** Seconds that the playlists of these runs play: per run its longest rung, or its sound where it has no pictures. */
export function totalDurationSec(runs: readonly Run[]): number {
  return runs.reduce((sum, run) => {
    const pictures = [...run.tracks].filter(([name]) => name !== 'audio').map(([, track]) => durationOf(track))
    return sum + Math.max(0, ...(pictures.length > 0 ? pictures : [durationOf(run.tracks.get('audio'))]))
  }, 0)
}
