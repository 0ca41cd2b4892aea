import { rungNames, type RungName } from '@e-events/shared/domain/ladder.ts'
import { GrowingText } from './growing-text.ts'
import { createForms, type PlaylistEdition } from './publisher.ts'
import { durationOf, initName, isSound, partName, type Part, type Run, type RunTrack, type TrackName } from './runs.ts'

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
  /** No listed part is longer; absent for lists without parts. */
  partTargetSec?: number | undefined
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
  /** Stands before its parts. */
  date: string
  text: string
  durationSec: number
  folder: string
  parts: readonly Part[]
}

/** RFC 8216bis 4.4.3.8: the skip boundary is at least six target durations from the end. */
export const skipUntilSec = (targetDurationSec: number): number => targetDurationSec * 6

/** RFC 8216bis 4.4.4.9: parts this many target durations before the end are told no more. */
const partsForTargets = 3

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
  /** The last of these are not in the text yet, because their parts are told with them. */
  let unsettled = 0
  let coming = ''
  let total = 0
  let madeFor: Pick<FeedState, 'removed' | 'targetDurationSec'> | undefined

  function begin(feed: FeedState): void {
    text = new GrowingText()
    appended = []
    tail = []
    unsettled = 0
    coming = ''
    total = 0
    madeFor = feed
    text.add(head(feed, track))
  }

  function grow(feed: FeedState): void {
    const parts = partsOf(feed.runs, track)
    const isSame =
      madeFor?.removed === feed.removed &&
      madeFor.targetDurationSec === feed.targetDurationSec &&
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
    for (const [index, { run, name, track: source }] of parts.entries()) {
      const known = appended[index] ?? { runId: run.id, name, count: 0, atSec: 0 }
      appended[index] = known
      for (const segment of source.segments.slice(known.count)) {
        const map = known.count > 0 ? '' : `${index > 0 ? '#EXT-X-DISCONTINUITY\n' : ''}#EXT-X-MAP:URI="${run.id}/${initName(name)}"\n`
        const capturedAt = new Date(Math.round(run.capturedAtMs + (source.facts.startOffsetSec + known.atSec) * 1000)).toISOString()
        tail.push({
          date: `${map}#EXT-X-PROGRAM-DATE-TIME:${capturedAt}\n`,
          text: `#EXTINF:${segment.durationSec.toFixed(5)},\n${run.id}/${segment.name}\n`,
          durationSec: segment.durationSec,
          folder: run.id,
          parts: segment.parts ?? [],
        })
        unsettled++
        known.count++
        known.atSec += segment.durationSec
        total++
      }
    }
    settle(feed)
    const boundarySec = skipUntilSec(feed.targetDurationSec)
    let fromEndSec = 0
    const first = tail.findLastIndex(({ durationSec }) => (fromEndSec += durationSec) > boundarySec)
    if (first > 0) tail = tail.slice(first)
  }

  /** Lines whose parts are told no more are final. */
  function settle(feed: FeedState): void {
    let fromEndSec = 0
    let kept = 0
    if (feed.partTargetSec !== undefined && !feed.ended)
      while (kept < unsettled && fromEndSec < partsForTargets * feed.targetDurationSec)
        fromEndSec += tail[tail.length - ++kept]?.durationSec ?? 0
    text.add(
      tail
        .slice(tail.length - unsettled, tail.length - kept)
        .map((line) => line.date + line.text)
        .join(''),
    )
    unsettled = kept
  }

  /** The last lines, those that are not in the text with their parts. */
  function lastLines(count: number): string {
    const firstUnsettled = tail.length - unsettled
    const lines = tail.slice(tail.length - count).map((line, index) => {
      const parts = tail.length - count + index >= firstUnsettled ? line.parts : []
      return line.date + partLines(line.folder, parts) + line.text
    })
    return lines.join('')
  }

  /** The parts that have come of the next segment, and the address of the one after them. */
  function comingOf(feed: FeedState): { text: string; count: number; hint: string | undefined } {
    const none = { text: '', count: 0, hint: undefined }
    const source = partsOf(feed.runs, track).at(-1)
    // Only what grows: a run that has ended leaves nothing half done.
    if (feed.partTargetSec === undefined || feed.ended || !source?.track.coming) return none
    const {
      run,
      name,
      track: growing,
      track: { coming: parts = [] },
    } = source
    const last = growing.segments.at(-1)
    const number = Number(/_(\d+)\.m4s$/.exec(last?.name ?? '')?.[1] ?? -1) + 1
    const hint = `${run.id}/${partName(name, number, parts.length)}`
    const atSec = growing.facts.startOffsetSec + (appended.at(-1)?.atSec ?? 0)
    const date = parts.length > 0 ? `#EXT-X-PROGRAM-DATE-TIME:${new Date(Math.round(run.capturedAtMs + atSec * 1000)).toISOString()}\n` : ''
    return { text: `${date}${partLines(run.id, parts)}#EXT-X-PRELOAD-HINT:TYPE=PART,URI="${hint}"\n`, count: parts.length, hint }
  }

  return {
    edition(feed) {
      grow(feed)
      const next = comingOf(feed)
      coming = next.text
      const removedCount = feed.removed.segments[track] ?? 0
      const end = feed.ended ? '#EXT-X-ENDLIST\n' : ''
      if (end !== '') {
        // The end is the last word: nothing is added to this text any more.
        text.add(end)
        madeFor = undefined
      }
      const kept = tail.length
      const delta =
        kept === total ? undefined : `${head(feed, track)}#EXT-X-SKIP:SKIPPED-SEGMENTS=${total - kept}\n${lastLines(kept)}${coming}${end}`
      return {
        lastMsn: removedCount + total - 1,
        ...(next.hint === undefined ? {} : { nextParts: next.count, hint: next.hint }),
        ended: feed.ended,
        form: createForms(text, delta, () => lastLines(unsettled) + coming),
      }
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

function partLines(folder: string, parts: readonly Part[]): string {
  const lines = parts.map(({ name, durationSec, isIndependent }) => {
    return `#EXT-X-PART:DURATION=${durationSec.toFixed(5)},URI="${folder}/${name}"${isIndependent ? ',INDEPENDENT=YES' : ''}\n`
  })
  return lines.join('')
}

function head({ removed, targetDurationSec, partTargetSec }: FeedState, track: TrackName): string {
  const removedSegments = removed.segments[track] ?? 0
  const isWhole = removedSegments === 0 && removed.runs === 0
  const control = `CAN-BLOCK-RELOAD=YES,CAN-SKIP-UNTIL=${skipUntilSec(targetDurationSec).toFixed(1)},HOLD-BACK=${(targetDurationSec * 3).toFixed(1)}`
  const parts = partTargetSec?.toFixed(1)
  const partHoldBack = partTargetSec === undefined ? '' : `,PART-HOLD-BACK=${(partTargetSec * 3).toFixed(1)}`
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:9',
    `#EXT-X-TARGETDURATION:${targetDurationSec}`,
    `#EXT-X-SERVER-CONTROL:${control}${partHoldBack}`,
    ...(parts === undefined ? [] : [`#EXT-X-PART-INF:PART-TARGET=${parts}`]),
    `#EXT-X-MEDIA-SEQUENCE:${removedSegments}`,
    ...(removed.runs > 0 ? [`#EXT-X-DISCONTINUITY-SEQUENCE:${removed.runs}`] : []),
    ...(isWhole ? ['#EXT-X-PLAYLIST-TYPE:EVENT'] : []),
    '#EXT-X-INDEPENDENT-SEGMENTS',
    '',
  ].join('\n')
}
