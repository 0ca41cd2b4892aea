/** As much of a listed segment as mapping needs: where it plays in this presentation, and when it was captured. */
export interface DatedSegment {
  start: number
  duration: number
  programDateTime: number | null
}

const withHint = new WeakMap<object, readonly DatedSegment[]>()

/** The segments of a list, and the first part that comes next where it is announced. */
export function datedSegments(
  list: { fragments: readonly DatedSegment[]; fragmentHint?: DatedSegment | undefined } | null | undefined,
): readonly DatedSegment[] {
  if (!list?.fragmentHint) return list?.fragments ?? []
  const known = withHint.get(list) ?? [...list.fragments, list.fragmentHint]
  withHint.set(list, known)
  return known
}

/**
 * Positions are seconds of one presentation, capture times epoch milliseconds of the programme clock, which all feeds
 * share.
 */
export interface Place {
  positionSec: number
  /** False where the feed was not sending at that time: the place is then the nearest one after it. */
  isThere: boolean
  /** The time is after the newest that is listed: the place is the end. */
  isEnd: boolean
}

/**
 * The first picture of a stretch is this near to where its list says, or nearer: a seek to the very place may wait for
 * ever just before it.
 */
export const insideSec = 0.15

/** Segments are dated to the millisecond and last for fractions of one. */
const roundingSec = 0.05

/** Capture time of what is shown at a position; null where it is not known. */
export function captureTimeAt(segments: readonly DatedSegment[], positionSec: number): number | null {
  const segment =
    segments[
      Math.max(
        0,
        lastIndex(segments, (one) => one.start <= positionSec + roundingSec / 500),
      )
    ]
  if (segment?.programDateTime == null) return null
  return segment.programDateTime + (positionSec - segment.start) * 1000
}

/** Where a presentation shows what was captured at that time; null where it knows no time. */
export function placeOf(segments: readonly DatedSegment[], capturedAtMs: number): Place | null {
  const first = segments[0]
  if (first?.programDateTime == null) return null
  const index = lastIndex(segments, (one) => (one.programDateTime ?? Number.POSITIVE_INFINITY) <= capturedAtMs)
  const segment = segments[index]
  if (segment?.programDateTime == null) return { positionSec: first.start, isThere: false, isEnd: false }
  const intoSec = (capturedAtMs - segment.programDateTime) / 1000
  if (intoSec <= segment.duration) return { positionSec: segment.start + intoSec, isThere: true, isEnd: false }
  const isEnd = index === segments.length - 1
  return { positionSec: segment.start + segment.duration, isThere: isEnd || intoSec <= segment.duration + roundingSec, isEnd }
}

/** Capture time of the end of the last segment; null where it is not known. */
export function capturedUntilMs(segments: readonly DatedSegment[]): number | null {
  const last = segments.at(-1)
  return last?.programDateTime == null ? null : last.programDateTime + last.duration * 1000
}

/** Index of the first fitting segment; -1 for none. A show of hours has tens of thousands of segments. */
function lastIndex(segments: readonly DatedSegment[], fits: (segment: DatedSegment) => boolean): number {
  let low = 0
  let high = segments.length
  while (low < high) {
    const middle = (low + high) >> 1
    const segment = segments[middle]
    if (segment && fits(segment)) low = middle + 1
    else high = middle
  }
  return low - 1
}
