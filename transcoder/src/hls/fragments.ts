// Reads fragmented MP4 of one track as ffmpeg writes it into a pipe: an initialization, then fragments.
import { beginsWithKey, longestSampleSec, mediaTicks, readInit, tameSamples } from './fmp4.ts'

/** A movie fragment (`moof` and `mdat`) of one track. */
export interface Fragment {
  bytes: Buffer
  /** Sum of its samples. */
  durationSec: number
  /** Its first sample is a key frame; so is every sample of sound. */
  isKey: boolean
}

export interface FragmentReader {
  /** The initialization (`ftyp` and `moov`); undefined before it is whole. */
  readonly init: Buffer | undefined
  /** Takes bytes as they come and returns the fragments that they complete. */
  push(chunk: Buffer): Fragment[]
}

/** Divides the byte stream of one track into its initialization and its fragments. */
export function createFragmentReader(): FragmentReader {
  let waiting: Buffer[] = []
  let waitingBytes = 0
  let init: Buffer | undefined
  let timescale = 1
  let parts: Buffer[] = []

  /** The next whole box; undefined where it has not come yet. */
  function takeBox(): Buffer | undefined {
    if (waitingBytes < 8) return undefined
    if ((waiting[0]?.length ?? 0) < 8) waiting = [Buffer.concat(waiting)]
    const sizeBytes = waiting[0]?.readUInt32BE(0) ?? 0
    // ffmpeg gives each box its length; anything else would stop the reading for good.
    if (sizeBytes < 8) throw new TypeError(`a box of ${sizeBytes} bytes`)
    if (waitingBytes < sizeBytes) return undefined
    const all = waiting.length === 1 ? waiting[0] : Buffer.concat(waiting)
    if (!all) return undefined
    const rest = all.subarray(sizeBytes)
    waiting = rest.length > 0 ? [rest] : []
    waitingBytes = rest.length
    return all.subarray(0, sizeBytes)
  }

  function toFragment(bytes: Buffer): Fragment {
    const longest = longestSampleSec * timescale
    tameSamples(bytes, longest)
    return { bytes, durationSec: mediaTicks(bytes, longest) / timescale, isKey: beginsWithKey(bytes) }
  }

  return {
    get init() {
      return init
    },
    push(chunk) {
      waiting.push(chunk)
      waitingBytes += chunk.length
      const fragments: Fragment[] = []
      for (let box = takeBox(); box; box = takeBox()) {
        const type = box.toString('latin1', 4, 8)
        if (type === 'ftyp' || type === 'moof') parts = [box]
        if (type === 'moov') {
          init = Buffer.concat([...parts, box])
          timescale = readInit(init).timescale
        }
        if (type === 'mdat') fragments.push(toFragment(Buffer.concat([...parts, box])))
      }
      return fragments
    },
  }
}
