import type { FetchLike, FetchReply } from '@e-events/shared/contract/client.ts'
import { contract } from '@e-events/shared/contract/contract.ts'
import type { Endpoint, HandlerInput, HandlerOutput } from '@e-events/shared/contract/endpoint.ts'
import { errorBodySchema, errorStatus, type ErrorCode } from '@e-events/shared/errors.ts'

/** Thrown by a handler: the endpoint answers this code as the real api would. */
export class Refusal extends Error {
  readonly code: ErrorCode
  constructor(code: ErrorCode, message: string = code) {
    super(message)
    this.code = code
  }
}

export interface FakeCall {
  endpoint: Endpoint
  params: Record<string, unknown>
  query: Record<string, unknown>
  body: unknown
  token: string | undefined
}

type Handler<E extends Endpoint> = (input: HandlerInput<E>, call: FakeCall) => HandlerOutput<E> | Promise<HandlerOutput<E>>

export interface FakeApi {
  fetch: FetchLike
  /** Answers an endpoint from now on; the last handler wins. */
  on: <E extends Endpoint>(endpoint: E, handler: Handler<E>) => void
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
const endpoints: readonly Endpoint[] = Object.values(contract).flatMap((group) => Object.values<Endpoint>(group))

/**
 * The api as the contract describes it, without a server: requests that the contract would refuse and answers that it does not allow
 * both fail the test, so a screen cannot be right against a fake that is wrong.
 */
export function createFakeApi({ baseUrl = '/api' } = {}): FakeApi {
  const handlers = new Map<Endpoint, Handler<Endpoint>>()
  const calls: FakeCall[] = []
  let silent = false
  return {
    calls,
    countOf: (endpoint) => calls.filter((call) => call.endpoint === endpoint).length,
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
      }
      parsed(endpoint, 'params', params)
      calls.push(call)
      if (endpoint.access.kind !== 'public' && !call.token) return refuse(endpoint, new Refusal('UNAUTHENTICATED'))
      const handler = handlers.get(endpoint)
      if (!handler) throw new Error(`no handler for ${endpoint.method} ${endpoint.path}`)
      try {
        const answer: unknown = await handler({ params, query: call.query, body: call.body } as never, call)
        return reply(endpoint.status, endpoint.response ? endpoint.response.parse(answer) : undefined)
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

function refuse(endpoint: Endpoint, { code, message }: Refusal): FetchReply {
  if (!general.has(code) && !endpoint.errors.includes(code)) throw new Error(`${endpoint.method} ${endpoint.path} never answers ${code}`)
  return reply(errorStatus[code], errorBodySchema.parse({ code, message, requestId: 'req-test' }))
}

function reply(status: number, body: unknown): FetchReply {
  const headers = new Map([['date', new Date().toUTCString()]])
  return {
    status,
    headers: { get: (name) => headers.get(name) ?? null },
    text: () => Promise.resolve(body === undefined ? '' : JSON.stringify(body)),
  }
}
