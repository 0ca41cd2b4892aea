import type { z } from 'zod'
import type { ErrorCode } from '../errors.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Who may call. `public`: anyone, a session is read where present. `session`: any logged-in account. `role`: that role
 * (ADMIN passes every role). `owner` names the resource whose owner alone may call (ADMIN too); a stranger gets
 * NOT_FOUND, as if it did not exist.
 */
export type Access =
  | { readonly kind: 'public' }
  | { readonly kind: 'session' }
  | {
      readonly kind: 'role'
      readonly role: 'PRODUCER' | 'ADMIN'
      readonly owner?: { readonly resource: 'channel' | 'product' | 'speaker'; readonly param: string }
    }

/** Named budgets; the numbers stand in the api's rate-limit table. */
export type RateLimitName = 'default' | 'login' | 'redeem' | 'checkout' | 'write' | 'mail' | 'export' | 'check' | 'report'

type Fields = z.ZodObject | undefined

/** Bytes instead of JSON: the types (by content, not by name) and the size that are accepted. */
export interface UploadRule {
  readonly contentTypes: readonly string[]
  readonly maxBytes: number
  /** Refusal of another type; UNSUPPORTED_MEDIA_TYPE by default. */
  readonly refusal?: ErrorCode
}
/** Upload as a handler receives it. */
export interface Upload {
  contentType: string
  bytes: Uint8Array
}
/** Answer of the handler of a `produces: 'file'` endpoint. */
export interface Download {
  fileName: string
  contentType: string
  content: string | Uint8Array | AsyncIterable<Uint8Array>
}
/** The same answer as its caller receives it. */
export interface DownloadedFile {
  fileName: string
  contentType: string
  bytes: ArrayBuffer
}

/**
 * Lets the api answer several callers with one response, which is at most `seconds` old (decision
 * cached-responses-age-time). Only for GET endpoints that are public.
 */
export interface CacheRule {
  readonly seconds: number
  /**
   * `everybody`: the handler does not learn who asks, so no response can depend on it; a bearer token has to be valid,
   * its account is looked up once in `seconds`. `strangers`: shared by callers without a session, never given to
   * others.
   */
  readonly for: 'everybody' | 'strangers'
  /** A question that has one of these in its query is not cached. */
  readonly except?: readonly string[]
}

/**
 * Asks for a log-in or a confirmation (`POST /me/step-up`) of this session that is at most `limits.stepUpMs` old:
 * always, or where the body names one of these fields. Otherwise STEP_UP_REQUIRED, after every other check of the
 * request.
 */
export type StepUpRule = 'always' | { readonly fields: readonly string[] }

const cacheSeconds = 1
/** Reads that start this long after a change never get a cached response from before it. */
export const cachedResponseMs = cacheSeconds * 1000
export const sharedResponse = { seconds: cacheSeconds, for: 'everybody' } as const satisfies CacheRule
export const strangersResponse = { seconds: cacheSeconds, for: 'strangers' } as const satisfies CacheRule

export interface Endpoint<
  A extends Access = Access,
  P extends Fields = Fields,
  Q extends Fields = Fields,
  B extends Fields = Fields,
  R extends z.ZodType | undefined = z.ZodType | undefined,
  F extends 'json' | 'file' = 'json' | 'file',
  U extends UploadRule | undefined = UploadRule | undefined,
> {
  readonly method: Method
  /** Below `/api`, with `:name` parameters. */
  readonly path: `/${string}`
  readonly summary: string
  readonly access: A
  readonly params: P
  readonly query: Q
  readonly body: B
  /** Absent: the answer is 204 without a body. */
  readonly response: R
  readonly status: 200 | 201 | 202 | 204
  /** Codes beyond those every endpoint may answer (validation, session, role, rate, internal). */
  readonly errors: readonly ErrorCode[]
  readonly rateLimit: RateLimitName
  /** 'file': a download with a name instead of JSON. */
  readonly produces: F
  /** Where set, the body is raw bytes of one of these types. */
  readonly upload: U
  /** Where set, the response is cached for a moment. */
  readonly cache: CacheRule | undefined
  /** Where set, a stolen access token alone does not do it. */
  readonly stepUp: StepUpRule | undefined
  /** Asks for the key of the realtime services (`x-api-key`); without it API_KEY_INVALID, which ends no session. */
  readonly apiKey: boolean
}

