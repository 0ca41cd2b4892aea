import { partPieceSec as pieceSec } from '../ffmpeg/command.ts'
import type { TrackName } from '../hls/runs.ts'

/** A piece as ffmpeg cuts it, divided before its key frames. */
export interface Piece {
  track: TrackName
  bytes: Buffer
  durationSec: number
  isKey: boolean
}

/** Listed at once: a part of a segment that still grows, or its end. */
export interface NewPart {
  track: TrackName
  /** The segment within the track, and the part within the segment. */
  number: number
  index: number
  /** None where a segment ends with what is listed already. */
  pieces: readonly Piece[]
  durationSec: number
  isIndependent: boolean
  endsSegment: boolean
  /** How long its pictures go on without a key frame. */
  sinceKeySec: number
}

/** No part is longer but for pictures that come less often: half a segment and a piece. */
export const partTargetSec = 0.6
const segmentSec = 1
const halfSec = segmentSec / 2
/** Rounded, a segment must not be longer than its list declares. */
const longestSec = segmentSec + 0.45
/** A key frame sooner after another one does not cut. */
const shortestSec = 0.2
/** Sound waits this long for the pictures beside it. */
const patienceSec = 0.9

/**
 * Makes parts of half a segment out of the pieces of a run's tracks: two in a segment, the second one as long as the
 * key frame makes it. Sound is cut where the pictures of `leading` are. Pure.
 */
export function createPartMaker(options: { leading: TrackName | undefined; isOnGrid: boolean }) {
  const { leading, isOnGrid } = options
  const tracks = new Map<TrackName, Growing>()
  const growing = (track: TrackName): Growing => {
    const known = tracks.get(track) ?? new Growing(track)
    tracks.set(track, known)
    return known
  }
  /** Ends of the leading pictures' parts, seconds from the beginning. */
  const boundaries: { atSec: number; endsSegment: boolean }[] = []
  let picturesSec = 0
  let waiting: Piece[] = []
  let joinedSec = 0

  function close(track: Growing, endsSegment: boolean): NewPart[] {
    const part = track.close(endsSegment)
    if (track.name === leading && part) {
      picturesSec += part.durationSec
      boundaries.push({ atSec: picturesSec, endsSegment })
    }
    return part ? [part] : []
  }

  function addPicture(piece: Piece): NewPart[] {
    const track = growing(piece.track)
    const parts: NewPart[] = []
    if (piece.isKey ? track.segmentSec >= shortestSec : track.segmentSec + piece.durationSec > longestSec) parts.push(...close(track, true))
    else if (track.openSec > 0 && track.openSec + piece.durationSec > partTargetSec) parts.push(...close(track, false))
    track.add(piece)
    // Without a stranger's key frames nobody has to wait for the next one to know where it comes.
    if (isOnGrid && Math.abs(track.segmentSec - segmentSec) < 0.005) parts.push(...close(track, true))
    else if (track.index === 0 && track.openSec >= halfSec - pieceSec / 2) parts.push(...close(track, false))
    return parts
  }

  function joinSound(isLast: boolean): NewPart[] {
    const track = growing('audio')
    const parts: NewPart[] = []
    for (;;) {
      const [boundary] = boundaries
      const untilSec = boundary ? Math.min(boundary.atSec, joinedSec + partTargetSec - pieceSec / 2) : joinedSec + halfSec
      const neededSec = boundary || !leading ? untilSec : joinedSec + patienceSec
      const comesSec = waiting.reduce((sum, { durationSec }) => sum + durationSec, joinedSec)
      if (comesSec < neededSec - pieceSec / 2) break
      while (waiting[0] && joinedSec < untilSec - pieceSec / 2) {
        track.add(waiting[0])
        joinedSec += waiting[0].durationSec
        waiting = waiting.slice(1)
      }
      const isReached = boundary !== undefined && joinedSec >= boundary.atSec - pieceSec / 2
      if (isReached) boundaries.shift()
      const isFull = boundary ? track.segmentSec + boundary.atSec - joinedSec > longestSec : track.segmentSec >= segmentSec - pieceSec / 2
      const endsSegment = (isReached && boundary.endsSegment) || isFull
      if (track.openSec > 0 || endsSegment) parts.push(...close(track, endsSegment))
    }
    if (isLast) {
      for (const piece of waiting.splice(0)) track.add(piece)
      parts.push(...close(track, true))
    }
    return parts
  }

  return {
    /** Pieces in their order per track; with `isLast` what waited comes out, too. */
    add(pieces: readonly Piece[], isLast: boolean): NewPart[] {
      const parts = pieces.flatMap((piece) => (piece.track === 'audio' ? [] : addPicture(piece)))
      if (isLast) for (const track of tracks.values()) if (track.name !== 'audio') parts.push(...close(track, true))
      waiting.push(...pieces.filter(({ track }) => track === 'audio'))
      return [...parts, ...joinSound(isLast)]
    },
  }
}

/** The segment of a track that grows. */
class Growing {
  readonly name: TrackName
  index = 0
  /** Seconds of the pieces that are in no part yet, and of the whole segment. */
  openSec = 0
  segmentSec = 0
  private number = 0
  private sinceKeySec = 0
  private open: Piece[] = []

  constructor(name: TrackName) {
    this.name = name
  }

  add(piece: Piece): void {
    if (piece.isKey) this.sinceKeySec = 0
    this.open.push(piece)
    this.openSec += piece.durationSec
    this.segmentSec += piece.durationSec
    this.sinceKeySec += piece.durationSec
  }

  /** The pieces so far as a part; nothing where there is nothing to end. */
  close(endsSegment: boolean): NewPart | undefined {
    const { name: track, number, index, open: pieces, openSec: durationSec, sinceKeySec } = this
    if (this.segmentSec === 0) return undefined
    // A segment that begins without a late key frame counts as one that begins with it, as its list says of all of
    // them: players go on with it rather than leave a hole.
    const isIndependent = index === 0 || (pieces[0]?.isKey ?? false)
    this.open = []
    this.openSec = 0
    this.index++
    if (endsSegment) {
      this.number++
      this.index = 0
      this.segmentSec = 0
    }
    return { track, number, index, pieces, durationSec, isIndependent, endsSegment, sinceKeySec }
  }
}
