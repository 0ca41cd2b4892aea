import type { IncomingMessage, ServerResponse } from 'node:http'
import { languages, negotiateLanguage, type Language } from '@e-events/shared/domain/language.ts'
import type { Log } from '../adapters/log.ts'
import type { RequestMetrics } from './metrics.ts'
import { clientKey, type RateLimits } from './rate-limit.ts'
import { readyForm, replyKey, type KeptReply, type ReplyCache } from './reply-cache.ts'
import { requestIdOf } from './request-context.ts'

export interface KeptRepliesDeps {
  replies: Pick<ReplyCache, 'find'>
  limits: Pick<RateLimits, 'spend'>
  metrics: RequestMetrics
  log: Log
  trustedProxies: number
}

/**
 * Answers a stranger's read with the reply that is kept for it, before anything else looks at the request: no session, no Redis, no parsing. Whatever is not
 * as plain as that goes on to the app. @returns whether it was answered
 */
export function answerKept(deps: KeptRepliesDeps): (request: IncomingMessage, response: ServerResponse) => boolean {
  return (request, response) => {
    const { method, url = '', headers } = request
    if (method !== 'GET' || headers.authorization !== undefined || headers.origin !== undefined) return false
    if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) return false
    const startedAt = performance.now()
    const language = languageOf(url, headers['accept-language'])
    const reply = deps.replies.find(replyKey(url, language))
    if (reply?.headers === undefined) return false
    const form = readyForm(reply, headers['accept-encoding'])
    if (!form || !deps.limits.spend('default', clientKey('default', addressOf(request, deps.trustedProxies)))) return false

    const requestId = requestIdOf((headers['x-request-id'] as string | undefined) ?? '')
    const status = isSeen(reply, headers) ? 304 : 200
    if (status === 304) response.writeHead(304, [...withoutContent(reply.headers), 'x-request-id', requestId]).end()
    else {
      const encoding = form.isZipped ? ['content-encoding', 'gzip'] : []
      response.writeHead(200, [...reply.headers, ...encoding, 'content-length', String(form.body.length), 'x-request-id', requestId])
      response.end(form.body)
    }
    const seconds = (performance.now() - startedAt) / 1000
    deps.metrics.observe({ method, route: reply.route, status, seconds })
    deps.metrics.countKept()
    if (deps.log.isLevelEnabled('debug'))
      deps.log.debug({ requestId, method, path: url.split('?', 1)[0], status, ms: Math.round(seconds * 1000), kept: true }, 'request')
    return true
  }
}

const wanted = /[?&]language=([a-z]{2})(?:&|$)/
/** What browsers send is one of a few hundred texts. */
const negotiated = new Map<string, Language>()
const mostHeaders = 500

/** As the app sees it; where the two could differ nothing is kept, since the app refuses the address. */
function languageOf(url: string, header: string | undefined): Language {
  const asked = url.includes('language=') ? wanted.exec(url)?.[1] : undefined
  const known = languages.find((language) => language === asked)
  if (known) return known
  const text = header ?? ''
  const before = negotiated.get(text)
  if (before) return before
  const found = negotiateLanguage(text)
  if (negotiated.size >= mostHeaders) negotiated.clear()
  if (text.length <= 200) negotiated.set(text, found)
  return found
}

/** As Koa says it: the last of as many addresses as there are proxies of ours. */
function addressOf(request: IncomingMessage, trustedProxies: number): string {
  const forwarded = trustedProxies > 0 ? request.headers['x-forwarded-for'] : undefined
  const given = typeof forwarded === 'string' ? forwarded.split(/\s*,\s*/).slice(-trustedProxies)[0] : undefined
  return given || (request.socket.remoteAddress ?? '')
}

/** Exactly this version; everything else that may stand there gets the whole reply, which is never wrong. */
function isSeen(reply: KeptReply, headers: IncomingMessage['headers']): boolean {
  const seen = headers['if-none-match']
  return seen !== undefined && headers['cache-control'] === undefined && (seen === reply.etag || seen === `W/${reply.etag}`)
}

function withoutContent(headers: readonly string[]): string[] {
  return headers.filter((_, index) => headers[index - (index % 2)] !== 'content-type')
}
