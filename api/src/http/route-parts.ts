import { Router } from '@koa/router'
import type { ApiRouter } from './bind.ts'
import type { HttpMiddleware } from './state.ts'

/**
 * Routes of a router, found by the first two parts of the address (`/api/products`) and by how many parts it has. A
 * router tests its patterns one after the other, and there are hundreds: this way a request meets those alone that can
 * be meant.
 */
export function routesByPart(all: ApiRouter): HttpMiddleware {
  const groups = new Map<string, HttpMiddleware>()
  for (const [group, layers] of Map.groupBy(all.stack, ({ path }) => groupOf(String(path)))) {
    if (/[:*{]/.test(group)) throw new Error(`the address ${group} begins with a parameter`)
    if (layers.some(({ path }) => /[*{]/.test(String(path)))) throw new Error(`an address in ${group} has no fixed number of parts`)
    const router = new Router() as ApiRouter
    router.stack.push(...layers)
    groups.set(group, router.routes() as HttpMiddleware)
  }
  // Sets what the answer to a wrong method reads.
  const none = new Router().routes() as HttpMiddleware
  return async (ctx, next) => {
    await (groups.get(groupOf(ctx.path)) ?? none)(ctx, next)
  }
}

/** Patterns take capitals and a slash at the end, too. */
function groupOf(path: string): string {
  const parts = path.toLowerCase().split('/')
  if (parts.at(-1) === '') parts.pop()
  return `${parts[1] ?? ''}/${parts[2] ?? ''} of ${parts.length}`
}
