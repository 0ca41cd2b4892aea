import { paths } from '@e-events/shared/domain/addresses.ts'
import type { SingleSignOnReason } from '@e-events/shared/domain/single-sign-on.ts'
import { limits } from '@e-events/shared/limits.ts'
import { facts, type ApiRouter } from '../../../http/bind.ts'
import { clientKey, type RateLimits } from '../../../http/rate-limit.ts'
import { RateLimitedError } from '../../../http/refusal.ts'
import { linkCookie, refreshCookie } from '../../../http/refresh-cookie.ts'
import type { HttpContext } from '../../../http/state.ts'
import { SingleSignOnError } from './policy.ts'
import { attemptMs, type SingleSignOn } from './service.ts'

const cookieName = 'ee_sign_on'

export interface SingleSignOnRoutesDeps {
  singleSignOn: SingleSignOn
  rateLimits: RateLimits
}

/**
 * Doors that browsers walk through: every answer leads to a page, and nothing that opens anything stands in an address
 * of ours.
 */
export function singleSignOnRoutes(router: ApiRouter, deps: SingleSignOnRoutesDeps): void {
  const { singleSignOn } = deps
  const attemptCookie = { path: '/api/auth/social', maxAgeMs: attemptMs }
  const sessionCookie = { path: refreshCookie.path, maxAgeMs: limits.refreshTokenMs }

  router.get('/api/auth/social/:provider', async (ctx: HttpContext) => {
    ctx.state.route = '/api/auth/social/:provider'
    const { provider } = ctx['params'] as { provider: string }
    const { next, privacy } = ctx.query
    await lead(ctx, singleSignOn.safeNext(next), async () => {
      const { location, attempt } = await singleSignOn.start(provider, { next, privacyVersion: privacy, language: ctx.state.language })
      facts(ctx).cookies.set(cookieName, attempt, attemptCookie)
      return location
    })
  })

  router.get('/api/auth/social/:provider/callback', async (ctx: HttpContext) => {
    ctx.state.route = '/api/auth/social/:provider/callback'
    const { provider } = ctx['params'] as { provider: string }
    const { client: visitor, cookies } = facts(ctx)
    const attempt = cookies.get(cookieName)
    // One answer per attempt, whatever becomes of it.
    if (attempt !== undefined) cookies.set(cookieName, null, attemptCookie)
    await lead(ctx, singleSignOn.nextOf(attempt), async () => {
      const { next, refreshToken } = await singleSignOn.finish(provider, { attempt, query: { ...ctx.query }, visitor })
      cookies.set(refreshCookie.name, refreshToken, sessionCookie)
      return `${paths.login()}?${new URLSearchParams({ 'signed-in': '1', next }).toString()}`
    })
  })

  /** Goes where the work says, or back to the log-in with a reason. */
  async function lead(ctx: HttpContext, next: string, work: () => Promise<string>): Promise<void> {
    ctx.set('cache-control', 'no-store')
    try {
      await deps.rateLimits.consume('singleSignOn', clientKey('singleSignOn', ctx.ip))
      redirect(ctx, await work())
    } catch (error) {
      const reason = reasonOf(error)
      const pendingLink = error instanceof SingleSignOnError ? error.pendingLink : undefined
      if (pendingLink !== undefined) {
        facts(ctx).cookies.set(linkCookie.name, pendingLink, { path: linkCookie.path, maxAgeMs: attemptMs })
      }
      if (reason === 'failed') ctx.state.log.error({ err: error }, 'a single sign-on failed')
      else ctx.state.log.info({ reason, detail: error instanceof Error ? error.message : undefined }, 'a single sign-on was refused')
      redirect(ctx, `${paths.login()}?${new URLSearchParams({ reason, next }).toString()}`)
    }
  }
}

function reasonOf(error: unknown): SingleSignOnReason {
  if (error instanceof SingleSignOnError) return error.reason
  return error instanceof RateLimitedError ? 'rate-limited' : 'failed'
}

/** Without the body that Koa would write: it repeats the address. */
function redirect(ctx: HttpContext, location: string): void {
  ctx.status = 302
  ctx.set('location', location)
  ctx.body = ''
}
