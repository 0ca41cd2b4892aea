import { createServer, type RequestListener, type Server } from 'node:http'
import type { Registry } from 'prom-client'
import { deliveryServerOptions } from './delivery/server.ts'

export interface HttpOptions {
  delivery: RequestListener
  registry: Registry
  /** Why work cannot be taken now; undefined while all is well. */
  notReady: () => string | undefined
}

/** Media below /media/, health and metrics beside it. */
export function createHttpServer({ delivery, registry, notReady }: HttpOptions): Server {
  return createServer(deliveryServerOptions, (request, response) => {
    const path = (request.url ?? '').split('?', 1)[0] ?? ''
    const answer = (status: number, body: string, type = 'application/json') => {
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' })
      response.end(body)
    }
    switch (path) {
      case '/healthz':
        return answer(200, '{"status":"ok"}')
      case '/readyz': {
        const reason = notReady()
        return reason === undefined ? answer(200, '{"status":"ready"}') : answer(503, JSON.stringify({ status: 'not_ready', reason }))
      }
      case '/metrics':
        registry.metrics().then(
          (text) => answer(200, text, registry.contentType),
          () => answer(500, ''),
        )
        return
      default:
        delivery(request, response)
    }
  })
}
