import { createHash } from 'node:crypto'
import { privateFeeds } from '@e-events/shared/contract/catalogue/podcasts.ts'
import { languageSchema } from '@e-events/shared/domain/language.ts'
import type { ApiRouter, Bind } from '../../../http/bind.ts'
import { clientKey, type RateLimits } from '../../../http/rate-limit.ts'
import type { HttpContext } from '../../../http/state.ts'
import type { BuiltFeed, Feeds } from './service.ts'

/** `:token` in a route keeps the address out of the logs: it is a key. */
const publicFeed = '/api/channels/:slug/feed'
const privateFeed = '/api/feeds/:token'

export function feedRoutes(router: ApiRouter, bind: Bind, deps: { feeds: Feeds; rateLimits: RateLimits }): void {
  const { feeds } = deps
  bind(router, privateFeeds, {
    list: async ({ user }) => ({ items: await feeds.listOwn(user.id) }),
    create: ({ user, body }) => feeds.create(user.id, body.channelSlug),
    rotate: ({ user, params }) => feeds.rotate(user.id, params.id),
    revoke: ({ user, params }) => feeds.revoke(user.id, params.id),
  })

  /** Serves podcast apps: no JSON, no session, only an address. */
  function get(path: string, answer: (ctx: HttpContext, params: Record<string, string>) => Promise<void>): void {
    router.get(path, async (ctx: HttpContext) => {
      ctx.state.route = path
      await deps.rateLimits.consume('default', clientKey('default', ctx.ip))
      await answer(ctx, ctx['params'] as Record<string, string>)
    })
  }

  get(`${publicFeed}.xml`, async (ctx, { slug = '' }) => {
    const asked = languageSchema.safeParse(ctx.query['language'])
    const query = asked.success ? `?language=${asked.data}` : ''
    ctx.set('cache-control', 'public, max-age=300')
    const feed = await feeds.getPublic(slug, ctx.state.language, query)
    ctx.lastModified = feed.updatedAt
    sendFeed(ctx, feed)
  })
  get(`${publicFeed}/:product/audio.m4a`, async (ctx, { slug = '', product = '' }) =>
    redirect(ctx, await feeds.locatePublic(slug, product)),
  )
  get(`${publicFeed}/:product/chapters.json`, async (ctx, { slug = '', product = '' }) =>
    sendChapters(ctx, await feeds.listChapters({ channelSlug: slug }, product), 'public, max-age=300'),
  )
  get(`${privateFeed}/feed.xml`, async (ctx, { token = '' }) => {
    ctx.set('cache-control', 'private, no-cache')
    // Tickets change the episodes of an account: no date shows that, the ETag does.
    sendFeed(ctx, await feeds.getPrivate(token, ctx.state.language))
  })
  get(`${privateFeed}/:product/audio.m4a`, async (ctx, { token = '', product = '' }) =>
    redirect(ctx, await feeds.locatePrivate(token, product)),
  )
  get(`${privateFeed}/:product/chapters.json`, async (ctx, { token = '', product = '' }) =>
    sendChapters(ctx, await feeds.listChapters({ token }, product), 'private, no-cache'),
  )
}

function sendFeed(ctx: HttpContext, { xml }: BuiltFeed): void {
  ctx.vary('Accept-Language')
  ctx.etag = createHash('sha1').update(xml).digest('base64url')
  // Readers and podcast apps of browsers fetch it from elsewhere.
  ctx.set('access-control-allow-origin', '*')
  ctx.set('cross-origin-resource-policy', 'cross-origin')
  ctx.status = 200
  if (ctx.fresh) {
    ctx.status = 304
    return
  }
  ctx.type = 'application/rss+xml; charset=utf-8'
  ctx.body = xml
}

/** Podcasting 2.0, JSON chapters 1.2: seconds instead of milliseconds. */
function sendChapters(ctx: HttpContext, chapters: readonly { title: string; start_ms: number }[], cacheControl: string): void {
  ctx.set('cache-control', cacheControl)
  ctx.set('access-control-allow-origin', '*')
  ctx.set('cross-origin-resource-policy', 'cross-origin')
  ctx.type = 'application/json+chapters'
  ctx.body = JSON.stringify({ version: '1.2.0', chapters: chapters.map(({ title, start_ms }) => ({ startTime: start_ms / 1000, title })) })
}

function redirect(ctx: HttpContext, location: string): void {
  ctx.set('cache-control', 'no-store')
  ctx.redirect(location)
}
