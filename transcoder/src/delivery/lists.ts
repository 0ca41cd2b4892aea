import { randomUUID } from 'node:crypto'
import { contentTypeOf } from '@e-events/shared/node/storage-content-type.ts'
import { DomainError, errorStatus, type ErrorCode } from '@e-events/shared/errors.ts'
import { datedFolderOf } from '@e-events/shared/node/dated-folders.ts'
import { opensKey, type MediaClaims } from '@e-events/shared/node/tokens.ts'
import type { PlaylistEdition } from '../hls/publisher.ts'
import { readAddress, type MediaAddress } from './address.ts'
import type { Airings } from './airings.ts'
import { etagMatches } from './etag.ts'
import { createListPairs, readCompanion, type Companion } from './list-pairs.ts'
import type { DeliveryMetrics } from './metrics.ts'
import { AbsurdRequest, refuseFarAhead, type Playlists, type WantedList } from './playlists.ts'
import { commonHeaders, errorReply, preflightReply, type Frame, type Readers, type Reply } from './reply.ts'
import type { TokenGate } from './token-gate.ts'

/** A request for a playlist, whatever protocol it came by. */
export interface ListQuestion {
  method: string | undefined
  /** Path and query as they came. */
  url: string
  requestId: string | undefined
  origin: string | undefined
  acceptEncoding: string | undefined
  acceptLanguage: string | undefined
  ifNoneMatch: string | undefined
}

/** Never rejects: a failure is a reply, too. `left` receives the way to give up when the caller leaves. */
export type AnswerList = (question: ListQuestion, left: (giveUp: () => void) => void) => Promise<Reply>

const listHeaders = Object.entries({
  ...commonHeaders,
  'content-type': contentTypeOf('list.m3u8'),
  vary: 'accept-encoding, origin',
}).flat()
/** A closed list is the last one: a player that asked for it ahead finds it in the browser. */
const cacheControlOf = ({ ended }: PlaylistEdition) => (ended ? 'private, max-age=5' : 'private, no-cache')

/**
 * `GET|HEAD /media/{token}/{storage key}.m3u8`, with blocking reload (`_HLS_msn`) and delta updates (`_HLS_skip`, RFC
 * 8216bis 6.2.5), and with the list of another track in the same answer (`with`). Costs no SQL and no Redis.
 */
