import { statfs } from 'node:fs/promises'
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { StorageConfig } from '@e-events/shared/node/create-storage.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import { FileStore } from '@tus/file-store'
import { DataStore, ERRORS, Upload } from '@tus/server'
import type { Knex } from 'knex'
import type { Clock } from '../../adapters/clock.ts'
import type { MediaUploadRow, UploadRepository } from './repository.ts'
import { fitsContainer, formatRefusal, headBytes, sniffContainer } from './sniff.ts'

/** Nobody who goes on sending runs out of time. */
export const uploadKeepMs = 24 * 60 * 60_000

export interface TusStoreDeps {
  knex: Knex
  repository: UploadRepository
  storage: StorageConfig
  /** A disk must keep this much free. */
  reserveBytes: number
  clock: Clock
}

/**
 * Bytes lie where the media storage has them (under the key of the row), so that a finished upload need not be moved; what is known about them lies in the row. The
 * first bytes say what a file is, so the wrong one is refused before the rest is sent.
 */
export function createTusStore(deps: TusStoreDeps): DataStore {
  return new RowStore(deps)
}

async function createInner({ storage, repository }: TusStoreDeps): Promise<DataStore> {
  if (storage.kind === 'disk') {
    // What a row says is the truth; the package's own notes beside the files are not wanted.
    const configstore = {
      get: async (key: string) => {
        const row = await repository.find(idOf(key))
        return row && toUpload(row)
      },
      set: () => Promise.resolve(),
      delete: () => Promise.resolve(),
    }
    return new FileStore({ directory: storage.root, configstore })
  }
  const { S3Store } = await import('@tus/s3-store')
  const { bucket, region, endpoint, forcePathStyle, credentials } = storage
  return new S3Store({
    partSize: 8 * 1024 * 1024,
    useTags: false,
    s3ClientConfig: {
      bucket,
      ...(region === undefined ? {} : { region }),
      ...(endpoint === undefined ? {} : { endpoint }),
      ...(forcePathStyle === undefined ? {} : { forcePathStyle }),
      ...(credentials ? { credentials } : {}),
    },
  })
}

/** `sources/{id}.mp4` */
function idOf(key: string): string {
  return /([0-9a-f-]{36})\.\w+$/.exec(key)?.[1] ?? ''
}

function toUpload(row: MediaUploadRow, id = row.storage_key, offset = row.offset_bytes): Upload {
  return new Upload({
    id,
    size: row.size_bytes,
    offset,
    creation_date: row.created_at.toISOString(),
    metadata: { filename: row.file_name },
  })
}

class RowStore extends DataStore {
  readonly #deps: TusStoreDeps
  #bytes: Promise<DataStore> | undefined

  constructor(deps: TusStoreDeps) {
    super()
    this.#deps = deps
    this.extensions = ['creation', 'creation-with-upload', 'termination']
  }

  override async create(upload: Upload): Promise<Upload> {
    await this.#assertSpace(upload.size ?? 0)
    const row = await this.#row(upload.id)
    await (await this.#inner()).create(toUpload(row))
    return upload
  }

  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    const row = await this.#row(id)
    if (row.state !== 'uploading') throw ERRORS.INVALID_OFFSET
    try {
      const body = offset === 0 ? await this.#checked(stream, row) : stream
      const newOffset = await (await this.#inner()).write(body, row.storage_key, offset)
      await this.#note(row, newOffset)
      return newOffset
    } catch (error) {
      if (error instanceof DomainError) throw error
      await this.#assertSpace(0)
      throw error
    }
  }

  override async getUpload(id: string): Promise<Upload> {
    const row = await this.#row(id)
    if (row.state === 'abandoned' || (row.state === 'failed' && row.asset_id === null)) throw ERRORS.FILE_NO_LONGER_EXISTS
    // Its last answer got lost: the sender hears that everything is there.
    if (row.state !== 'uploading') return toUpload(row, id, row.size_bytes)
    const { offset } = await (await this.#inner()).getUpload(row.storage_key)
    if (offset !== row.offset_bytes) await this.#note(row, offset)
    return toUpload(row, id, offset)
  }

  override async remove(id: string): Promise<void> {
    const row = await this.#row(id)
    if (row.state !== 'uploading') throw ERRORS.INVALID_TERMINATION
    await (await this.#inner()).remove(row.storage_key)
  }

  /** The SDK of a bucket is large: it is loaded with the first upload. */
  #inner(): Promise<DataStore> {
    return (this.#bytes ??= createInner(this.#deps))
  }

  async #row(id: string): Promise<MediaUploadRow> {
    const row = await this.#deps.repository.find(id)
    if (!row) throw ERRORS.FILE_NOT_FOUND
    return row
  }

  async #note(row: MediaUploadRow, offset: number): Promise<void> {
    await this.#deps.repository.noteOffset(row.id, offset, new Date(this.#deps.clock.nowMs() + uploadKeepMs))
  }

  /** Reads the head of a stream before anything of it is written. @throws DomainError VIDEO_FORMAT or AUDIO_FORMAT */
  async #checked(stream: Readable, row: MediaUploadRow): Promise<Readable> {
    const body = new PassThrough()
    // Errors of the sender reach whoever reads the body.
    const done = pipeline(stream, body)
    done.catch(() => undefined)
    const { head, rest } = await readHead(body)
    // Too little to tell: it is looked at again when everything is there.
    if (head.length < Math.min(headBytes, row.size_bytes)) return rest
    if (fitsContainer(row.purpose, sniffContainer(head))) return rest
    await this.#deps.repository.update(this.#deps.knex, row.id, { state: 'failed', error_code: 'unreadable' })
    await (await this.#inner()).remove(row.storage_key)
    throw new DomainError(formatRefusal(row.purpose))
  }

  /** @throws DomainError STORAGE_FULL */
  async #assertSpace(wantedBytes: number): Promise<void> {
    if (this.#deps.storage.kind !== 'disk') return
    const { bavail, bsize } = await statfs(this.#deps.storage.root)
    if (bavail * bsize - wantedBytes < this.#deps.reserveBytes) throw new DomainError('STORAGE_FULL')
  }
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