interface Definition<
  A extends Access,
  P extends Fields,
  Q extends Fields,
  B extends Fields,
  R extends z.ZodType | undefined,
  F extends 'json' | 'file',
  U extends UploadRule | undefined,
> {
  method: Method
  path: `/${string}`
  summary: string
  access: A
  params?: P
  query?: Q
  body?: B
  response?: R
  status?: 200 | 201 | 202
  errors?: readonly ErrorCode[]
  rateLimit?: RateLimitName
  produces?: F
  upload?: U
  cache?: CacheRule
  stepUp?: StepUpRule
  apiKey?: boolean
}

/** Declares one endpoint as data. Objects should be strict: unknown keys are refused. */
export function endpoint<
  const A extends Access,
  P extends Fields = undefined,
  Q extends Fields = undefined,
  B extends Fields = undefined,
  R extends z.ZodType | undefined = undefined,
  const F extends 'json' | 'file' = 'json',
  const U extends UploadRule | undefined = undefined,
>(definition: Definition<A, P, Q, B, R, F, U>): Endpoint<A, P, Q, B, R, F, U> {
  const status = definition.status ?? (definition.response || definition.produces === 'file' ? 200 : 204)
  return {
    method: definition.method,
    path: definition.path,
    summary: definition.summary,
    access: definition.access,
    params: definition.params as P,
    query: definition.query as Q,
    body: definition.body as B,
    response: definition.response as R,
    status,
    errors: definition.errors ?? [],
    rateLimit: definition.rateLimit ?? 'default',
    produces: (definition.produces ?? 'json') as F,
    upload: definition.upload as U,
    cache: definition.cache,
    stepUp: definition.stepUp,
    apiKey: definition.apiKey ?? false,
  }
}

export type EndpointGroup = Readonly<Record<string, Endpoint>>

type InputOf<S> = S extends z.ZodType ? z.input<S> : undefined
type OutputOf<S> = S extends z.ZodType ? z.output<S> : undefined
type DropUndefined<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] }
type IsEmpty<T> = keyof T extends never ? true : false
type OptionalWhenEmpty<T> = { [K in keyof T as {} extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as {} extends T[K] ? K : never]?: T[K]
}

/** Bytes to send. */
export interface UploadInput {
  contentType: string
  bytes: Uint8Array<ArrayBuffer>
}

/** Input of a call: `{ params, query, body }` as far as the endpoint has them, and `upload` for raw bytes. */
export type CallInput<E extends Endpoint> = OptionalWhenEmpty<
  DropUndefined<{
    params: InputOf<E['params']>
    query: InputOf<E['query']>
    body: InputOf<E['body']>
    upload: E['upload'] extends UploadRule ? UploadInput : undefined
  }>
>
/** Output of a call. */
export type CallOutput<E extends Endpoint> = E['produces'] extends 'file'
  ? DownloadedFile
  : E['response'] extends z.ZodType
    ? z.output<E['response']>
    : void
/** Arguments of a client call: the input may be left out where nothing in it is required. */
export type CallArguments<E extends Endpoint> =
  IsEmpty<CallInput<E>> extends true ? [input?: undefined] : {} extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>]

/** Input of a handler, and the output that it must return. */
export interface HandlerInput<E extends Endpoint> {
  params: OutputOf<E['params']>
  query: OutputOf<E['query']>
  body: OutputOf<E['body']>
  upload: E['upload'] extends UploadRule ? Upload : undefined
}
export type HandlerOutput<E extends Endpoint> = E['produces'] extends 'file'
  ? Download
  : E['response'] extends z.ZodType
    ? z.input<E['response']>
    : void

/** Stable query key of an endpoint and its input: never typed by hand. */
export function queryKey<E extends Endpoint>(target: E, ...[input]: CallArguments<E>): readonly [string, unknown] {
  return [nameOf(target), input ?? {}]
}

/** Start of the query keys of an endpoint: of all its inputs, or of those with these path parameters. */
export function endpointKey<E extends Endpoint>(target: E, params?: InputOf<E['params']>): readonly [string, unknown?] {
  return params === undefined ? [nameOf(target)] : [nameOf(target), { params }]
}

const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`
