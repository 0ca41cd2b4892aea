import { Router } from '@koa/router'
import type { ApiRouter } from './bind.ts'
import type { HttpMiddleware } from './state.ts'

/**
 * Routes of a router, found by the first two parts of the address (`/api/products`). A router tests its patterns one
 * after the other, and there are hundreds: this way a request meets those alone that can be meant.
 */
export function routesByPart(all: ApiRouter): HttpMiddleware {
  const parts = new Map<string, HttpMiddleware>()
  for (const [part, layers] of Map.groupBy(all.stack, ({ path }) => partOf(String(path)))) {
    if (/[:*{]/.test(part)) throw new Error(`the address ${part} begins with a parameter`)
    const router = new Router() as ApiRouter
    router.stack.push(...layers)
    parts.set(part, router.routes() as HttpMiddleware)
  }
  // Sets what the answer to a wrong method reads.
  const none = new Router().routes() as HttpMiddleware
  return async (ctx, next) => {
    await (parts.get(partOf(ctx.path)) ?? none)(ctx, next)
  }
}

/** Patterns take capitals and a slash at the end, too. */
function partOf(path: string): string {
  const [, first = '', second = ''] = path.toLowerCase().split('/', 3)
  return `${first}/${second}`
}
