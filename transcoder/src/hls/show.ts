import { rungNames } from '@e-events/shared/domain/ladder.ts'
import { trackFor } from './compose.ts'
import { durationOf, type Run, type RunTrack, type TrackName } from './runs.ts'

/** A closed feed of a show. */
export interface ShowFeed {
  id: string
  /** It sent sound of its own; its list has silence otherwise. */
  hasAudio: boolean
  /** It sent pictures of its own; its list has black ones, or none, otherwise. */
  hasVideo: boolean
  runs: readonly Run[]
}

/** A stretch of a show: a run of some feed, or as much of it as is needed. */
export interface ShowPart {
  feedId: string
  run: Run
}

/**
 * An absence of about two segments is cut: a jump of that length is less of a break than another camera for a moment.
 */
const shortestStandInMs = 3_900
/** Clocks of two runs agree within this: a segment may begin so much before its predecessor ends. */
const toleranceMs = 50

/**
 * The whole show as the recording of one of its feeds (`of`) plays it, in order of capture: the feed's own runs,
 * untouched, and where it has none those of others, cut at their segments so that no moment is shown twice. Others are
 * ordered: those come first that have both picture and sound, then those with a picture, then the older ones. A stretch
 * in which nobody sent is left out. A feed of sound alone is completed by sound alone. Nothing for a feed that never
 * sent.
 */
export function composeShow(feeds: readonly ShowFeed[], of: string): ShowPart[] {
  const own = feeds.find(({ id }) => id === of)
  if (!own) return []
  const guide = guideOf(own)
  const parts = own.runs.flatMap((run) => toPart(own.id, run, guide))
  if (parts.length === 0) return []
  const others = feeds
    .filter((feed) => feed !== own)
    .map((feed, index) => ({ feed, rank: (feed.hasVideo ? 0 : 2 * feeds.length) + (feed.hasAudio ? 0 : feeds.length) + index }))
  for (const { feed } of others.toSorted((a, b) => a.rank - b.rank)) {
    for (const run of feed.runs) {
      for (const gap of gapsBetween(parts)) {
        const found = cut(run, gap, guide)
        if (found) parts.push(...toPart(feed.id, found, guide))
      }
    }
    parts.sort((a, b) => a.startMs - b.startMs)
  }
  return parts.map(({ feedId, run }) => ({ feedId, run }))
}

/** Whether the feed's own list is not the whole show. */
export function hasStandIns(parts: readonly ShowPart[], of: string): boolean {
  return parts.some(({ feedId }) => feedId !== of)
}

/** The track that a feed is measured and cut by: its pictures where it has any. */
type Guide = 'picture' | 'sound'

function guideOf(feed: ShowFeed): Guide {
  return feed.runs.some((run) => guideTrack(run, 'picture')) ? 'picture' : 'sound'
}

function guideTrack(run: Run, guide: Guide): RunTrack | undefined {
  return trackFor(run, guide === 'sound' ? 'audio' : rungNames[0])?.track
}

interface TimedPart extends ShowPart, Span {}
interface Span {
  startMs: number
  endMs: number
}

function toPart(feedId: string, run: Run, guide: Guide): TimedPart[] {
  const track = guideTrack(run, guide)
  // Every list has to break at the same places: a run without sound would be missing in one of them.
  if (!track || !trackFor(run, 'audio')) return []
  const startMs = startOf(run, track)
  return [{ feedId, run: guide === 'sound' ? soundOf(run) : run, startMs, endMs: startMs + durationOf(track) * 1000 }]
}

function soundOf(run: Run): Run {
  return { ...run, tracks: new Map([...run.tracks].filter(([name]) => name === 'audio')) }
}

function startOf(run: Run, track: RunTrack): number {
  return run.capturedAtMs + track.facts.startOffsetSec * 1000
}

/** Where nothing is yet, before and behind it all, too. */
function gapsBetween(parts: readonly TimedPart[]): Span[] {
  const gaps: Span[] = []
  let reachedMs = Number.NEGATIVE_INFINITY
  for (const part of parts.toSorted((a, b) => a.startMs - b.startMs)) {
    if (part.startMs - reachedMs >= shortestStandInMs) gaps.push({ startMs: reachedMs, endMs: part.startMs })
    reachedMs = Math.max(reachedMs, part.endMs)
  }
  return [...gaps, { startMs: reachedMs, endMs: Number.POSITIVE_INFINITY }]
}

/** As much of a run as fits into a gap, by whole segments; undefined where that is too little. */
function cut(run: Run, gap: Span, guide: Guide): Run | undefined {
  const track = guideTrack(run, guide)
  if (!track) return undefined
  const startMs = startOf(run, track)
  if (startMs >= gap.endMs || startMs + durationOf(track) * 1000 <= gap.startMs) return undefined
  const edges = edgesOf(track)
  const first = firstAtOrAfter(edges, gap.startMs - toleranceMs - startMs)
  const last = firstAtOrAfter(edges, gap.endMs + toleranceMs - startMs + 1e-6) - 1
  const from = edges[first]
  const to = edges[last]
  if (from === undefined || to === undefined || to - from < shortestStandInMs) return undefined
  const tracks = new Map<TrackName, RunTrack>()
  for (const [name, each] of run.tracks) {
    const part = slice(each, { startMs: startMs + from - startOf(run, each), endMs: startMs + to - startOf(run, each) })
    if (part.segments.length > 0) tracks.set(name, part)
  }
  return { ...run, tracks }
}

const knownEdges = new WeakMap<RunTrack, number[]>()

/**
 * Beginnings of all segments of a track and the end of the last one, from the first one on. A run of hours may stand in
 * hundreds of times.
 */
function edgesOf(track: RunTrack): number[] {
  const known = knownEdges.get(track)
  if (known?.length === track.segments.length + 1) return known
  const edges = [0]
  let atMs = 0
  for (const { durationSec } of track.segments) edges.push((atMs += durationSec * 1000))
  knownEdges.set(track, edges)
  return edges
}

/** Tracks of a run are cut at the edges that lie nearest: key frames of copied rungs are some frames apart. */
function slice(track: RunTrack, { startMs, endMs }: Span): RunTrack {
  const edges = edgesOf(track)
  const from = nearest(edges, startMs)
  const segments = track.segments.slice(from, nearest(edges, endMs))
  return { facts: { ...track.facts, startOffsetSec: track.facts.startOffsetSec + (edges[from] ?? 0) / 1000 }, segments }
}

function nearest(edges: readonly number[], atMs: number): number {
  const after = Math.min(firstAtOrAfter(edges, atMs), edges.length - 1)
  return after > 0 && atMs - (edges[after - 1] ?? 0) < (edges[after] ?? 0) - atMs ? after - 1 : after
}

function firstAtOrAfter(edges: readonly number[], atMs: number): number {
  let low = 0
  let high = edges.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((edges[middle] ?? 0) < atMs) low = middle + 1
    else high = middle
  }
  return low
}
