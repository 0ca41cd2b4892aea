import type { Readable } from 'node:stream'
import { imageWidths } from '@e-events/shared/domain/picture-set.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import { isStorageKey, type Storage } from '@e-events/shared/node/storage.ts'
import type { Knex } from 'knex'
import type { Log } from '../../../adapters/log.ts'
import { pictureVariant, type ModernFormat } from '../../../adapters/pictures.ts'
import { createTurnstile } from '../../../adapters/turnstile.ts'
import { findPublicFile, type FileRow } from './repository.ts'

export interface PublicFile {
  mimeType: string
  sizeBytes: number
  etag: string
  /** False: something less fitting stands in for what was asked, so it must not be kept for ever. */
  isFinal: boolean
  open(): Promise<Readable>
}

export interface Wanted {
  width: number
  format: ModernFormat
}

export type Files = ReturnType<typeof createFiles>

/** Where the smaller ones of a picture lie. */
export const variantsPrefix = (fileId: string) => `variants/${fileId}`

/** Public pictures: posters, logos, covers. Media is served by the delivery, never by the api. */
export function createFiles(deps: { knex: Knex; storage: Storage; log: Log }) {
  const { storage } = deps
  const turnstile = createTurnstile({ width: 2, queue: 40 })
  // Beside it, so that a flood of new pictures never stands in front of somebody who waits for one.
  const warming = createTurnstile({ width: 1, queue: 4 })
  const inWork = new Map<string, Promise<boolean>>()

  return {
    /**
     * The file, or its picture in another width and format: made once, the first time that somebody asks, and kept
     * beside it.
     * @throws DomainError NOT_FOUND for an unknown, private or removed file
     */
    async get(id: string, wanted?: Wanted): Promise<PublicFile> {
      const row = await find(id)
      if (!wanted || !hasVariants(row)) return toFile(row.storage_key, row.mime_type, true)
      const key = `${variantsPrefix(id)}/${variantWidth(row, wanted.width)}.${wanted.format}`
      const ready = await storage.head(key)
      if (!ready && !(await make(id, row, wanted))) return toFile(row.storage_key, row.mime_type, false)
      return toFile(key, `image/${wanted.format}`, true)
    },

    /**
     * Makes all widths of a new picture before somebody asks. Its failure is nobody's: they are made on demand as well.
     */
    async warm(id: string): Promise<void> {
      await warming.pass(async () => {
        const row = await find(id)
        for (const format of ['webp', 'avif'] as const) {
          for (const width of new Set(imageWidths.map((step) => variantWidth(row, step)))) await make(id, row, { width, format })
        }
      })
    },
  }

  async function find(id: string): Promise<FileRow> {
    const row = await findPublicFile(deps.knex, id)
    if (!row || !isStorageKey(row.storage_key)) throw new DomainError('NOT_FOUND')
    return row
  }

  async function toFile(key: string, mimeType: string, isFinal: boolean): Promise<PublicFile> {
    const found = await storage.head(key)
    if (!found) throw new DomainError('NOT_FOUND')
    return { mimeType, sizeBytes: found.sizeBytes, etag: found.etag, isFinal, open: () => storage.read(key) }
  }

  /** Whether it is there now. Two who ask for the same one wait for the same work. */
  function make(id: string, row: FileRow, { width, format }: Wanted): Promise<boolean> {
    const key = `${variantsPrefix(id)}/${variantWidth(row, width)}.${format}`
    const running = inWork.get(key)
    if (running) return running
    const work = turnstile
      .pass(async () => {
        if (await storage.head(key)) return true
        const bytes = await readAll(await storage.read(row.storage_key))
        await storage.put(key, await pictureVariant(bytes, variantWidth(row, width), format), `image/${format}`)
        return true
      })
      .catch((error: unknown) => {
        deps.log.warn({ err: error, fileId: id }, 'a picture could not be made smaller')
        return false
      })
      .then((made) => made ?? false)
      .finally(() => inWork.delete(key))
    inWork.set(key, work)
    return work
  }
}

function hasVariants(row: FileRow): boolean {
  return row.width !== null && /^image\/(jpeg|png|webp)$/.test(row.mime_type)
}

/** The smallest step that is wide enough; never more than the picture has. */
function variantWidth(row: FileRow, wanted: number): number {
  const step = imageWidths.find((width) => width >= wanted) ?? imageWidths.at(-1) ?? wanted
  return Math.min(step, row.width ?? step)
}

async function readAll(stream: Readable): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of stream as AsyncIterable<Buffer>) parts.push(part)
  return Buffer.concat(parts)
}
