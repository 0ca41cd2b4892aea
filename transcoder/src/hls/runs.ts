import { rungNames, type RungName } from '@e-events/shared/domain/ladder.ts'

/** Facts about a track of a run, read from its initialization segment. */
export interface TrackFacts {
  codec: string
  /** Null for sound. */
  width: number | null
  height: number | null
  /** Pictures per second as measured in the first segments; null for sound. */
  frameRate: number | null
  /** Seconds from the run's first sample to this track's first one. */
  startOffsetSec: number
  /** Tags of the sound; left out where the file says nothing. */
  sound?: SoundTags | undefined
}

export interface SoundTags {
  /** BCP 47. */
  language?: string | undefined
  title?: string | undefined
}

export interface Segment {
  /** File name inside the run's folder. */
  name: string
  durationSec: number
  sizeBytes: number
}

/** Sound of a feed, or the languages of a film: the first one plays unless somebody chooses. */
export const soundNames = ['audio', 'audio2', 'audio3', 'audio4', 'audio5', 'audio6', 'audio7', 'audio8'] as const
export type SoundName = (typeof soundNames)[number]
export type TrackName = RungName | SoundName
/** All tracks that have a list of their own. */
export const publicTracks = [...rungNames, ...soundNames] as const
export const isSound = (name: TrackName): name is SoundName => soundNames.some((one) => one === name)

export interface RunTrack {
  facts: TrackFacts
  segments: Segment[]
}

/** One uninterrupted stretch of a feed: the output of one ffmpeg process, in a folder of its own. */
export interface Run {
  /** Its folder below the feed's prefix: `e{epoch}r{number}`. */
  id: string
  /** Epoch ms at which its first sample was captured. */
  capturedAtMs: number
  tracks: Map<TrackName, RunTrack>
}

export const runId = (epoch: number, number: number): string => `e${epoch}r${number}`

/**
 * The target duration of a feed's lists: no segment, rounded, is longer. A live segment that would be is divided
 * (live/arrange.ts); a finished file declares its longest segment.
 */
export function targetDurationSec(segmentDurationSec: 1 | 2, runs: readonly Run[]): number {
  const longest = runs.flatMap(({ tracks }) => [...tracks.values()]).flatMap(({ segments }) => segments)
  return longest.reduce<number>((target, { durationSec }) => Math.max(target, Math.round(durationSec)), segmentDurationSec)
}

/** Sums over the segments of a track. */
export interface Tally {
  seconds: number
  sizeBytes: number
  /** Rate of the segment with the highest rate, bits per second. */
  peakBps: number
}

/** Leftovers of a stop are a frame or two: their rate says nothing. */
const shortestRatedSec = 0.5
const tallies = new WeakMap<readonly Segment[], Tally & { count: number }>()

/**
 * Lists of segments only grow (pruning makes new ones): only what is new is counted, an edition of hour 12 costs what
 * one of minute 1 does.
 */
export function tallyOf(track: RunTrack | undefined): Readonly<Tally> {
  const segments = track?.segments ?? []
  const tally = tallies.get(segments) ?? { seconds: 0, sizeBytes: 0, peakBps: 0, count: 0 }
  tallies.set(segments, tally)
  for (; tally.count < segments.length; tally.count++) {
    const { durationSec = 0, sizeBytes = 0 } = segments[tally.count] ?? {}
    tally.seconds += durationSec
    tally.sizeBytes += sizeBytes
    if (durationSec >= shortestRatedSec) tally.peakBps = Math.max(tally.peakBps, (sizeBytes * 8) / durationSec)
  }
  return tally
}

export function durationOf(track: RunTrack | undefined): number {
  return tallyOf(track).seconds
}
