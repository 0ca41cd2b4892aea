import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerOptions, ServerResponse } from 'node:http'
import { contentTypeOf } from '@e-events/shared/node/storage-content-type.ts'
import type { RevocationList } from '@e-events/shared/node/revocations.ts'
import type { Storage } from '@e-events/shared/node/storage.ts'
import { anybody, type MediaClaims } from '@e-events/shared/node/tokens.ts'
import { negotiateLanguage } from '@e-events/shared/domain/language.ts'
import { DomainError, errorStatus, type ErrorBody, type ErrorCode } from '@e-events/shared/errors.ts'
import { errorText } from '@e-events/shared/locales/errors.ts'
import type { Registry } from 'prom-client'
import type { PlaylistEdition, PlaylistHub } from '../hls/publisher.ts'
import { readAddress, type MediaAddress } from './address.ts'
import { etagMatches } from './etag.ts'
import { createFiles } from './files.ts'
import { createDeliveryMetrics } from './metrics.ts'
import { AbsurdRequest, createPlaylists } from './playlists.ts'
import { sendContent } from './send.ts'
import { createTokenGate } from './token-gate.ts'

export interface DeliveryOptions {
  storage: Storage
  hub: PlaylistHub
  revocations: Pick<RevocationList, 'isRevoked'>
  mediaTokenSecret: string
  /** Pages of these origins may read what accounts watch; of every origin, what is for everybody. The media's own origin needs no permission. */
  allowedOrigins?: readonly string[]
  /** Epoch ms; for token expiry and caches. */
  now?: () => number
  /** Internal nginx location that serves the storage folder (`/internal-media`): segments are then answered by X-Accel-Redirect. Needs a disk storage. */
  accelRedirectPrefix?: string | undefined
  /** 'public' lets a CDN that is keyed by the whole address keep segments; tokens in the path make them private by default. */
  cacheScope?: 'private' | 'public'
  /** Memory for segments that many ask for; 0 turns it off. */
  hotSegmentBytes?: number
  /** A blocking reload is answered after this at the latest. */
  holdMs?: number
  /** How often a playlist of another process is looked at. */
  pollMs?: number
  /** A reader that takes less than 256 KB in this time is cut off. */
  stallMs?: number
  registry?: Registry | undefined
  onError?: (error: unknown, request: { key: string; requestId: string }) => void
}

/** For http.createServer: half-open and endless requests end within seconds, idle keep-alive outlives that of a proxy in front. */
export const deliveryServerOptions: ServerOptions = {
  connectionsCheckingInterval: 3_000,
  headersTimeout: 10_000,
  requestTimeout: 10_000,
  keepAliveTimeout: 65_000,
}

/** Fits into the socket at once: no reader can be too slow for it. */
const smallBytes = 64 * 1024
const commonHeaders = {
  'access-control-expose-headers': 'content-length, content-range, accept-ranges, etag, x-request-id',
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
  // The token is in the address: nothing that is opened from here may carry it on.
  'referrer-policy': 'no-referrer',
}
/** Names and values in one list: what node:http writes without looking at it again. */
const playlistHeaders = Object.entries({
  ...commonHeaders,
  'content-type': contentTypeOf('list.m3u8'),
  'cache-control': 'private, no-cache',
  vary: 'accept-encoding, origin',
}).flat()

const allowOrigin = 'access-control-allow-origin'
/** A header and its value, or nothing. */
type Readers = readonly [] | readonly [name: string, value: string]
/** What every answer says besides its content. */
interface Frame {
  requestId: string
  readers: Readers
}
const openToAll: Readers = [allowOrigin, '*']

const allowedMethods = 'GET, HEAD, OPTIONS'

/**
 * `GET|HEAD /media/{token}/{storage key}`: playlists with blocking reload, segments and downloads. Whatever is wrong with an address (token, scope, spelling,
 * absence) answers the same 404, so that nothing about other people's media can be learnt. Costs no SQL and no Redis.
 */
