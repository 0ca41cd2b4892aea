import type { Readable } from 'node:stream'

export interface StoredObject {
  sizeBytes: number
  /** Changes with the content. */
  etag: string
  contentType: string
}

export interface ByteRange {
  start: number
  /** Inclusive. */
  end: number
}

/**
 * Where media lives. Keys are relative paths of `[A-Za-z0-9._-]` names joined by `/`, never empty, never `.` or `..`:
 * anything else is a programming error and throws. Implementations: disk (one machine, nginx serves the folder) and
 * S3-compatible. One conformance suite holds for both.
 */
export interface Storage {
  /** Writes atomically: readers see the old content or all of the new. @throws DomainError STORAGE_FULL */
  put(key: string, content: string | Uint8Array, contentType: string): Promise<void>
  /** Moves a finished local file in (the local file may be gone afterwards). @throws DomainError STORAGE_FULL */
  putFile(key: string, localPath: string, contentType: string): Promise<void>
  /** Undefined when absent. */
  head(key: string): Promise<StoredObject | undefined>
  /** Undefined when absent. */
  getText(key: string): Promise<string | undefined>
  /** A stream of the object or of a range of it. @throws DomainError NOT_FOUND */
  read(key: string, range?: ByteRange): Promise<Readable>
  /** Keys below a prefix (which is a folder), sorted. */
  list(prefix: string): Promise<{ key: string; sizeBytes: number }[]>
  /** Removes everything below a prefix, and the object of exactly that name; absent is fine. */
  removeAll(prefix: string): Promise<void>
  /** A path on this machine, where the implementation has one (disk): lets ffmpeg and sendfile work without a copy. */
  localPath(key: string): string | undefined
}

const keyPattern = /^(?!\.{1,2}(?:\/|$))[A-Za-z0-9._-]+(?:\/(?!\.{1,2}(?:\/|$))[A-Za-z0-9._-]+)*$/

export function isStorageKey(key: string): boolean {
  return key.length <= 512 && keyPattern.test(key)
}
/** @throws TypeError for a key that could leave its root */
export function assertStorageKey(key: string): void {
  if (!isStorageKey(key)) throw new TypeError(`not a storage key: ${JSON.stringify(key)}`)
}
