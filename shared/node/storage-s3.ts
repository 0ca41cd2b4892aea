import { createReadStream } from 'node:fs'
import { lstat, open, unlink } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { DomainError } from '../src/errors.ts'
import { isAbsent, isStoreFull, s3ClientConfig, type S3Address } from './s3-client.ts'
import { assertStorageKey, type Storage } from './storage.ts'

export interface S3StorageOptions extends S3Address {
  bucket: string
  /** Files above this size go up in parts of it; at least 5 MiB, which is S3's own floor. */
  partBytes?: number
}

/**
 * Media in a bucket of an S3-compatible service. Replacement is atomic there; nothing is ever written to this machine.
 */
export function createS3Storage(options: S3StorageOptions): Storage & { close(): void } {
  const { bucket: Bucket, partBytes = 64 * 1024 * 1024 } = options
  const client = new S3Client(s3ClientConfig(options))

  async function putParts(key: string, localPath: string, contentType: string): Promise<void> {
    const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key: key, ContentType: contentType }))
    const file = await open(localPath)
    try {
      const parts: { ETag: string | undefined; PartNumber: number }[] = []
      for (let offset = 0; ; offset += partBytes) {
        const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(partBytes), 0, partBytes, offset)
        if (bytesRead === 0) break
        const PartNumber = parts.length + 1
        const Body = buffer.subarray(0, bytesRead)
        const { ETag } = await client.send(new UploadPartCommand({ Bucket, Key: key, UploadId, PartNumber, Body }))
        parts.push({ ETag, PartNumber })
      }
      await client.send(new CompleteMultipartUploadCommand({ Bucket, Key: key, UploadId, MultipartUpload: { Parts: parts } }))
    } catch (error) {
      // Parts of an incomplete upload are stored and paid for until it is aborted; the first error is the
      // one to report.
      await client.send(new AbortMultipartUploadCommand({ Bucket, Key: key, UploadId })).catch(() => undefined)
      throw error
    } finally {
      await file.close()
    }
  }

  async function keysBelow(prefix: string): Promise<{ key: string; sizeBytes: number }[]> {
    const found: { key: string; sizeBytes: number }[] = []
    let ContinuationToken: string | undefined
    do {
      const page = await client.send(new ListObjectsV2Command({ Bucket, Prefix: `${prefix}/`, ContinuationToken }))
      for (const { Key, Size } of page.Contents ?? []) if (Key !== undefined) found.push({ key: Key, sizeBytes: Size ?? 0 })
      ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined
    } while (ContinuationToken !== undefined)
    return found
  }

  return {
    async put(key, content, contentType) {
      assertStorageKey(key)
      await client.send(new PutObjectCommand({ Bucket, Key: key, Body: content, ContentType: contentType })).catch(asDomainError)
    },
    async putFile(key, localPath, contentType) {
      assertStorageKey(key)
      const found = await lstat(localPath)
      if (!found.isFile()) throw new TypeError(`not a regular file: ${localPath}`)
      if (found.size > partBytes) await putParts(key, localPath, contentType).catch(asDomainError)
      else {
        const Body = createReadStream(localPath)
        const command = new PutObjectCommand({ Bucket, Key: key, Body, ContentLength: found.size, ContentType: contentType })
        await client.send(command).catch(asDomainError)
      }
      await unlink(localPath)
    },
    async head(key) {
      assertStorageKey(key)
      const found = await client.send(new HeadObjectCommand({ Bucket, Key: key })).catch(absent)
      if (!found) return undefined
      return {
        sizeBytes: found.ContentLength ?? 0,
        etag: (found.ETag ?? '').replaceAll('"', ''),
        contentType: found.ContentType ?? 'application/octet-stream',
      }
    },
    async getText(key) {
      assertStorageKey(key)
      const found = await client.send(new GetObjectCommand({ Bucket, Key: key })).catch(absent)
      return found?.Body?.transformToString('utf8')
    },
    async read(key, range) {
      assertStorageKey(key)
      const Range = range === undefined ? undefined : `bytes=${range.start}-${range.end}`
      const found = await client.send(new GetObjectCommand({ Bucket, Key: key, Range })).catch(absent)
      if (!found?.Body) throw new DomainError('NOT_FOUND', { detail: key })
      return found.Body as Readable
    },
    async list(prefix) {
      assertStorageKey(prefix)
      return (await keysBelow(prefix)).sort((a, b) => (a.key < b.key ? -1 : 1))
    },
    async removeAll(prefix) {
      assertStorageKey(prefix)
      const keys = [prefix, ...(await keysBelow(prefix)).map(({ key }) => key)]
      for (let start = 0; start < keys.length; start += 1_000) {
        const Objects = keys.slice(start, start + 1_000).map((Key) => ({ Key }))
        const { Errors = [] } = await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }))
        const failed = Errors.find(({ Code }) => Code !== 'NoSuchKey')
        if (failed) throw new Error(`cannot remove ${failed.Key ?? prefix}: ${failed.Code ?? ''} ${failed.Message ?? ''}`)
      }
    },
    localPath(key) {
      assertStorageKey(key)
      return undefined
    },
    close: () => client.destroy(),
  }
}

function absent(error: unknown): undefined {
  if (!isAbsent(error)) throw error
}

function asDomainError(error: unknown): never {
  if (isStoreFull(error)) throw new DomainError('STORAGE_FULL', { cause: error })
  throw error
}
