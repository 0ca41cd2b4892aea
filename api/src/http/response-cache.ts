import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../adapters/clock.ts'

export interface CachedResponse {
  bytes: Buffer
  /** As in the header, with its quotes. */
  etag: string
  /** Compressed, after the first caller that takes it so. */
  gzipped: Buffer | undefined
}

export interface ResponseCache {
  /**
   * The cached response to this question, else what `make` answers: one call, however many ask meanwhile. A failure
   * reaches all of them and is not cached. `isReload` skips what is cached and replaces it.
   */
  get(question: { key: string; seconds: number; isReload?: boolean }, make: () => Promise<string>): Promise<CachedResponse>
}

const maxBytes = 32 * 1024 * 1024
/** Key, headers and the entry itself. */
const overheadBytes = 1_000
/** Smaller responses gain nothing from compression. */
const gzipFromBytes = 1_024

/**
 * Responses that are the same for many callers, for as long as the contract lets them be old. The age counts from the
 * moment at which `make` was called: a response never shows what was replaced longer ago than `seconds`, however slow
 * the database is. `isOff`: nothing is cached (tests see their writes at once).
 */
export function createResponseCache(deps: { clock: Pick<Clock, 'nowMs'>; isOff: boolean; onHit(): void }): ResponseCache {
  const cache = new LRUCache<string, CachedResponse | Promise<CachedResponse>>({
    maxSize: maxBytes,
    ttlResolution: 0,
    perf: { now: deps.clock.nowMs },
  })

  return {
    async get({ key, seconds, isReload = false }, make) {
      if (deps.isOff) return toResponse(await make())
      const found = isReload ? undefined : cache.get(key)
      if (found) {
        deps.onHit()
        return found
      }
      const age = { ttl: seconds * 1000, start: deps.clock.nowMs() }
      const pending = make().then(toResponse)
      cache.set(key, pending, { ...age, size: overheadBytes })
      try {
        const response = await pending
        // The compressed form counts as large as the plain one before it exists.
        const size = 2 * (response.bytes.length + key.length) + overheadBytes
        if (cache.peek(key) === pending) cache.set(key, response, { ...age, size })
        return response
      } catch (error) {
        if (cache.peek(key) === pending) cache.delete(key)
        throw error
      }
    },
  }
}

function toResponse(text: string): CachedResponse {
  return { bytes: Buffer.from(text), etag: `"${hashOf(text)}"`, gzipped: undefined }
}

export const hashOf = (text: string): string => hash('sha1', text, 'base64url')

const compress = promisify(gzip)

/** Undefined where compression gains nothing. */
export async function gzippedOf(response: CachedResponse): Promise<Buffer | undefined> {
  if (response.bytes.length < gzipFromBytes) return undefined
  return (response.gzipped ??= await compress(response.bytes, { level: 5 }))
}
