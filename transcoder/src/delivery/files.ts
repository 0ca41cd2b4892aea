import type { IncomingMessage, ServerResponse } from 'node:http'
import { contentTypeOf } from '@e-events/shared/node/storage-content-type.ts'
import type { ByteRange, Storage, StoredObject } from '@e-events/shared/node/storage.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { MediaAddress } from './address.ts'
import { etagMatches } from './etag.ts'
import { createHotSegments } from './hot-segments.ts'
import type { DeliveryMetrics } from './metrics.ts'
import { readRange } from './ranges.ts'
import { sendContent } from './send.ts'

export interface Files {
  /** @throws DomainError NOT_FOUND */
  serve(request: IncomingMessage, response: ServerResponse, address: MediaAddress): Promise<void>
}

interface FilesOptions {
  storage: Storage
  now: () => number
  metrics: DeliveryMetrics
  stallMs: number
  cacheScope: 'private' | 'public'
  accelRedirectPrefix: string | undefined
  hotSegmentBytes: number
}

const hotObjectBytes = 8 * 1024 * 1024
/** Well inside the minute in which a deletion has to take effect. */
const hotMs = 30_000
const presentKeys = 10_000

/** Segments, recordings and stills. */
export function createFiles(options: FilesOptions): Files {
  const { storage, metrics, stallMs, cacheScope, accelRedirectPrefix } = options
  const hot =
    options.hotSegmentBytes > 0
      ? createHotSegments({
          storage,
          now: options.now,
          budgetBytes: options.hotSegmentBytes,
          maxObjectBytes: hotObjectBytes,
          keepMs: hotMs,
        })
      : undefined

  /** Segments that were there a moment ago: written once, they need no look at the disk for everybody who watches. */
  const present = new Map<string, number>()
  async function isPresent(key: string): Promise<boolean> {
    const nowMs = options.now()
    if ((present.get(key) ?? 0) > nowMs) return true
    if (!(await storage.head(key))) return false
    if (isSegment(key)) {
      if (present.size >= presentKeys) present.clear()
      present.set(key, nowMs + hotMs)
    }
    return true
  }

  async function find(key: string): Promise<{ found: StoredObject | undefined; content?: Buffer | undefined }> {
    if (!hot || !isSegment(key)) return { found: await storage.head(key) }
    const { found, segment, hit } = await hot.get(key)
    metrics.hotCache(hit ? 'hit' : 'miss')
    return { found: segment ?? found, content: segment?.content }
  }

  return {
    async serve(request, response, { key, query }) {
      if (accelRedirectPrefix !== undefined) return redirect(response, { key, query })
      const { found, content } = await find(key)
      if (!found) throw new DomainError('NOT_FOUND', { detail: key })
      describe(response, key, query)
      response.setHeader('etag', `"${found.etag}"`)
      response.setHeader('accept-ranges', 'bytes')
      if (etagMatches(request.headers['if-none-match'], found.etag)) return void response.writeHead(304).end()
      const isSameVersion = request.headers['if-range'] === undefined || request.headers['if-range'] === `"${found.etag}"`
      const range = isSameVersion ? readRange(request.headers.range, found.sizeBytes) : 'whole'
      if (range === 'unsatisfiable') {
        response.removeHeader('content-disposition')
        response.setHeader('content-range', `bytes */${found.sizeBytes}`)
        return void response.writeHead(416, { 'content-length': 0 }).end()
      }
      if (range !== 'whole') response.setHeader('content-range', `bytes ${range.start}-${range.end}/${found.sizeBytes}`)
      response.setHeader('content-length', range === 'whole' ? found.sizeBytes : range.end - range.start + 1)
      if (request.method === 'HEAD') return void response.writeHead(range === 'whole' ? 200 : 206).end()
      await stream(response, { key, content, range: range === 'whole' ? undefined : range })
    },
  }

  /**
   * nginx sends the bytes; existence is looked up here, so that an absent file gets the same answer as a wrong token.
   */
  async function redirect(response: ServerResponse, { key, query }: Pick<MediaAddress, 'key' | 'query'>): Promise<void> {
    if (!(await isPresent(key))) throw new DomainError('NOT_FOUND', { detail: key })
    describe(response, key, query)
    response.writeHead(200, { 'x-accel-redirect': `${accelRedirectPrefix}/${key}` }).end()
  }

  async function stream(
    response: ServerResponse,
    what: { key: string; content: Buffer | undefined; range: ByteRange | undefined },
  ): Promise<void> {
    const { key, content, range } = what
    // Opened before the status line goes out: an object that vanished meanwhile is still a 404.
    const source = content ? part(content, range) : await storage.read(key, range)
    response.writeHead(range ? 206 : 200)
    try {
      const { sentBytes, outcome } = await sendContent(response, source, stallMs)
      metrics.sent(sentBytes)
      if (outcome === 'slow') metrics.slowReader()
    } finally {
      if (!Buffer.isBuffer(source)) source.destroy()
    }
  }

  function describe(response: ServerResponse, key: string, query: URLSearchParams): void {
    response.setHeader('content-type', contentTypeOf(key))
    response.setHeader('cache-control', isImmutable(key) ? `${cacheScope}, max-age=31536000, immutable` : `${cacheScope}, max-age=5`)
    const name = query.get('download')
    if (name !== null && key.endsWith('.mp4')) response.setHeader('content-disposition', contentDisposition(name))
  }
}

/** Segments and recordings are written once under their name; stills are replaced. */
function isImmutable(key: string): boolean {
  return isSegment(key) || key.endsWith('.mp4')
}
function isSegment(key: string): boolean {
  return key.endsWith('.m4s') || /(?:^|\/)init[^/]*\.mp4$/.test(key)
}

function part(content: Buffer, range: ByteRange | undefined): Buffer {
  return range ? content.subarray(range.start, range.end + 1) : content
}

/**
 * RFC 6266: the plain name for old clients, the true one beside it. Nothing of a path and no control character gets
 * through.
 */
export function contentDisposition(wanted: string): string {
  const cleaned = wanted
    .normalize('NFC')
    .replaceAll(/[\p{C}/\\:*?"<>|]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/^\.+/, '')
    .replace(/\.mp4$/i, '')
  const name = `${Array.from(cleaned).slice(0, 100).join('').trim() || 'recording'}.mp4`
  const plain = name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\w. ()-]/g, '_')
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
