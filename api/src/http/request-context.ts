import { randomUUID } from 'node:crypto'
import { languages, negotiateLanguage, type Language } from '@e-events/shared/domain/language.ts'
import type { Log } from '../adapters/log.ts'
import type { SecurityEvent, SecurityLog } from '@e-events/shared/node/security-log.ts'
import { ForeignTokenError } from './authenticate.ts'
import type { RequestMetrics } from './metrics.ts'
import type { HttpContext, HttpMiddleware } from './state.ts'
import { toErrorBody, toRefusal } from './refusal.ts'

/** The id that a caller brought, else a new one. */
export function requestIdOf(given: string): string {
  return requestIdPattern.test(given) ? given : randomUUID()
}

const requestIdPattern = /^[A-Za-z0-9._-]{8,80}$/

/** Id, language and logger of a request; one log line and one measurement at its end. */
export function requestContext(log: Log, metrics: RequestMetrics, { secureCookies }: { secureCookies: boolean }): HttpMiddleware {
  return async (ctx, next) => {
    const startedAt = performance.now()
    const requestId = requestIdOf(ctx.get('x-request-id'))
    let child: Log | undefined
    ctx.state = {
      requestId,
      language: languageOf(ctx),
      // Most requests log nothing.
      get log() {
        return (child ??= log.child({ requestId }))
      },
      secureCookies,
      route: undefined,
      accountId: undefined,
    }
    ctx.res.setHeader('x-request-id', requestId)
    ctx.res.setHeader('content-language', ctx.state.language)
    await next()
    const seconds = (performance.now() - startedAt) / 1000
    metrics.observe({ method: ctx.method, route: ctx.state.route ?? 'none', status: ctx.status, seconds })
    // The links of mails are keys.
    const path = ctx.state.route?.includes(':token') ? ctx.state.route : ctx.path
    const line = { method: ctx.method, path, status: ctx.status, ms: Math.round(seconds * 1000) }
    if (ctx.status >= 500) ctx.state.log.warn(line, 'request failed')
    else if (log.isLevelEnabled('debug')) ctx.state.log.debug(line, 'request')
  }
}

/** Anything thrown below becomes the one error body, in the caller's language; what nobody expected shows no detail. */
export const onError =
  (security: SecurityLog): HttpMiddleware =>
  async (ctx, next) => {
    try {
      await next()
      if (ctx.status === 404 && ctx.body == null) throw Object.assign(new Error('no such address'), { status: 404 })
    } catch (error) {
      const refusal = toRefusal(error)
      const event = securityEventOf(error, refusal, ctx.state.route)
      if (event) {
        const { requestId, accountId, route } = ctx.state
        security(event, { requestId, address: ctx.ip, accountId, route })
      }
      if (refusal.code === 'UNAVAILABLE') ctx.state.log.warn({ err: error }, 'a store is away')
      else if (!refusal.expected) ctx.state.log.error({ err: error }, 'unexpected failure')
      ctx.status = refusal.status
      if (refusal.retryAfterSec !== undefined) ctx.set('retry-after', String(refusal.retryAfterSec))
      ctx.set('cache-control', 'no-store')
      ctx.body = toErrorBody(refusal, ctx.state.language, ctx.state.requestId)
    }
  }

/** Refusals that may be somebody trying doors. A token that merely ended is none. */
function securityEventOf(error: unknown, { code }: { code: string }, route: string | undefined): SecurityEvent | undefined {
  if (code === 'RATE_LIMITED') return route === '/api/auth/login' ? 'login.limited' : 'rate.limited'
  if (code === 'FORBIDDEN_ROLE') return 'access.denied'
  return error instanceof ForeignTokenError ? 'token.refused' : undefined
}

/** `?language=` wins over Accept-Language; es otherwise. */
function languageOf(ctx: HttpContext): Language {
  const asked = ctx.query['language']
  const wanted = languages.find((language) => language === asked)
  return wanted ?? negotiateLanguage(ctx.get('accept-language'))
}
