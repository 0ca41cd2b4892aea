import { DomainError } from '@e-events/shared/errors.ts'
import type { ApiRouter } from '../../../http/bind.ts'
import { clientKey, type RateLimits } from '../../../http/rate-limit.ts'
import type { ResponseCache } from '../../../http/response-cache.ts'
import type { HttpContext } from '../../../http/state.ts'
import type { PageHeads } from './service.ts'
import type { Sitemap } from './sitemap.ts'

/** A list of every address is expensive, and may be older than what it lists. */
const sitemapSec = 60

const longestUri = 2_048

/**
 * For gateway and nginx, which put the head into the page that they send, and for programs that look for a sitemap. The
 * address comes in a header, where it needs no escaping on the way.
 */
export function pageHeadRoutes(
  router: ApiRouter,
  deps: { readPageHead: PageHeads; sitemap: Sitemap; responses: ResponseCache; rateLimits: RateLimits },
): void {
  /** Counts against the budget that every route of the contract has. */
  async function consume(ctx: HttpContext): Promise<void> {
    const client = clientKey('default', ctx.ip)
    if (!deps.rateLimits.consumeLocally('default', client)) await deps.rateLimits.consume('default', client)
  }

  /** Asked for with every page, and the same for everybody. */
  async function read(ctx: HttpContext): ReturnType<PageHeads> {
    const uri = ctx.get('x-page-uri')
    await consume(ctx)
    if (uri === '' || uri.length > longestUri) throw new DomainError('BAD_REQUEST')
    const make = async () => JSON.stringify(await deps.readPageHead(uri))
    const { bytes } = await deps.responses.get({ key: `page ${uri}`, seconds: 1 }, make)
    return JSON.parse(bytes.toString()) as Awaited<ReturnType<PageHeads>>
  }

  router.get('/api/page-head', async (ctx: HttpContext) => {
    ctx.state.route = '/api/page-head'
    const { html, isDead } = await read(ctx)
    ctx.set('cache-control', 'public, max-age=30')
    // The page is sent with it: a program that looks for what is gone reads no text.
    ctx.set('x-page-status', isDead ? '404' : '200')
    ctx.type = 'text/html; charset=utf-8'
    ctx.body = html
  })
  // For nginx, whose pages are sent before their heads are put in.
  router.get('/api/page-status', async (ctx: HttpContext) => {
    ctx.state.route = '/api/page-status'
    if ((await read(ctx)).isDead) throw new DomainError('NOT_FOUND')
    ctx.status = 204
  })
  router.get('/api/robots.txt', (ctx: HttpContext) => {
    ctx.state.route = '/api/robots.txt'
    answer(ctx, 'text/plain; charset=utf-8', deps.sitemap.robots())
  })
  router.get('/api/sitemap.xml', async (ctx: HttpContext) => {
    ctx.state.route = '/api/sitemap.xml'
    await consume(ctx)
    const { bytes } = await deps.responses.get({ key: 'sitemap', seconds: sitemapSec }, () => deps.sitemap.main())
    answer(ctx, 'application/xml; charset=utf-8', bytes.toString())
  })
  router.get('/api/sitemaps/:file', async (ctx: HttpContext) => {
    ctx.state.route = '/api/sitemaps/:file'
    const number = /^([1-9]\d{0,4})\.xml$/.exec((ctx['params'] as { file: string }).file)?.[1]
    await consume(ctx)
    if (number === undefined) throw new DomainError('NOT_FOUND')
    const make = async () => {
      const text = await deps.sitemap.part(Number(number))
      if (text === undefined) throw new DomainError('NOT_FOUND')
      return text
    }
    const { bytes } = await deps.responses.get({ key: `sitemap ${number}`, seconds: sitemapSec }, make)
    answer(ctx, 'application/xml; charset=utf-8', bytes.toString())
  })
}

function answer(ctx: HttpContext, type: string, text: string): void {
  ctx.set('cache-control', 'public, max-age=600')
  ctx.type = type
  ctx.body = text
}
