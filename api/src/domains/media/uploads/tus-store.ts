import { PassThrough, Readable } from 'node:stream'
import { DomainError } from '@e-events/shared/errors.ts'
import { DataStore, ERRORS, Upload } from '@tus/server'
import type { Knex } from 'knex'
import type { Clock } from '../../../adapters/clock.ts'
import type { Log } from '../../../adapters/log.ts'
import { checked, checksumOfRequest, type Checksum } from './checksum.ts'
import type { MediaUploadRow, UploadRepository } from './repository.ts'
import type { UploadBytes, UploadPlace } from './upload-bytes.ts'
import { fitsContainer, formatRefusal, headBytes, sniffContainer } from './sniff.ts'

/** Nobody who goes on sending runs out of time. */
export const uploadKeepMs = 24 * 60 * 60_000

export interface TusStoreDeps {
  knex: Knex
  repository: UploadRepository
  bytes(): Promise<UploadBytes>
  /** A disk must keep this much free. */
  reserveBytes: number
  /** All bytes are there, and whoever took the last one may have died with it. */
  finish(uploadId: string): Promise<void>
  clock: Clock
  log: Log
}

/**
 * Bytes lie where the media storage has them (under the key of the row), so that a finished upload need not be moved;
 * what is known about them lies in the row. The first bytes say what a file is, so the wrong one is refused before the
 * rest is sent.
 */
export function createTusStore(deps: TusStoreDeps): DataStore {
  return new RowStore(deps)
}

const placeOf = (row: MediaUploadRow): UploadPlace => ({ storageKey: row.storage_key, sizeBytes: row.size_bytes })

function toUpload(row: MediaUploadRow, offset: number): Upload {
  return new Upload({
    id: row.id,
    size: row.size_bytes,
    offset,
    creation_date: row.created_at.toISOString(),
    metadata: { filename: row.file_name },
  })
}

class RowStore extends DataStore {
  readonly #deps: TusStoreDeps

  constructor(deps: TusStoreDeps) {
    super()
    this.#deps = deps
    this.extensions = ['creation', 'creation-with-upload', 'termination', 'checksum']
  }

  override async create(upload: Upload): Promise<Upload> {
    await this.#assertSpace(upload.size ?? 0)
    const row = await this.#row(upload.id)
    await (await this.#deps.bytes()).begin(placeOf(row))
    return upload
  }

  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    const row = await this.#row(id)
    if (row.state !== 'uploading') throw ERRORS.INVALID_OFFSET
    // Others write to the same disk: what was free when this upload began may be gone.
    await this.#assertSpace(0)
    const checksum = checksumOfRequest.getStore()
    const arriving = shielded(stream)
    const body = offset === 0 ? await this.#recognised(arriving, row, checksum) : arriving
    const bytes = await this.#deps.bytes()
    const newOffset = await bytes.append(placeOf(row), body, offset, checksum)
    if (newOffset === row.size_bytes) await bytes.seal(placeOf(row))
    await this.#note(row, newOffset)
    return newOffset
  }

  override async getUpload(id: string): Promise<Upload> {
    const row = await this.#row(id)
    if (row.state === 'abandoned' || (row.state === 'failed' && row.asset_id === null)) throw new DomainError('UPLOAD_GONE')
    // Its last answer got lost: the sender hears that everything is there.
    if (row.state !== 'uploading') return toUpload(row, row.size_bytes)
    const offset = await (await this.#deps.bytes()).sizeOf(placeOf(row))
    if (offset === undefined) throw new DomainError('UPLOAD_GONE')
    if (offset !== row.offset_bytes) await this.#note(row, offset)
    // The sender will not come again, so it must not stay here until it is swept.
    if (offset === row.size_bytes) this.#finish(row.id)
    return toUpload(row, offset)
  }

  override async remove(id: string): Promise<void> {
    const row = await this.#row(id)
    if (row.state !== 'uploading') throw ERRORS.INVALID_TERMINATION
    await (await this.#deps.bytes()).discard(row.storage_key)
  }

  #finish(id: string): void {
    this.#deps.finish(id).catch((error: unknown) => this.#deps.log.warn({ err: error, uploadId: id }, 'a whole upload could not be taken'))
  }

  async #row(id: string): Promise<MediaUploadRow> {
    const row = await this.#deps.repository.find(id)
    if (!row) throw ERRORS.FILE_NOT_FOUND
    return row
  }

