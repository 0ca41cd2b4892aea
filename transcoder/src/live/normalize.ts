import { open } from 'node:fs/promises'
import { DomainError } from '@e-events/shared/errors.ts'
import { delaySegment, longestSampleSec, readSegment, segmentBytes, tameSamples, type InitFacts, type SegmentFacts } from '../hls/fmp4.ts'

/** The head of a segment: its tables, and the parameter sets of its first picture. */
const headBytes = 16 * 1024

/** A show may pause for long within a run, but the clock of its sender does not leap by hours. */
const absurdJumpSec = 3_600

/** A track's clock within a run, in its own timescale. */
export interface Scale {
  timescale: number
  /** How much later than the run it begins. */
  delay: number
  /** Offset subtracted from timestamps that jumped. */
  shift: number
  /** Where the next segment should begin, after the shift. */
  expected: number | undefined
  lastSec: number | undefined
}

export type NormalizedSegment = SegmentFacts & { sizeBytes: number }

export function newScale({ timescale, startOffsetSec }: Pick<InitFacts, 'timescale' | 'startOffsetSec'>): Scale {
  return { timescale, delay: Math.round(startOffsetSec * timescale), shift: 0, expected: undefined, lastSec: undefined }
}

/** The length that is listed; what ffmpeg says where its clock leapt is that of the segment before. */
export function saneSec(scale: Scale, saidSec: number): number {
  return (scale.lastSec = saidSec > longestSampleSec * 2 ? (scale.lastSec ?? 2) : saidSec)
}

/**
 * Puts the track's delay into the segment itself and makes sure that it is whole.
 * @throws DomainError STORAGE_FULL for one cut short
 */
export async function normalizeFile(
  path: string,
  clock: { scale: Scale; durationSec: number },
  kind: 'audio' | 'video',
): Promise<NormalizedSegment> {
  const file = await open(path, 'r+')
  try {
    const { size: sizeBytes } = await file.stat()
    const head = new Uint8Array(Math.min(headBytes, sizeBytes))
    await file.read(head, 0, head.length, 0)
    if (segmentBytes(head) !== sizeBytes) throw new DomainError('STORAGE_FULL', { detail: `${path} was cut short` })
    const { facts, isChanged } = normalize(head, clock, kind)
    if (isChanged) await file.write(head, 0, head.length, 0)
    return { ...facts, sizeBytes }
  } finally {
    await file.close()
  }
}

/** The same for a segment in memory, in place; its head is enough. */
export function normalize(
  head: Uint8Array,
  { scale, durationSec }: { scale: Scale; durationSec: number },
  kind: 'audio' | 'video',
): { facts: SegmentFacts; isChanged: boolean } {
  const facts = readSegment(head, kind)
  const { timescale, expected } = scale
  // ffmpeg reads a sender report that is older than the first packet as 2^32 ticks later: half a day into the show.
  // Within a run time goes on as it went.
  if (expected !== undefined && Math.abs(facts.startTime - scale.shift - expected) > absurdJumpSec * timescale)
    scale.shift = Math.round(facts.startTime - expected)
  scale.expected = facts.startTime - scale.shift + durationSec * timescale
  const delay = scale.delay - scale.shift
  delaySegment(head, delay)
  return { facts, isChanged: tameSamples(head, longestSampleSec * timescale) > 0 || delay !== 0 }
}
