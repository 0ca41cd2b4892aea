import { loginConfig } from '@e-events/shared/contract/people/login-config.ts'
import { auditContextOf } from '../../../http/audit-context.ts'
import type { ApiRouter, Bind, Handlers } from '../../../http/bind.ts'
import type { OpenId } from './openid.ts'
import type { Providers } from './providers.ts'

/** How people get in, for administrators. The second factor's setting is the site's own and comes from there. */
export function providerRoutes(
  router: ApiRouter,
  bind: Bind,
  deps: {
    providers: Providers
    openId: Pick<OpenId, 'check'>
    twoFactor: Pick<Handlers<typeof loginConfig>, 'twoFactor' | 'updateTwoFactor'>
  },
): void {
  const { providers } = deps
  bind(router, loginConfig, {
    ...deps.twoFactor,
    providers: async () => ({ items: await providers.list() }),
    addProvider: (call) => providers.add(call.body, { ...auditContextOf(call), actorId: call.user.id }),
    checkIssuer: ({ body }) => deps.openId.check(body.issuer),
    changeProvider: (call) => providers.change(call.params.provider, call.body, { ...auditContextOf(call), actorId: call.user.id }),
  })
}
