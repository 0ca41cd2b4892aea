// The few boxes of fragmented MP4 that the packager reads to describe a track correctly. Pure: bytes in,
// facts out.
import { readSpsSize, type PictureSize } from './sps.ts'

export interface InitFacts {
  /** RFC 6381: `avc1.640028`, `mp4a.40.2`. */
  codec: string
  /** Undefined for sound. */
  size: PictureSize | undefined
  /** Units per second of the track's times. */
  timescale: number
  /**
   * How much later than the run's first sample this track begins: written as an empty edit, which players in browsers
   * ignore.
   */
  startOffsetSec: number
}

/** Facts of an initialization segment. @throws TypeError when it is not one */
export function readInit(bytes: Uint8Array): InitFacts {
  const track = find(bytes, 'moov', 'trak', 'mdia')
  const header = track && find(track, 'mdhd')
  const samples = track && find(track, 'minf', 'stbl', 'stsd')
  if (!header || !samples) throw new TypeError('not an initialization segment')
  const timescale = view(header).getUint32(header[0] === 1 ? 20 : 12)
  const startOffsetSec = emptyEditSec(bytes)
  const entry = [...boxes(samples.subarray(8))][0]
  if (entry?.type === 'avc1' || entry?.type === 'avc3') {
    const config = find(entry.body.subarray(78), 'avcC')
    if (!config) throw new TypeError('a video track without its configuration')
    const codec = `${entry.type}.${[...config.subarray(1, 4)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
    const declared = view(entry.body)
    return { codec, size: { width: declared.getUint16(24), height: declared.getUint16(26) }, timescale, startOffsetSec }
  }
  if (entry?.type === 'mp4a') return { codec: 'mp4a.40.2', size: undefined, timescale, startOffsetSec }
  throw new TypeError(`unknown sample entry ${entry?.type ?? 'none'}`)
}

/**
 * A still picture of a screen may stay for some seconds; nothing stays for longer than a key frame interval several
 * times over.
 */
export const longestSampleSec = 30

export interface SegmentFacts {
  /** Decode time of its first sample, in the track's timescale. */
  startTime: number
  samples: number
  /**
   * From a sequence parameter set inside the pictures, where the publisher sends one; the truth when it changes its
   * size mid-stream.
   */
  size: PictureSize | undefined
}

/**
 * The same initialization segment without its edit list: the segments of the track carry the offset instead
 * (`delaySegment`).
 */
export function withoutEdits(init: Uint8Array): Uint8Array {
  const copy = init.slice()
  const edits = find(copy, 'moov', 'trak', 'edts')
  // The box keeps its place and length, as free space.
  if (edits) copy.set([0x66, 0x72, 0x65, 0x65], edits.byteOffset - copy.byteOffset - 4)
  return copy
}

/**
 * Adds `delay` (in the track's timescale) to the times of a media segment, in place. Only its first kilobytes are
 * needed.
 */
export function delaySegment(bytes: Uint8Array, delay: number): void {
  if (delay === 0) return
  for (const { type, body } of boxes(bytes)) {
    if (type === 'sidx') addTime(body, 12, delay)
    if (type !== 'moof') continue
    const time = find(body, 'traf', 'tfdt')
    if (time) addTime(time, 4, delay)
  }
}

/**
 * Mends the two numbers per sample that ffmpeg, written to copy, gets wrong where the sender's time makes a step; in
 * place. Either makes players leap by half a day (2^32 ticks of 90 kHz):
 * - a step back becomes a duration of nearly 2^32. No sample of a live segment lasts longer than `longest` (in the
 * track's timescale): it gets the length of
 *   its neighbour;
 * - after a segment of one picture, the next one's first picture gets a composition offset below zero, in a box of
 * version 0, whose offsets have no sign.
 *   Pictures of a publisher are shown in the order in which they come: the offset becomes 0.
 * @returns how many were mended
 */
export function tameSamples(bytes: Uint8Array, longest: number): number {
  let mended = 0
  for (const { type, body } of boxes(bytes)) {
    const fragment = type === 'moof' ? find(body, 'traf') : undefined
    for (const run of fragment ? boxes(fragment) : [])
      if (run.type === 'trun') mended += tameDurations(run.body, longest) + tameOffsets(run.body)
  }
  return mended
}

/**
 * How long the samples of a media segment last, in the track's timescale; samples that claim more than `longest` count
 * nothing. Its head is enough. ffmpeg lists the last segment of copied pictures by the sum of their packets' durations,
 * which are a tick each.
 */
export function mediaTicks(bytes: Uint8Array, longest: number): number {
  let ticks = 0
  for (const { type, body } of boxes(bytes)) {
    const fragment = type === 'moof' ? find(body, 'traf') : undefined
    if (!fragment) continue
    const usual = usualOf(find(fragment, 'tfhd'), 0x8)
    for (const run of boxes(fragment)) {
      if (run.type !== 'trun') continue
      const data = view(run.body)
      const written = samplePlaces(run.body, 0x100).map((at) => data.getUint32(at))
      const all = written.length > 0 ? written : Array.from({ length: data.getUint32(4) }, () => usual)
      ticks += all.reduce((sum, one) => sum + (one > longest ? 0 : one), 0)
    }
  }
  return ticks
}

/**
 * A usual number of the samples, 0 where there is none. ISO 14496-12, 8.8.7: after the track flags say what there is,
 * in this order: offset (8 bytes), index, duration 0x8, size 0x10, flags 0x20.
 */
function usualOf(header: Uint8Array | undefined, wanted: 0x8 | 0x20): number {
  if (!header) return 0
  const flags = view(header).getUint32(0) & 0xffffff
  if ((flags & wanted) === 0) return 0
  const before = [0x2, 0x8, 0x10].filter((flag) => flag < wanted && (flags & flag) !== 0).length
  return view(header).getUint32(8 + ((flags & 0x1) === 0 ? 0 : 8) + 4 * before)
}

function tameDurations(run: Uint8Array, longest: number): number {
  const data = view(run)
  const places = samplePlaces(run, 0x100)
  const sane = places.map((at) => data.getUint32(at)).filter((duration) => duration <= longest)
  const typical = sane.toSorted((a, b) => a - b)[Math.floor(sane.length / 2)] ?? 1
  const wrong = places.filter((at) => data.getUint32(at) > longest)
  for (const at of wrong) data.setUint32(at, typical)
  return wrong.length
}

function tameOffsets(run: Uint8Array): number {
  const data = view(run)
  if (data.getUint8(0) > 0) return 0
  const wrong = samplePlaces(run, 0x800).filter((at) => data.getInt32(at) < 0)
  for (const at of wrong) data.setUint32(at, 0)
  return wrong.length
}

/**
 * Where one of the four numbers of each sample stands. ISO 14496-12, 8.8.8: flags say which there are, in this order:
 * duration, size, flags, offset.
 */
function samplePlaces(run: Uint8Array, wanted: 0x100 | 0x400 | 0x800): number[] {
  const data = view(run)
  const flags = data.getUint32(0) & 0xffffff
  if ((flags & wanted) === 0) return []
  const present = [0x100, 0x200, 0x400, 0x800].filter((flag) => (flags & flag) !== 0)
  const first = 8 + ((flags & 0x1) === 0 ? 0 : 4) + ((flags & 0x4) === 0 ? 0 : 4) + 4 * present.indexOf(wanted)
  const step = 4 * present.length
  return Array.from({ length: data.getUint32(4) }, (_, index) => first + index * step).filter((at) => at + 4 <= run.length)
}

function addTime(box: Uint8Array, offset: number, delay: number): void {
  const data = view(box)
  if (box[0] === 1) data.setBigUint64(offset, data.getBigUint64(offset) + BigInt(delay))
  else data.setUint32(offset, data.getUint32(offset) + delay)
}

function emptyEditSec(init: Uint8Array): number {
  const edit = firstEdit(init)
  return edit?.mediaTime === -1 ? edit.durationSec : 0
}

/** Seconds that a coder of sound puts before its first sample: an edit leaves them out. */
export function primingSec(init: Uint8Array): number {
  const { mediaTime = 0 } = firstEdit(init) ?? {}
  return Math.max(0, mediaTime) / readInit(init).timescale
}

function firstEdit(init: Uint8Array): { durationSec: number; mediaTime: number } | undefined {
  const movie = find(init, 'moov', 'mvhd')
  const list = find(init, 'moov', 'trak', 'edts', 'elst')
  if (!movie || !list || view(list).getUint32(4) === 0) return undefined
  const perSecond = view(movie).getUint32(movie[0] === 1 ? 20 : 12)
  const wide = list[0] === 1
  const duration = wide ? Number(view(list).getBigUint64(8)) : view(list).getUint32(8)
  const mediaTime = wide ? Number(view(list).getBigInt64(16)) : view(list).getInt32(12)
  return { durationSec: duration / perSecond, mediaTime }
}

/** Facts of a media segment, from its beginning (some kilobytes are enough). @throws TypeError when it is not one */
export function readSegment(bytes: Uint8Array, kind: 'audio' | 'video'): SegmentFacts {
  let startTime: number | undefined
  let samples = 0
  let size: PictureSize | undefined
  for (const { type, body } of boxes(bytes)) {
    if (type === 'moof') {
      const fragment = find(body, 'traf')
      const time = fragment && find(fragment, 'tfdt')
      if (time) startTime ??= time[0] === 1 ? Number(view(time).getBigUint64(4)) : view(time).getUint32(4)
      for (const child of boxes(fragment ?? body)) if (child.type === 'trun') samples += view(child.body).getUint32(4)
    }
    if (type === 'mdat' && kind === 'video') size ??= sizeInPictures(body)
  }
  if (startTime === undefined) throw new TypeError('not a media segment')
  return { startTime, samples, size }
}

/** Whether the first sample of a fragment is a key frame. ISO 14496-12, 8.8.8: its own flags, else the usual ones. */
export function beginsWithKey(bytes: Uint8Array): boolean {
  const moof = [...boxes(bytes)].find(({ type }) => type === 'moof')
  const fragment = moof && find(moof.body, 'traf')
  const run = fragment && find(fragment, 'trun')
  if (!fragment || !run) return false
  const data = view(run)
  const flags = data.getUint32(0) & 0xffffff
  const isNoSync = 0x10000
  if ((flags & 0x4) !== 0) return (data.getUint32(8 + ((flags & 0x1) === 0 ? 0 : 4)) & isNoSync) === 0
  const [own] = samplePlaces(run, 0x400)
  if (own !== undefined) return (data.getUint32(own) & isNoSync) === 0
  return (usualOf(find(fragment, 'tfhd'), 0x20) & isNoSync) === 0
}

/** How long the segment says it is, all boxes together: a file of another length was cut short. Its head is enough. */
export function segmentBytes(head: Uint8Array): number {
  let offset = 0
  while (offset + 8 <= head.length) {
    const length = view(head).getUint32(offset)
    if (length < 8) return -1
    offset += length
  }
  return offset
}

/** Looks at the first units of the first picture: a parameter set comes before any slice. */
function sizeInPictures(data: Uint8Array): PictureSize | undefined {
  let offset = 0
  for (let unit = 0; unit < 8 && offset + 5 <= data.length; unit++) {
    const length = view(data).getUint32(offset)
    const kind = (data[offset + 4] ?? 0) & 0x1f
    if (kind === 7) return readSpsSize(data.subarray(offset + 4, offset + 4 + length))
    if (kind >= 1 && kind <= 5) return undefined
    offset += 4 + length
  }
  return undefined
}

interface Box {
  type: string
  body: Uint8Array
}

function* boxes(bytes: Uint8Array): Generator<Box> {
  let offset = 0
  while (offset + 8 <= bytes.length) {
    const length = view(bytes).getUint32(offset)
    const type = String.fromCharCode(...bytes.subarray(offset + 4, offset + 8))
    const end = length === 0 ? bytes.length : offset + length
    if (length !== 0 && length < 8) return
    yield { type, body: bytes.subarray(offset + 8, Math.min(end, bytes.length)) }
    offset = end
  }
}

function find(bytes: Uint8Array, ...path: string[]): Uint8Array | undefined {
  let current: Uint8Array | undefined = bytes
  for (const wanted of path) {
    if (!current) return undefined
    current = [...boxes(current)].find(({ type }) => type === wanted)?.body
  }
  return current
}

function view(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