export function createDelivery(options: DeliveryOptions): RequestListener {
  const { storage, hub, now = Date.now, stallMs = 15_000, onError } = options
  const metrics = createDeliveryMetrics(options.registry)
  const gate = createTokenGate({ secret: options.mediaTokenSecret, revocations: options.revocations, now })
  const playlists = createPlaylists({ storage, hub, now, holdMs: options.holdMs ?? 8_000, pollMs: options.pollMs ?? 200 })
  const files = createFiles({
    storage,
    now,
    metrics,
    stallMs,
    cacheScope: options.cacheScope ?? 'private',
    accelRedirectPrefix: options.accelRedirectPrefix,
    hotSegmentBytes: options.hotSegmentBytes ?? 128 * 1024 * 1024,
  })

  const allowedOrigins = new Set(options.allowedOrigins)
  /** Who may read the answer from a page of another origin: everybody what is for everybody, else only ours. */
  function readersOf(request: IncomingMessage, claims: MediaClaims | undefined): Readers {
    if (claims?.userId === anybody) return openToAll
    const { origin } = request.headers
    return origin !== undefined && allowedOrigins.has(origin) ? [allowOrigin, origin] : []
  }

  async function servePlaylist(
    request: IncomingMessage,
    response: ServerResponse,
    { key, query }: MediaAddress,
    { requestId, readers }: Frame,
  ): Promise<void> {
    const msn = readMsn(query)
    const found = playlists.current(key)
    const current = found instanceof Promise ? await found : found
    const playlist = current && msn !== undefined ? await held(response, key, msn, current) : current
    if (response.destroyed) return
    if (!playlist) throw new DomainError('NOT_FOUND', { detail: key })
    const form = playlist.form(wantsDelta(query))
    const { etag, gzipped } = form
    // All at once and none before: a crowd asks for lists in the same moment.
    const headers = [...playlistHeaders, ...readers, 'etag', `"${etag}"`, 'x-request-id', requestId]
    if (etagMatches(request.headers['if-none-match'], etag)) {
      metrics.answered('playlist', 304)
      return void response.writeHead(304, headers).end()
    }
    metrics.answered('playlist', 200)
    const zipped = gzipped && /\bgzip\b/.test(request.headers['accept-encoding'] ?? '') ? gzipped : undefined
    const body = zipped ?? form.body
    headers.push('content-length', String(body.length))
    if (zipped) headers.push('content-encoding', 'gzip')
    response.writeHead(200, headers)
    if (request.method === 'HEAD') return void response.end()
    if (body.length < smallBytes) {
      metrics.sent(body.length)
      return void response.end(body)
    }
    const { sentBytes, outcome } = await sendContent(response, body, stallMs)
    metrics.sent(sentBytes)
    if (outcome === 'slow') metrics.slowReader()
  }

  async function held(response: ServerResponse, key: string, msn: number, current: PlaylistEdition): Promise<PlaylistEdition | undefined> {
    const startedMs = now()
    metrics.waiting(1)
    let giveUp = (): void => undefined
    const onClose = () => giveUp()
    response.once('close', onClose)
    try {
      return await playlists.hold(key, msn, current, (end) => (giveUp = end))
    } finally {
      response.off('close', onClose)
      metrics.waiting(-1)
      metrics.held(now() - startedMs)
    }
  }

  async function serve(
    request: IncomingMessage,
    response: ServerResponse,
    address: MediaAddress | undefined,
    requestId: string,
  ): Promise<void> {
    if (!address) {
      metrics.refused('address')
      throw new DomainError('NOT_FOUND')
    }
    const claims = gate.check(address.token, address.key)
    if (typeof claims === 'string') {
      metrics.refused(claims)
      throw new DomainError('NOT_FOUND', { detail: claims })
    }
    const frame = { requestId, readers: readersOf(request, claims) }
    if (isPlaylist(address.key)) {
      await servePlaylist(request, response, address, frame)
      return
    }
    prepare(response, frame)
    await files.serve(request, response, address)
    metrics.answered('segment', response.statusCode)
  }

  return (request, response) => {
    // A body is never expected; reading on after it would let a client keep the connection busy for free.
    if (request.headers['content-length'] !== undefined || request.headers['transfer-encoding'] !== undefined)
      response.setHeader('connection', 'close')
    const requestId = requestIdOf(request)
    const address = readAddress(request.url ?? '')
    if (request.method === 'OPTIONS') {
      const claims = address && gate.check(address.token, address.key)
      prepare(response, { requestId, readers: readersOf(request, typeof claims === 'string' ? undefined : claims) })
      return answerPreflight(response)
    }
    const refuse = (code: ErrorCode) => {
      sendError(request, response, code, { requestId, readers: readersOf(request, undefined) })
      metrics.answered(address ? (isPlaylist(address.key) ? 'playlist' : 'segment') : 'other', errorStatus[code])
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('allow', allowedMethods)
      return refuse('METHOD_NOT_ALLOWED')
    }
    serve(request, response, address, requestId).catch((error: unknown) => {
      const code = codeOf(error)
      if (code === 'UNAVAILABLE') onError?.(error, { key: address?.key ?? '', requestId })
      if (code === 'UNAVAILABLE' && !response.headersSent) response.setHeader('retry-after', '2')
      refuse(code)
    })
  }
}

