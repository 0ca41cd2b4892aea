import { Readable } from 'node:stream'
import type {
  Access,
  CacheRule,
  Download,
  Endpoint,
  EndpointGroup,
  HandlerInput,
  HandlerOutput,
  Upload,
  UploadRule,
} from '@e-events/shared/contract/endpoint.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import { hasRole } from '@e-events/shared/domain/roles.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { Router } from '@koa/router'
import type { SessionActor } from './actor.ts'
import type { Authenticate } from './authenticate.ts'
import { clientKey, type RateLimits } from './rate-limit.ts'
import type { OwnedResource, Owners } from './owners.ts'
import { refreshCookie } from './refresh-cookie.ts'
import { gzippedOf, hashOf, type CachedResponse, type ResponseCache } from './response-cache.ts'
import type { HttpContext, RequestState } from './state.ts'
import { parseRequest } from './validate.ts'

export type ApiRouter = Router<RequestState>

type ActorOf<A extends Access> = A['kind'] extends 'public' ? SessionActor | null : SessionActor
type OwnedOf<A extends Access> = A extends { owner: { resource: string; param: string } } ? OwnedResource : undefined

/** Context of a call besides the parsed request. */
export interface Call<E extends Endpoint = Endpoint> extends HandlerInput<E> {
  user: ActorOf<E['access']>
  owned: OwnedOf<E['access']>
  language: Language
  requestId: string
  /** If-Match, without quotes: the ETag of what the caller saw. */
  ifMatch: string | undefined
  client: ClientFacts
  /** Tells the browser to forget what it kept of this site. */
  clearCache(): void
  cookies: { get(name: string): string | undefined; set(name: string, value: string | null, options: CookieOptions): void }
}
export interface ClientFacts {
  address: string
  requestId: string
  userAgent: string
  /** Country of the language that the browser asks for first: ES of `es-ES`. */
  region: string | null
}
export interface CookieOptions {
  path: string
  maxAgeMs: number
}

export type Handlers<G extends EndpointGroup> = { [K in keyof G]: (call: Call<G[K]>) => Promise<HandlerOutput<G[K]>> }

export interface BindTools {
  authenticate: Authenticate
  owners: Owners
  limits: RateLimits
  /** Key of the realtime services. */
  apiKey: string
  responses: ResponseCache
}
export type Bind = ReturnType<typeof createBind>

/**
 * Turns a contract group into routes: limit → session → role → parse → ownership → step-up → handler → parse the reply.
 * A missing handler does not compile. Responses with a `cache` rule are made once for all callers of the same question.
 * `sessionless` groups (log-in, refresh) never look at a bearer token: they are what a client with a stale one calls.
 */