  /** @throws DomainError UPLOAD_GONE where it was given up while a piece of it came */
  async #note(row: MediaUploadRow, offset: number): Promise<void> {
    const { repository, clock } = this.#deps
    if (await repository.noteOffset(row.id, offset, new Date(clock.nowMs() + uploadKeepMs))) return
    const known = await repository.find(row.id)
    if (known?.state !== 'abandoned') return
    await (await this.#deps.bytes()).discard(row.storage_key)
    throw new DomainError('UPLOAD_GONE')
  }

  /**
   * Reads the head of a stream before anything of it is written.
   * @throws DomainError VIDEO_FORMAT or AUDIO_FORMAT; CHECKSUM_MISMATCH where it only arrived damaged
   */
  async #recognised(stream: Readable, row: MediaUploadRow, checksum: Checksum | undefined): Promise<Readable> {
    const { head, rest } = await readHead(stream)
    // Too little to tell: it is looked at again when everything is there.
    if (head.length < Math.min(headBytes, row.size_bytes)) return rest
    if (fitsContainer(row.purpose, sniffContainer(head))) return rest
    if (checksum) await readToEnd(checked(rest, checksum))
    await (await this.#deps.bytes()).discard(row.storage_key)
    await this.#deps.repository.update(this.#deps.knex, row.id, { state: 'failed', error_code: 'unreadable' })
    throw new DomainError(formatRefusal(row.purpose))
  }

  /** @throws DomainError STORAGE_FULL */
  async #assertSpace(wantedBytes: number): Promise<void> {
    const free = await (await this.#deps.bytes()).freeBytes()
    if (free !== undefined && free - wantedBytes < this.#deps.reserveBytes) throw new DomainError('STORAGE_FULL')
  }
}

/**
 * Errors of the sender reach the reader, but not the other way: a store that breaks would else destroy the line, and
 * its own reason with it, before the sender has heard it.
 */
function shielded(stream: Readable): Readable {
  const body = new PassThrough()
  // A store that refused before it read anything listens to nothing, and an error that nobody hears ends the process.
  body.on('error', () => undefined)
  stream.once('close', () => {
    if (!stream.readableEnded) body.destroy(stream.errored ?? new Error('the body broke off'))
  })
  return stream.pipe(body)
}

async function readToEnd(stream: Readable): Promise<void> {
  for await (const _ of stream) continue
}

/** The first bytes of a stream, and all of it. */
async function readHead(stream: Readable): Promise<{ head: Buffer; rest: Readable }> {
  const parts: Buffer[] = []
  let size = 0
  while (size < headBytes) {
    const part = stream.read() as Buffer | null
    if (part) {
      parts.push(part)
      size += part.length
      continue
    }
    if (stream.readableEnded || stream.destroyed || stream.readableFlowing) break
    const more = await new Promise<boolean>((resolve) => {
      const settle = (value: boolean) => () => {
        stream.off('readable', onReadable).off('end', onEnd).off('error', onEnd).off('close', onEnd)
        resolve(value)
      }
      const onReadable = settle(true)
      const onEnd = settle(false)
      stream.once('readable', onReadable).once('end', onEnd).once('error', onEnd).once('close', onEnd)
    })
    if (!more) break
  }
  const head = Buffer.concat(parts)
  if (stream.readableEnded || stream.destroyed) return { head, rest: Readable.from(head.length > 0 ? [head] : []) }
  if (head.length > 0) stream.unshift(head)
  return { head, rest: stream }
}
