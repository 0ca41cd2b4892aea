import { readFile, writeFile } from 'node:fs/promises'
import { pieceShare } from '../ffmpeg/command.ts'
import { splitSegment } from '../hls/split-segment.ts'
import type { TrackName } from '../hls/runs.ts'
import type { NewSegment } from './feed-store.ts'
import { createSoundJoiner } from './join-sound.ts'

/** A segment of pictures that lasts longer is not worth listing: its publisher leaves out key frames. */
export function longestSegmentSec(segmentDurationSec: 1 | 2): number {
  return segmentDurationSec === 1 ? 3 : 4
}

/** Makes of what ffmpeg wrote what lists may name: sound as long as pictures, no segment longer than the target. */
export function createArranger(tracks: readonly TrackName[], segmentDurationSec: 1 | 2) {
  const leading = tracks.find((track) => track !== 'audio')
  const joiner = createSoundJoiner<NewSegment>({
    segmentDurationSec,
    pieceSec: segmentDurationSec * pieceShare,
    hasPictures: leading !== undefined,
  })
  let joinedCount = 0

  function join(pieces: readonly NewSegment[]): NewSegment | undefined {
    const [first] = pieces
    if (!first) return undefined
    const name = `audio_${String(joinedCount++).padStart(5, '0')}.m4s`
    return { ...first, name, durationSec: pieces.reduce((sum, { durationSec }) => sum + durationSec, 0), pieces }
  }

  return {
    /** Segments that the run has finished since the last call, in order per track; with `isLast` what waited, too. */
    async add(found: readonly NewSegment[], isLast: boolean): Promise<NewSegment[]> {
      const pictures: NewSegment[] = []
      for (const segment of found) if (segment.track !== 'audio') pictures.push(...(await shorten(segment, segmentDurationSec)))
      for (const segment of pictures) if (segment.track === leading) joiner.picture(segment)
      const sound = joiner.add(
        found.filter(({ track }) => track === 'audio'),
        isLast,
      )
      return [...pictures, ...sound.map(join).filter((segment) => segment !== undefined)]
    },
  }
}

/** The segment as it is where it fits its list; in pieces where a key frame came late. */
async function shorten(segment: NewSegment, segmentDurationSec: 1 | 2): Promise<NewSegment[]> {
  const isFitting = Math.round(segment.durationSec) <= segmentDurationSec
  if (isFitting || Math.round(segment.durationSec) > longestSegmentSec(segmentDurationSec)) return [segment]
  const count = Math.ceil(segment.durationSec / (segmentDurationSec + 0.4))
  const pieces = splitSegment(await readFile(segment.path), count)
  if (!pieces) return [segment]
  const made: NewSegment[] = []
  for (const [index, { bytes, share }] of pieces.entries()) {
    const suffix = index === 0 ? '' : String(index).padStart(2, '0')
    const name = segment.name.replace(/\.m4s$/, `${suffix}.m4s`)
    const path = index === 0 ? segment.path : segment.path.replace(/\.m4s$/, `-${index}.m4s`)
    await writeFile(path, bytes)
    made.push({ ...segment, name, path, durationSec: segment.durationSec * share })
  }
  return made
}