export function createBind(tools: BindTools) {
  return function bind<G extends EndpointGroup>(
    router: ApiRouter,
    group: G,
    handlers: Handlers<G>,
    options: { sessionless?: boolean } = {},
  ): void {
    for (const [name, endpoint] of Object.entries(group)) {
      const handler = handlers[name] as (call: Call) => Promise<unknown>
      router.register(`/api${endpoint.path}`, [endpoint.method], (ctx: HttpContext) => answer(ctx, endpoint, handler))
    }

    async function answer(ctx: HttpContext, endpoint: Endpoint, handler: (call: Call) => Promise<unknown>): Promise<void> {
      ctx.state.route = `/api${endpoint.path}`
      assertOwnPage(ctx)
      if (endpoint.apiKey && ctx.get('x-api-key') !== tools.apiKey) throw new DomainError('API_KEY_INVALID')
      const session = options.sessionless ? null : await tools.authenticate.readToken(ctx.get('authorization'))
      ctx.state.accountId = session?.userId
      const limitKey = session?.userId ?? clientKey(endpoint.rateLimit, ctx.ip)
      if (!endpoint.cache || !tools.limits.consumeLocally(endpoint.rateLimit, limitKey))
        await tools.limits.consume(endpoint.rateLimit, limitKey)
      if (endpoint.cache && isShared(endpoint.cache, ctx, session !== null)) {
        if (session) await tools.authenticate.assertActive(session)
        requireJson(ctx)
        const call = await toCall(ctx, endpoint, { user: null, upload: undefined })
        // The parsed question: another spelling of an address is no other question.
        const key = JSON.stringify([call.language, endpoint.method, endpoint.path, call.params, call.query])
        const question = { key, seconds: endpoint.cache.seconds, isReload: asksForReload(ctx) }
        return sendCached(ctx, await tools.responses.get(question, async () => toText(endpoint, await handler(call as never))))
      }
      const actor = session === null ? null : await tools.authenticate.loadActor(session)
      assertAccess(endpoint.access, actor)
      const user = actor && withoutWaitingRole(actor)
      const upload = endpoint.upload ? await readUpload(ctx, endpoint.upload) : undefined
      if (!upload) requireJson(ctx)
      const call = await toCall(ctx, endpoint, { user, upload })
      assertConfirmed(endpoint, call.body, user)
      reply(ctx, { endpoint, value: await handler(call as never), isPersonal: user !== null })
    }
  }

  async function toCall(ctx: HttpContext, endpoint: Endpoint, { user, upload }: { user: SessionActor | null; upload: Upload | undefined }) {
    const { params, query, body } = parseRequest([
      { name: 'params', schema: endpoint.params, value: ctx['params'] },
      { name: 'query', schema: endpoint.query, value: { ...ctx.query } },
      { name: 'body', schema: endpoint.body, value: endpoint.body ? (ctx.request.body ?? {}) : upload ? undefined : ctx.request.body },
    ])
    const owned = await ownedResource(endpoint.access, params, user)
    return {
      params,
      query,
      body,
      upload,
      user,
      owned,
      language: ctx.state.language,
      requestId: ctx.state.requestId,
      ifMatch: readIfMatch(ctx),
      ...facts(ctx),
    }
  }

  function reply(ctx: HttpContext, { endpoint, value, isPersonal }: { endpoint: Endpoint; value: unknown; isPersonal: boolean }): void {
    ctx.status = endpoint.status
    if (endpoint.produces === 'file') return sendFile(ctx, value as Download)
    if (!endpoint.response) {
      ctx.body = null
      ctx.status = endpoint.status
      return
    }
    const text = toText(endpoint, value)
    ctx.type = 'application/json'
    ctx.body = text
    if (endpoint.method !== 'GET') {
      ctx.set('cache-control', 'no-store')
      return
    }
    describeRead(ctx, `"${hashOf(text)}"`)
    // Answers for an account are stored on no disk; the ETag stays, for If-Match and for caches in memory.
    if (isPersonal) ctx.set('cache-control', 'no-store')
    skipSeen(ctx)
  }

  /** Parsed, so that no column leaks by accident; a reply that does not fit is our mistake and becomes a 500. */
  function toText(endpoint: Endpoint, value: unknown): string {
    const parsed = endpoint.response?.safeParse(value)
    if (!parsed?.success) {
      throw new Error(`${endpoint.method} ${endpoint.path}: the reply does not fit the contract: ${parsed?.error.message}`, {
        cause: parsed?.error,
      })
    }
    return JSON.stringify(parsed.data)
  }

  async function ownedResource(access: Access, params: unknown, user: SessionActor | null): Promise<OwnedResource | undefined> {
    if (access.kind !== 'role' || !access.owner) return undefined
    const { resource, param } = access.owner
    const found = await tools.owners[resource]((params as Record<string, string>)[param] ?? '')
    // Somebody else's object and an absent one look the same.
    if (!found || !user || (found.ownerId !== user.id && !user.isAdmin)) throw new DomainError('NOT_FOUND')
    return found
  }
}

/** Whether this response is the one that others get. */
function isShared({ for: whom, except = [] }: CacheRule, ctx: HttpContext, hasSession: boolean): boolean {
  return (whom === 'everybody' || !hasSession) && !except.some((name) => ctx.query[name] !== undefined)
}

function assertAccess(access: Access, user: SessionActor | null): void {
  if (access.kind === 'public') return
  if (!user) throw new DomainError('UNAUTHENTICATED')
  if (access.kind !== 'role') return
  if (!hasRole(user.roles, access.role)) throw new DomainError('FORBIDDEN_ROLE')
  if (user.lacksTwoFactor) throw new DomainError('TWO_FACTOR_STATE')
}

/**
 * Last of all checks: nobody types a password for a call that would be refused anyway.
 * @throws DomainError STEP_UP_REQUIRED
 */
function assertConfirmed({ stepUp }: Endpoint, body: unknown, user: SessionActor | null): void {
  if (stepUp === undefined || user?.isConfirmed === true) return
  const given = (body ?? {}) as Record<string, unknown>
  if (stepUp === 'always' || stepUp.fields.some((field) => given[field] !== undefined)) throw new DomainError('STEP_UP_REQUIRED')
}

/** Extra rights of an administrator need the second factor at every endpoint. */
function withoutWaitingRole(actor: SessionActor): SessionActor {
  return actor.lacksTwoFactor ? { ...actor, isAdmin: false, roles: actor.roles.filter((role) => role !== 'ADMIN') } : actor
}

/**
 * Version that a change is based on. A read has none: its answer may be made once for several who ask at the same time.
 * @throws DomainError BAD_REQUEST for a header that names no version: its sender wants to be told of changes
 */
function readIfMatch(ctx: HttpContext): string | undefined {
  const header = ctx.method === 'GET' ? '' : ctx.get('if-match')
  if (header === '') return undefined
  const tag = /^(?:W\/)?"([^"]{1,200})"$/.exec(header)?.[1]
  if (tag === undefined) throw new DomainError('BAD_REQUEST')
  return tag
}

/** Browsers say where a call comes from; SameSite lets sibling hosts through. @throws DomainError BAD_REQUEST */
function assertOwnPage(ctx: HttpContext): void {
  const isForeign = ['cross-site', 'same-site'].includes(ctx.get('sec-fetch-site'))
  if (isForeign && ctx.method !== 'GET' && ctx.cookies.get(cookieName(ctx, refreshCookie.name)) !== undefined)
    throw new DomainError('BAD_REQUEST')
}

