import { contentTypeOf } from '@e-events/shared/node/storage-content-type.ts'
import type { Storage } from '@e-events/shared/node/storage.ts'
import { showAsDecoded } from '../hls/fmp4.ts'
import { partName, segmentName, type Part, type Segment, type TrackName } from '../hls/runs.ts'
import type { PictureSize } from '../hls/sps.ts'
import { normalize, saneSec, type Scale } from './normalize.ts'
import type { NewPart } from './parts.ts'

/** A part that is listed no more may be on its way to somebody for so long. */
const keptMs = 12_000

export interface FinishedSegment {
  segment: Segment
  samples: number
}

export interface PartShelf {
  /** Moves a part in, and the segment that it ends. @throws DomainError STORAGE_FULL */
  add(part: NewPart, scale: Scale): Promise<{ size: PictureSize | undefined; finished: FinishedSegment | undefined }>
  /** Parts of the segment of each track that still grows. */
  coming(): ReadonlyMap<TrackName, readonly Part[]>
  /** The run is over: segments of what came. Files of parts are removed a little later. */
  close(): Promise<{ track: TrackName; segment: Segment }[]>
}

interface Growing {
  number: number
  parts: Part[]
  bytes: Buffer[]
  samples: number
  durationSec: number
}

/**
 * Parts of a run in storage, for as long as players may ask for them; each segment is written once, when it is whole.
 */
export function createPartShelf(options: {
  storage: Storage
  folder: string
  withRoom: (write: () => Promise<void>) => Promise<void>
}): PartShelf {
  const { storage, folder, withRoom } = options
  const growing = new Map<TrackName, Growing>()
  const kept: { segment: Segment; atMs: number }[] = []

  async function write(name: string, content: Buffer): Promise<void> {
    const key = `${folder}/${name}`
    await withRoom(() => storage.put(key, content, contentTypeOf(key)))
  }

  async function finish(track: TrackName, { number, parts, bytes, samples, durationSec }: Growing): Promise<FinishedSegment> {
    const name = segmentName(track, number)
    const content = Buffer.concat(bytes)
    await write(name, content)
    growing.delete(track)
    const segment: Segment = { name, durationSec, sizeBytes: content.length, parts }
    kept.push({ segment, atMs: Date.now() })
    return { segment, samples }
  }

  async function removeOld(beforeMs: number): Promise<void> {
    while (kept[0] && kept[0].atMs < beforeMs) {
      const { segment } = kept.shift() ?? {}
      for (const { name } of segment?.parts ?? []) await storage.removeAll(`${folder}/${name}`)
      if (segment) segment.parts = undefined
    }
  }

  return {
    async add(part, scale) {
      const { track, number, index, pieces, durationSec, endsSegment } = part
      const kind = track === 'audio' ? 'audio' : 'video'
      const all = growing.get(track) ?? { number, parts: [], bytes: [], samples: 0, durationSec: 0 }
      growing.set(track, all)
      let size: PictureSize | undefined
      for (const piece of pieces) {
        // Pictures of a publisher, and ours, never refer to later ones.
        if (kind === 'video') showAsDecoded(piece.bytes)
        const { facts } = normalize(piece.bytes, { scale, durationSec: saneSec(scale, piece.durationSec) }, kind)
        all.samples += facts.samples
        size ??= facts.size
      }
      if (pieces.length > 0) {
        const name = partName(track, number, index)
        const bytes = Buffer.concat(pieces.map((piece) => piece.bytes))
        await write(name, bytes)
        all.parts.push({ name, durationSec, isIndependent: part.isIndependent })
        all.bytes.push(bytes)
        all.durationSec += durationSec
      }
      if (!endsSegment) return { size, finished: undefined }
      const finished = await finish(track, all)
      await removeOld(Date.now() - keptMs)
      return { size, finished }
    },
    coming: () => new Map([...growing].map(([track, { parts }]) => [track, [...parts]])),
    async close() {
      const rest = []
      for (const [track, all] of growing) if (all.bytes.length > 0) rest.push({ track, segment: (await finish(track, all)).segment })
      setTimeout(() => void removeOld(Number.POSITIVE_INFINITY).catch(() => undefined), keptMs).unref()
      return rest
    },
  }
}
