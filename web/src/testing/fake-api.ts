import { account } from '@e-events/shared/contract/people/account.ts'
import { signUp } from '@e-events/shared/contract/people/auth.ts'
import type { FetchLike, FetchReply, FetchRequest } from '@e-events/shared/contract/client.ts'
import { config } from '@e-events/shared/contract/settings/config.ts'
import { contract } from '@e-events/shared/contract/contract.ts'
import type { Download, Endpoint, HandlerInput, HandlerOutput } from '@e-events/shared/contract/endpoint.ts'
import { notifications } from '@e-events/shared/contract/engagement/notifications.ts'
import { users } from '@e-events/shared/contract/people/users.ts'
import { errorBodySchema, errorStatus, type ErrorCode, type Issue } from '@e-events/shared/errors.ts'

/** Thrown by a handler: the endpoint answers this code as the real api would. */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly issues: Issue[] | undefined
  constructor(code: ErrorCode, message: string = code, issues?: Issue[]) {
    super(message)
    this.code = code
    this.issues = issues
  }
}

export interface FakeCall {
  endpoint: Endpoint
  params: Record<string, unknown>
  query: Record<string, unknown>
  body: unknown
  token: string | undefined
  ifMatch: string | undefined
}

type Handler<E extends Endpoint> = (input: HandlerInput<E>, call: FakeCall) => HandlerOutput<E> | Promise<HandlerOutput<E>>

export interface FakeApi {
  fetch: FetchLike
  /** Answers an endpoint from now on; the last handler wins. */
  on: <E extends Endpoint>(endpoint: E, handler: Handler<E>) => void
  answers: (endpoint: Endpoint) => boolean
  /** Answers of this endpoint carry this ETag. */
  etag: (endpoint: Endpoint, etag: string) => void
  /** Nobody answers: the connection fails. */
  silence: (on: boolean) => void
  calls: FakeCall[]
  countOf: (endpoint: Endpoint) => number
}

/** Codes that every endpoint may answer besides its own. */
const general: ReadonlySet<ErrorCode> = new Set([
  'UNAUTHENTICATED',
  'FORBIDDEN_ROLE',
  'VALIDATION_FAILED',
  'RATE_LIMITED',
  'INTERNAL',
  'UNAVAILABLE',
  'BAD_REQUEST',
])
const groups = { ...contract, signUp, account, users, config, notifications }
/** Fixed paths before those with parameters, as a router would have them. */
const endpoints: readonly Endpoint[] = Object.values(groups)
  .flatMap((group) => Object.values<Endpoint>(group))
  .sort((a, b) => a.path.split(':').length - b.path.split(':').length)

/**
 * The api as the contract describes it, without a server: requests that the contract would refuse and answers that it
 * does not allow both fail the test, so a screen cannot be right against a fake that is wrong.
 */
export function createFakeApi({ baseUrl = '/api' } = {}): FakeApi {
  const handlers = new Map<Endpoint, Handler<Endpoint>>()
  const calls: FakeCall[] = []
  const etags = new Map<Endpoint, string>()
  let silent = false
  return {
    calls,
    countOf: (endpoint) => calls.filter((call) => call.endpoint === endpoint).length,
    answers: (endpoint) => handlers.has(endpoint),
    etag: (endpoint, etag) => void etags.set(endpoint, etag),
    silence: (on) => {
      silent = on
    },
    on: (endpoint, handler) => void handlers.set(endpoint, handler),
    async fetch(url, request) {
      if (silent) throw new TypeError('Failed to fetch')
      const { pathname, searchParams } = new URL(url, 'http://fake')
      const found = match(request.method, pathname.slice(baseUrl.length))
      if (!found) throw new Error(`the contract has no ${request.method} ${pathname}`)
      const { endpoint, params } = found
      const call: FakeCall = {
        endpoint,
        params,
        query: parsed(endpoint, 'query', Object.fromEntries(searchParams)) as Record<string, unknown>,
        body: parsed(endpoint, 'body', typeof request.body !== 'string' ? undefined : (JSON.parse(request.body) as unknown)),
        token: request.headers['authorization']?.replace('Bearer ', ''),
        ifMatch: request.headers['if-match'],
      }
      const upload = endpoint.upload && uploaded(endpoint, request)
      parsed(endpoint, 'params', params)
      calls.push(call)
      if (endpoint.access.kind !== 'public' && !call.token) return refuse(endpoint, new Refusal('UNAUTHENTICATED'))
      const handler = handlers.get(endpoint)
      if (!handler) throw new Error(`no handler for ${endpoint.method} ${endpoint.path}`)
      try {
        const answer: unknown = await handler({ params, query: call.query, body: call.body, upload } as never, call)
        if (endpoint.produces === 'file') return download(answer as Download)
        return reply(endpoint.status, endpoint.response ? endpoint.response.parse(answer) : undefined, etags.get(endpoint))
      } catch (error) {
        if (error instanceof Refusal) return refuse(endpoint, error)
        throw error
      }
    },
  }
}

