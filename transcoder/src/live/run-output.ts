import { primingSec, readInit } from '../hls/fmp4.ts'
import { createFragmentReader, type Fragment } from '../hls/fragments.ts'
import type { TrackName } from '../hls/runs.ts'

export interface TrackFragment extends Fragment {
  track: TrackName
}

/** An initialization, and how much later than the others its track begins. */
export interface TrackInit {
  bytes: Buffer
  startOffsetSec: number
}

/** Output of an ffmpeg run, in pipes of one track each. */
export interface RunOutput {
  /** Takers of the pipes' bytes, in the order of the tracks. */
  readonly pipes: readonly ((chunk: Buffer) => void)[]
  /** Fragments since the last call, in order per track. */
  take(): TrackFragment[]
  init(track: TrackName): TrackInit | undefined
  /** Resolves at the next fragment or call of `wake`, also one that came before, or after `atMostMs`. */
  changed(atMostMs: number): Promise<void>
  /** Ends this wait, or the next one. */
  wake(): void
}

/** Below this a fragment is half a frame, or nothing. */
const shortestSec = 0.005
/** A coder of sound begins this much before the pictures: what tells no time below zero begins later by it. */
const leadSec = 1024 / 48_000

/** Collects the fragments of a run. `onError` is told of bytes that are none of fragmented MP4. */
export function collectOutput(tracks: readonly TrackName[], onError: (error: unknown) => void): RunOutput {
  const readers = tracks.map((track) => ({ track, reader: createFragmentReader() }))
  const waiting: TrackFragment[] = []
  let waiter: (() => void) | undefined
  let isDue = false
  function wake(): void {
    isDue = true
    waiter?.()
  }
  return {
    pipes: readers.map(({ track, reader }) => (chunk) => {
      try {
        const fragments = reader.push(chunk).filter(({ durationSec }) => durationSec > shortestSec)
        if (fragments.length === 0) return
        for (const fragment of fragments) waiting.push({ ...fragment, track })
        wake()
      } catch (error) {
        onError(error)
      }
    }),
    take: () => waiting.splice(0),
    init(track) {
      const bytes = readers.find((each) => each.track === track)?.reader.init
      return bytes && { bytes, startOffsetSec: Math.max(0, readInit(bytes).startOffsetSec - primingSec(bytes) + leadSec) }
    },
    changed(atMostMs) {
      return new Promise((resolve) => {
        const done = () => {
          clearTimeout(timer)
          waiter = undefined
          isDue = false
          resolve()
        }
        const timer = setTimeout(done, atMostMs)
        waiter = done
        if (isDue) done()
      })
    },
    wake,
  }
}

/** Puts the files of JPEG together that come through a pipe. */
export function collectStills(take: (picture: Buffer) => void): (chunk: Buffer) => void {
  let waiting = Buffer.alloc(0)
  return (chunk) => {
    waiting = Buffer.concat([waiting, chunk])
    // The marker of its end: the data of pictures cannot hold it.
    if (waiting.length < 2 || waiting.readUInt16BE(waiting.length - 2) !== 0xffd9) return
    take(waiting)
    waiting = Buffer.alloc(0)
  }
}
