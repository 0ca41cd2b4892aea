import { Readable } from 'node:stream'
import { uploadPartBytes } from '@e-events/shared/contract/media/uploads.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import { isAbsent, isStoreFull, s3ClientConfig } from '@e-events/shared/node/s3-client.ts'
import { createS3Storage, type S3StorageOptions } from '@e-events/shared/node/storage-s3.ts'
import { S3Store } from '@tus/s3-store'
import { Upload } from '@tus/server'
import { checked, type Checksum } from './checksum.ts'
import type { UploadBytes, UploadPlace } from './upload-bytes.ts'

/**
 * Uploads in a bucket: parts of one multipart upload. S3 takes no part below 5 MiB but the last, so the package keeps a
 * smaller rest beside them (`.part`) and what it must know in `.info`; both of them, and parts that nobody joins, are
 * paid for until they are removed.
 */
export function createBytesInBucket(options: S3StorageOptions): UploadBytes {
  const storage = createS3Storage(options)
  const store = new S3Store({
    partSize: uploadPartBytes,
    useTags: false,
    s3ClientConfig: { bucket: options.bucket, ...s3ClientConfig(options) },
  })
  return {
    freeBytes: () => Promise.resolve(undefined),
    async begin({ storageKey, sizeBytes }) {
      await store.create(new Upload({ id: storageKey, size: sizeBytes, offset: 0 })).catch(asRefusal)
    },
    async sizeOf(place) {
      const found = await store.getUpload(place.storageKey).catch(ignoreGone)
      // The package takes an upload that the bucket does not know any more for a finished one: whether it is says the
      // file.
      if (found && found.offset < place.sizeBytes) return found.offset
      if (found && (await join(place))) return place.sizeBytes
      return (await storage.head(place.storageKey))?.sizeBytes
    },
    async append({ storageKey }, body, offset, checksum) {
      const piece = checksum ? Readable.from(await readChecked(body, checksum)) : body
      return store.write(piece, storageKey, offset).catch(asRefusal)
    },
    seal: join,
    discard,
  }

  /** Joins the parts where that has not been done. False when they are gone. */
  async function join(place: UploadPlace): Promise<boolean> {
    const { storageKey, sizeBytes } = place
    if (!(await storage.head(storageKey))) {
      const joined = await store.write(Readable.from([]), storageKey, sizeBytes).catch(ignoreGone)
      if (joined === undefined) return false
    }
    await storage.removeAll(`${storageKey}.info`)
    return true
  }

  async function discard(storageKey: string): Promise<void> {
    await store.remove(storageKey).catch(ignoreGone)
    for (const key of [storageKey, `${storageKey}.part`, `${storageKey}.info`]) await storage.removeAll(key)
  }
}

/** Uploaded parts cannot be taken back from a bucket, so a part is held until its checksum is right. */
async function readChecked(body: Readable, checksum: Checksum): Promise<Buffer[]> {
  if (checksum.bodyBytes === undefined || checksum.bodyBytes > uploadPartBytes) throw new DomainError('PAYLOAD_TOO_LARGE')
  const pieces: Buffer[] = []
  for await (const piece of checked(body, checksum) as AsyncIterable<Buffer>) pieces.push(piece)
  return pieces
}

/** The package says it with a status where it noticed, else the SDK with a name. */
function isGone(error: unknown): boolean {
  return isAbsent(error) || (error as { status_code?: number } | undefined)?.status_code === 404
}

function ignoreGone(error: unknown): undefined {
  if (!isGone(error)) throw error
}

function asRefusal(error: unknown): never {
  if (isGone(error)) throw new DomainError('UPLOAD_GONE', { cause: error })
  if (isStoreFull(error)) throw new DomainError('STORAGE_FULL', { cause: error })
  throw error
}
