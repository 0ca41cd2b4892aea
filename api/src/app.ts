import { Router } from '@koa/router'
import Koa from 'koa'
import { createBind } from './http/bind.ts'
import { devMailboxRoutes } from './http/dev-mailbox.ts'
import { compression, cors, jsonBodies, securityHeaders } from './http/middleware.ts'
import { plainRoutes } from './http/plain-routes.ts'
import { onError, requestContext } from './http/request-context.ts'
import { routesByPart } from './http/route-parts.ts'
import type { RequestState } from './http/state.ts'
import type { Platform } from './platform.ts'

/** The HTTP side of the platform, without a socket: tests mount it, main.ts listens. */
export function createApp(platform: Platform, options: { isDraining(): boolean }): Koa<RequestState> {
  const { env } = platform
  const secure = env.PUBLIC_ORIGIN.startsWith('https:')
  const app = new Koa<RequestState>({ proxy: env.TRUSTED_PROXIES > 0, maxIpsCount: env.TRUSTED_PROXIES })
  // Sockets that close in the middle of an answer end up here; everything else was translated below.
  app.on('error', (error: unknown) => platform.log.debug({ err: error }, 'a response could not be finished'))

  const router = new Router<RequestState>()
  plainRoutes(router, {
    readiness: { database: platform.isDatabaseUp, redis: platform.isRedisUp, draining: options.isDraining },
    metrics: platform.metrics,
    installation: { profile: env.BUILD_PROFILE, regions: { data: env.DATA_REGION, realtime: env.REALTIME_REGION } },
  })
  const { authenticate, owners, rateLimits, responses } = platform
  const bind = createBind({ authenticate, owners, limits: rateLimits, apiKey: env.NOTIFICATIONS_API_KEY, responses })
  platform.routes(router, bind)
  if (platform.mailbox && env.reach === 'local') devMailboxRoutes(router, { mailbox: platform.mailbox })

  app.use(requestContext(platform.log, platform.metrics, { secureCookies: secure }))
  app.use(securityHeaders({ secure }))
  app.use(cors({ origins: env.CORS_ORIGINS }))
  app.use(compression())
  app.use(onError(platform.security))
  app.use(jsonBodies())
  app.use(routesByPart(router))
  app.use(router.allowedMethods({ throw: true }))
  return app
}
