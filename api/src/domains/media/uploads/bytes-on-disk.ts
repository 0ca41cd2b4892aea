import { createWriteStream } from 'node:fs'
import { mkdir, rm, stat, statfs, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { DomainError } from '@e-events/shared/errors.ts'
import { assertStorageKey } from '@e-events/shared/node/storage.ts'
import { checked } from './checksum.ts'
import type { UploadBytes } from './upload-bytes.ts'

/** A disk without room, and one whose share for us is used up. */
const fullCodes = new Set(['ENOSPC', 'EDQUOT'])

/** Uploads on a disk: a growing file, whose length says how far it is. */
export function createBytesOnDisk(root: string): UploadBytes {
  return {
    async freeBytes() {
      const { bavail, bsize } = await statfs(root)
      return bavail * bsize
    },
    async begin({ storageKey }) {
      const file = fileOf(storageKey)
      await mkdir(path.dirname(file), { recursive: true }).catch(asRefusal)
      await writeFile(file, '').catch(asRefusal)
    },
    sizeOf: ({ storageKey }) => sizeOf(storageKey),
    async append({ storageKey }, body, offset, checksum) {
      const file = fileOf(storageKey)
      try {
        await pipeline(checksum ? checked(body, checksum) : body, createWriteStream(file, { flags: 'r+', start: offset }))
      } catch (error) {
        if (error instanceof DomainError && error.code === 'CHECKSUM_MISMATCH') await truncate(file, offset).catch(asRefusal)
        return asRefusal(error)
      }
      return (await sizeOf(storageKey)) ?? asRefusal(new DomainError('UPLOAD_GONE'))
    },
    async seal({ storageKey, sizeBytes }) {
      return (await sizeOf(storageKey)) === sizeBytes
    },
    async discard(storageKey) {
      await rm(fileOf(storageKey), { force: true })
    },
  }

  function fileOf(storageKey: string): string {
    assertStorageKey(storageKey)
    return path.join(root, storageKey)
  }

  async function sizeOf(storageKey: string): Promise<number | undefined> {
    const found = await stat(fileOf(storageKey)).catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return undefined
      throw error
    })
    return found?.size
  }
}

function asRefusal(error: unknown): never {
  const code = codeOf(error)
  if (fullCodes.has(code)) throw new DomainError('STORAGE_FULL', { cause: error })
  // Somebody gave it up while it was written.
  if (code === 'ENOENT') throw new DomainError('UPLOAD_GONE', { cause: error })
  throw error
}

function codeOf(error: unknown): string {
  const { code } = error instanceof Error ? (error as NodeJS.ErrnoException) : {}
  return code ?? ''
}
