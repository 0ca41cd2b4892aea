import { Router } from '@koa/router'
import Koa from 'koa'
import { auditRoutes } from './domains/people/audit/routes.ts'
import { accountRoutes } from './domains/people/account/routes.ts'
import { broadcastRoutes } from './domains/live/broadcasts/routes.ts'
import { categoryRoutes } from './domains/catalogue/categories/routes.ts'
import { channelRoutes } from './domains/catalogue/channels/routes.ts'
import { configRoutes, twoFactorHandlers } from './domains/settings/config/routes.ts'
import { entityRoutes } from './domains/storefront/entities/routes.ts'
import { exchangeRateRoutes } from './domains/settings/exchange-rates/routes.ts'
import { fileRoutes } from './domains/media/files/routes.ts'
import { firstStepRoutes } from './domains/catalogue/first-steps/routes.ts'
import { homeRoutes } from './domains/storefront/home/routes.ts'
import { uploadRoutes } from './domains/media/uploads/routes.ts'
import { imageRoutes } from './domains/media/images/routes.ts'
import { identityRoutes } from './domains/people/identity/routes.ts'
import { notificationRoutes } from './domains/engagement/notifications/routes.ts'
import { pageRoutes } from './domains/storefront/pages/routes.ts'
import { pageHeadRoutes } from './domains/storefront/page-head/routes.ts'
import { playbackRoutes } from './domains/live/playback/routes.ts'
import { feedRoutes } from './domains/catalogue/feeds/routes.ts'
import { podcastRoutes } from './domains/catalogue/podcasts/routes.ts'
import { postRoutes } from './domains/catalogue/posts/routes.ts'
import { productCodeRoutes } from './domains/sales/product-codes/routes.ts'
import { productAdminRoutes } from './domains/catalogue/products/admin-routes.ts'
import { productRoutes } from './domains/catalogue/products/routes.ts'
import { scheduleRoutes } from './domains/catalogue/schedule/routes.ts'
import { searchRoutes } from './domains/catalogue/search/routes.ts'
import { sectionRoutes } from './domains/storefront/sections/routes.ts'
import { shopRoutes } from './domains/storefront/shop/routes.ts'
import { providerRoutes } from './domains/people/single-sign-on/provider-routes.ts'
import { singleSignOnRoutes } from './domains/people/single-sign-on/routes.ts'
import { siteRoutes } from './domains/settings/site/routes.ts'
import { speakerRoutes } from './domains/catalogue/speakers/routes.ts'
import { ticketRoutes } from './domains/sales/tickets/routes.ts'
import { userRoutes } from './domains/people/users/routes.ts'
import { createBind } from './http/bind.ts'
import { devMailboxRoutes } from './http/dev-mailbox.ts'
import { compression, cors, jsonBodies, securityHeaders, settleWrites } from './http/middleware.ts'
import { plainRoutes } from './http/plain-routes.ts'
import { onError, requestContext } from './http/request-context.ts'
import type { RequestState } from './http/state.ts'
import type { Platform } from './platform.ts'

/** The HTTP side of the platform, without a socket: tests mount it, main.ts listens. */
export function createApp(platform: Platform, options: { isDraining(): boolean }): Koa<RequestState> {
  const { env, clock } = platform
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
  const { authenticate, owners, rateLimits, replies } = platform
  const bind = createBind({ authenticate, owners, limits: rateLimits, replies, checksTexts: env.NODE_ENV !== 'production' })
  identityRoutes(router, bind, platform)
  singleSignOnRoutes(router, platform)
  accountRoutes(router, bind, platform)
  homeRoutes(router, bind, { showHome: platform.sections.home })
  sectionRoutes(router, bind, platform)
  entityRoutes(router, bind, platform)
  pageRoutes(router, bind, platform)
  channelRoutes(router, bind, { channels: platform.channels, clock })
  firstStepRoutes(router, bind, platform)
  speakerRoutes(router, bind, { speakers: platform.speakers, clock })
  productRoutes(router, bind, platform)
  postRoutes(router, bind, { posts: platform.posts })
  podcastRoutes(router, bind, { podcasts: platform.podcasts })
  feedRoutes(router, bind, { feeds: platform.feeds, rateLimits: platform.rateLimits })
  productAdminRoutes(router, bind, platform)
  productCodeRoutes(router, bind, platform)
  ticketRoutes(router, bind, platform)
  broadcastRoutes(router, bind, { ...platform.goLive, listRecordings: platform.listRecordings })
  playbackRoutes(router, bind, { ...platform.watch, ...platform.trailer })
  searchRoutes(router, bind, { search: platform.search, clock })
  categoryRoutes(router, bind, { categories: platform.categories })
  scheduleRoutes(router, bind, { schedule: platform.schedule })
  shopRoutes(router, bind, { shop: platform.shop, clock })
  siteRoutes(router, bind, platform)
  userRoutes(router, bind, { ...platform, clock })
  auditRoutes(router, bind, { audit: platform.audit, clock })
  notificationRoutes(router, bind, { notifications: platform.notifications })
  configRoutes(router, bind, { config: platform.config, sections: platform.sections, realtimeKey: env.NOTIFICATIONS_API_KEY })
  providerRoutes(router, bind, { ...platform, twoFactor: twoFactorHandlers(platform.config) })
  exchangeRateRoutes(router, bind, platform)
  pageHeadRoutes(router, platform)
  fileRoutes(router, { files: platform.files })
  imageRoutes(router, bind, { images: platform.images })
  uploadRoutes(router, bind, platform)
  if (platform.mailbox && env.reach === 'local') devMailboxRoutes(router, { mailbox: platform.mailbox })

  app.use(requestContext(platform.log, platform.metrics, { secureCookies: secure }))
  app.use(securityHeaders({ secure }))
  app.use(cors({ origins: env.CORS_ORIGINS }))
  app.use(compression())
  app.use(onError(platform.security))
  app.use(settleWrites(replies.settled))
  app.use(jsonBodies())
  app.use(router.routes())
  app.use(router.allowedMethods({ throw: true }))
  return app
}