function prepare(response: ServerResponse, { requestId, readers }: Frame): void {
  for (const [name, value] of Object.entries(commonHeaders)) response.setHeader(name, value)
  if (readers.length === 2) response.setHeader(...readers)
  response.setHeader('vary', 'origin')
  response.setHeader('x-request-id', requestId)
}

function codeOf(error: unknown): ErrorCode {
  if (error instanceof DomainError) return error.code
  // Anything else is the storage out of reach: a player repeats the request, and a cache must not keep the answer.
  return error instanceof AbsurdRequest ? 'BAD_REQUEST' : 'UNAVAILABLE'
}

function sendError(request: IncomingMessage, response: ServerResponse, code: ErrorCode, frame: Frame): void {
  if (response.headersSent) return void response.destroy()
  const { requestId } = frame
  prepare(response, frame)
  const language = negotiateLanguage(request.headers['accept-language'])
  const body = JSON.stringify({ code, message: errorText(code, language), requestId } satisfies ErrorBody)
  for (const name of ['etag', 'content-disposition', 'content-range', 'accept-ranges', 'content-encoding']) response.removeHeader(name)
  response.writeHead(errorStatus[code], {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}

function answerPreflight(response: ServerResponse): void {
  response.writeHead(204, {
    'access-control-allow-methods': allowedMethods,
    'access-control-allow-headers': 'range, if-range, if-none-match, accept-language',
    'access-control-max-age': '86400',
  })
  response.end()
}

function isPlaylist(key: string): boolean {
  return key.endsWith('.m3u8')
}

/** RFC 8216bis 6.2.5.3: YES, and v2 of those who could do without date ranges, too. Anything else asks for the whole list. */
function wantsDelta(query: URLSearchParams): boolean {
  const text = query.get('_HLS_skip')
  return text === 'YES' || text === 'v2'
}

/** `_HLS_part` counts within the segment that `_HLS_msn` names; we publish whole segments. @throws AbsurdRequest */
function readMsn(query: URLSearchParams): number | undefined {
  const text = query.get('_HLS_msn')
  if (text === null) {
    if (query.has('_HLS_part')) throw new AbsurdRequest('_HLS_part without _HLS_msn')
    return undefined
  }
  if (!/^\d{1,9}$/.test(text)) throw new AbsurdRequest(`_HLS_msn=${text.slice(0, 20)}`)
  return Number(text)
}

function requestIdOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && /^[\w-]{1,64}$/.test(given) ? given : randomUUID()
}
