// A key frame that comes late makes a copied segment longer than its list declares. Its pictures are told in two or
// three segments then: of these only the first one begins with a key frame, which players that read on do not notice.

export interface Piece {
  bytes: Buffer
  /** Its part of the whole segment's duration, 0 to 1; and its length as its samples say, in the track's timescale. */
  share: number
  ticks: number
}

/**
 * Divides a media segment of one track and one fragment into `count` pieces of about the same length. Undefined for a
 * segment that is written otherwise (several fragments) or has fewer samples than pieces.
 */
export function splitSegment(bytes: Uint8Array, count: number): Piece[] | undefined {
  const fragment = readFragment(bytes)
  if (!fragment || fragment.samples.list.length < count) return undefined
  const { list } = fragment.samples
  const totalTicks = ticksOf(list)
  const starts: number[] = []
  let atTicks = 0
  for (const [index, { ticks }] of list.entries()) {
    // Each piece has a sample, whatever is left for the later ones.
    if (starts.length < count && (index === 0 || atTicks >= (totalTicks * starts.length) / count)) starts.push(index)
    atTicks += ticks
  }
  return starts.length < count ? undefined : cut(fragment, starts)
}

/**
 * Divides a fragment before its key frames. One piece where there is nothing to divide; undefined for what is written
 * otherwise.
 */
export function splitAtKeys(bytes: Uint8Array): (Piece & { isKey: boolean })[] | undefined {
  const fragment = readFragment(bytes)
  const { list } = fragment?.samples ?? { list: [] }
  if (!fragment || list.length === 0) return undefined
  const starts = list.flatMap(({ isKey }, index) => (index === 0 || isKey ? [index] : []))
  const pieces = starts.length === 1 ? [{ bytes: fragment.source, share: 1, ticks: ticksOf(list) }] : cut(fragment, starts)
  return pieces.map((piece, index) => ({ ...piece, isKey: list[starts[index] ?? 0]?.isKey ?? false }))
}

interface Fragment {
  source: Buffer
  top: readonly Box[]
  moof: Box
  mdat: Box
  /** Boxes of the track's fragment. */
  inside: readonly Box[]
  samples: Samples
}

function readFragment(bytes: Uint8Array): Fragment | undefined {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const top = boxesOf(source)
  const moof = top.find(({ type }) => type === 'moof')
  const mdat = top.find(({ type }) => type === 'mdat')
  const traf = moof && boxesOf(moof.body).find(({ type }) => type === 'traf')
  const inside = traf ? boxesOf(traf.body) : []
  const trun = inside.find(({ type }) => type === 'trun')
  const isOne = ['moof', 'mdat'].every((name) => top.filter(({ type }) => type === name).length === 1)
  if (!isOne || !moof || !mdat || !traf || !trun || inside.filter(({ type }) => type === 'trun').length !== 1) return undefined
  const samples = readSamples(trun.body, readDefaults(inside.find(({ type }) => type === 'tfhd')))
  return samples && { source, top, moof, mdat, inside, samples }
}

const ticksOf = (list: Samples['list']): number => list.reduce((sum, { ticks }) => sum + ticks, 0)

/** Pieces that begin with the samples of these numbers, the first one with 0. */
function cut({ top, moof, mdat, inside, samples }: Fragment, starts: readonly number[]): Piece[] {
  const totalTicks = ticksOf(samples.list)
  const pieces: Piece[] = []
  let atTicks = 0
  let atByte = 0
  for (const [index, from] of starts.entries()) {
    const to = starts[index + 1] ?? samples.list.length
    const own = samples.list.slice(from, to)
    const ticks = ticksOf(own)
    const sizeBytes = own.reduce((sum, sample) => sum + sample.sizeBytes, 0)
    const run = writeRun(samples, { from, to, isFirst: index === 0 })
    const track = inside.map((box) => (box.type === 'trun' ? run : box.type === 'tfdt' ? delayed(box, atTicks) : box.whole))
    const outer = boxesOf(moof.body).map((box) => (box.type === 'traf' ? boxed('traf', track) : box.whole))
    const head = boxed('moof', outer)
    // Where the data begins, counted from the fragment's own beginning.
    const placeOfOffset = head.indexOf(run) + 8 + 8
    head.writeInt32BE(head.length + 8, placeOfOffset)
    const data = boxed('mdat', [mdat.body.subarray(atByte, atByte + sizeBytes)])
    // The segment index would contain the length of the whole.
    const before = top.filter(({ type }) => type === 'styp').map((box) => box.whole)
    pieces.push({ bytes: Buffer.concat([...before, head, data]), share: ticks / totalTicks, ticks })
    atTicks += ticks
    atByte += sizeBytes
  }
  return pieces
}

