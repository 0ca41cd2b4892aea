import { DomainError } from '@e-events/shared/errors.ts'
import type { ApiRouter } from '../../http/bind.ts'
import type { ReplyCache } from '../../http/reply-cache.ts'
import type { HttpContext } from '../../http/state.ts'
import type { PageHeads } from './service.ts'
import type { Sitemap } from './sitemap.ts'

type Replies = Pick<ReplyCache, 'get'>

const longestUri = 2_048

/**
 * For gateway and nginx, which put the head into the page that they send, and for programs that look for a sitemap. The address comes in a header, where
 * it needs no escaping on the way.
 */
export function pageHeadRoutes(router: ApiRouter, deps: { readPageHead: PageHeads; sitemap: Sitemap; replies: Replies }): void {
  /** Asked for with every page, and the same for everybody. */
  async function read(ctx: HttpContext): ReturnType<PageHeads> {
    const uri = ctx.get('x-page-uri')
    if (uri === '' || uri.length > longestUri) throw new DomainError('BAD_REQUEST')
    const make = async () => JSON.stringify(await deps.readPageHead(uri))
    const { bytes } = await deps.replies.get({ key: `page ${uri}`, route: '/api/page-head', seconds: 1 }, make)
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
    answer(ctx, 'application/xml; charset=utf-8', await deps.sitemap.main())
  })
  router.get('/api/sitemaps/:file', async (ctx: HttpContext) => {
    ctx.state.route = '/api/sitemaps/:file'
    const number = /^([1-9]\d{0,4})\.xml$/.exec((ctx['params'] as { file: string }).file)?.[1]
    const text = number === undefined ? undefined : await deps.sitemap.part(Number(number))
    if (text === undefined) throw new DomainError('NOT_FOUND')
    answer(ctx, 'application/xml; charset=utf-8', text)
  })
}

function answer(ctx: HttpContext, type: string, text: string): void {
  ctx.set('cache-control', 'public, max-age=600')
  ctx.type = type
  ctx.body = text
}
