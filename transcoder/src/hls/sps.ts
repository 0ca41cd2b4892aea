export interface PictureSize {
  width: number
  height: number
}

/**
 * The picture size in an H264 sequence parameter set (NAL unit with its header byte); undefined when it cannot be read.
 */
export function readSpsSize(nal: Uint8Array): PictureSize | undefined {
  try {
    return parse(createBitReader(withoutEmulation(nal.subarray(1))))
  } catch {
    return undefined
  }
}

const profilesWithChroma = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135])

function parse(bits: BitReader): PictureSize {
  const profile = bits.read(8)
  bits.read(16)
  bits.exp()
  let chromaFormat = 1
  if (profilesWithChroma.has(profile)) {
    chromaFormat = bits.exp()
    if (chromaFormat === 3) bits.read(1)
    bits.exp()
    bits.exp()
    bits.read(1)
    if (bits.read(1) === 1)
      for (let list = 0; list < (chromaFormat === 3 ? 12 : 8); list++) if (bits.read(1) === 1) skipScalingList(bits, list < 6 ? 16 : 64)
  }
  bits.exp()
  const orderType = bits.exp()
  if (orderType === 0) bits.exp()
  else if (orderType === 1) {
    bits.read(1)
    bits.exp()
    bits.exp()
    const cycle = bits.exp()
    for (let index = 0; index < cycle; index++) bits.exp()
  }
  bits.exp()
  bits.read(1)
  const widthInBlocks = bits.exp() + 1
  const heightInUnits = bits.exp() + 1
  const frameOnly = bits.read(1)
  if (frameOnly === 0) bits.read(1)
  bits.read(1)
  const crop = bits.read(1) === 1 ? [bits.exp(), bits.exp(), bits.exp(), bits.exp()] : [0, 0, 0, 0]
  const [left = 0, right = 0, top = 0, bottom = 0] = crop
  const unitX = chromaFormat === 0 || chromaFormat === 3 ? 1 : 2
  const unitY = (chromaFormat === 1 ? 2 : 1) * (2 - frameOnly)
  const width = widthInBlocks * 16 - unitX * (left + right)
  const height = (2 - frameOnly) * heightInUnits * 16 - unitY * (top + bottom)
  if (width <= 0 || height <= 0 || width > 16_384 || height > 16_384) throw new RangeError('impossible size')
  return { width, height }
}

function skipScalingList(bits: BitReader, length: number): void {
  let last = 8
  let next = 8
  for (let index = 0; index < length; index++) {
    if (next !== 0) {
      const code = bits.exp()
      const delta = code % 2 === 0 ? -code / 2 : (code + 1) / 2
      next = (last + delta + 256) % 256
    }
    last = next === 0 ? last : next
  }
}

interface BitReader {
  read(count: number): number
  /** Unsigned Exp-Golomb. */
  exp(): number
}

function createBitReader(bytes: Uint8Array): BitReader {
  let position = 0
  const bit = (): number => {
    const byte = bytes[position >> 3]
    if (byte === undefined) throw new RangeError('out of bits')
    const value = (byte >> (7 - (position & 7))) & 1
    position++
    return value
  }
  const read = (count: number): number => {
    let value = 0
    for (let index = 0; index < count; index++) value = value * 2 + bit()
    return value
  }
  return {
    read,
    exp() {
      let zeros = 0
      while (bit() === 0) if (++zeros > 31) throw new RangeError('not a number')
      return 2 ** zeros - 1 + read(zeros)
    },
  }
}

/** Drops the bytes that keep start codes out of the payload (00 00 03 → 00 00). */
function withoutEmulation(bytes: Uint8Array): Uint8Array {
  return bytes.filter((byte, index) => !(byte === 3 && index >= 2 && bytes[index - 1] === 0 && bytes[index - 2] === 0))
}
