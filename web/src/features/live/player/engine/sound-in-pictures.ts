import { splitFirstPart } from '@e-events/shared/domain/first-part.ts'
import { segmentOf } from './first-part-list.ts'

/** A server that never brings it does not know how. */
const hopeless = 3
/** Sound that nobody has asked for yet. */
const keptParts = 2

/** Takes first parts of sound out of those of pictures: one request less per segment. */
export class SoundInPictures {
  /** By the address of their segment. */
  private readonly kept = new Map<string, ArrayBuffer>()
  private waiting: { segment: string; settle: (sound: ArrayBuffer | undefined) => void } | undefined
  /** Waits in a row that brought nothing. */
  private misses = 0

  /** Takes the sound out of a first part that was loaded; returns its pictures. */
  take(uri: string, file: ArrayBuffer): ArrayBuffer {
    const { pictures, sound } = splitFirstPart(new Uint8Array(file))
    if (!sound) return file
    this.misses = 0
    const segment = uri.replace(/[^/]*$/, sound.name)
    const { waiting } = this
    if (waiting?.segment === segment) waiting.settle(sound.bytes.slice().buffer)
    else this.kept.set(segment, sound.bytes.slice().buffer)
    for (const oldest of this.kept.keys()) if (this.kept.size > keptParts) this.kept.delete(oldest)
    return pictures.slice().buffer
  }

  /** The first part of sound at `uri`, where it comes within `ms`; undefined where it has to be asked for by itself. */
  async next(uri: string, ms: number): Promise<ArrayBuffer | undefined> {
    const segment = segmentOf(uri)?.uri
    if (segment === undefined) return undefined
    const kept = this.kept.get(segment)
    this.kept.delete(segment)
    if (kept || this.misses >= hopeless) return kept
    this.waiting?.settle(undefined)
    const sound = await new Promise<ArrayBuffer | undefined>((resolve) => {
      const timer = setTimeout(resolve, ms, undefined)
      const settle = (found: ArrayBuffer | undefined) => {
        clearTimeout(timer)
        resolve(found)
      }
      this.waiting = { segment, settle }
    })
    if (this.waiting?.segment === segment) this.waiting = undefined
    if (!sound) this.misses += 1
    return sound
  }
}
