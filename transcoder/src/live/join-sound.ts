/** A piece of sound as ffmpeg cuts it: a fraction of a segment. */
interface Timed {
  durationSec: number
}

/**
 * Puts pieces of sound together so that its segments end where those of the pictures do (within half a piece): half the
 * requests of sound that is cut by itself, and both lists reach equally far. Without pictures, or where they stay away,
 * a segment is as long as it should be. Pure.
 */
export function createSoundJoiner<P extends Timed>(options: {
  segmentDurationSec: number
  pieceSec: number
  firstPartSec: number
  hasPictures: boolean
}) {
  const { segmentDurationSec, pieceSec, firstPartSec, hasPictures } = options
  /** Ends of picture segments, seconds from the beginning. */
  const boundaries: number[] = []
  let pictureSec = 0
  let joinedSec = 0
  let waiting: P[] = []
  /** Pieces that were handed out as the beginning of the next segment: they stay its beginning. */
  let begun = 0
  const length = (pieces: readonly P[]) => pieces.reduce((sum, { durationSec }) => sum + durationSec, 0)

  /** The pieces up to `untilSec`, where they have come. */
  function takeUntil(untilSec: number): P[] | undefined {
    let endSec = joinedSec
    for (const [index, { durationSec }] of waiting.entries()) {
      endSec += durationSec
      if (endSec < untilSec - pieceSec / 2) continue
      // Rounded it must not be longer than its list declares: the last piece is the next one's then.
      const isLong = endSec - joinedSec >= segmentDurationSec + 0.5 && index > 0
      if (index + 1 < begun) continue
      const group = waiting.slice(0, isLong ? index : index + 1)
      waiting = waiting.slice(group.length)
      begun = 0
      joinedSec = isLong ? endSec - durationSec : endSec
      return group
    }
    return undefined
  }

  return {
    /** A segment of the pictures that set the pace. */
    picture({ durationSec }: Timed): void {
      pictureSec += durationSec
      boundaries.push(pictureSec)
    },
    /** Takes pieces in their order and returns the segments that are complete; with `isLast` all that is left, too. */
    add(pieces: readonly P[], isLast: boolean): P[][] {
      waiting.push(...pieces)
      const groups: P[][] = []
      for (;;) {
        while (boundaries[0] !== undefined && boundaries[0] <= joinedSec + pieceSec / 2) boundaries.shift()
        // One piece more than a segment: the pictures do not come.
        const limitSec = hasPictures ? segmentDurationSec + pieceSec : segmentDurationSec
        const nextSec = Math.min(boundaries[0] ?? Number.POSITIVE_INFINITY, joinedSec + limitSec)
        const isLong = length(waiting) >= limitSec - pieceSec / 2
        const group = boundaries[0] !== undefined || isLong ? takeUntil(nextSec) : undefined
        if (!group) break
        groups.push(group)
      }
      if (isLast && waiting.length > 0) groups.push(waiting.splice(0))
      return groups
    },
    /** The beginning of the next segment, once, when about half of it has come. */
    firstPart(): P[] | undefined {
      if (begun > 0 || length(waiting) < firstPartSec - pieceSec / 4) return undefined
      begun = waiting.length
      return [...waiting]
    },
  }
}
