// A key frame that comes late makes a copied segment longer than its list declares. Its pictures are told in two or
// three segments then: of these only the first one begins with a key frame, which players that read on do not notice.

export interface Piece {
  bytes: Buffer
  /** Its part of the whole segment's duration, 0 to 1. */
  share: number
}

/**
 * Divides a media segment of one track and one fragment into `count` pieces of about the same length. Undefined for a
 * segment that is written otherwise (several fragments, no durations or sizes per sample) or has fewer samples than
 * pieces.
 */
export function splitSegment(bytes: Uint8Array, count: number): Piece[] | undefined {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const top = boxesOf(source)
  const moof = top.find(({ type }) => type === 'moof')
  const mdat = top.find(({ type }) => type === 'mdat')
  const traf = moof && boxesOf(moof.body).find(({ type }) => type === 'traf')
  const inside = traf ? boxesOf(traf.body) : []
  const trun = inside.find(({ type }) => type === 'trun')
  const isOne = ['moof', 'mdat'].every((name) => top.filter(({ type }) => type === name).length === 1)
  if (!isOne || !moof || !mdat || !traf || !trun || inside.filter(({ type }) => type === 'trun').length !== 1) return undefined
  const samples = readSamples(trun.body)
  if (!samples || samples.list.length < count) return undefined

  const totalTicks = samples.list.reduce((sum, { ticks }) => sum + ticks, 0)
  const pieces: Piece[] = []
  let from = 0
  let atTicks = 0
  let atByte = 0
  for (let index = 0; index < count; index++) {
    const isLast = index === count - 1
    const untilTicks = isLast ? Number.POSITIVE_INFINITY : (totalTicks * (index + 1)) / count
    let ticks = 0
    let sizeBytes = 0
    let to = from
    for (const sample of samples.list.slice(from)) {
      if (to > from && atTicks + ticks >= untilTicks) break
      ticks += sample.ticks
      sizeBytes += sample.sizeBytes
      to++
    }
    if (to === from) return undefined
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
    pieces.push({ bytes: Buffer.concat([...before, head, data]), share: ticks / totalTicks })
    from = to
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
  list: { ticks: number; sizeBytes: number; fields: Buffer }[]
}

/**
 * ISO 14496-12, 8.8.8: flags say which numbers there are: data offset 1, flags of the first sample 4, and per sample
 * duration 0x100, size 0x200, flags 0x400, offset 0x800.
 */
function readSamples(body: Buffer): Samples | undefined {
  const flags = body.readUInt32BE(0) & 0xffffff
  if ((flags & 0x301) !== 0x301) return undefined
  const count = body.readUInt32BE(4)
  const hasFirst = (flags & 0x4) !== 0
  const width = 4 * [0x100, 0x200, 0x400, 0x800].filter((flag) => (flags & flag) !== 0).length
  const start = hasFirst ? 16 : 12
  if (start + count * width > body.length) return undefined
  const list = Array.from({ length: count }, (_, index) => {
    const fields = body.subarray(start + index * width, start + (index + 1) * width)
    return { ticks: fields.readUInt32BE(0), sizeBytes: fields.readUInt32BE(4), fields }
  })
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
