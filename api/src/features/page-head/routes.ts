import { DomainError } from '@e-events/shared/errors.ts'
import type { ApiRouter } from '../../http/bind.ts'
import type { HttpContext } from '../../http/state.ts'
import type { PageHeads } from './service.ts'
import type { Sitemap } from './sitemap.ts'

const longestUri = 2_048

/**
 * For gateway and nginx, which put the head into the page that they send, and for programs that look for a sitemap. The address comes in a header, where
 * it needs no escaping on the way.
 */
export function pageHeadRoutes(router: ApiRouter, deps: { readPageHead: PageHeads; sitemap: Sitemap }): void {
  router.get('/api/page-head', async (ctx: HttpContext) => {
    ctx.state.route = '/api/page-head'
    const uri = ctx.get('x-page-uri')
    if (uri === '' || uri.length > longestUri) throw new DomainError('BAD_REQUEST')
    ctx.set('cache-control', 'public, max-age=30')
    ctx.type = 'text/html; charset=utf-8'
    ctx.body = await deps.readPageHead(uri)
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
