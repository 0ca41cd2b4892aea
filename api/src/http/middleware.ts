import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { limits } from '@e-events/shared/limits.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import { bodyParser } from '@koa/bodyparser'
import helmet from 'helmet'
import compress from 'koa-compress'
import type { HttpMiddleware } from './state.ts'

/** JSON bodies up to the limit; anything unreadable is BAD_REQUEST. */
export function jsonBodies(): HttpMiddleware {
  return bodyParser({
    enableTypes: ['json'],
    jsonLimit: limits.requestBodyBytes,
    parsedMethods: ['POST', 'PUT', 'PATCH', 'DELETE'],
    onError(error) {
      const { status } = error as Error & { status?: number }
      if (status === 413 || status === 415) throw error
      throw new DomainError('BAD_REQUEST', { cause: error })
    },
  }) as HttpMiddleware
}

export function compression(): HttpMiddleware {
  return compress({ threshold: 1024, br: false, gzip: { level: 5 } }) as HttpMiddleware
}

/**
 * The api serves no pages of its own but the documentation, which is on the same origin as everything else. The headers
 * are the same for every request, so they are made once.
 */
export function securityHeaders(options: { secure: boolean }): HttpMiddleware {
  const made = new ServerResponse(new IncomingMessage(new Socket()))
  const setThem = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], baseUri: ["'none'"], formAction: ["'none'"] },
    },
    crossOriginResourcePolicy: { policy: 'same-site' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: options.secure ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    xFrameOptions: { action: 'deny' },
    // These are for pages that load other things, and for browsers and plug-ins that are gone.
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  })
  setThem(made.req, made, () => {})
  const headers = Object.entries(made.getHeaders()) as [name: string, value: string][]
  return async (ctx, next) => {
    for (const [name, value] of headers) ctx.res.setHeader(name, value)
    await next()
  }
}

const allowedHeaders = 'authorization, content-type, accept-language, if-match, x-request-id'
const exposedHeaders = 'x-request-id, retry-after, etag, date'

/**
 * Other origins that may call: the packaged studio. Its refresh token travels in the body, so credentials are allowed
 * but never needed.
 */
export function cors(options: { origins: readonly string[] }): HttpMiddleware {
  const allowed = new Set(options.origins)
  return async (ctx, next) => {
    const origin = ctx.get('origin')
    ctx.vary('Origin')
    if (allowed.has(origin)) {
      ctx.set('access-control-allow-origin', origin)
      ctx.set('access-control-allow-credentials', 'true')
      ctx.set('access-control-expose-headers', exposedHeaders)
      ctx.set('cross-origin-resource-policy', 'cross-origin')
      if (ctx.method === 'OPTIONS' && ctx.get('access-control-request-method') !== '') {
        ctx.set('access-control-allow-methods', 'GET, POST, PUT, PATCH, DELETE')
        ctx.set('access-control-allow-headers', allowedHeaders)
        ctx.set('access-control-max-age', '600')
        ctx.status = 204
        return
      }
    }
    await next()
  }
}
