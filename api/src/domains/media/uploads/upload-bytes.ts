import type { Readable } from 'node:stream'
import type { StorageConfig } from '@e-events/shared/node/create-storage.ts'
import type { Checksum } from './checksum.ts'

/** Facts of an upload that a byte store needs. */
export interface UploadPlace {
  storageKey: string
  sizeBytes: number
}

/** Where the bytes of unfinished uploads lie: under the key of the finished file, so that it need not be moved. */
export interface UploadBytes {
  /** Free bytes, where there is an end to them. */
  freeBytes(): Promise<number | undefined>
  begin(place: UploadPlace): Promise<void>
  /** How many have arrived; undefined when the place is gone. */
  sizeOf(place: UploadPlace): Promise<number | undefined>
  /**
   * Adds a piece and answers the new size. Bytes that came before an error stay where the upload can go on, except
   * bytes that are not what their checksum says.
   * @throws DomainError STORAGE_FULL, UPLOAD_GONE, CHECKSUM_MISMATCH; PAYLOAD_TOO_LARGE for a piece that is too large
   * to be checked
   */
  append(place: UploadPlace, body: Readable, offset: number, checksum: Checksum | undefined): Promise<number>
  /** All bytes are there: afterwards the file is one like any other. False when it is gone. */
  seal(place: UploadPlace): Promise<boolean>
  /** Leaves nothing behind; absent is fine. */
  discard(storageKey: string): Promise<void>
}

export async function createUploadBytes(storage: StorageConfig): Promise<UploadBytes> {
  if (storage.kind === 'disk') return (await import('./bytes-on-disk.ts')).createBytesOnDisk(storage.root)
  // The SDK of a bucket is large: it is loaded with the first upload.
  return (await import('./bytes-in-bucket.ts')).createBytesInBucket(storage)
}