interface Box {
  type: string
  whole: Buffer
  body: Buffer
}

function boxesOf(bytes: Buffer): Box[] {
  const found: Box[] = []
  let offset = 0
  while (offset + 8 <= bytes.length) {
    const length = bytes.readUInt32BE(offset)
    if (length < 8 || offset + length > bytes.length) return found
    const whole = bytes.subarray(offset, offset + length)
    found.push({ type: whole.toString('latin1', 4, 8), whole, body: whole.subarray(8) })
    offset += length
  }
  return found
}

function boxed(type: string, content: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + content.reduce((sum, { length }) => sum + length, 0), 0)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, ...content])
}

function delayed(box: Box, ticks: number): Buffer {
  const copy = Buffer.from(box.whole)
  if (copy[8] === 1) copy.writeBigUInt64BE(copy.readBigUInt64BE(12) + BigInt(ticks), 12)
  else copy.writeUInt32BE(copy.readUInt32BE(12) + ticks, 12)
  return copy
}

interface Samples {
  version: number
  flags: number
  firstFlags: Buffer | undefined
  list: { ticks: number; sizeBytes: number; isKey: boolean; fields: Buffer }[]
}

/** Said by a track's fragment for samples that say nothing themselves. */
interface Defaults {
  ticks: number | undefined
  sizeBytes: number | undefined
  flags: number | undefined
}

/** ISO 14496-12, 8.8.7: after the track stand those of offset, index, duration, size and flags that flags tell of. */
function readDefaults(header: Box | undefined): Defaults {
  const none = { ticks: undefined, sizeBytes: undefined, flags: undefined }
  if (!header) return none
  const { body } = header
  const flags = body.readUInt32BE(0) & 0xffffff
  let at = 8 + ((flags & 0x1) === 0 ? 0 : 8) + ((flags & 0x2) === 0 ? 0 : 4)
  const read = (flag: number): number | undefined => {
    if ((flags & flag) === 0 || at + 4 > body.length) return undefined
    at += 4
    return body.readUInt32BE(at - 4)
  }
  return { ...none, ticks: read(0x8), sizeBytes: read(0x10), flags: read(0x20) }
}

/** The bit of a sample's flags that says that it is no key frame. */
const nonSync = 0x1_0000

/**
 * ISO 14496-12, 8.8.8: flags say which numbers there are: data offset 1, flags of the first sample 4, and per sample
 * duration 0x100, size 0x200, flags 0x400, offset 0x800.
 */
function readSamples(body: Buffer, defaults: Defaults): Samples | undefined {
  const flags = body.readUInt32BE(0) & 0xffffff
  if ((flags & 0x1) === 0) return undefined
  const count = body.readUInt32BE(4)
  const hasFirst = (flags & 0x4) !== 0
  const width = 4 * [0x100, 0x200, 0x400, 0x800].filter((flag) => (flags & flag) !== 0).length
  const start = hasFirst ? 16 : 12
  if (start + count * width > body.length) return undefined
  const list = Array.from({ length: count }, (_, index) => {
    const fields = body.subarray(start + index * width, start + (index + 1) * width)
    let at = 0
    const read = (flag: number, usual: number | undefined) => ((flags & flag) === 0 ? usual : fields.readUInt32BE((at += 4) - 4))
    const ticks = read(0x100, defaults.ticks)
    const sizeBytes = read(0x200, defaults.sizeBytes)
    const own = read(0x400, index === 0 && hasFirst ? body.readUInt32BE(12) : defaults.flags)
    return { ticks: ticks ?? -1, sizeBytes: sizeBytes ?? -1, isKey: own !== undefined && (own & nonSync) === 0, fields }
  })
  if (list.some(({ ticks, sizeBytes }) => ticks < 0 || sizeBytes < 0)) return undefined
  return { version: body[0] ?? 0, flags, firstFlags: hasFirst ? body.subarray(12, 16) : undefined, list }
}

function writeRun(
  { version, flags, firstFlags, list }: Samples,
  { from, to, isFirst }: { from: number; to: number; isFirst: boolean },
): Buffer {
  const head = Buffer.alloc(12)
  // Without flags of its own a first sample has the defaults of the track: no key frame.
  head.writeUInt32BE(isFirst ? flags : flags & ~0x4, 0)
  head[0] = version
  head.writeUInt32BE(to - from, 4)
  const first = isFirst && firstFlags ? [firstFlags] : []
  return boxed('trun', [head, ...first, ...list.slice(from, to).map(({ fields }) => fields)])
}
