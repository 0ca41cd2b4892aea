import { z } from 'zod'
import type { Removed } from './compose.ts'
import { trackFactsSchema } from './restore.ts'
import { publicTracks, type Run, type RunTrack, type Segment, type TrackName } from './runs.ts'

// The record of a growing feed, beside its segments: one line of JSON per event, in pieces that are written once they
// are full. An edition writes the newest piece alone, however old the show is. A volume begins with a piece 0 that says
// everything so far; a worker that takes over, or one that had to remove the beginning, begins a volume of its own, so
// that nothing that an earlier worker still writes can be read.

const lineSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('feed'),
    targetDurationSec: z.number(),
    firstPartSec: z.number().optional(),
    removedRuns: z.number(),
    removedSegments: z.partialRecord(z.enum(publicTracks), z.number()),
  }),
  z.object({
    type: z.literal('run'),
    id: z.string(),
    capturedAtMs: z.number(),
    tracks: z.partialRecord(z.enum(publicTracks), trackFactsSchema),
  }),
  /** Segments of a run: track, file name, seconds, bytes. */
  z.object({
    type: z.literal('segments'),
    run: z.string(),
    list: z.array(z.tuple([z.enum(publicTracks), z.string(), z.number(), z.number()])),
  }),
  z.object({ type: z.literal('end') }),
])
export type JournalLine = z.infer<typeof lineSchema>

export interface JournalState {
  runs: Run[]
  removed: Removed
  ended: boolean
  targetDurationSec: number
  /** Seconds of the beginnings of segments that are handed out; undefined where none are. */
  firstPartSec?: number | undefined
}

export const journalFolder = 'journal'

/** `epoch`: of the worker; `generation`: how often it began anew. */
export interface Volume {
  epoch: number
  generation: number
}

export function pieceName({ epoch, generation }: Volume, piece: number): string {
  return `e${epoch}g${generation}-${String(piece).padStart(5, '0')}.jsonl`
}

/** The newest volume that is complete from its beginning, by the names of all pieces; undefined where there is none. */
export function newestVolume(names: readonly string[]): Volume | undefined {
  const volumes = names.flatMap((name) => {
    const [, epoch, generation] = /^e(\d+)g(\d+)-00000\.jsonl$/.exec(name) ?? []
    return epoch === undefined ? [] : [{ epoch: Number(epoch), generation: Number(generation) }]
  })
  return volumes.toSorted((a, b) => a.epoch - b.epoch || a.generation - b.generation).at(-1)
}

export function toText(lines: readonly JournalLine[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('')
}

/** Everything in one piece. */
export function snapshotLines({ runs, removed, ended, targetDurationSec, firstPartSec }: JournalState): JournalLine[] {
  return [
    { type: 'feed', targetDurationSec, firstPartSec, removedRuns: removed.runs, removedSegments: removed.segments },
    ...runs.flatMap((run) => [runLine(run), segmentsLine(run.id, segmentsOf(run))]),
    ...(ended ? [{ type: 'end' as const }] : []),
  ]
}

export function runLine({ id, capturedAtMs, tracks }: Run): JournalLine {
  return { type: 'run', id, capturedAtMs, tracks: Object.fromEntries([...tracks].map(([name, { facts }]) => [name, { ...facts }])) }
}

export function segmentsLine(run: string, segments: readonly { track: TrackName; segment: Segment }[]): JournalLine {
  return {
    type: 'segments',
    run,
    list: segments.map(({ track, segment }) => [track, segment.name, segment.durationSec, segment.sizeBytes]),
  }
}

function segmentsOf({ tracks }: Run): { track: TrackName; segment: Segment }[] {
  return [...tracks].flatMap(([track, { segments }]) => segments.map((segment) => ({ track, segment })))
}

/** Puts what the lines of `text` say into `state`. @throws SyntaxError or ZodError for a text that is none of ours */
export function applyLines(state: JournalState, text: string): void {
  for (const line of text.split('\n')) if (line !== '') apply(state, lineSchema.parse(JSON.parse(line)))
}

export const emptyState = (): JournalState => ({ runs: [], removed: { runs: 0, segments: {} }, ended: false, targetDurationSec: 0 })

function apply(state: JournalState, line: JournalLine): void {
  switch (line.type) {
    case 'feed':
      state.targetDurationSec = line.targetDurationSec
      state.firstPartSec = line.firstPartSec
      state.removed = { runs: line.removedRuns, segments: line.removedSegments }
      break
    case 'run': {
      const known = state.runs.find((run) => run.id === line.id)
      const tracks = known?.tracks ?? new Map<TrackName, RunTrack>()
      for (const name of publicTracks) {
        const facts = line.tracks[name]
        if (facts) tracks.set(name, { facts, segments: known?.tracks.get(name)?.segments ?? [] })
      }
      if (!known) state.runs.push({ id: line.id, capturedAtMs: line.capturedAtMs, tracks })
      break
    }
    case 'segments': {
      const run = state.runs.find(({ id }) => id === line.run)
      for (const [track, name, durationSec, sizeBytes] of line.list) run?.tracks.get(track)?.segments.push({ name, durationSec, sizeBytes })
      break
    }
    case 'end':
      state.ended = true
  }
}
