import type { z } from 'zod'
import { DomainError, errorBodySchema, type ErrorCode, type Issue } from '../errors.ts'
import { cachedResponseMs, type CallArguments, type CallOutput, type DownloadedFile, type Endpoint, type UploadInput } from './endpoint.ts'

/** A refusal or failure of a call. `code` is what to branch on; NETWORK means that no answer came. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ErrorCode | 'NETWORK' | 'UNEXPECTED_REPLY'
  readonly status: number
  readonly issues: readonly Issue[]
  readonly requestId: string | undefined
  readonly retryAfterMs: number | undefined
  constructor(init: {
    code: ApiError['code']
    message: string
    status: number
    issues?: readonly Issue[] | undefined
    requestId?: string | undefined
    retryAfterMs?: number | undefined
    cause?: unknown
  }) {
    super(init.message, { cause: init.cause })
    this.code = init.code
    this.status = init.status
    this.issues = init.issues ?? []
    this.requestId = init.requestId
    this.retryAfterMs = init.retryAfterMs
  }
}

/** The part of fetch that the client uses, so that `shared` needs no DOM types. */
export interface FetchReply {
  readonly status: number
  readonly headers: { get(name: string): string | null }
  text(): Promise<string>
  arrayBuffer?(): Promise<ArrayBuffer>
}
export interface FetchRequest {
  method: string
  headers: Record<string, string>
  body?: string | UploadInput['bytes']
  credentials: 'include'
  /** Sends `Cache-Control: max-age=0`; what the browser itself stored is still revalidated by its ETag. */
  cache?: 'no-cache'
  signal?: AbortSignalLike
  /** Goes on after the page is left. */
  keepalive?: boolean
}
export interface AbortSignalLike {
  readonly aborted: boolean
}
export type FetchLike = (url: string, request: FetchRequest) => Promise<FetchReply>

export interface ClientOptions {
  /** Origin and prefix, without a slash at the end: `/api` or `https://example.org/api`. */
  baseUrl: string
  fetch: FetchLike
  /** The current access token, or undefined without a session. */
  accessToken(): string | undefined
  /**
   * Called once per 401 of a call that carried a token: must share one refresh between callers and answer the new
   * token, or undefined when the session is over.
   */
  refresh(): Promise<string | undefined>
  /** BCP 47 language of the texts in answers. */
  language(): string
  /** Key of the realtime services, for the endpoints that ask for it. */
  apiKey?(): Promise<string>
}

export interface CallOptions {
  signal?: AbortSignalLike
  /** ETag of what the caller saw: the change is refused (EDIT_CONFLICT) where somebody else was faster. */
  ifMatch?: string | undefined
  /** Told the ETag of the answer. */
  onEtag?: (etag: string) => void
  /** Goes on after the page is left; browsers take few bytes that way. */
  keepalive?: boolean
}

export interface Client {
  call<E extends Endpoint>(endpoint: E, ...args: [...CallArguments<E>, options?: CallOptions]): Promise<CallOutput<E>>
}

/**
 * A typed client of the contract. Replies are parsed; a reply that does not fit is UNEXPECTED_REPLY. For as long as
 * responses may be cached after a call of its own that changed something, it asks for new ones: a screen shows what was
 * done on it.
 */
export function createClient(options: ClientOptions): Client {
  let changedAtMs = -Infinity
  return {
    async call(endpoint, ...args) {
      const [input, callOptions] = args as unknown[] as [RequestParts | undefined, CallOptions | undefined]
      const { signal, ifMatch, keepalive } = callOptions ?? {}
      const token = options.accessToken()
      const isReload = endpoint.cache !== undefined && Date.now() - changedAtMs <= cachedResponseMs
      const apiKey = endpoint.apiKey ? await options.apiKey?.() : undefined
      const outgoing = { endpoint, input, signal, ifMatch, isReload, apiKey, keepalive }
      let reply: FetchReply
      try {
        reply = await send(options, { ...outgoing, token })
        if (reply.status === 401 && token !== undefined && endpoint.path !== '/auth/refresh') {
          const fresh = await options.refresh()
          if (fresh !== undefined) reply = await send(options, { ...outgoing, token: fresh })
        }
      } finally {
        // Without an answer it may have been done as well.
        if (endpoint.method !== 'GET') changedAtMs = Date.now()
      }
      const etag = reply.headers.get('etag')
      if (etag !== null && reply.status < 400) callOptions?.onEtag?.(etag)
      return (await read(endpoint, reply)) as never
    },
  }
}