/** The ETag (without quotes) of a GET whose answer, parsed by the contract, is this value. */
export function etagOf(endpoint: Endpoint, value: unknown): string {
  return hashOf(JSON.stringify(endpoint.response?.parse(value)))
}

/** A body that is not JSON would look like no body at all. */
function requireJson(ctx: HttpContext): void {
  const hasBody = (ctx.request.length ?? 0) > 0 || ctx.get('transfer-encoding') !== ''
  if (hasBody && !ctx.request.is('application/json')) throw new DomainError('UNSUPPORTED_MEDIA_TYPE')
}

/**
 * Raw bytes of a permitted type, never more than permitted in memory.
 * @throws DomainError UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE
 */
async function readUpload(ctx: HttpContext, rule: UploadRule): Promise<Upload> {
  const contentType = ctx.request.is([...rule.contentTypes])
  if (contentType === false || contentType === null) throw new DomainError(rule.refusal ?? 'UNSUPPORTED_MEDIA_TYPE')
  if ((ctx.request.length ?? 0) > rule.maxBytes) throw new DomainError('PAYLOAD_TOO_LARGE')
  const parts: Buffer[] = []
  let size = 0
  for await (const part of ctx.req as AsyncIterable<Buffer>) {
    size += part.length
    if (size > rule.maxBytes) throw new DomainError('PAYLOAD_TOO_LARGE')
    parts.push(part)
  }
  return { contentType, bytes: Buffer.concat(parts) }
}

/** RFC 6266: a plain name for old clients, the true one beside it. */
function sendFile(ctx: HttpContext, { fileName, contentType, content }: Download): void {
  const plain = fileName.replaceAll(/[^\w. ()-]/g, '_')
  ctx.set('content-disposition', `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(fileName).replaceAll("'", '%27')}`)
  ctx.set('cache-control', 'no-store')
  ctx.type = contentType
  ctx.body = typeof content === 'string' ? content : content instanceof Uint8Array ? Buffer.from(content) : Readable.from(content)
}

function describeRead(ctx: HttpContext, etag: string): void {
  ctx.set('cache-control', 'private, no-cache')
  ctx.vary(['Accept-Language', 'Authorization'])
  ctx.etag = etag
}

function skipSeen(ctx: HttpContext): void {
  if (ctx.req.headers['if-none-match'] === undefined || !ctx.fresh) return
  ctx.status = 304
  ctx.body = null
}

/** A browser that reloads, or a client that has just changed something (RFC 9111: an age of 0 at most). */
function asksForReload(ctx: HttpContext): boolean {
  return /(?:^|,)\s*(?:no-cache|max-age=0)\s*(?:,|$)/i.test(ctx.get('cache-control'))
}

/** Who names no encoding gets none. */
const acceptsGzip = (ctx: HttpContext): boolean =>
  ctx.req.headers['accept-encoding'] !== undefined && ctx.acceptsEncodings('gzip', 'identity') === 'gzip'

async function sendCached(ctx: HttpContext, response: CachedResponse): Promise<void> {
  ctx.status = 200
  ctx.res.setHeader('content-type', 'application/json; charset=utf-8')
  const gzipped = acceptsGzip(ctx) ? await gzippedOf(response) : undefined
  ctx.body = gzipped ?? response.bytes
  describeRead(ctx, response.etag)
  if (gzipped) ctx.set('content-encoding', 'gzip')
  // Done, or not wanted.
  ctx.compress = false
  skipSeen(ctx)
}

/** Who asks, and their cookies: for the few routes that are redirects and no part of the contract, too. */
export function facts(ctx: HttpContext): Pick<Call, 'client' | 'clearCache' | 'cookies'> {
  return {
    client: {
      address: ctx.ip,
      requestId: ctx.state.requestId,
      userAgent: ctx.get('user-agent').slice(0, 500),
      region: regionOf(ctx.get('accept-language')),
    },
    clearCache: () => ctx.set('clear-site-data', '"cache"'),
    cookies: {
      get: (name) => ctx.cookies.get(cookieName(ctx, name)),
      set: (name, value, { path, maxAgeMs }) => {
        ctx.cookies.set(cookieName(ctx, name), value, {
          path,
          maxAge: value === null ? 0 : maxAgeMs,
          httpOnly: true,
          sameSite: 'lax',
          secure: ctx.state.secureCookies,
          overwrite: true,
        })
      },
    },
  }
}

function regionOf(acceptLanguage: string): string | null {
  return /^[a-z]{2,3}-([A-Z]{2})\b/.exec(acceptLanguage)?.[1] ?? null
}

/**
 * Browsers let nobody without https set a name with this prefix: no cookie of a neighbour is taken for ours. The plain
 * name is never read beside it.
 */
function cookieName(ctx: HttpContext, name: string): string {
  return ctx.state.secureCookies ? `__Secure-${name}` : name
}
