import { z } from 'zod'
import type { Removed } from './compose.ts'
import type { Run, RunTrack, TrackFacts, TrackName } from './runs.ts'

export const trackFactsSchema = z.object({
  codec: z.string(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  frameRate: z.number().nullable(),
  startOffsetSec: z.number(),
  sound: z.object({ language: z.string().optional(), title: z.string().optional() }).optional(),
})

/** `run.json` beside the segments of a run: what the playlists do not say. */
export const runRecordSchema = z.object({
  version: z.literal(1),
  capturedAtMs: z.number(),
  tracks: z.record(z.string(), trackFactsSchema),
})
export type RunRecord = z.infer<typeof runRecordSchema>

export function toRunRecord(run: Run): RunRecord {
  return {
    version: 1,
    capturedAtMs: run.capturedAtMs,
    tracks: Object.fromEntries([...run.tracks].map(([name, { facts }]) => [name, facts])),
  }
}

export interface Restored {
  runs: Run[]
  removed: Removed
  /** The playlists were closed: the show is over. */
  ended: boolean
}

/**
 * The runs of a feed as its public playlists list them: they are the truth about what viewers have been promised.
 * `sizes` by key below the feed's prefix.
 */
export function restoreRuns(
  playlists: ReadonlyMap<TrackName, string>,
  records: ReadonlyMap<string, RunRecord>,
  sizes: ReadonlyMap<string, number>,
): Restored {
  const runs = new Map<string, Run>()
  const seen = new Set<string>()
  const removedSegments: Partial<Record<TrackName, number>> = {}
  let removedRuns = 0
  let ended = false
  for (const [list, text] of playlists) {
    ended ||= text.includes('#EXT-X-ENDLIST')
    removedSegments[list] = Number(/#EXT-X-MEDIA-SEQUENCE:(\d+)/.exec(text)?.[1] ?? 0)
    removedRuns = Math.max(removedRuns, Number(/#EXT-X-DISCONTINUITY-SEQUENCE:(\d+)/.exec(text)?.[1] ?? 0))
    for (const match of text.matchAll(/(?:#EXT-X-PROGRAM-DATE-TIME:(\S+)\n)?#EXTINF:([\d.]+),\n((e\d+r\d+)\/(\w+)_\d+\.m4s)\n/g)) {
      const [, date, duration, uri = '', id = '', trackName = ''] = match
      const record = records.get(id)
      const facts = record?.tracks[trackName]
      // Another list may have lent this track already.
      if (!record || !facts || seen.has(uri)) continue
      seen.add(uri)
      const run = runs.get(id) ?? { id, capturedAtMs: record.capturedAtMs, tracks: new Map<TrackName, RunTrack>() }
      runs.set(id, run)
      const name = trackName as TrackName
      const track = run.tracks.get(name) ?? { facts: beginningAt(date, facts, record), segments: [] }
      run.tracks.set(name, track)
      track.segments.push({ name: uri.slice(id.length + 1), durationSec: Number(duration), sizeBytes: sizes.get(uri) ?? 0 })
    }
  }
  const inOrder = [...runs.values()].toSorted((a, b) => compareIds(a.id, b.id))
  return { runs: inOrder, removed: { runs: removedRuns, segments: removedSegments }, ended }
}

/**
 * The beginning of a run may have been removed since its record was written: its list knows when the first segment that
 * is left was captured.
 */
function beginningAt(date: string | undefined, facts: TrackFacts, { capturedAtMs }: RunRecord): TrackFacts {
  const startOffsetSec = date === undefined ? facts.startOffsetSec : (Date.parse(date) - capturedAtMs) / 1000
  return Math.abs(startOffsetSec - facts.startOffsetSec) < 0.01 ? facts : { ...facts, startOffsetSec }
}

function compareIds(a: string, b: string): number {
  const [epochA = 0, numberA = 0] = idParts(a)
  const [epochB = 0, numberB = 0] = idParts(b)
  return epochA - epochB || numberA - numberB
}

function idParts(id: string): number[] {
  return [...id.matchAll(/\d+/g)].map(Number)
}
