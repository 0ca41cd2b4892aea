import { fullFragmentSec, soundShare } from '../ffmpeg/command.ts'
import type { TrackName } from '../hls/runs.ts'
import { createSoundJoiner } from './join-sound.ts'
import type { TrackFragment } from './run-output.ts'

/** Fragments that make a segment together, or begin one. */
export interface Arranged {
  track: TrackName
  name: string
  durationSec: number
  fragments: readonly TrackFragment[]
  /** How long its pictures have gone on without a key frame at its end; 0 for sound. */
  sinceKeySec: number
}

export interface FirstPart extends Arranged {
  /** Sound of the same time, for pictures. */
  sound?: Arranged
}

/** News of a run since it was last asked for. */
export interface Arrangement {
  segments: Arranged[]
  /** Beginnings of segments that still grow: key frame and about half a segment. */
  firstParts: FirstPart[]
}

/** Pictures without a key frame for longer are not worth listing: their publisher leaves them out. */
export function longestWithoutKeySec(segmentDurationSec: 1 | 2): number {
  return segmentDurationSec === 1 ? 3 : 4
}

/**
 * Not to be listed: its pictures have gone on without a key frame for too long, or stood still for so long that it is
 * longer than the lists declare.
 */
export function isTooLong({ durationSec, sinceKeySec }: Pick<Arranged, 'durationSec' | 'sinceKeySec'>, segmentDurationSec: 1 | 2): boolean {
  return Math.round(sinceKeySec) > longestWithoutKeySec(segmentDurationSec) || Math.round(durationSec) > segmentDurationSec
}

/** Nominal length of a first part. */
export const firstPartSec = (segmentDurationSec: 1 | 2): number => segmentDurationSec / 2

/**
 * Makes of what ffmpeg wrote what lists may name: segments of pictures that begin with a key frame, none longer than
 * the lists declare, and sound that ends where they do. Pure.
 */
export function createArranger(tracks: readonly TrackName[], segmentDurationSec: 1 | 2) {
  const leading = tracks.find((track) => track !== 'audio')
  const pictures = new Map<TrackName, ReturnType<typeof createPictureJoiner>>()
  for (const track of tracks) if (track !== 'audio') pictures.set(track, createPictureJoiner(track, segmentDurationSec))
  const joiner = createSoundJoiner<TrackFragment>({
    segmentDurationSec,
    pieceSec: segmentDurationSec * soundShare,
    firstPartSec: firstPartSec(segmentDurationSec),
    hasPictures: leading !== undefined,
  })
  let soundCount = 0
  /** First parts of pictures that wait for that of the sound, by track. */
  const waiting = new Map<TrackName, Arranged>()
  /** First part of the sound's segment that still grows. */
  let soundPart: Arranged | undefined
  const sound = (fragments: readonly TrackFragment[]): Arranged => arranged('audio', soundCount, fragments, 0)

  return {
    /** Takes what has come since the last call, in order per track; with `isLast` what waited comes out, too. */
    add(found: readonly TrackFragment[], isLast: boolean): Arrangement {
      const segments: Arranged[] = []
      const begun: Arranged[] = []
      for (const fragment of found) pictures.get(fragment.track)?.add(fragment, { segments, firstParts: begun })
      if (isLast) for (const track of pictures.values()) track.close(segments)
      for (const part of begun) waiting.set(part.track, part)
      for (const { track, name } of segments) if (waiting.get(track)?.name === name) waiting.delete(track)
      for (const segment of segments) if (segment.track === leading) joiner.picture(segment)
      const heard = found.filter(({ track }) => track === 'audio')
      for (const group of joiner.add(heard, isLast)) {
        segments.push(sound(group))
        soundCount += 1
        soundPart = undefined
      }
      const firstParts: FirstPart[] = []
      const heardFirst = joiner.firstPart()
      if (heardFirst) firstParts.push((soundPart = sound(heardFirst)))
      if (soundPart) {
        for (const part of waiting.values()) firstParts.push({ ...part, sound: soundPart })
        waiting.clear()
      }
      return { segments, firstParts }
    },
  }
}

/** Puts fragments of pictures together from key frame to key frame. */
function createPictureJoiner(track: TrackName, segmentDurationSec: 1 | 2) {
  /** Key frames that follow each other sooner make no segment of their own. */
  const shortestSec = segmentDurationSec / 5
  /** Rounded, no segment is longer than its list declares. */
  const longestSec = segmentDurationSec + 0.45
  /** As long as a segment should be: the next fragment begins another one, with or without a key frame. */
  const enoughSec = segmentDurationSec * 0.95
  let open: TrackFragment[] = []
  let openSec = 0
  let sinceKeySec = 0
  let count = 0

  function close(segments: Arranged[]): void {
    if (open.length === 0) return
    segments.push(arranged(track, count++, open, sinceKeySec))
    open = []
    openSec = 0
  }

  return {
    close,
    add(fragment: TrackFragment, { segments, firstParts }: Arrangement): void {
      const { durationSec, isKey } = fragment
      if (isKey ? openSec >= shortestSec : openSec + durationSec > longestSec) close(segments)
      open.push(fragment)
      openSec += durationSec
      sinceKeySec = isKey ? durationSec : sinceKeySec + durationSec
      // A key frame ended it: nothing has to be waited for.
      const isEnded = durationSec < fullFragmentSec(segmentDurationSec) - 0.001 && openSec >= shortestSec
      if (isEnded || openSec >= enoughSec) close(segments)
      else if (open.length === 1) firstParts.push(arranged(track, count, open, sinceKeySec))
    },
  }
}

function arranged(track: TrackName, number: number, fragments: readonly TrackFragment[], sinceKeySec: number): Arranged {
  const durationSec = fragments.reduce((sum, fragment) => sum + fragment.durationSec, 0)
  return { track, name: `${track}_${String(number).padStart(5, '0')}.m4s`, durationSec, fragments: [...fragments], sinceKeySec }
}
