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
    this.#plain.push(chunk)
    this.#zipped.push(this.#deflate(chunk))
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

  /** `more` follows this once and is not kept. */
  plain(more = ''): Buffer {
    return Buffer.concat([...this.#plain, Buffer.from(more)])
  }

  gzip(more = ''): Buffer {
    const chunk = Buffer.from(more)
    const end = Buffer.alloc(8)
    end.writeUInt32LE(crc32(chunk, this.#crc), 0)
    end.writeUInt32LE((this.#length + chunk.length) >>> 0, 4)
    return Buffer.concat([...this.#zipped, ...(more === '' ? [] : [this.#deflate(chunk)]), lastBlock, end])
  }

  #deflate(chunk: Buffer): Buffer {
    const dictionary = this.#window.length > 0 ? { dictionary: this.#window } : {}
    return deflateRawSync(chunk, { finishFlush: constants.Z_SYNC_FLUSH, ...dictionary })
  }
}