/**
 * For whoever takes a 404 as an answer: it resolves quietly with null, and nothing is left that somebody would be told
 * of. Other refusals stay refusals.
 */
export async function orNull404<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}

type Primitive = string | number | boolean | null | undefined

interface RequestParts {
  params?: Record<string, Primitive>
  query?: Record<string, Primitive>
  body?: unknown
  upload?: UploadInput
}

/**
 * The path with its parameters filled in and the query appended.
 * @throws DomainError NOT_FOUND for an empty parameter
 */
export function toUrl(path: string, input: RequestParts | undefined): string {
  const filled = path.replaceAll(/:([A-Za-z]+)/g, (_, name: string) => {
    const value = input?.params?.[name]
    if (value === undefined || value === null || value === '')
      throw new DomainError('NOT_FOUND', { detail: `path parameter ${name} is empty` })
    return encodeURIComponent(String(value))
  })
  const query = Object.entries(input?.query ?? {})
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(String(value))}`)
  return query.length > 0 ? `${filled}?${query.join('&')}` : filled
}

interface Outgoing {
  endpoint: Endpoint
  input: RequestParts | undefined
  token: string | undefined
  signal: AbortSignalLike | undefined
  ifMatch: string | undefined
  isReload: boolean
  apiKey: string | undefined
  keepalive: boolean | undefined
}

async function send(options: ClientOptions, outgoing: Outgoing): Promise<FetchReply> {
  const { endpoint, input, token, signal, ifMatch, isReload, apiKey, keepalive } = outgoing
  const content = input?.upload
    ? { type: input.upload.contentType, body: input.upload.bytes }
    : input?.body === undefined
      ? undefined
      : { type: 'application/json', body: JSON.stringify(input.body) }
  const request: FetchRequest = {
    method: endpoint.method,
    headers: {
      accept: endpoint.produces === 'file' ? '*/*' : 'application/json',
      'accept-language': options.language(),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
      ...(apiKey === undefined ? {} : { 'x-api-key': apiKey }),
      ...(content ? { 'content-type': content.type } : {}),
    },
    credentials: 'include',
    ...(content ? { body: content.body } : {}),
    ...(isReload ? { cache: 'no-cache' as const } : {}),
    ...(signal ? { signal } : {}),
    ...(keepalive ? { keepalive } : {}),
  }
  try {
    return await options.fetch(`${options.baseUrl}${toUrl(endpoint.path, input)}`, request)
  } catch (cause) {
    if (signal?.aborted || cause instanceof DomainError) throw cause
    throw new ApiError({ code: 'NETWORK', message: 'No answer from the server', status: 0, cause })
  }
}

async function read(endpoint: Endpoint, reply: FetchReply): Promise<unknown> {
  if (endpoint.produces === 'file' && reply.status < 400 && reply.arrayBuffer) return readFile(reply, await reply.arrayBuffer())
  const text = await reply.text()
  const json = parseJson(text)
  if (reply.status >= 400) {
    const error = errorBodySchema.safeParse(json)
    const retryAfter = Number(reply.headers.get('retry-after'))
    throw new ApiError({
      code: error.success ? error.data.code : reply.status >= 500 ? 'UNAVAILABLE' : 'UNEXPECTED_REPLY',
      message: error.success ? error.data.message : `HTTP ${reply.status}`,
      status: reply.status,
      issues: error.success ? error.data.issues : undefined,
      requestId: error.success ? error.data.requestId : undefined,
      retryAfterMs: retryAfter > 0 ? retryAfter * 1000 : undefined,
    })
  }
  const schema: z.ZodType | undefined = endpoint.response
  if (!schema) return undefined
  const parsed = schema.safeParse(json)
  if (parsed.success) return parsed.data
  throw new ApiError({
    code: 'UNEXPECTED_REPLY',
    message: `${endpoint.method} ${endpoint.path}: the reply does not fit the contract`,
    status: reply.status,
    cause: parsed.error,
  })
}

function readFile(reply: FetchReply, bytes: ArrayBuffer): DownloadedFile {
  const name = /filename\*=UTF-8''([^;]+)/i.exec(reply.headers.get('content-disposition') ?? '')?.[1]
  return { fileName: name ? decodeURIComponent(name) : 'download', contentType: reply.headers.get('content-type') ?? '', bytes }
}

function parseJson(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
