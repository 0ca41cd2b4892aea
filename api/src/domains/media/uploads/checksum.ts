import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash, type Hash } from 'node:crypto'
import { Transform, type Readable } from 'node:stream'
import { DomainError } from '@e-events/shared/errors.ts'

/** Algorithms of `Upload-Checksum`, as tus asks for them; the first one is the best. */
export const checksumAlgorithms = ['sha256', 'sha1'] as const

export interface Checksum {
  algorithm: (typeof checksumAlgorithms)[number]
  base64: string
  /** Content-Length, where the sender said it. */
  bodyBytes: number | undefined
}

/** The server of the protocol hands the store nothing but bytes: what a request says about them goes beside it. */
export const checksumOfRequest = new AsyncLocalStorage<Checksum | undefined>()

const form = /^(sha1|sha256) ([A-Za-z0-9+/]+={0,2})$/

/** @throws DomainError BAD_REQUEST for another algorithm or what is no checksum */
export function readChecksum(header: string | undefined, contentLength: string | undefined): Checksum | undefined {
  if (header === undefined) return undefined
  const [, algorithm, base64] = form.exec(header.trim()) ?? []
  if (algorithm === undefined || base64 === undefined) throw new DomainError('BAD_REQUEST')
  const bodyBytes = contentLength === undefined ? undefined : Number(contentLength)
  return { algorithm: algorithm as Checksum['algorithm'], base64, bodyBytes }
}

/**
 * Passes a body on and throws at its end where it is not what its sender meant. A body that was cut off is let through:
 * nothing can be said of a piece, and on a line that breaks every minute an upload would otherwise never come to its
 * end.
 */
export function checked(body: Readable, checksum: Checksum): Readable {
  const hash = createHash(checksum.algorithm)
  let size = 0
  const through = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk)
      size += chunk.length
      done(null, chunk)
    },
    flush(done) {
      const isCut = checksum.bodyBytes !== undefined && size < checksum.bodyBytes
      done(isCut || matches(hash, checksum) ? null : new DomainError('CHECKSUM_MISMATCH'))
    },
  })
  // The reader receives the error; without a reader, an unhandled error would end the process.
  through.on('error', () => undefined)
  body.once('close', () => {
    if (!body.readableEnded) through.destroy(body.errored ?? new Error('the body ended without an end'))
  })
  return body.pipe(through)
}

function matches(hash: Hash, { base64 }: Checksum): boolean {
  return hash.digest().equals(Buffer.from(base64, 'base64'))
}
