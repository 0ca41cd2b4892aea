import { constants, crc32, deflateRawSync } from 'node:zlib'

/** RFC 1952: no name, no time, any system. */
const gzipHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3])
/** An empty last block: ends the joined blocks. */
const lastBlock = Buffer.from([3, 0])
const windowBytes = 32 * 1024
/** Pieces are joined now and then, so that reading them stays cheap. */
const mostPieces = 64

/**
 * Text that only grows, compressed as it grows: an addition is deflated against the last 32 KB before it and ends in a
 * sync flush, so that the pieces join to one gzip body. A list of twelve hours costs no more per addition than a young
 * one.
 */
export class GrowingText {
  #plain: Buffer[] = []
  #zipped: Buffer[] = [gzipHead]
  #window: Buffer = Buffer.alloc(0)
  #crc = 0
  #length = 0

  add(text: string): void {
    if (text === '') return
    const chunk = Buffer.from(text)
    const dictionary = this.#window.length > 0 ? { dictionary: this.#window } : {}
    this.#plain.push(chunk)
    this.#zipped.push(deflateRawSync(chunk, { finishFlush: constants.Z_SYNC_FLUSH, ...dictionary }))
    this.#crc = crc32(chunk, this.#crc)
    this.#length += chunk.length
    this.#window = Buffer.concat([this.#window, chunk]).subarray(-windowBytes)
    if (this.#plain.length <= mostPieces) return
    this.#plain = [Buffer.concat(this.#plain)]
    this.#zipped = [Buffer.concat(this.#zipped)]
  }

  /** Bytes of the plain text. */
  get length(): number {
    return this.#length
  }

  plain(): Buffer {
    return Buffer.concat(this.#plain)
  }

  gzip(): Buffer {
    const end = Buffer.alloc(8)
    end.writeUInt32LE(this.#crc, 0)
    end.writeUInt32LE(this.#length >>> 0, 4)
    return Buffer.concat([...this.#zipped, lastBlock, end])
  }
}
