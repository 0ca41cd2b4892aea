import { initName } from '@e-events/shared/domain/film-files.ts'
import { rungNames, type RungName } from '@e-events/shared/domain/ladder.ts'
import { GrowingText } from './growing-text.ts'
import { createForms, type PlaylistEdition } from './publisher.ts'
import { durationOf, isSound, type Run, type RunTrack, type TrackName } from './runs.ts'

/** Counts of what left the lists for good: numbering goes on as if it were still there. */
export interface Removed {
  runs: number
  segments: Readonly<Partial<Record<TrackName, number>>>
}

export const nothingRemoved: Removed = { runs: 0, segments: {} }

export interface FeedState {
  runs: readonly Run[]
  /** Removed from the beginning to make room (see prune.ts). */
  removed: Removed
  ended: boolean
  targetDurationSec: number
  /** Seconds of the beginnings of segments that are handed out before they are whole (`firstPartName`). */
  firstPartSec?: number | undefined
}

/** The public playlist of one track over all runs of a feed, edition by edition. */
export interface MediaList {
  /** The edition that lists all of `feed` now; only new lines are made. */
  edition(feed: FeedState): Omit<PlaylistEdition, 'atMs'>
}

/** Part of a run that the text contains already. */
interface Appended {
  runId: string
  name: TrackName
  count: number
  /** Seconds of the run's track so far. */
  atSec: number
}
interface Line {
  text: string
  durationSec: number
}

/** RFC 8216bis 4.4.3.8: the skip boundary is at least six target durations from the end. */
export const skipUntilSec = (targetDurationSec: number): number => targetDurationSec * 6

/**
 * One map per run, a discontinuity between runs, in every track at the same places, so that players switch between them
 * freely. A run without this rung lends another one. Twelve hours are 21,600 segments: the text is kept, compressed as
 * it grows, and a player that follows gets what is new alone (EXT-X-SKIP).
 */
export function createMediaList(track: TrackName): MediaList {
  let text = new GrowingText()
  let appended: Appended[] = []
  /** The newest lines, as many as a delta update may need. */
  let tail: Line[] = []
  let total = 0
  let madeFor: Pick<FeedState, 'removed' | 'targetDurationSec' | 'firstPartSec'> | undefined

  function begin(feed: FeedState): void {
    text = new GrowingText()
    appended = []
    tail = []
    total = 0
    madeFor = feed
    text.add(head(feed, track))
  }

  function grow(feed: FeedState): void {
    const parts = partsOf(feed.runs, track)
    const isSame =
      madeFor?.removed === feed.removed &&
      madeFor.targetDurationSec === feed.targetDurationSec &&
      madeFor.firstPartSec === feed.firstPartSec &&
      appended.every(({ runId, name, count }, index) => {
        const part = parts[index]
        const isLast = index === appended.length - 1
        return (
          part?.run.id === runId &&
          part.name === name &&
          (isLast ? part.track.segments.length >= count : part.track.segments.length === count)
        )
      })
    if (!isSame) begin(feed)
    let added = ''
    for (const [index, { run, name, track: source }] of parts.entries()) {
      const known = appended[index] ?? { runId: run.id, name, count: 0, atSec: 0 }
      appended[index] = known
      for (const segment of source.segments.slice(known.count)) {
        const map = known.count > 0 ? '' : `${index > 0 ? '#EXT-X-DISCONTINUITY\n' : ''}#EXT-X-MAP:URI="${run.id}/${initName(name)}"\n`
        const capturedAt = new Date(Math.round(run.capturedAtMs + (source.facts.startOffsetSec + known.atSec) * 1000)).toISOString()
        const line = `${map}#EXT-X-PROGRAM-DATE-TIME:${capturedAt}\n#EXTINF:${segment.durationSec.toFixed(5)},\n${run.id}/${segment.name}\n`
        added += line
        tail.push({ text: line, durationSec: segment.durationSec })
        known.count++
        known.atSec += segment.durationSec
        total++
      }
    }
    text.add(added)
    const boundarySec = skipUntilSec(feed.targetDurationSec)
    let fromEndSec = 0
    const first = tail.findLastIndex(({ durationSec }) => (fromEndSec += durationSec) > boundarySec)
    if (first > 0) tail = tail.slice(first)
  }

  return {
    edition(feed) {
      grow(feed)
      const removedCount = feed.removed.segments[track] ?? 0
      const end = feed.ended ? '#EXT-X-ENDLIST\n' : ''
      if (end !== '') {
        // The end is the last word: nothing is added to this text any more.
        text.add(end)
        madeFor = undefined
      }
      const kept = tail.length
      const delta =
        kept === total
          ? undefined
          : `${head(feed, track)}#EXT-X-SKIP:SKIPPED-SEGMENTS=${total - kept}\n${tail.map((line) => line.text).join('')}${end}`
      return { lastMsn: removedCount + total - 1, ended: feed.ended, form: createForms(text, delta) }
    },
  }
}

/** The whole public playlist of one track as text. */
export function composePlaylist(
  runs: readonly Run[],
  { track, removed = nothingRemoved, ...feed }: Pick<FeedState, 'targetDurationSec' | 'ended'> & { track: TrackName; removed?: Removed },
): { text: string; lastMsn: number } {
  const edition = createMediaList(track).edition({ runs, removed, ...feed })
  return { text: edition.form(false).body.toString(), lastMsn: edition.lastMsn }
}

/**
 * The track of a run that plays where `wanted` is asked for: itself, else the next lower rung, else the next higher
 * one.
 */
export function trackFor(run: Run, wanted: TrackName): { name: TrackName; track: RunTrack } | undefined {
  for (const name of isSound(wanted) ? [wanted] : [wanted, ...standIns(wanted)]) {
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

/** Seconds that the playlists of these runs play: per run its longest rung, or its sound where it has no pictures. */
export function totalDurationSec(runs: readonly Run[]): number {
  return runs.reduce((sum, run) => {
    const pictures = [...run.tracks].filter(([name]) => !isSound(name)).map(([, track]) => durationOf(track))
    return sum + Math.max(0, ...(pictures.length > 0 ? pictures : [durationOf(run.tracks.get('audio'))]))
  }, 0)
}

function partsOf(runs: readonly Run[], wanted: TrackName): { run: Run; name: TrackName; track: RunTrack }[] {
  return runs.flatMap((run) => {
    const found = trackFor(run, wanted)
    return found ? [{ run, ...found }] : []
  })
}

function head({ removed, targetDurationSec, firstPartSec }: FeedState, track: TrackName): string {
  const removedSegments = removed.segments[track] ?? 0
  const isWhole = removedSegments === 0 && removed.runs === 0
  const control = `CAN-BLOCK-RELOAD=YES,CAN-SKIP-UNTIL=${skipUntilSec(targetDurationSec).toFixed(1)},HOLD-BACK=${(targetDurationSec * 3).toFixed(1)}`
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:9',
    `#EXT-X-TARGETDURATION:${targetDurationSec}`,
    `#EXT-X-SERVER-CONTROL:${control}`,
    `#EXT-X-MEDIA-SEQUENCE:${removedSegments}`,
    ...(removed.runs > 0 ? [`#EXT-X-DISCONTINUITY-SEQUENCE:${removed.runs}`] : []),
    ...(isWhole ? ['#EXT-X-PLAYLIST-TYPE:EVENT'] : []),
    '#EXT-X-INDEPENDENT-SEGMENTS',
    ...(firstPartSec === undefined ? [] : [`#EXT-X-E-EVENTS-FIRST-PART:DURATION=${firstPartSec.toFixed(5)}`]),
    '',
  ].join('\n')
}
