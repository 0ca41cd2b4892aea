import type { IncomingMessage, RequestListener, ServerOptions, ServerResponse } from 'node:http'
import type { RevocationList } from '@e-events/shared/node/revocations.ts'
import type { Storage } from '@e-events/shared/node/storage.ts'
import { datedFolderOf, type DatedFolder } from '@e-events/shared/node/dated-folders.ts'
import { anybody, opensKey } from '@e-events/shared/node/tokens.ts'
import { DomainError, errorStatus, type ErrorCode } from '@e-events/shared/errors.ts'
import type { Registry } from 'prom-client'
import type { PlaylistHub } from '../hls/publisher.ts'
import { createAirings } from './airings.ts'
import { readAddress, type MediaAddress } from './address.ts'
import type { FastCgiHandler } from './fastcgi.ts'
import { createFiles } from './files.ts'
import { codeOf, createListAnswers, isList, requestIdOf } from './lists.ts'
import { createDeliveryMetrics } from './metrics.ts'
import { createPlaylists } from './playlists.ts'
import { commonHeaders, errorReply, preflightReply, type Frame, type Readers, type Reply } from './reply.ts'
import { sendContent } from './send.ts'
import { createTokenGate } from './token-gate.ts'

export interface DeliveryOptions {
  storage: Storage
  hub: PlaylistHub
  revocations: Pick<RevocationList, 'isRevoked'>
  mediaTokenSecret: string
  /**
   * Pages of these origins may read what accounts watch; of every origin, what is for everybody. The media's own origin
   * needs no permission.
   */
  allowedOrigins?: readonly string[]
  /** Epoch ms; for token expiry and caches. */
  now?: () => number
  /**
   * Internal nginx location that serves the storage folder (`/internal-media`): segments are then answered by
   * X-Accel-Redirect. Needs a disk storage.
   */
  accelRedirectPrefix?: string | undefined
  /**
   * 'public' lets a CDN that is keyed by the whole address keep segments; tokens in the path make them private by
   * default.
   */
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

/**
 * For http.createServer: half-open and endless requests end within seconds, idle keep-alive outlives that of a proxy in
 * front.
 */
export const deliveryServerOptions: ServerOptions = {
  connectionsCheckingInterval: 3_000,
  headersTimeout: 10_000,
  requestTimeout: 10_000,
  keepAliveTimeout: 65_000,
}

/** Fits into the socket at once: no reader can be too slow for it. */
const smallBytes = 64 * 1024
const allowOrigin = 'access-control-allow-origin'
const openToAll: Readers = [allowOrigin, '*']

/** Two ways to the same media. */
export interface Delivery {
  /** `GET|HEAD /media/{token}/{storage key}`: playlists, segments and downloads. */
  http: RequestListener
  /** Playlists alone, for nginx: REQUEST_METHOD, REQUEST_URI and HTTP_* of the headers that matter. */
  fastCgi: FastCgiHandler
}

/**
 * Playlists with blocking reload, segments and downloads. Whatever is wrong with an address (token, scope, spelling,
 * absence) answers the same 404, so that nothing about other people's media can be learnt. Costs no SQL and no Redis.
 */
export function createDelivery(options: DeliveryOptions): Delivery {
  const { storage, hub, now = Date.now, stallMs = 15_000, onError } = options
  const metrics = createDeliveryMetrics(options.registry)
  const gate = createTokenGate({ secret: options.mediaTokenSecret, revocations: options.revocations, now })
  const { holdMs = 8_000 } = options
  const playlists = createPlaylists({ storage, hub, now, holdMs, pollMs: options.pollMs ?? 200 })
  const airings = createAirings({ now, holdMs })
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
  function readersOf(origin: string | undefined, userId: string | undefined): Readers {
    if (userId === anybody) return openToAll
    return origin !== undefined && allowedOrigins.has(origin) ? [allowOrigin, origin] : []
  }
  const answerList = createListAnswers({ gate, playlists, airings, metrics, now, readersOf, onError })

  async function serveList(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let giveUp = (): void => undefined
    response.once('close', () => giveUp())
    const { headers } = request
    const question = {
      method: request.method,
      url: request.url ?? '',
      requestId: textOf(headers['x-request-id']),
      origin: headers.origin,
      acceptEncoding: textOf(headers['accept-encoding']),
      acceptLanguage: headers['accept-language'],
      ifNoneMatch: headers['if-none-match'],
    }
    const reply = await answerList(question, (end) => (giveUp = end))
    if (response.destroyed) return
    response.writeHead(reply.status, [...reply.headers])
    if (!reply.body || reply.body.length < smallBytes) {
      if (reply.status === 200 && reply.body) metrics.sent(reply.body.length)
      return void response.end(reply.body)
    }
    const { sentBytes, outcome } = await sendContent(response, reply.body, stallMs)
    metrics.sent(sentBytes)
    if (outcome === 'slow') metrics.slowReader()
  }

  /** Parts of a deferred live that are handed out: segments once their moment has come, their heads, and its stills. */
  async function isAired(key: string, airing: DatedFolder | undefined): Promise<boolean> {
    if (!airing || !airings.hasBegun(airing.startsAtMs)) return false
    const { folder, startsAtMs } = airing
    const name = key.slice(key.lastIndexOf('/') + 1)
    if (/^(?:init_[\w-]+\.mp4|poster\.jpg|thumb\.jpg)$/.test(name)) return true
    const [, track] = /^([\w]+)_\d+\.m4s$/.exec(name) ?? []
    if (track === undefined) return false
    const isOut = airings.isOut(key, startsAtMs)
    if (isOut !== undefined) return isOut
    // Asked for before its list was, as after a restart of this process.
    const list = `${folder}/${track}.m3u8`
    const source = await playlists.current(list)
    if (source) airings.cut(list, source, startsAtMs)
    return airings.isOut(key, startsAtMs) ?? false
  }

  async function serveFile(
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
    const { key } = address
    if (!opensKey(claims, key) && !(await isAired(key, datedFolderOf(claims, key)))) {
      metrics.refused('future')
      throw new DomainError('NOT_FOUND', { detail: 'future' })
    }
    prepare(response, { requestId, readers: readersOf(request.headers.origin, claims.userId) })
    await files.serve(request, response, address)
    metrics.answered('segment', response.statusCode)
  }

  const http: RequestListener = (request, response) => {
    // A body is never expected; reading on after it would let a client keep the connection busy for free.
    if (request.headers['content-length'] !== undefined || request.headers['transfer-encoding'] !== undefined)
      response.setHeader('connection', 'close')
    const address = readAddress(request.url ?? '')
    if (address && isList(address.key)) return void serveList(request, response)
    const { origin } = request.headers
    const requestId = requestIdOf(request.headers['x-request-id'])
    if (request.method === 'OPTIONS') {
      const claims = address && gate.check(address.token, address.key)
      return write(
        response,
        preflightReply({ requestId, readers: readersOf(origin, typeof claims === 'object' ? claims.userId : undefined) }),
      )
    }
    const refuse = (code: ErrorCode) => {
      if (response.headersSent) response.destroy()
      else {
        for (const name of response.getHeaderNames()) if (name !== 'connection') response.removeHeader(name)
        const asked = { method: request.method, acceptLanguage: request.headers['accept-language'] }
        write(response, errorReply(code, asked, { requestId, readers: readersOf(origin, undefined) }))
      }
      metrics.answered(address ? 'segment' : 'other', errorStatus[code])
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse('METHOD_NOT_ALLOWED')
    serveFile(request, response, address, requestId).catch((error: unknown) => {
      const code = codeOf(error)
      if (code === 'UNAVAILABLE') onError?.(error, { key: address?.key ?? '', requestId })
      refuse(code)
    })
  }

  const fastCgi: FastCgiHandler = async (params, left) => {
    const reply = await answerList(
      {
        method: params['REQUEST_METHOD'],
        url: params['REQUEST_URI'] ?? '',
        requestId: params['HTTP_X_REQUEST_ID'],
        origin: params['HTTP_ORIGIN'],
        acceptEncoding: params['HTTP_ACCEPT_ENCODING'],
        acceptLanguage: params['HTTP_ACCEPT_LANGUAGE'],
        ifNoneMatch: params['HTTP_IF_NONE_MATCH'],
      },
      left,
    )
    if (reply.status === 200 && reply.body) metrics.sent(reply.body.length)
    return reply
  }

  return { http, fastCgi }
}

function prepare(response: ServerResponse, { requestId, readers }: Frame): void {
  for (const [name, value] of Object.entries(commonHeaders)) response.setHeader(name, value)
  if (readers.length === 2) response.setHeader(...readers)
  response.setHeader('vary', 'origin')
  response.setHeader('x-request-id', requestId)
}

function write(response: ServerResponse, { status, headers, body }: Reply): void {
  response.writeHead(status, [...headers])
  response.end(body)
}

function textOf(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined
}