export function createListAnswers(options: {
  gate: TokenGate
  playlists: Playlists
  airings: Airings
  metrics: DeliveryMetrics
  now: () => number
  readersOf: (origin: string | undefined, userId: string | undefined) => Readers
  onError: ((error: unknown, request: { key: string; requestId: string }) => void) | undefined
}): AnswerList {
  const { gate, playlists, airings, metrics, now, readersOf, onError } = options
  const pairs = createListPairs()

  /** @throws DomainError where the token does not open the list, or there is none; AbsurdRequest */
  async function answer(
    question: ListQuestion,
    address: MediaAddress,
    requestId: string,
    left: (giveUp: () => void) => void,
  ): Promise<Reply> {
    const { key, query } = address
    const claims = gate.check(address.token, key)
    if (typeof claims === 'string') {
      metrics.refused(claims)
      throw new DomainError('NOT_FOUND', { detail: claims })
    }
    const msn = readMsn(query)
    const companion = readCompanion(query)
    const found = playlists.current(key)
    const current = found instanceof Promise ? await found : found
    const airing = datedFolderOf(claims, key)
    const playlist = !current
      ? undefined
      : airing
        ? await aired(key, { source: current, startsAtMs: airing.startsAtMs, msn }, left)
        : companion
          ? await paired({ key, msn, current }, companion, claims, left)
          : msn === undefined
            ? current
            : await holding(() => playlists.hold(key, msn, current, left))
    if (!playlist) throw new DomainError('NOT_FOUND', { detail: key })
    const form = playlist.form(wantsDelta(query))
    const { etag, gzipped } = form
    const kept = ['cache-control', cacheControlOf(playlist), 'etag', `"${etag}"`]
    const headers = [...listHeaders, ...readersOf(question.origin, claims.userId), ...kept, 'x-request-id', requestId]
    if (etagMatches(question.ifNoneMatch, etag)) return { status: 304, headers, body: undefined }
    const zipped = gzipped && /\bgzip\b/.test(question.acceptEncoding ?? '') ? gzipped : undefined
    const body = zipped ?? form.body
    headers.push('content-length', String(body.length))
    if (zipped) headers.push('content-encoding', 'gzip')
    return { status: 200, headers, body: question.method === 'HEAD' ? undefined : body }
  }

  /** The list of a video that plays by the clock, up to now; nothing before it begins. */
  async function aired(
    key: string,
    { source, startsAtMs, msn }: { source: PlaylistEdition; startsAtMs: number; msn: number | undefined },
    left: (giveUp: () => void) => void,
  ): Promise<PlaylistEdition | undefined> {
    if (!airings.hasBegun(startsAtMs)) return undefined
    const edition = airings.cut(key, source, startsAtMs)
    if (msn === undefined || edition.ended || edition.lastMsn < 0 || edition.lastMsn >= msn) return edition
    refuseFarAhead(msn, edition)
    await holding(() => airings.wait(key, source, { startsAtMs, msn }, left))
    return airings.cut(key, source, startsAtMs)
  }

  /**
   * The list together with another one of its folder; alone where there is no such list, or none that the token opens:
   * it has been checked for all but its folders.
   */
  async function paired(
    asked: WantedList,
    { track, msn }: Companion,
    claims: MediaClaims,
    left: (giveUp: () => void) => void,
  ): Promise<PlaylistEdition | undefined> {
    const key = `${asked.key.slice(0, asked.key.lastIndexOf('/') + 1)}${track}.m3u8`
    const found = opensKey(claims, key) ? playlists.current(key) : undefined
    const current = found instanceof Promise ? await found : found
    const other = current && { key, msn, current }
    const [first, second] = await holding(() => playlists.holdBoth(asked, other, left))
    return first && second ? pairs.of(first, track, second) : first
  }

  async function holding<T>(wait: () => Promise<T>): Promise<T> {
    const startedMs = now()
    metrics.waiting(1)
    try {
      return await wait()
    } finally {
      metrics.waiting(-1)
      metrics.held(now() - startedMs)
    }
  }

  return async (question, left) => {
    const requestId = requestIdOf(question.requestId)
    const address = readAddress(question.url)
    const refuse = (code: ErrorCode) => {
      metrics.answered(address ? 'playlist' : 'other', errorStatus[code])
      return errorReply(code, question, { requestId, readers: readersOf(question.origin, undefined) })
    }
    if (question.method === 'OPTIONS') {
      const claims = address && gate.check(address.token, address.key)
      const userId = typeof claims === 'object' ? claims.userId : undefined
      return preflightReply({ requestId, readers: readersOf(question.origin, userId) } satisfies Frame)
    }
    if (question.method !== 'GET' && question.method !== 'HEAD') return refuse('METHOD_NOT_ALLOWED')
    if (!address || !isList(address.key)) {
      metrics.refused('address')
      return refuse('NOT_FOUND')
    }
    try {
      const reply = await answer(question, address, requestId, left)
      metrics.answered('playlist', reply.status)
      return reply
    } catch (error) {
      const code = codeOf(error)
      if (code === 'UNAVAILABLE') onError?.(error, { key: address.key, requestId })
      return refuse(code)
    }
  }
}

export function isList(key: string): boolean {
  return key.endsWith('.m3u8')
}

export function codeOf(error: unknown): ErrorCode {
  if (error instanceof DomainError) return error.code
  // Anything else is the storage out of reach: a player repeats the request, and a cache must not keep the answer.
  return error instanceof AbsurdRequest ? 'BAD_REQUEST' : 'UNAVAILABLE'
}

export function requestIdOf(given: string | string[] | undefined): string {
  return typeof given === 'string' && /^[\w-]{1,64}$/.test(given) ? given : randomUUID()
}

/**
 * RFC 8216bis 6.2.5.3: YES, and v2 of those who could do without date ranges, too. Anything else asks for the whole
 * list.
 */
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
