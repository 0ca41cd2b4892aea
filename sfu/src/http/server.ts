import { createServer, type Server } from 'node:http'
import type { Registry } from 'prom-client'

export interface HttpDeps {
  /** Reasons why this node cannot serve; empty when it can. */
  notReady(): string[]
  metrics: Registry
}

/** Health and metrics; signalling attaches itself to the same server. */
export function createHttpServer(deps: HttpDeps): Server {
  const server = createServer((request, response) => {
    const path = (request.url ?? '/').split('?')[0]
    const send = (status: number, body: unknown) => {
      const text = JSON.stringify(body)
      response.writeHead(status, {
        'content-type': 'application/json',
        'cache-control': 'no-store',
        'content-length': Buffer.byteLength(text),
      })
      response.end(request.method === 'HEAD' ? undefined : text)
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      send(405, { code: 'METHOD_NOT_ALLOWED' })
      return
    }
    if (path === '/healthz') {
      send(200, { status: 'ok' })
      return
    }
    if (path === '/readyz') {
      const reasons = deps.notReady()
      send(reasons.length === 0 ? 200 : 503, { status: reasons.length === 0 ? 'ready' : 'not ready', reasons })
      return
    }
    if (path === '/metrics') {
      deps.metrics.metrics().then(
        (text) => {
          response.writeHead(200, { 'content-type': deps.metrics.contentType, 'cache-control': 'no-store' })
          response.end(text)
        },
        () => send(500, { code: 'INTERNAL' }),
      )
      return
    }
    send(404, { code: 'NOT_FOUND' })
  })
  server.headersTimeout = 10_000
  server.requestTimeout = 15_000
  return server
}
