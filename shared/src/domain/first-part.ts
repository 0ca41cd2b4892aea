// The file of a first part of live pictures carries the first part of the sound of the same time behind them: one
// request instead of two. ISO 14496-12, 8.1.2: readers skip a `free` box.

/** Begins the content of the box; the file name of the sound's segment and a line break follow, and then the sound. */
const marker = 'e-events sound '

export interface CarriedSound {
  /** File name of the segment that the sound begins. */
  name: string
  /** Fragments of MP4. */
  bytes: Uint8Array
}

/** Latin letters, one byte each. */
const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const textOf = (bytes: Uint8Array): string => String.fromCharCode(...bytes)

export function joinFirstPart(pictures: Uint8Array, { name, bytes }: CarriedSound): Uint8Array {
  const label = bytesOf(`${marker}${name}\n`)
  const joined = new Uint8Array(pictures.length + 8 + label.length + bytes.length)
  joined.set(pictures)
  const box = new DataView(joined.buffer, pictures.length)
  box.setUint32(0, joined.length - pictures.length)
  joined.set(bytesOf('free'), pictures.length + 4)
  joined.set(label, pictures.length + 8)
  joined.set(bytes, pictures.length + 8 + label.length)
  return joined
}

/** Divides a file into its pictures and the sound behind them; without any, all of it is pictures. */
export function splitFirstPart(file: Uint8Array): { pictures: Uint8Array; sound: CarriedSound | undefined } {
  const view = new DataView(file.buffer, file.byteOffset, file.length)
  const text = (from: number, to: number) => textOf(file.subarray(from, to))
  for (let at = 0; at + 8 <= file.length; at += Math.max(8, view.getUint32(at))) {
    const beginsAt = at + 8
    if (text(at + 4, beginsAt) !== 'free' || text(beginsAt, beginsAt + marker.length) !== marker) continue
    const nameAt = beginsAt + marker.length
    const endsAt = file.indexOf(0x0a, nameAt)
    if (endsAt < 0) break
    return { pictures: file.subarray(0, at), sound: { name: text(nameAt, endsAt), bytes: file.subarray(endsAt + 1) } }
  }
  return { pictures: file, sound: undefined }
}
