import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { ApiRouter } from './bind.ts'
import type { Metrics } from './metrics.ts'
import { createOpenApi } from './openapi.ts'
import type { HttpContext } from './state.ts'

export interface Readiness {
  database(): Promise<boolean>
  redis(): Promise<boolean>
  /** True from the moment SIGTERM arrived: no new work, please. */
  draining(): boolean
}

/** Labels: which installation answers, and where it says that it runs. */
export interface Installation {
  profile: string
  regions: { data: string; realtime: string }
}

/** Routes beside the contract: health, metrics, the OpenAPI document and its page. */
export function plainRoutes(router: ApiRouter, deps: { readiness: Readiness; metrics: Metrics; installation: Installation }): void {
  router.get('/healthz', (ctx: HttpContext) => {
    ctx.body = { status: 'ok', ...deps.installation }
  })
  router.get('/readyz', async (ctx: HttpContext) => {
    const [database, redis] = await Promise.all([deps.readiness.database(), deps.readiness.redis()])
    const ready = database && redis && !deps.readiness.draining()
    ctx.status = ready ? 200 : 503
    if (!ready) ctx.set('retry-after', '2')
    ctx.body = { status: ready ? 'ok' : 'unavailable', database, redis, draining: deps.readiness.draining() }
  })
  // Not below /api, so that the gateway never passes it on.
  router.get('/metrics', async (ctx: HttpContext) => {
    ctx.type = deps.metrics.registry.contentType
    ctx.body = await deps.metrics.registry.metrics()
  })

  let document: string | undefined
  router.get('/api/openapi.json', (ctx: HttpContext) => {
    document ??= JSON.stringify(createOpenApi('/api'))
    ctx.type = 'application/json'
    ctx.set('cache-control', 'public, max-age=300')
    ctx.body = document
  })
  router.get('/api/docs', (ctx: HttpContext) => {
    // Swagger's page styles itself inline; scripts stay our own files.
    ctx.set(
      'content-security-policy',
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'",
    )
    ctx.type = 'html'
    ctx.body = docsPage
  })
  router.get('/api/docs/:file', async (ctx: HttpContext) => {
    const name = (ctx['params'] as { file: string }).file
    if (name === 'start.js') {
      ctx.type = 'text/javascript'
      ctx.body = docsScript
      return
    }
    const type = docsFiles.get(name)
    if (!type) return
    ctx.type = type
    ctx.set('cache-control', 'public, max-age=86400')
    ctx.body = await readFile(path.join(swaggerFolder(), name))
  })
}

const docsFiles = new Map([
  ['swagger-ui.css', 'text/css'],
  ['swagger-ui-bundle.js', 'text/javascript'],
])

function swaggerFolder(): string {
  return path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
}

const docsPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>e-events API</title>
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
</head>
<body>
<div id="docs"></div>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
</body>
</html>
`

const docsScript = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#docs', deepLinking: true, validatorUrl: null })\n`