function match(method: string, path: string): { endpoint: Endpoint; params: Record<string, unknown> } | undefined {
  const parts = path.split('/')
  for (const endpoint of endpoints) {
    const wanted = endpoint.path.split('/')
    if (endpoint.method !== method || wanted.length !== parts.length) continue
    const params: Record<string, unknown> = {}
    const fits = wanted.every((part, i) => {
      if (!part.startsWith(':')) return part === parts[i]
      params[part.slice(1)] = decodeURIComponent(parts[i] ?? '')
      return true
    })
    if (fits) return { endpoint, params }
  }
  return undefined
}

function parsed(endpoint: Endpoint, part: 'params' | 'query' | 'body', value: unknown): unknown {
  const schema = endpoint[part]
  if (!schema) return undefined
  const result = schema.safeParse(value)
  if (!result.success)
    throw new Error(`${endpoint.method} ${endpoint.path}: the ${part} sent does not fit the contract: ${result.error.message}`)
  return result.data
}

function refuse(endpoint: Endpoint, { code, message, issues }: Refusal): FetchReply {
  const asksForStepUp = code === 'STEP_UP_REQUIRED' && endpoint.stepUp !== undefined
  if (!general.has(code) && !(endpoint.apiKey && code === 'API_KEY_INVALID') && !asksForStepUp && !endpoint.errors.includes(code))
    throw new Error(`${endpoint.method} ${endpoint.path} never answers ${code}`)
  return reply(errorStatus[code], errorBodySchema.parse({ code, message, issues, requestId: 'req-test' }))
}

function uploaded(endpoint: Endpoint, request: FetchRequest): { contentType: string; bytes: Uint8Array } {
  const contentType = request.headers['content-type'] ?? ''
  if (!endpoint.upload?.contentTypes.includes(contentType)) throw new Error(`${endpoint.method} ${endpoint.path} takes no ${contentType}`)
  if (request.body === undefined || typeof request.body === 'string') throw new Error(`${endpoint.method} ${endpoint.path} takes bytes`)
  return { contentType, bytes: request.body }
}

function download({ fileName, contentType, content }: Download): FetchReply {
  const headers = new Map([
    ['content-type', contentType],
    ['content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`],
  ])
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  // Not instanceof: what jsdom's encoder makes is of another realm.
  if (!ArrayBuffer.isView(bytes)) throw new Error('the fake answers files whole, not as streams')
  return {
    status: 200,
    headers: { get: (name) => headers.get(name) ?? null },
    text: () => Promise.resolve(new TextDecoder().decode(bytes)),
    arrayBuffer: () => Promise.resolve(bytes.slice().buffer),
  }
}

/** Without a tag of the test's own: one that changes with the answer, as the api's does. */
function reply(status: number, body: unknown, etag = body === undefined ? undefined : hashOf(JSON.stringify(body))): FetchReply {
  const headers = new Map([['date', new Date().toUTCString()]])
  if (etag !== undefined) headers.set('etag', etag)
  return {
    status,
    headers: { get: (name) => headers.get(name) ?? null },
    text: () => Promise.resolve(body === undefined ? '' : JSON.stringify(body)),
  }
}

function hashOf(text: string): string {
  let hash = 0
  for (const letter of text) hash = (Math.imul(31, hash) + (letter.codePointAt(0) ?? 0)) >>> 0
  return `"${hash.toString(36)}"`
}
