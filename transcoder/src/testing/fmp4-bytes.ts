// Boxes written by hand from ISO 14496-12: what the readers say is compared with the standard, not with a writer of our
// own.
export const u32 = (value: number) => [(value >>> 24) & 255, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]
const u16 = (value: number) => [(value >>> 8) & 255, value & 255]
export const ascii = (text: string): number[] => [...Buffer.from(text, 'latin1')]
export const zeros = (count: number): number[] => Array.from({ length: count }, () => 0)

export function box(type: string, ...content: number[][]): number[] {
  const body = content.flat()
  return [...u32(body.length + 8), ...ascii(type), ...body]
}

/** Sample entry of H264 1280x720 high profile, level 3.1; and of AAC. */
export const avc1 = box('avc1', zeros(24), u16(1280), u16(720), zeros(50), box('avcC', [1, 0x64, 0x00, 0x1f, 0xff]))
export const mp4a = box('mp4a', zeros(28))

/** `edits`: [duration in ms, media time]. */
export function initBytes(options: { sample: number[]; timescale: number; edits?: [number, number][] }): Uint8Array {
  const { sample, timescale, edits = [] } = options
  const list = box('elst', u32(0), u32(edits.length), ...edits.map(([duration, time]) => [...u32(duration), ...u32(time), ...u32(0x10000)]))
  const tables = box('minf', box('stbl', box('stsd', u32(0), u32(1), sample)))
  const media = box('mdia', box('mdhd', zeros(12), u32(timescale), zeros(8)), tables)
  const track = box('trak', ...(edits.length > 0 ? [box('edts', list)] : []), media)
  return Uint8Array.from([...box('ftyp', ascii('isom')), ...box('moov', box('mvhd', zeros(12), u32(1000), zeros(80)), track)])
}

export function segmentBytesOf(options: { time: number; wide?: boolean; samples: number; data: number[] }): Uint8Array {
  const { time, wide = true, samples, data } = options
  const clock = box('tfdt', wide ? [1, 0, 0, 0, ...u32(0), ...u32(time)] : [0, 0, 0, 0, ...u32(time)])
  const fragment = box('traf', box('tfhd', zeros(8)), clock, box('trun', u32(0), u32(samples)))
  return Uint8Array.from([...box('styp', ascii('msdh')), ...box('moof', box('mfhd', zeros(8)), fragment), ...box('mdat', data)])
}

/** A unit of H264 with its length in front. */
export const unit = (bytes: number[]): number[] => [...u32(bytes.length), ...bytes]
